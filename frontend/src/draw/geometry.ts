/** What a board looks like, as an edition describes it, and where its tracks run.
 * Nothing here knows a rule: a track has a length, a color and two ends. */
import type { TrainColor } from './colors';

export interface Point {
	x: number;
	y: number;
}

export interface City extends Point {
	id: string;
	name: string;
	/** Side of the dot to put the name on; chosen by `placeLabels` when absent. */
	label?: Side;
	/** The inset this city is drawn in; absent on the main map. */
	area?: string;
	/** The same city drawn a second time, in an inset. */
	inset?: Point & { area: string };
}

export type Side =
	| 'n'
	| 'ne'
	| 'e'
	| 'se'
	| 's'
	| 'sw'
	| 'w'
	| 'nw'
	| 'nne'
	| 'nnw'
	| 'sse'
	| 'ssw';

export interface Track {
	id: string;
	a: string;
	b: string;
	length: number;
	/** null: grey, any one color. */
	color: TrainColor | null;
	/** How it is drawn: an ordinary track, a ferry, a bullet-train track. */
	kind?: 'ferry' | 'bullet';
	/** Spaces that show a locomotive. */
	locomotives?: number;
	/** Points the track bends through on its way from a to b. */
	via?: [number, number][];
	/** The inset the track lies in; absent on the main map. */
	area?: string;
}

export interface Inset {
	id: string;
	x: number;
	y: number;
	width: number;
	height: number;
	name?: string;
}

export interface Geometry {
	width: number;
	height: number;
	cities: City[];
	tracks: Track[];
	insets?: Inset[];
}

/** One space of a track: its center, its direction in degrees, its size. */
export interface Space extends Point {
	turn: number;
	length: number;
}

/** Sizes that follow from how densely a board is covered, so that every board reads alike. */
export function unitOf(geometry: Geometry): number {
	return Math.sqrt((geometry.width * geometry.height) / geometry.cities.length) / 150;
}

/** Where a city lies for a track: in the track's own inset if it is drawn there too. */
export function cityAt(city: City, area?: string): Point {
	return city.inset && city.inset.area === area ? city.inset : city;
}

/** The line a track follows, sampled finely, moved aside to the right of the way from a to b. */
export function trackLine(track: Track, from: Point, to: Point, aside: number): Point[] {
	const corners = [from, ...(track.via ?? []).map(([x, y]) => ({ x, y })), to];
	const line = corners.length === 2 ? straight(from, to) : smooth(corners);
	return aside === 0 ? line : shift(line, aside);
}

/** How far aside each track lies so that those between the same two cities lie side by side.
 * Whether they are parallel tracks in the sense of a rule is not asked here. */
export function lanes(tracks: Track[], gap: number): number[] {
	const ends = (track: Track): string => [...[track.a, track.b].sort(), track.area].join(' ');
	return tracks.map((track) => {
		const group = tracks.filter((other) => ends(other) === ends(track));
		const aside = (group.indexOf(track) - (group.length - 1) / 2) * gap;
		// They must agree on a side, whichever end each of them calls a.
		return track.a < track.b ? aside : -aside;
	});
}

/** The spaces along a line, leaving room for the city dots at both ends. */
export function spacesAlong(line: Point[], count: number, room: number): Space[] {
	const total = lengthOf(line);
	const each = Math.max(total - 2 * room, total * 0.4) / count;
	const start = (total - each * count) / 2;
	return Array.from({ length: count }, (_, i) => {
		const from = pointAt(line, start + i * each);
		const to = pointAt(line, start + (i + 1) * each);
		return {
			x: (from.x + to.x) / 2,
			y: (from.y + to.y) / 2,
			turn: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
			length: each,
		};
	});
}

export function pathOf(line: Point[]): string {
	return line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
}

export function lengthOf(line: Point[]): number {
	return line.reduce((sum, point, i) => sum + (i ? distance(point, line[i - 1] as Point) : 0), 0);
}

export function pointAt(line: Point[], along: number): Point {
	let left = along;
	for (let i = 1; i < line.length; i++) {
		const [from, to] = [line[i - 1] as Point, line[i] as Point];
		const step = distance(from, to);
		if (left <= step || i === line.length - 1) {
			const share = step === 0 ? 0 : left / step;
			return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
		}
		left -= step;
	}
	return line[0] as Point;
}

export function distance(p: Point, q: Point): number {
	return Math.hypot(p.x - q.x, p.y - q.y);
}

function straight(from: Point, to: Point): Point[] {
	return Array.from({ length: 13 }, (_, i) => ({
		x: from.x + ((to.x - from.x) * i) / 12,
		y: from.y + ((to.y - from.y) * i) / 12,
	}));
}

/** A Catmull-Rom curve through all corners. */
function smooth(corners: Point[]): Point[] {
	const at = (i: number): Point => corners[Math.max(0, Math.min(corners.length - 1, i))] as Point;
	const line: Point[] = [];
	for (let i = 0; i < corners.length - 1; i++) {
		const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
		for (let step = 0; step < 10; step++) {
			const t = step / 10;
			line.push({
				x: spline(p.x, q.x, r.x, s.x, t),
				y: spline(p.y, q.y, r.y, s.y, t),
			});
		}
	}
	return [...line, at(corners.length - 1)];
}

function spline(p: number, q: number, r: number, s: number, t: number): number {
	return (
		0.5 *
		(2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3)
	);
}

function shift(line: Point[], aside: number): Point[] {
	return line.map((point, i) => {
		const before = line[Math.max(0, i - 1)] as Point;
		const after = line[Math.min(line.length - 1, i + 1)] as Point;
		const run = distance(before, after) || 1;
		return {
			x: point.x - ((after.y - before.y) / run) * aside,
			y: point.y + ((after.x - before.x) / run) * aside,
		};
	});
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
