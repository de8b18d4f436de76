import { expect, it } from 'vitest';
import { requestOf } from './asking';
import type { SeatName } from './position';

const asks = (name: string, asks_to: SeatName['asks_to']) => ({ name, asks_to }) as SeatName;

it('says who asks for a pause', () => {
	expect(requestOf([asks('Ada', 'pause')])).toBe('Ada asks for a pause.');
	expect(requestOf([asks('Ada', 'pause'), asks('Bo', 'pause')])).toBe(
		'Ada and Bo ask for a pause.',
	);
});

it('says who asks to go on', () => {
	expect(requestOf([asks('Bo', 'resume')])).toBe('Bo asks to go on.');
});
