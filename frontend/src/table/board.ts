/** What lies on a board at a moment, read from whatever the view has that names tracks and cities. */
import type { Claim } from '../draw/TrackDrawing.svelte';
import type { Pieces } from './pieces';
import type { Position } from './position';
import { figureWord } from './words';

/** Who holds which track: `routes` are a seat's own, any other routes by seat belong to everybody. */
export function claimsOf(position: Position): Record<string, Claim> {
	const claims: Record<string, Claim> = {};
	for (const [name, bySeat] of Object.entries(position)) {
		if (!/(^|_)routes$/.test(name) || !Array.isArray(bySeat)) continue;
		bySeat.forEach((tracks: string[], seat: number) => {
			for (const track of tracks) claims[track] = { seat: seat + 1, shared: name !== 'routes' };
		});
	}
	return claims;
}

/** For a player what is closed to them; for others what is closed to all. */
export function closedTracks({ closed = [] }: Position, seat: number | null): string[] {
	if (seat !== null) return closed[seat] ?? [];
	const [first = [], ...others] = closed;
	return first.filter((track) => others.every((tracks) => tracks.includes(track)));
}

export function markersOf(position: Position): { city: string; seat: number }[] {
	const markers = (position.markers ?? []) as { city: string; seat: number }[];
	return markers.map(({ city, seat }) => ({ city, seat: seat + 1 }));
}

/** A member of the view whose value is a city is a piece that stands there. */
export function piecesIn(position: Position, pieces: Pieces) {
	return Object.entries(position).flatMap(([name, city]) =>
		pieces.isCity(city)
			? [{ city, glyph: name.charAt(0).toUpperCase(), label: figureWord(name) }]
			: [],
	);
}
