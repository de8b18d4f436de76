import { describe, expect, it } from 'vitest';
import { replayPath, routeOf, rulePath, tablePath } from './routes';

describe('addresses', () => {
	it.each([
		['/', { page: 'lobby' }],
		['/watch/', { page: 'wall' }],
		['/games/4f1c-9', { page: 'table', game: '4f1c-9' }],
		['/games/4f1c-9/', { page: 'table', game: '4f1c-9' }],
		['/games/4f1c-9/replay', { page: 'replay', game: '4f1c-9' }],
		['/tournaments', { page: 'tournaments' }],
		['/tournaments/4f1c', { page: 'tournament', tournament: '4f1c' }],
		['/tournaments/4f1c/wall', { page: 'director', tournament: '4f1c' }],
		['/embed/tournaments/4f1c', { page: 'embed', tournament: '4f1c' }],
		['/tournaments/4f1c/dance', { page: 'nowhere' }],
		['/seasons/Spring%202026', { page: 'season', season: 'Spring 2026' }],
		['/games/', { page: 'nowhere' }],
		['/games/a/b', { page: 'nowhere' }],
		['/constructor', { page: 'nowhere' }],
		['/admin', { page: 'nowhere' }],
	])('%s', (path, expected) => {
		expect(routeOf(path)).toEqual(expected);
	});

	it('lead back to the page they were made for', () => {
		expect(routeOf(tablePath('g1'))).toEqual({ page: 'table', game: 'g1' });
		expect(routeOf(new URL(replayPath('g1', 40), 'http://x').pathname)).toEqual({
			page: 'replay',
			game: 'g1',
		});
		expect(rulePath('CG-B5')).toBe('/rules#CG-B5');
	});
});
