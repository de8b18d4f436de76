import { expect, it } from 'vitest';
import { cleared, completionsOf, composed, filled, isComplete, leftOf, turned } from './completion';
import type { Ticket } from './pieces';

const ticket = (id: string, cards: Ticket['cards']) => ({ id, cards }) as Ticket;
const tickets = [ticket('north', { blue: 2 }), ticket('south', { blue: 1, red: 1 })];
const track = { blue: 2, red: 1, locomotive: 1 };
const proposal = [{ ticket: 'north', cards: { blue: 1, locomotive: 1 } }];
const start = composed(tickets, proposal);

it('begins as proposed', () => {
	expect(completionsOf(start)).toEqual(proposal);
	expect(leftOf(track, start)).toEqual({ blue: 1, red: 1, locomotive: 0 });
});

it('fills another ticket with what is left, a locomotive only where the color has run out', () => {
	const both = filled(start, 'south', track);
	expect(both.south?.map(({ card }) => card)).toEqual(['blue', 'red']);
	expect(completionsOf(both)).toHaveLength(2);
	expect(leftOf(track, both)).toEqual({ blue: 0, red: 0, locomotive: 0 });
});

it('gives the cards of a cleared ticket back', () => {
	const none = cleared(start, 'north');
	expect(completionsOf(none)).toEqual([]);
	expect(leftOf(track, none)).toEqual(track);
	expect(isComplete(filled(none, 'north', track).north ?? [])).toBe(true);
});

it('turns a place to whatever is left for it, and spends nothing twice', () => {
	// The locomotive lies on the other place already.
	const empty = turned(start, 'north', 0, track);
	expect(empty.north?.[0]?.card).toBeUndefined();
	expect(completionsOf(empty)).toEqual([]);
	const free = cleared(start, 'north');
	const cards = [0, 1, 2].map((times) => {
		let now = free;
		for (let i = 0; i <= times; i++) now = turned(now, 'north', 0, track);
		return now.north?.[0]?.card;
	});
	expect(cards).toEqual(['blue', 'locomotive', undefined]);
});
