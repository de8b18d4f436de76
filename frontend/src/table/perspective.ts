/** A finished game is open to everyone. To see it as one seat saw it, the rest is turned face down again. */
import type { CardCounts } from '../draw/colors';
import { countOf, type Hidden, type Position } from './position';

const PER_SEAT = ['hands', 'tickets', 'offered'] as const;

/** `seat`: whose eyes; null: a spectator's; undefined: everything. */
export function seenBy(position: Position, seat: number | null | undefined): Position {
	if (seat === undefined) return position;
	const shown: Position = { ...position };
	for (const name of PER_SEAT) {
		const piles = position[name] as Hidden<CardCounts>[] | undefined;
		if (piles)
			shown[name] = piles.map((pile, owner) => (owner === seat ? pile : countOf(pile))) as never;
	}
	const isTurnedUp = position.tracks_turned_up === true;
	if (position.on_track && !isTurnedUp) shown.on_track = position.on_track.map(countOf);
	if (position.deck) shown.deck = countOf(position.deck);
	if (position.ticket_deck) shown.ticket_deck = countOf(position.ticket_deck);
	return shown;
}
