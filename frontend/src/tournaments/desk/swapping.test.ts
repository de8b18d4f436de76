import { expect, it } from 'vitest';
import type { Round } from '../types';
import { swapped } from './swapping';

const round = {
	tables: [
		{ table: 1, seats: [1, 2, 3, 0] },
		{ table: 2, seats: [4, 5, 6, 7] },
		{ table: 3, seats: [8, 9, 10, 11] },
	],
	byes: [12],
} as unknown as Round;

it('names the tables that differ and no other', () => {
	expect(swapped(round, 2, 7)).toEqual({
		draws: [
			{ table: 1, seats: [1, 7, 3, 0] },
			{ table: 2, seats: [4, 5, 6, 2] },
		],
		byes: [12],
	});
});

it('changes seats at one table', () => {
	expect(swapped(round, 4, 6).draws).toEqual([{ table: 2, seats: [6, 5, 4, 7] }]);
});

it('gives a bye to whom a player changes with', () => {
	expect(swapped(round, 12, 9)).toEqual({
		draws: [{ table: 3, seats: [8, 12, 10, 11] }],
		byes: [9],
	});
});
