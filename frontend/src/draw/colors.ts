/** The eight train colors and the locomotive: paint, symbol and pattern of each.
 * No card is told apart by color alone. */

export const TRAIN_COLORS = [
	'purple',
	'blue',
	'orange',
	'white',
	'green',
	'yellow',
	'black',
	'red',
] as const;

export type TrainColor = (typeof TRAIN_COLORS)[number];
export type CardKind = TrainColor | 'locomotive';
export type CardCounts = Partial<Record<CardKind, number>>;

export const CARD_KINDS: readonly CardKind[] = [...TRAIN_COLORS, 'locomotive'];

export interface Paint {
	/** The card's own color. */
	face: string;
	/** Symbols and figures on the face: at least 4.5 to 1. */
	ink: string;
	/** The rim, darker than the face. */
	rim: string;
}

export const PAINT: Record<CardKind, Paint> = {
	purple: { face: '#8b3f9f', ink: '#ffffff', rim: '#54205f' },
	blue: { face: '#1c62b7', ink: '#ffffff', rim: '#0d3a72' },
	orange: { face: '#f0871d', ink: '#241300', rim: '#8f4a04' },
	white: { face: '#f6f4ee', ink: '#23282b', rim: '#7b7a74' },
	green: { face: '#1a7a43', ink: '#ffffff', rim: '#0c4626' },
	yellow: { face: '#f6cf2f', ink: '#241d00', rim: '#8a6d05' },
	black: { face: '#2b2e32', ink: '#ffffff', rim: '#74797f' },
	red: { face: '#c3202c', ink: '#ffffff', rim: '#750e17' },
	locomotive: { face: '#f4ead2', ink: '#2a1f0d', rim: '#7c5a1c' },
};

/** Symbols in a 24 by 24 box. */
export const SYMBOL: Record<CardKind, string> = {
	purple: 'M12 1 23 12 12 23 1 12Z',
	blue: 'M12 1C9.5 5.5 4 11.3 4 15.4a8 7.6 0 0 0 16 0C20 11.3 14.5 5.5 12 1Z',
	orange: 'M3 3h18v18H3Z',
	white: 'M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21ZM12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10Z',
	green:
		'M12 1.5a5.2 5.2 0 0 0-4.6 7.6a5.2 5.2 0 1 0 3.3 8.7L9 22.5h6l-1.7-4.7a5.2 5.2 0 1 0 3.3-8.7A5.2 5.2 0 0 0 12 1.5Z',
	yellow:
		'M12 .5l2.6 5.2 5.53-1.83-1.83 5.53L23.5 12l-5.2 2.6 1.83 5.53-5.53-1.83L12 23.5l-2.6-5.2-5.53 1.83 1.83-5.53L.5 12l5.2-2.6-1.83-5.53 5.53 1.83Z',
	black: 'M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7Z',
	red: 'M12 1.5 23.3 21.5H.7Z',
	locomotive:
		'M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22ZM10.8 3.9v4.5L7.6 5.2a8.2 8.2 0 0 1 3.2-1.3ZM13.2 3.9a8.2 8.2 0 0 1 3.2 1.3l-3.2 3.2ZM18.3 6.9a8.2 8.2 0 0 1 1.7 3.9h-5.1ZM20 13.2a8.2 8.2 0 0 1-1.7 3.9l-3.4-3.9ZM16.4 18.8a8.2 8.2 0 0 1-3.2 1.3v-4.5ZM10.8 20.1a8.2 8.2 0 0 1-3.2-1.3l3.2-3.2ZM5.7 17.1A8.2 8.2 0 0 1 4 13.2h5.1ZM4 10.8a8.2 8.2 0 0 1 1.7-3.9l3.4 3.9Z',
};

export interface Pattern {
	/** Side of the square tile. */
	tile: number;
	/** Turned by so many degrees. */
	turn?: number;
	/** Drawn as a line of this width, or filled when 0. */
	line: number;
	d: string;
}

export const PATTERN: Record<TrainColor, Pattern> = {
	purple: { tile: 9, turn: 45, line: 1, d: 'M0 0H9M0 0V9' },
	blue: { tile: 12, line: 1.4, d: 'M0 4q3-4 6 0t6 0M0 10q3-4 6 0t6 0' },
	orange: { tile: 10, line: 0, d: 'M0 0h5v5H0ZM5 5h5v5H5Z' },
	white: { tile: 12, line: 1, d: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9Z' },
	green: { tile: 8, line: 1.5, d: 'M0 4H8' },
	yellow: { tile: 9, line: 0, d: 'M4.5 2.2a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6Z' },
	black: { tile: 7, line: 1.3, d: 'M3.5 0V7' },
	red: { tile: 9, turn: 45, line: 3, d: 'M0 4.5H9' },
};

/** A hand or a set, in the order the colors are printed, locomotives last. */
export function inPrintedOrder(counts: CardCounts): [CardKind, number][] {
	return CARD_KINDS.flatMap((kind) => {
		const count = counts[kind] ?? 0;
		return count > 0 ? [[kind, count] as [CardKind, number]] : [];
	});
}
