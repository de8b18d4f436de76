import { expect, it } from 'vitest';
import { figuresOf, tracksOf } from './figures';
import type { Position } from './position';

const position = {
	scores: [4, 9],
	trains: [38, 40],
	catches: [0, 0],
	race_progress: [0, 7],
	row: ['blue', 'red'],
} as unknown as Position;

it('shows every figure of a seat that an edition has, but none that is nothing for everybody', () => {
	expect(figuresOf(position, 2)).toEqual([['trains', [38, 40]]]);
});

it('draws what says how far a seat has come as a track', () => {
	expect(tracksOf(position, 2)).toEqual([['race_progress', [0, 7]]]);
});
