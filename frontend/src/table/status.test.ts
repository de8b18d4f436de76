import { expect, it } from 'vitest';
import { Pieces } from './pieces';
import type { Position } from './position';
import { statusOf } from './status';

const naming = {
	pieces: new Pieces({ title: 'A board', catalog: {}, says: {} } as never),
	names: ['Ada', 'Bo'],
};
const position = {
	phase: 'turns',
	waiting_on: [1],
	handed_to: ['', ''],
	last_turns: 2,
	scores: [0, 0],
} as unknown as Position;

it('says whose turn it is, and that it is one of the last', () => {
	const { sentence, isMine } = statusOf(position, [], 0, naming);
	expect(sentence).toContain('Bo');
	expect(sentence).toContain('last turns');
	expect(isMine).toBe(false);
});

it('speaks of no turns once the tracks are turned up', () => {
	const scoring = { ...position, phase: 'confirming', tracks_turned_up: true };
	expect(statusOf(scoring, [], 0, naming).sentence).not.toContain('last turns');
});

it('tells counting from setting up', () => {
	const nobody = { ...position, waiting_on: [] };
	expect(statusOf({ ...nobody, due: 'score_round' }, [], 0, naming).sentence).toContain('counted');
	expect(statusOf({ ...nobody, due: null }, [], 0, naming).sentence).toContain('set up');
});

it('says that a game whose points do not add up is stopped, whoever was awaited', () => {
	for (const waiting_on of [[], [1]]) {
		const stopped = statusOf({ ...position, phase: 'audit_alarm', waiting_on }, [], 0, naming);
		expect(stopped.sentence).toContain('stopped');
		expect(stopped.isStopped).toBe(true);
	}
});
