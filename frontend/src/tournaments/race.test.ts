import { describe, expect, test } from 'vitest';
import { labelPlaces } from './race';

describe('the names beside the race', () => {
	test('stand at the ends of their lines', () => {
		expect(labelPlaces([20, 80, 140], 19, 300)).toEqual([20, 80, 140]);
	});

	test('make room for each other', () => {
		expect(labelPlaces([20, 25, 140], 19, 300)).toEqual([20, 39, 140]);
	});

	test('stay in the chart where all end at its foot', () => {
		expect(labelPlaces([300, 300, 300], 19, 300)).toEqual([262, 281, 300]);
	});
});
