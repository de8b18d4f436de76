import { expect, it } from 'vitest';
import { Pieces } from './pieces';
import type { GameEvent } from './position';
import { sentenceOf } from './sentences';

const naming = {
	pieces: new Pieces({ title: 'A board', catalog: {}, says: {} } as never),
	names: ['Ada', 'Bo', 'Cai'],
};

const closedTo = (...seats: number[]) =>
	({ type: 'parallel_tracks_closed', tracks: ['a-b-red'], seats }) as unknown as GameEvent;

it('tells of a track that a claim has closed to everybody', () => {
	expect(sentenceOf(closedTo(0, 1, 2), naming)).toContain('a-b-red');
});

it('says nothing of a track that is closed to its claimer alone', () => {
	expect(sentenceOf(closedTo(1), naming)).toBeUndefined();
});

const handedOver = (to: string, for_good: boolean) =>
	({ type: 'seat_handed_over', seat: 1, to, reason: '', for_good }) as unknown as GameEvent;

it('tells a forfeit from a seat that an AI plays for a while', () => {
	expect(sentenceOf(handedOver('easy', true), naming)).toBe('Bo forfeits the game.');
	expect(sentenceOf(handedOver('easy', false), naming)).toBe('An AI plays for Bo now.');
	expect(sentenceOf(handedOver('', false), naming)).toBe('Bo is back.');
});
