/** Pieces and people put into words, in the reader's language. */
import { type CardCounts, type CardKind, inPrintedOrder } from '../draw/colors';
import { currentLanguage, hasMessage, t } from '../lib/i18n.svelte';
import type { Values } from '../lib/messages';
import type { Pieces } from './pieces';

export function list(
	parts: readonly string[],
	type: 'conjunction' | 'disjunction' = 'conjunction',
) {
	return new Intl.ListFormat(currentLanguage(), { type }).format(parts);
}

export function colorWord(color: string): string {
	const key = `color.${color}`;
	if (hasMessage(key)) return t(key);
	return color === 'locomotive' ? t('card.locomotive') : color;
}

export function cardWord(card: string): string {
	const key = `card.${card}`;
	return hasMessage(key) ? t(key) : card;
}

/** "3 blue", "2 blue and 1 locomotive". */
export function cardsWord(color: string, cards: number, locomotives: number): string {
	const parts: string[] = [];
	if (cards > 0) parts.push(`${cards} ${colorWord(color)}`);
	if (locomotives > 0) parts.push(t('locomotives.count', { count: locomotives }));
	return list(parts);
}

/** "2 blue, 1 red and 1 locomotive". */
export function countsWord(counts: CardCounts): string {
	return list(
		inPrintedOrder(counts).map(([kind, count]) =>
			kind === 'locomotive' ? t('locomotives.count', { count }) : `${count} ${colorWord(kind)}`,
		),
	);
}

/** A name that only the server knows, made readable: "any_legal" becomes "Any legal". */
export function readable(id: string): string {
	const words = id.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `title`: what the server calls it, in English. */
export function levelWord(level: string, title = readable(level)): string {
	const key = `level.${level}`;
	return hasMessage(key) ? t(key) : title;
}

export function figureWord(name: string): string {
	const key = `figure.${name}`;
	return hasMessage(key) ? t(key) : readable(name);
}

export interface Naming {
	pieces: Pieces;
	/** By seat, from 0. */
	names: readonly string[];
}

export function nameOf(naming: Naming, seat: unknown): string {
	return naming.names[seat as number] || t('seat.number', { number: Number(seat) + 1 });
}

const NAMES_A_SEAT = ['seat', 'victim', 'turn'];

/** Everything a record holds as words, for a sentence about it. What is hidden is left out. */
export function wordsOf(record: Record<string, unknown>, naming: Naming): Values {
	const values: Values = {};
	for (const [name, value] of Object.entries(record)) {
		const word = wordOf(name, value, naming);
		if (word !== undefined) values[name] = word;
	}
	return values;
}

function wordOf(name: string, value: unknown, naming: Naming): string | number | undefined {
	if (NAMES_A_SEAT.includes(name)) return nameOf(naming, value);
	if (typeof value === 'number') return value;
	if (typeof value === 'string') return idWord(name, value, naming);
	if (!Array.isArray(value)) return undefined;
	if (name === 'stacks' && typeof value[0] === 'object') return stacksWord(value as Played[]);
	if (name === 'seats') return list(value.map((seat) => nameOf(naming, seat)));
	if (value.every((item) => typeof item === 'string'))
		return list(value.map((id) => String(idWord(name, id, naming))));
	if (value.every((item) => typeof item === 'number')) return list(value.map(String));
	return undefined;
}

function idWord(name: string, id: string, { pieces }: Naming): string {
	if (name === 'card') return cardWord(id);
	// Several together are told by their colors: their full names would fill the line.
	if (['cards', 'color', 'colors', 'stacks'].includes(name)) return colorWord(id);
	if (pieces.isCity(id)) return pieces.city(id);
	if (pieces.track(id)) return pieces.route(id);
	const ticket = pieces.ticket(id);
	return ticket ? t('ticket.between', { a: ticket.a, b: ticket.b }) : id;
}

interface Played {
	color: CardKind;
	cards: number;
	locomotives: number;
}

function stacksWord(stacks: Played[]): string {
	return list(stacks.map(({ color, cards, locomotives }) => cardsWord(color, cards, locomotives)));
}
