import { expect, it } from 'vitest';
import type { Game } from '../lib/server';
import { settingsOf } from './settings';

const game = {
	seat_count: 4,
	time_control: { kind: 'per_turn', seconds: 30 },
	on_run_out: 'forfeit',
	visibility: 'unlisted',
	starts_when_full: true,
	options: {},
} as unknown as Game;

it('tells before one sits down what happens when time runs out', () => {
	expect(settingsOf(game)).toContain('When time runs out: The seat forfeits');
	expect(settingsOf(game)).toContain('begins when full');
});

it('says nothing of it where there is no clock', () => {
	const calm = { ...game, time_control: { kind: 'none' }, starts_when_full: false } as Game;
	expect(settingsOf(calm)).toEqual(['4 players', 'No clock', 'by link']);
});
