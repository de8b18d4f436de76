import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CARD_KINDS, inPrintedOrder, PAINT, PATTERN, SYMBOL, TRAIN_COLORS } from './colors';
import { contrast } from './contrast';
import { SEAT_COLORS, SEAT_PAINT, seatColor } from './seats';

describe('train cards', () => {
	it.each(CARD_KINDS)('%s has a symbol that reads at 4.5 to 1 on its face', (kind) => {
		expect(contrast(PAINT[kind].face, PAINT[kind].ink)).toBeGreaterThanOrEqual(4.5);
	});

	it('has no two symbols and no two patterns alike', () => {
		expect(new Set(Object.values(SYMBOL)).size).toBe(CARD_KINDS.length);
		expect(new Set(Object.values(PATTERN).map((p) => p.d + p.turn)).size).toBe(TRAIN_COLORS.length);
	});

	it('lays a hand out in printed order with locomotives last', () => {
		expect(inPrintedOrder({ locomotive: 2, red: 1, purple: 3, blue: 0 })).toEqual([
			['purple', 3],
			['red', 1],
			['locomotive', 2],
		]);
	});
});

describe('seats', () => {
	it.each(SEAT_COLORS)('%s reads at 4.5 to 1', (color) => {
		expect(contrast(SEAT_PAINT[color].face, SEAT_PAINT[color].ink)).toBeGreaterThanOrEqual(4.5);
	});

	it('gives six seats six colors and six patterns', () => {
		expect([1, 2, 3, 4, 5, 6].map(seatColor)).toEqual([...SEAT_COLORS]);
		expect(new Set(SEAT_COLORS.map((color) => SEAT_PAINT[color].pattern?.d)).size).toBe(6);
	});
});

describe('the theme', () => {
	const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
	const token = (name: string, dark: boolean): string => {
		const pair = css.match(new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`));
		return pair?.[dark ? 2 : 1] ?? `no token ${name}`;
	};
	const text = ['ink', 'ink-soft', 'accent', 'brass', 'good', 'bad', 'warn'];
	const grounds = ['ground', 'surface', 'surface-sunk', 'surface-raised'];
	const pairs = [
		...text.flatMap((ink) => grounds.map((ground) => [ink, ground, 4.5] as const)),
		['accent-ink', 'accent', 4.5] as const,
		['good', 'good-soft', 4.5] as const,
		['bad', 'bad-soft', 4.5] as const,
		['warn', 'warn-soft', 4.5] as const,
		['accent', 'accent-soft', 4.5] as const,
		['ink', 'map-land', 4.5] as const,
		['ink', 'map-water', 4.5] as const,
		// The hairline around every card, field and button.
		...grounds.map((ground) => ['line-strong', ground, 3] as const),
		['focus', 'ground', 3] as const,
		['focus', 'surface', 3] as const,
	];

	it.each(pairs)('%s on %s is at least %d to 1, light and dark', (ink, ground, least) => {
		for (const dark of [false, true]) {
			expect(contrast(token(ink, dark), token(ground, dark))).toBeGreaterThanOrEqual(least);
		}
	});
});
