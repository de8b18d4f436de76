/** Where city names go: on the side of the dot where they cover the least. */
import type { Point, Side } from './geometry';

export interface LabelWish {
	at: Point;
	text: string;
	/** A side the edition insists on. */
	side?: Side | undefined;
}

export interface Label extends Point {
	text: string;
	side: Side;
	width: number;
	height: number;
}

export interface Bounds {
	x: number;
	y: number;
	width: number;
	height: number;
}

const SIDES: Record<Side, [number, number]> = {
	e: [1, 0],
	w: [-1, 0],
	n: [0, -1],
	s: [0, 1],
	ne: [0.8, -0.8],
	se: [0.8, 0.8],
	nw: [-0.8, -0.8],
	sw: [-0.8, 0.8],
	nne: [0.4, -1],
	nnw: [-0.4, -1],
	sse: [0.4, 1],
	ssw: [-0.4, 1],
};

const OVER_LABEL = 30;
const OVER_DOT = 5;
const OVER_TRACK = 1;
const OUTSIDE = 40;

/** Places every label, then lets each move again while the others stand: three rounds settle it.
 * `obstacles` are points along the tracks; (x, y) of a label is its center. */
export function placeLabels(
	wishes: LabelWish[],
	obstacles: Point[],
	size: number,
	dot: number,
	within: (wish: LabelWish) => Bounds,
): Label[] {
	const labels: (Label | undefined)[] = wishes.map(() => undefined);
	for (let round = 0; round < 3; round++) {
		wishes.forEach((wish, i) => {
			const sides = wish.side ? [wish.side] : (Object.keys(SIDES) as Side[]);
			const options = sides.map((side) => labelOn(side, wish, size, dot));
			const others = labels.filter((label, j): label is Label => j !== i && label !== undefined);
			const dots = wishes.filter((_, j) => j !== i).map((other) => other.at);
			labels[i] = cheapest(options, (label) =>
				cost(label, others, dots, dot, obstacles, within(wish)),
			);
		});
	}
	return labels as Label[];
}

function labelOn(side: Side, { at, text }: LabelWish, size: number, dot: number): Label {
	const [right, down] = SIDES[side];
	const width = textWidth(text, size);
	const height = size;
	const away = dot + size * 0.22;
	return {
		text,
		side,
		width,
		height,
		x: at.x + right * (away + width / 2) * (right % 1 ? 1.1 : 1),
		y: at.y + down * (away + height / 2) * (down % 1 ? 1.1 : 1),
	};
}

/** Without measuring in the page: as wide as it gets in a wide system font, bold. */
export function textWidth(text: string, size: number): number {
	return text.length * size * 0.64;
}

function cost(
	label: Label,
	others: Label[],
	dots: Point[],
	dot: number,
	obstacles: Point[],
	bounds: Bounds,
): number {
	const covers = (p: Point, margin: number): boolean =>
		Math.abs(p.x - label.x) < label.width / 2 + margin &&
		Math.abs(p.y - label.y) < label.height / 2 + margin;
	const outside =
		label.x - label.width / 2 < bounds.x ||
		label.x + label.width / 2 > bounds.x + bounds.width ||
		label.y - label.height / 2 < bounds.y ||
		label.y + label.height / 2 > bounds.y + bounds.height;
	return (
		(outside ? OUTSIDE : 0) +
		OVER_LABEL * others.filter((other) => overlap(label, other)).length +
		OVER_DOT * dots.filter((p) => covers(p, dot)).length +
		OVER_TRACK * obstacles.filter((p) => covers(p, dot * 0.55)).length
	);
}

export function overlap(one: Label, other: Label): boolean {
	return (
		Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
		Math.abs(one.y - other.y) < (one.height + other.height) / 2
	);
}

function cheapest(options: Label[], price: (label: Label) => number): Label | undefined {
	let best: Label | undefined;
	let least = Number.POSITIVE_INFINITY;
	for (const option of options) {
		const asked = price(option);
		if (asked < least) {
			best = option;
			least = asked;
		}
	}
	return best;
}
