/** Six seat colors, each with a pattern of its own, so that a claimed route is never told by color alone. */
import type { Pattern } from './colors';

export const SEAT_COLORS = ['blue', 'red', 'green', 'yellow', 'black', 'white'] as const;
export type SeatColor = (typeof SEAT_COLORS)[number];

export interface SeatPaint {
	face: string;
	ink: string;
	rim: string;
	/** null: plain. */
	pattern: Pattern | null;
}

export const SEAT_PAINT: Record<SeatColor, SeatPaint> = {
	blue: { face: '#1f5fae', ink: '#ffffff', rim: '#0b2d59', pattern: null },
	red: {
		face: '#bf1f2d',
		ink: '#ffffff',
		rim: '#5e0a12',
		pattern: { tile: 6, turn: 45, line: 2, d: 'M0 3H6' },
	},
	green: {
		face: '#177342',
		ink: '#ffffff',
		rim: '#083a1f',
		pattern: { tile: 6, line: 0, d: 'M3 1.4a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0-3.2Z' },
	},
	yellow: {
		face: '#f2c72b',
		ink: '#241d00',
		rim: '#6d5500',
		pattern: { tile: 5, line: 1.6, d: 'M2.5 0V5' },
	},
	black: {
		face: '#26292d',
		ink: '#ffffff',
		rim: '#000000',
		pattern: { tile: 6, turn: 45, line: 1.1, d: 'M0 3H6M3 0V6' },
	},
	white: {
		face: '#f4f2ec',
		ink: '#23282b',
		rim: '#55544f',
		pattern: { tile: 8, line: 1.5, d: 'M0 6L4 2L8 6' },
	},
};

/** Seats are numbered from 1, clockwise. */
export function seatColor(seat: number): SeatColor {
	return SEAT_COLORS[(seat - 1) % SEAT_COLORS.length] as SeatColor;
}
