import { describe, expect, it } from 'vitest';
import { byAttention, coarse, minutes, needOf, SLOW_MS } from './attention';
import type { Tile } from './types';

const NOW = Date.parse('2026-06-06T12:00:00Z');
const at = (secondsAgo: number) => new Date(NOW - secondsAgo * 1000).toISOString();

function tile(table: number, more: Partial<Tile> = {}): Tile {
	return {
		table,
		seats: [1, 2, 3, 4],
		game: 'g',
		status: 'running',
		round: 1,
		phase: 'turns',
		waiting_on: [0],
		scores: [],
		seq: 40,
		moved_at: at(5),
		deadline: null,
		paused: false,
		calls: 0,
		no_shows: 0,
		away: [],
		extension: 0,
		ends_at: null,
		...more,
	};
}

describe('what a table needs', () => {
	it.each([
		['a judge, before all else', { calls: 1, paused: true }, 'judge'],
		['somebody to look, when its time is over', { deadline: at(1) }, 'overdue'],
		['whoever left while the others wait', { away: [0] }, 'away'],
		['nothing, while another is awaited', { away: [2] }, 'fine'],
		['its players', { status: 'lobby' }, 'empty'],
		['a look, when nothing has moved for long', { moved_at: at(SLOW_MS / 1000 + 1) }, 'slow'],
		['to be resumed', { paused: true }, 'paused'],
		['nothing', {}, 'fine'],
		['nothing any more', { status: 'decided' }, 'done'],
	] as [string, Partial<Tile>, string][])('%s', (_, more, need) => {
		expect(needOf(tile(1, more), NOW)).toBe(need);
	});
});

it('the wall begins with who needs attention', () => {
	const tiles = [
		tile(1),
		tile(2, { status: 'decided' }),
		tile(3, { moved_at: at(200) }),
		tile(4, { calls: 1 }),
		tile(5, { moved_at: at(900) }),
	];
	expect(byAttention(tiles, NOW).map(({ tile }) => tile.table)).toEqual([4, 5, 3, 1, 2]);
});

it('writes a duration as minutes and seconds', () => {
	expect(minutes(61_000)).toBe('1:01');
});

it.each([
	[3_999, '0:03'],
	[19_999, '0:19'],
	[24_000, '0:20'],
	[119_000, '1:55'],
])('counts %d ms as %s', (ms, shown) => {
	expect(minutes(coarse(ms))).toBe(shown);
});
