/** A board made ready to draw: every track's line and spaces, every name's place. */

import {
	cityAt,
	distance,
	type Geometry,
	lanes,
	lengthOf,
	type Point,
	pathOf,
	pointAt,
	type Space,
	spacesAlong,
	type Track,
	trackLine,
	unitOf,
} from './geometry';
import { type Bounds as Box, type Label, type LabelWish, placeLabels } from './labels';

export interface LaidTrack {
	track: Track;
	path: string;
	middle: Point;
	spaces: Space[];
}

export interface Dot extends Point {
	city: string;
	name: string;
	area: string | undefined;
	label: Label;
}

export interface Layout {
	unit: number;
	tracks: LaidTrack[];
	dots: Dot[];
}

export const SIZES = { dot: 8.5, space: 12, gap: 14.5, name: 17 };

const known = new WeakMap<Geometry, Layout>();

/** Once for each board: a wall shows the same one many times. */
export function layOut(geometry: Geometry): Layout {
	const layout = known.get(geometry) ?? computed(geometry);
	known.set(geometry, layout);
	return layout;
}

function computed(geometry: Geometry): Layout {
	const unit = unitOf(geometry);
	const cities = new Map(geometry.cities.map((city) => [city.id, city]));
	const aside = lanes(geometry.tracks, SIZES.gap * unit);
	const lines = geometry.tracks.map((track, i) => {
		const [a, b] = [cities.get(track.a), cities.get(track.b)];
		if (!a || !b) throw new Error(`Track ${track.id} ends in a city that is not on the board.`);
		return trackLine(track, cityAt(a, track.area), cityAt(b, track.area), aside[i] as number);
	});
	const tracks = geometry.tracks.map((track, i): LaidTrack => {
		const line = lines[i] as Point[];
		return {
			track,
			path: pathOf(line),
			middle: pointAt(line, lengthOf(line) / 2),
			spaces: spacesAlong(line, track.length, (SIZES.dot + 2.5) * unit),
		};
	});
	return { unit, tracks, dots: placeDots(geometry, lines, unit) };
}

function placeDots(geometry: Geometry, lines: Point[][], unit: number): Dot[] {
	const spots = geometry.cities.flatMap((city) => [
		{ city: city.id, name: city.name, area: city.area, x: city.x, y: city.y, side: city.label },
		...(city.inset ? [{ city: city.id, name: city.name, side: undefined, ...city.inset }] : []),
	]);
	const boxes = new Map((geometry.insets ?? []).map((inset) => [inset.id, inset]));
	const whole: Box = { x: 4, y: 4, width: geometry.width - 8, height: geometry.height - 8 };
	const wishes = spots.map((spot) => ({ at: spot, text: spot.name, side: spot.side }));
	const labels = placeLabels(
		wishes,
		lines.flatMap((line) => sampled(line, 7 * unit)),
		SIZES.name * unit,
		SIZES.dot * unit,
		(wish: LabelWish) => boxes.get((wish.at as { area?: string }).area ?? '') ?? whole,
	);
	return spots.map((spot, i) => ({ ...spot, label: labels[i] as Label }));
}

function sampled(line: Point[], every: number): Point[] {
	const total = lengthOf(line);
	return Array.from({ length: Math.floor(total / every) }, (_, i) => pointAt(line, i * every));
}

/** The track to go to when an arrow key is pressed: the nearest one that lies that way. */
export function nextTrack(
	from: LaidTrack,
	among: LaidTrack[],
	right: number,
	down: number,
): LaidTrack | undefined {
	let best: LaidTrack | undefined;
	let least = Number.POSITIVE_INFINITY;
	for (const other of among) {
		const dx = other.middle.x - from.middle.x;
		const dy = other.middle.y - from.middle.y;
		const ahead = dx * right + dy * down;
		if (other === from || ahead <= 0) continue;
		const aside = Math.abs(dx * down) + Math.abs(dy * right);
		const price = distance(other.middle, from.middle) + 2 * aside;
		if (price < least) {
			best = other;
			least = price;
		}
	}
	return best;
}
