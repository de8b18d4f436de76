/** Nine little vehicles, one for each kind of card, in a box 84 wide and 40 high; the rail is at 40.
 * `paint` says which of the card's tones a shape takes. */
import type { CardKind } from './colors';

export interface Shape {
	paint: 'body' | 'dark' | 'light' | 'line';
	d: string;
}

const circle = (x: number, y: number, r: number): string =>
	`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const wheels = (...at: number[]): Shape[] => [
	{ paint: 'dark', d: at.map((x) => circle(x, 35.4, 4.6)).join('') },
	{ paint: 'light', d: at.map((x) => circle(x, 35.4, 1.5)).join('') },
];

const frame: Shape = { paint: 'dark', d: 'M4 29h76v3.4H4ZM0 29.6h4v2H0ZM80 29.6h4v2h-4Z' };
const running: Shape[] = [frame, ...wheels(15, 26, 58, 69)];

export const WAGON: Record<CardKind, Shape[]> = {
	// A boxcar with a sliding door.
	purple: [
		{ paint: 'body', d: 'M6 8h72v21H6Z' },
		{ paint: 'dark', d: 'M4 4.5h76l-2 4H6Z' },
		{ paint: 'line', d: 'M33 9v20M51 9v20M33 9L51 29M51 9L33 29M14 9v20M24 9v20M60 9v20M70 9v20' },
		...running,
	],
	// A passenger coach.
	blue: [
		{ paint: 'body', d: 'M4 29V11q0-2 2-2h72q2 0 2 2v18Z' },
		{ paint: 'dark', d: 'M3 9.5q1-6 9-6h60q8 0 9 6Z' },
		{
			paint: 'light',
			d: 'M9 13h7v7H9ZM20 13h7v7h-7ZM31 13h7v7h-7ZM46 13h7v7h-7ZM57 13h7v7h-7ZM68 13h7v7h-7Z',
		},
		{ paint: 'line', d: 'M4 24H80' },
		...running,
	],
	// A flat car with two crates.
	orange: [
		{ paint: 'body', d: 'M9 9h29v18H9ZM46 9h29v18H46Z' },
		{ paint: 'dark', d: 'M3 26.5h78v3H3Z' },
		{ paint: 'line', d: 'M9 9L38 27M38 9L9 27M46 9L75 27M75 9L46 27M9 9h29v18H9ZM46 9h29v18H46Z' },
		...running,
	],
	// A tank car.
	white: [
		{ paint: 'body', d: 'M13 9h58a9.5 10 0 0 1 0 20H13a9.5 10 0 0 1 0-20Z' },
		{ paint: 'dark', d: 'M36 9V5.5q0-2 2-2h8q2 0 2 2V9Z' },
		{
			paint: 'line',
			d: 'M13 9h58a9.5 10 0 0 1 0 20H13a9.5 10 0 0 1 0-20ZM22 9v20M34 9v20M50 9v20M62 9v20',
		},
		...running,
	],
	// A caboose with its lookout.
	green: [
		{ paint: 'body', d: 'M11 10h62v19H11ZM31 4h22v7H31Z' },
		{
			paint: 'dark',
			d: 'M7 8.5h70v3H7ZM28 1.5h28v3H28ZM5 19h6v2H5ZM73 19h6v2h-6ZM5 19h1.6v10H5ZM77.4 19H79v10h-1.6Z',
		},
		{
			paint: 'light',
			d: 'M17 15h8v7h-8ZM38 15h8v7h-8ZM59 15h8v7h-8ZM34.5 5.6h6v4h-6ZM43.5 5.6h6v4h-6Z',
		},
		...running,
	],
	// A stock car with open slats.
	yellow: [
		{ paint: 'body', d: 'M6 8h72v21H6Z' },
		{ paint: 'dark', d: 'M4 5h76v3.2H4ZM6 12h72v1.8H6ZM6 17h72v1.8H6ZM6 22h72v1.8H6Z' },
		{ paint: 'body', d: 'M36 9h12v20H36Z' },
		{ paint: 'line', d: 'M36 9v20h12V9M36 19h12M6 8v21M21 9v20M63 9v20M78 8v21' },
		...running,
	],
	// A hopper.
	black: [
		{ paint: 'body', d: 'M4 9h76L71 27H13Z' },
		{ paint: 'dark', d: 'M24 27h10l-3 6h-4ZM50 27h10l-3 6h-4Z' },
		{ paint: 'line', d: 'M17 10l4 17M30 10l2 17M42 10v17M54 10l-2 17M67 10l-4 17' },
		{ paint: 'dark', d: 'M2 6.5h80v3.5H2Z' },
		...running,
	],
	// An open wagon, heaped.
	red: [
		{ paint: 'dark', d: 'M8 14q5-7 13-6q5-5 12-2q7-4 13 0q8-3 13 1q9-2 17 7Z' },
		{ paint: 'body', d: 'M5 13h74v16H5Z' },
		{ paint: 'line', d: 'M5 13h74M18 14v15M30 14v15M42 14v15M54 14v15M66 14v15' },
		...running,
	],
	locomotive: [
		{ paint: 'body', d: 'M22 13h44q4 0 4 4v8q0 4-4 4H22ZM4 7h20v22H4Z' },
		{
			paint: 'dark',
			d: 'M1 3.5h26v4H1ZM57 3h10l-1.8 4h-1.2v6h-4V7h-1.2ZM32 13q0-6 5-6t5 6ZM68 13h4v14h-4ZM2 28h76v3.5H2ZM73 27l10 11H70v-7Z',
		},
		{ paint: 'light', d: 'M8 11h11v8H8Z' },
		{ paint: 'line', d: 'M29 14v14M46 14v14M55 14v14' },
		{
			paint: 'dark',
			d: circle(12, 33.5, 6.5) + circle(28, 33.5, 6.5) + circle(44, 33.5, 6.5) + circle(61, 36, 4),
		},
		{
			paint: 'light',
			d: circle(12, 33.5, 2) + circle(28, 33.5, 2) + circle(44, 33.5, 2) + circle(61, 36, 1.2),
		},
		{ paint: 'light', d: 'M12 34.6h32v1.6H12Z' },
	],
};
