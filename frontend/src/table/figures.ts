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

type Figure = [name: string, bySeat: number[]];

function numbersBySeat(position: Position, seats: number): Figure[] {
	return Object.entries(position).filter(
		(entry): entry is Figure =>
			!SHOWN_ELSEWHERE.includes(entry[0]) &&
			Array.isArray(entry[1]) &&
			entry[1].length === seats &&
			entry[1].every((figure) => typeof figure === 'number'),
	);
}

/** Drawn as a track with the seats on it. */
const isTrack = ([name]: Figure): boolean => name.endsWith('_progress');

export function figuresOf(position: Position, seats: number): Figure[] {
	// What is nothing for everybody is no news: it belongs to an option that is not played.
	return numbersBySeat(position, seats).filter(
		(figure) => !isTrack(figure) && figure[1].some((number) => number !== 0),
	);
}

export function tracksOf(position: Position, seats: number): Figure[] {
	return numbersBySeat(position, seats).filter(isTrack);
}
