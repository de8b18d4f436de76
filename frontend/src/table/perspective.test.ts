import { expect, it } from 'vitest';
import { seenBy } from './perspective';
import type { Position } from './position';

const open = {
	hands: [{ blue: 2 }, { red: 1, locomotive: 1 }],
	tickets: [['a'], ['b', 'c']],
	on_track: [{ blue: 1 }, {}],
	deck: ['red', 'blue', 'green'],
	tracks_turned_up: false,
} as unknown as Position;

it('shows a seat its own hand and tickets, and only the size of everything else', () => {
	const shown = seenBy(open, 1);
	expect(shown.hands).toEqual([2, { red: 1, locomotive: 1 }]);
	expect(shown.tickets).toEqual([1, ['b', 'c']]);
	expect(shown.on_track).toEqual([1, 0]);
	expect(shown.deck).toBe(3);
});

it('shows a spectator no hand at all', () => {
	expect(seenBy(open, null).hands).toEqual([2, 2]);
});

it('leaves tracks open that were turned up', () => {
	expect(seenBy({ ...open, tracks_turned_up: true }, null).on_track).toEqual(open.on_track);
});

it('shows everything when nobody in particular looks', () => {
	expect(seenBy(open, undefined)).toBe(open);
});
