/** What changes in a round when two people change places. Pure. */
import type { Round } from '../types';

export const KINDS_OF_COST = ['forbidden', 'rematch', 'distance'] as const;
export type Cost = Record<(typeof KINDS_OF_COST)[number], number>;

export interface Change {
	draws: { table: number; seats: number[] }[];
	byes: number[];
}

export function swapped(round: Round, one: number, other: number): Change {
	const turn = (entrant: number) => (entrant === one ? other : entrant === other ? one : entrant);
	const touched = round.tables.filter(({ seats }) => seats.includes(one) || seats.includes(other));
	return {
		draws: touched.map(({ table, seats }) => ({ table, seats: seats.map(turn) })),
		byes: round.byes.map(turn),
	};
}
