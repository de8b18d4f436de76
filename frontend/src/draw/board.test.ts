import { describe, expect, it } from 'vitest';
import japan from '../gallery/maps/japan.json';
import oldWest from '../gallery/maps/old_west.json';
import usa from '../gallery/maps/usa.json';
import { distance, type Geometry, lanes, lengthOf, spacesAlong, trackLine } from './geometry';
import { overlap } from './labels';
import { enclosedAreas } from './land';
import { layOut, nextTrack, SIZES } from './layout';
import { CLOSEST, keepInside, moveBy, viewBox, WHOLE, zoomAt } from './zoom';

const boards = [
	['usa', usa],
	['old west', oldWest],
	['japan', japan],
] as unknown as [string, Geometry][];

describe.each(boards)('the board of %s', (_, geometry) => {
	const layout = layOut(geometry);

	it('draws every track with as many spaces as it is long', () => {
		expect(layout.tracks).toHaveLength(geometry.tracks.length);
		for (const { track, spaces } of layout.tracks) expect(spaces).toHaveLength(track.length);
	});

	it('gives every space room for a symbol', () => {
		for (const { spaces } of layout.tracks) {
			for (const space of spaces) expect(space.length).toBeGreaterThan(SIZES.space * layout.unit);
		}
	});

	it('runs no track through a city that is not its end', () => {
		for (const { track, spaces } of layout.tracks) {
			for (const dot of layout.dots) {
				if (dot.city === track.a || dot.city === track.b) continue;
				for (const space of spaces) {
					expect(distance(space, dot), `${track.id} at ${dot.city}`).toBeGreaterThan(
						SIZES.dot * layout.unit,
					);
				}
			}
		}
	});

	it('keeps names apart from one another', () => {
		const clashes = layout.dots.flatMap((dot, i) =>
			layout.dots
				.slice(i + 1)
				.filter((other) => overlap(dot.label, other.label))
				.map((other) => [dot.name, other.name]),
		);
		expect(clashes).toEqual([]);
	});

	it('keeps every name on the board', () => {
		for (const { label } of layout.dots) {
			expect(label.x - label.width / 2).toBeGreaterThanOrEqual(0);
			expect(label.x + label.width / 2).toBeLessThanOrEqual(geometry.width);
		}
	});

	it('reaches every track with the arrow keys', () => {
		const reached = new Set([layout.tracks[0]]);
		for (const laid of reached) {
			for (const [right, down] of [
				[1, 0],
				[-1, 0],
				[0, 1],
				[0, -1],
			] as const) {
				const next = laid && nextTrack(laid, layout.tracks, right, down);
				if (next) reached.add(next);
			}
		}
		expect(reached.size).toBe(layout.tracks.length);
	});
});

describe('the land', () => {
	const city = (id: string, x: number, y: number) => ({ id, name: id, x, y });
	const track = (a: string, b: string) => ({ id: a + b, a, b, length: 1, color: null });
	const square = {
		width: 10,
		height: 10,
		cities: [city('a', 0, 0), city('b', 10, 0), city('c', 10, 10), city('d', 0, 10)],
		tracks: [track('a', 'b'), track('b', 'c'), track('c', 'd'), track('d', 'a')],
	};

	it('is what the tracks enclose, and not what lies outside', () => {
		expect(enclosedAreas(square)).toHaveLength(1);
		expect(enclosedAreas({ ...square, tracks: [...square.tracks, track('a', 'c')] })).toHaveLength(
			2,
		);
	});

	it('does not reach across a ferry', () => {
		const ferry = { ...track('d', 'a'), kind: 'ferry' as const };
		expect(enclosedAreas({ ...square, tracks: [...square.tracks.slice(0, 3), ferry] })).toEqual([]);
	});
});

describe('a track', () => {
	const [west, east] = [
		{ x: 0, y: 0 },
		{ x: 100, y: 0 },
	];
	const track = { id: 't', a: 'a', b: 'b', length: 2, color: null };

	it('lies beside the others between its cities, whichever end each calls a', () => {
		const back = { ...track, a: 'b', b: 'a' };
		const [there, andBack] = lanes([track, back], 10) as [number, number];
		expect(trackLine(track, west, east, there)[0]?.y).toBe(-5);
		expect(trackLine(back, east, west, andBack)[0]?.y).toBe(5);
		expect(lanes([track, { ...track, b: 'c' }], 10)).toEqual([0, 0]);
	});

	it('bends through its points', () => {
		const line = trackLine({ ...track, via: [[50, 40]] }, west, east, 0);
		expect(line.some((point) => distance(point, { x: 50, y: 40 }) < 1)).toBe(true);
		expect(lengthOf(line)).toBeGreaterThan(120);
	});

	it('leaves room for the dots at its ends', () => {
		expect(spacesAlong([west, east], 2, 10).map((space) => space.x)).toEqual([30, 70]);
	});

	it('must end in cities of the board', () => {
		expect(() => layOut({ width: 1, height: 1, cities: [], tracks: [track] })).toThrow(
			'not on the board',
		);
	});
});

describe('looking closer', () => {
	const extent = { width: 200, height: 100 };

	it('keeps the point under the cursor where it is', () => {
		const look = zoomAt(WHOLE, 2, { x: 150, y: 50 }, extent);
		expect(look).toEqual({ factor: 2, x: 75, y: 25 });
		expect(viewBox(look, extent)).toBe('75 25 100 50');
	});

	it('never shows what is beside the drawing', () => {
		expect(moveBy({ factor: 2, x: 0, y: 0 }, -50, 500, extent)).toEqual({ factor: 2, x: 0, y: 50 });
		expect(keepInside({ factor: 99, x: 0, y: 0 }, extent).factor).toBe(CLOSEST);
		expect(zoomAt(WHOLE, 0.1, { x: 9, y: 9 }, extent)).toEqual(WHOLE);
	});
});
