/** The figures of a seat that an edition has and others don't: trains left, a place on a track.
 * Any public list with one number for each seat is such a figure. */
import type { Position } from './position';

const SHOWN_ELSEWHERE = [
	'scores',
	'waiting_on',
	'forfeited',
	'confirmed',
	'hands',
	'tickets',
	'offered',
	'chosen',
	'returned',
	'on_track',
	'shown',
];

export function figuresOf(position: Position, seats: number): [name: string, bySeat: number[]][] {
	return Object.entries(position).filter(
		(entry): entry is [string, number[]] =>
			!SHOWN_ELSEWHERE.includes(entry[0]) &&
			Array.isArray(entry[1]) &&
			entry[1].length === seats &&
			entry[1].every((figure) => typeof figure === 'number'),
	);
}
