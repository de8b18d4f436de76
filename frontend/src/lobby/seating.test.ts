import { expect, it } from 'vitest';
import type { Edition, SeatPlan } from '../lib/server';
import { atLevel, countAis, knownLevels, resized, sharedLevel, withAis } from './seating';

const open: SeatPlan = { kind: 'open' };
const pia: SeatPlan = { kind: 'invited', username: 'pia' };
const ai = (level = ''): SeatPlan => ({ kind: 'ai', level });

it('keeps what was chosen when seats come and go', () => {
	expect(resized([pia, open, ai()], 2)).toEqual([pia, ai()]);
	expect(resized([pia, ai()], 3)).toEqual([open, pia, ai()]);
	expect(resized([pia, ai()], 1)).toEqual([ai()]);
});

it('gives the last free seats to AIs and takes the first of them back', () => {
	expect(withAis([open, open, pia], 1, 'easy')).toEqual([open, ai('easy'), pia]);
	expect(withAis([ai(), ai('easy')], 1, '')).toEqual([open, ai('easy')]);
});

it('gives no invited seat to an AI', () => {
	const seats = withAis([open, pia], 2, '');
	expect(seats).toEqual([ai(), pia]);
	expect(countAis(seats)).toBe(1);
});

it('knows whether all AIs play alike', () => {
	expect(sharedLevel([open, ai('easy'), ai('easy')], '')).toBe('easy');
	expect(sharedLevel([ai('easy'), ai('planner')], '')).toBeUndefined();
	expect(sharedLevel([open], 'planner')).toBe('planner');
	expect(atLevel([pia, ai('easy'), ai()], 'planner')).toEqual([pia, ai('planner'), ai('planner')]);
});

it('asks no edition for an AI that it does not have', () => {
	const edition = { levels: [{ id: 'easy' }] } as Edition;
	expect(knownLevels([pia, ai('easy'), ai('expert')], edition)).toEqual([pia, ai('easy'), ai()]);
});
