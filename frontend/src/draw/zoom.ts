/** Looking closer at a drawing: a factor and the drawing's point at the upper left corner.
 * Pure, so that wheel, fingers and keys share it. */
import type { Point } from './geometry';

export interface Look {
	/** 1 shows all of it. */
	factor: number;
	x: number;
	y: number;
}

export interface Extent {
	width: number;
	height: number;
}

export const WHOLE: Look = { factor: 1, x: 0, y: 0 };
export const CLOSEST = 6;

/** Never further away than the whole drawing, never beside it. */
export function keepInside(look: Look, extent: Extent): Look {
	const factor = Math.min(CLOSEST, Math.max(1, look.factor));
	return {
		factor,
		x: Math.min(extent.width * (1 - 1 / factor), Math.max(0, look.x)),
		y: Math.min(extent.height * (1 - 1 / factor), Math.max(0, look.y)),
	};
}

/** Closer by `by`, the point under the cursor staying where it is. */
export function zoomAt(look: Look, by: number, at: Point, extent: Extent): Look {
	const factor = Math.min(CLOSEST, Math.max(1, look.factor * by));
	const kept = look.factor / factor;
	return keepInside(
		{ factor, x: at.x - (at.x - look.x) * kept, y: at.y - (at.y - look.y) * kept },
		extent,
	);
}

export function moveBy(look: Look, dx: number, dy: number, extent: Extent): Look {
	return keepInside({ ...look, x: look.x + dx, y: look.y + dy }, extent);
}

export function viewBox(look: Look, extent: Extent): string {
	return [look.x, look.y, extent.width / look.factor, extent.height / look.factor]
		.map((value) => Math.round(value * 100) / 100)
		.join(' ');
}
