/** A game at one moment, as the server shows it. The page reads what it finds: an edition without a
 * railyard has no `railyards`, one without a board no `routes`. */
import type { CardCounts, CardKind, TrainColor } from '../draw/colors';

/** What is hidden shows as its number. */
export type Hidden<T> = T | number;

export interface Position {
	phase: string;
	waiting_on: number[];
	due: string | null;
	paused: boolean;
	handed_to: string[];
	forfeited: number[];
	result: Result | null;
	revealed: boolean;
	turn: number;
	scores: number[];

	round?: number;
	cards_drawn?: number;
	pending?: string;
	last_turns?: number | null;
	hands?: Hidden<CardCounts>[];
	row?: CardKind[];
	deck?: Hidden<CardKind[]>;
	discard?: CardCounts;
	tickets?: Hidden<string[]>[];
	offered?: Hidden<string[]>[];
	ticket_deck?: Hidden<string[]>;

	/** By color, in the catalog's order. */
	railyards?: (Stack | null)[];
	on_track?: Hidden<CardCounts>[];
	completed?: CompletedTicket[];

	trains?: number[];
	/** Track ids by seat. */
	routes?: string[][];
	/** Track ids that are closed to a seat, by seat. */
	closed?: string[][];

	[more: string]: unknown;
}

export interface Stack {
	seat: number;
	/** Of the color itself. */
	cards: number;
	locomotives: number;
}

export interface CompletedTicket {
	seat: number;
	ticket: string;
	round: number;
	cards: CardCounts;
}

export interface ScoreLine {
	rule: string;
	what: string;
	subject: string;
	round: number;
	points: number;
}

export interface Result {
	scores: { seat: number; lines: ScoreLine[]; total: number }[];
	standings: { seat: number; place: number; decided_by: string }[];
}

export interface GameEvent {
	seq: number;
	recorded_at: string;
	type: string;
	seat?: number;
	[more: string]: unknown;
}

/** Something that may be done now: a command, or an offer that stands for many and shows one of them. */
export interface Move {
	type: string;
	seat: number;
	example?: Command;
	[more: string]: unknown;
}

export interface Command {
	type: string;
	[more: string]: unknown;
}

export interface SeatName {
	number: number;
	name: string;
	/** Of an AI, else empty. */
	level: string;
	/** What its player has asked the others for, else empty. */
	asks_to: '' | 'pause' | 'resume';
}

export function countOf(pile: Hidden<CardCounts> | Hidden<unknown[]> | null | undefined): number {
	if (typeof pile === 'number') return pile;
	if (!pile) return 0;
	if (Array.isArray(pile)) return pile.length;
	return Object.values(pile).reduce((sum, count) => sum + count, 0);
}

/** The pile if it can be seen, else nothing. */
export function seen<T>(pile: Hidden<T> | null | undefined): T | undefined {
	return typeof pile === 'number' || pile === null ? undefined : pile;
}

export function stacksOf(position: Position, seat: number, colors: readonly string[]) {
	return (position.railyards ?? []).flatMap((stack, i) =>
		stack?.seat === seat
			? [
					{
						color: colors[i] as TrainColor,
						count: stack.cards + stack.locomotives,
						locomotives: stack.locomotives,
					},
				]
			: [],
	);
}
