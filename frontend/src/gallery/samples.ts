/** A moment of a game, made up to show the drawings. */
import type { CardCounts, TrainColor } from '../draw/colors';
import type { Stack } from '../draw/Railyard.svelte';
import type { LogLine } from '../ui/EventLog.svelte';

export const names = ['Astrid', 'Rolf', 'Semaphore', 'Ingrid', 'Bjørn', 'Märta'];

export const hand: CardCounts = {
	purple: 1,
	blue: 4,
	orange: 2,
	green: 1,
	yellow: 3,
	black: 1,
	red: 2,
	locomotive: 2,
};

const stack = (color: TrainColor, count: number, locomotives = 0): Stack => ({
	color,
	count,
	locomotives,
});

const figures = (onTrack: number, hand: number, tickets: number): [string, number][] => [
	['On the track', onTrack],
	['Hand', hand],
	['Tickets', tickets],
];

export const stacks: Stack[] = [stack('green', 4, 2), stack('white', 1), stack('yellow', 2)];

export const seatList = [
	{
		seat: 1,
		name: 'Astrid',
		score: 34,
		stacks: [stack('green', 4, 2), stack('white', 2)],
		figures: figures(7, 16, 4),
		isMe: true,
		isAwaited: true,
		clock: { deadline: Date.now() + 84_000, seconds: 0 },
	},
	{
		seat: 2,
		name: 'Rolf',
		score: 27,
		stacks: [stack('blue', 3), stack('red', 1), stack('yellow', 1)],
		figures: figures(12, 5, 6),
		clock: { deadline: null, seconds: 132 },
	},
	{
		seat: 3,
		name: 'Semaphore',
		score: 41,
		stacks: [stack('purple', 6, 1)],
		figures: figures(9, 11, 3),
		ai: 'Planner',
		clock: { deadline: null, seconds: 288 },
	},
	{
		seat: 4,
		name: 'Ingrid',
		score: 18,
		stacks: [],
		figures: figures(4, 14, 5),
		clock: { deadline: null, seconds: 47 },
	},
];

export const bonuses = [
	{ city: 'Seattle', points: 8, standings: [{ seat: 2, name: 'Rolf', count: 1 }] },
	{ city: 'Los Angeles', points: 12, standings: [] },
	{
		city: 'Chicago',
		points: 12,
		standings: [
			{ seat: 1, name: 'Astrid', count: 2 },
			{ seat: 3, name: 'Semaphore', count: 2 },
		],
	},
	{ city: 'Dallas', points: 10, standings: [{ seat: 3, name: 'Semaphore', count: 1 }] },
	{
		city: 'New York',
		points: 15,
		standings: [
			{ seat: 1, name: 'Astrid', count: 1 },
			{ seat: 4, name: 'Ingrid', count: 1 },
		],
	},
	{ city: 'Miami', points: 8, standings: [] },
];

export const tickets = [
	{
		a: 'Los Angeles',
		b: 'New York',
		points: 21,
		cards: { purple: 1, orange: 1, white: 1, green: 1, black: 2 },
		missing: { black: 2, orange: 1 },
		isBigA: true,
		isBigB: true,
	},
	{
		a: 'Dallas',
		b: 'Raleigh',
		points: 7,
		cards: { green: 1, red: 1 },
		missing: { red: 1 },
		isBigA: true,
	},
	{
		a: 'Montréal',
		b: 'Chicago',
		points: 7,
		cards: { blue: 1, yellow: 1 },
		state: 'completed' as const,
		paid: { blue: 1, locomotive: 1 },
		isBigB: true,
	},
];

export const logLines: LogLine[] = [
	{ seq: 101, seat: 2, text: 'Rolf moves blue, red and yellow to the track.' },
	{ seq: 102, seat: 2, text: 'Rolf draws blind from the deck.' },
	{ seq: 103, seat: 2, text: 'Rolf takes an orange flat car from the row.' },
	{ seq: 104, text: 'A red coal wagon is turned up.' },
	{ seq: 105, seat: 3, text: 'Semaphore plays 6 purple, 1 of them a locomotive.' },
	{ seq: 106, seat: 3, text: 'Train robbery! Ingrid discards 4 purple cards.', isNotable: true },
	{ seq: 107, seat: 4, text: 'Ingrid draws 4 tickets and keeps 1.' },
	{ seq: 108, seat: 1, text: 'Astrid moves green and white to the track.' },
];
