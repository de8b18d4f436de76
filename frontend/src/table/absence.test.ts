import { expect, it } from 'vitest';
import type { Clock, Game } from '../lib/server';
import { missingAt, stillFor } from './absence';
import type { GameEvent, Position } from './position';

const person = { kind: 'person' };
const seats = [
	{ number: 0, ...person },
	{ number: 1, ...person },
	{ number: 2, kind: 'ai' },
];
const game = { absent_after: 300, seats } as Game;
const clock = { now: '2026-11-18T12:00:00.000000Z', deadline: null, seats: [] } as Clock;
const position = {
	waiting_on: [0, 1, 2],
	handed_to: ['', '', ''],
	paused: false,
	result: null,
} as unknown as Position;

it('counts on from what the server said, by the clock of this browser', () => {
	const last = { recorded_at: '2026-11-18T11:59:00.000000Z' } as GameEvent;
	expect(stillFor(clock, 5_000, last, 5_000)).toBe(60);
	expect(stillFor(clock, 5_000, last, 25_000)).toBe(80);
	expect(stillFor(clock, 5_000, undefined, 25_000)).toBe(0);
});

it('offers an AI for other people who are awaited, once nobody has moved for long enough', () => {
	expect(missingAt(game, position, clock, 0, 299)).toEqual([]);
	expect(missingAt(game, position, clock, 0, 300)).toEqual([1]);
	expect(missingAt(game, { ...position, waiting_on: [0] }, clock, 0, 300)).toEqual([]);
	expect(missingAt(game, { ...position, handed_to: ['', 'planner', ''] }, clock, 0, 300)).toEqual(
		[],
	);
});

it('offers none in a pause, or where a clock or a judge decides', () => {
	expect(missingAt(game, { ...position, paused: true }, clock, 0, 300)).toEqual([]);
	expect(missingAt(game, position, { ...clock, deadline: clock.now }, 0, 300)).toEqual([]);
	expect(missingAt({ ...game, absent_after: null }, position, clock, 0, 300)).toEqual([]);
});
