/** Land under a board, without a coastline to draw it from: every area the tracks enclose. */
import { cityAt, type Geometry, type Point } from './geometry';

/** The enclosed areas of one part of a board (an inset, or the main map) as polygons.
 * Walks along each track in both directions, always taking the sharpest turn to one side. */
export function enclosedAreas(geometry: Geometry, area?: string): Point[][] {
	const at = new Map(geometry.cities.map((city) => [city.id, cityAt(city, area)]));
	const neighbors = neighborsInAngularOrder(geometry, at, area);
	const walked = new Set<string>();
	const areas: Point[][] = [];
	for (const [start, ways] of neighbors) {
		for (const first of ways) {
			const ring: Point[] = [];
			let [from, to] = [start, first];
			while (!walked.has(`${from} ${to}`)) {
				walked.add(`${from} ${to}`);
				ring.push(at.get(from) as Point);
				const around = neighbors.get(to) as string[];
				const next = around[(around.indexOf(from) + 1) % around.length] as string;
				[from, to] = [to, next];
			}
			// The walk around the outside goes the other way round and is no land.
			if (signedArea(ring) < 0) areas.push(ring);
		}
	}
	return areas;
}

function neighborsInAngularOrder(
	{ tracks }: Geometry,
	at: Map<string, Point>,
	area: string | undefined,
): Map<string, string[]> {
	const neighbors = new Map<string, Set<string>>();
	for (const track of tracks) {
		// A ferry crosses water.
		if (track.area !== area || track.kind === 'ferry') continue;
		for (const [one, other] of [
			[track.a, track.b],
			[track.b, track.a],
		] as const) {
			neighbors.set(one, (neighbors.get(one) ?? new Set()).add(other));
		}
	}
	const angle = (from: string, to: string): number => {
		const [p, q] = [at.get(from) as Point, at.get(to) as Point];
		return Math.atan2(q.y - p.y, q.x - p.x);
	};
	return new Map(
		[...neighbors].map(([city, others]) => [
			city,
			[...others].sort((one, other) => angle(city, one) - angle(city, other)),
		]),
	);
}

function signedArea(ring: Point[]): number {
	return ring.reduce((sum, point, i) => {
		const next = ring[(i + 1) % ring.length] as Point;
		return sum + (point.x * next.y - next.x * point.y) / 2;
	}, 0);
}
