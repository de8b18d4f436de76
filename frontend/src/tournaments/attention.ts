/** Which table needs the director first. Pure, so that the order can be tested. */
import type { Tile } from './types';

export type Need = 'judge' | 'overdue' | 'away' | 'empty' | 'slow' | 'paused' | 'fine' | 'done';

/** Who needs attention most comes first. */
export const NEEDS: readonly Need[] = [
	'judge',
	'overdue',
	'away',
	'empty',
	'slow',
	'paused',
	'fine',
	'done',
];

export interface Attended {
	tile: Tile;
	need: Need;
}

/** A table where nothing has moved for so long is looked at. */
export const SLOW_MS = 120_000;

export function needOf(tile: Tile, now: number): Need {
	if (tile.calls > 0) return 'judge';
	if (tile.status === 'decided') return 'done';
	if (tile.status === 'lobby' || tile.status === 'owed') return 'empty';
	if (tile.paused) return 'paused';
	if (tile.deadline && Date.parse(tile.deadline) < now) return 'overdue';
	// Somebody is awaited who is not there.
	if (tile.away.some((seat) => tile.waiting_on.includes(seat))) return 'away';
	return ageOf(tile, now) > SLOW_MS ? 'slow' : 'fine';
}

/** Milliseconds since the last move. */
export function ageOf(tile: Tile, now: number): number {
	return tile.moved_at ? Math.max(0, now - Date.parse(tile.moved_at)) : 0;
}

/** The order changes only when a table's need does, or a slow one moves: tiles that jump about help nobody. */
export function byAttention(tiles: Iterable<Tile>, now: number): Attended[] {
	return [...tiles]
		.map((tile) => ({ tile, need: needOf(tile, now) }))
		.sort(
			(a, b) =>
				NEEDS.indexOf(a.need) - NEEDS.indexOf(b.need) ||
				// Among those who wait the longest wait comes first; else the order of the tables.
				(a.need === 'slow' ? ageOf(b.tile, now) - ageOf(a.tile, now) : 0) ||
				a.tile.table - b.tile.table,
		);
}

/** By five seconds, and by each in the last twenty: hundreds of clocks that tick are read by nobody, and
 * cost the wall its frames. */
export function coarse(ms: number): number {
	return ms > 20_000 ? ms - (ms % 5000) : ms;
}

export function minutes(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
