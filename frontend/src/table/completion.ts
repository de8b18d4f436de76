/** Composing which cards of the track go to which ticket. The server judges it; here nothing is spent twice. */
import { type CardCounts, type CardKind, inPrintedOrder } from '../draw/colors';
import type { Ticket } from './pieces';

/** A ticket and the cards that are given to it. */
export interface Completion {
	ticket: string;
	cards: CardCounts;
}

/** One card that a ticket shows, and what lies on it. */
export interface Place {
	kind: CardKind;
	card: CardKind | undefined;
}

/** By ticket. */
export type Composition = Readonly<Record<string, readonly Place[]>>;

/** As proposed; what is not proposed lies empty. */
export function composed(tickets: readonly Ticket[], proposal: readonly Completion[]): Composition {
	return Object.fromEntries(
		tickets.map(({ id, cards }) => {
			const given = { ...proposal.find(({ ticket }) => ticket === id)?.cards };
			const places = inPrintedOrder(cards).flatMap(([kind, count]) =>
				Array.from({ length: count }, (): Place => ({ kind, card: take(given, kind) })),
			);
			return [id, places];
		}),
	);
}

/** What lies on the track and on no ticket. */
export function leftOf(track: CardCounts, composition: Composition): CardCounts {
	const left = { ...track };
	for (const { card } of Object.values(composition).flat())
		if (card) left[card] = (left[card] ?? 0) - 1;
	return left;
}

/** Every empty place of a ticket, as far as the cards go. */
export function filled(composition: Composition, id: string, track: CardCounts): Composition {
	const left = leftOf(track, composition);
	return changed(composition, id, (place) =>
		place.card ? place : { ...place, card: take(left, place.kind) },
	);
}

export function cleared(composition: Composition, id: string): Composition {
	return changed(composition, id, (place) => ({ ...place, card: undefined }));
}

/** The next thing that can lie on a place: its own color, a locomotive, nothing, and round again. */
export function turned(
	composition: Composition,
	id: string,
	at: number,
	track: CardCounts,
): Composition {
	const left = leftOf(track, composition);
	return changed(composition, id, (place, i) => {
		if (i !== at) return place;
		const round = [place.kind, 'locomotive', undefined] as const;
		const after = [...round.slice(round.indexOf(place.card as never) + 1), ...round];
		return { ...place, card: after.find((card) => card === undefined || (left[card] ?? 0) > 0) };
	});
}

export function isComplete(places: readonly Place[]): boolean {
	return places.every(({ card }) => card !== undefined);
}

/** Those tickets that have all they need. */
export function completionsOf(composition: Composition): Completion[] {
	return Object.entries(composition)
		.filter(([, places]) => isComplete(places))
		.map(([ticket, places]) => {
			const cards: CardCounts = {};
			for (const { card } of places) if (card) cards[card] = (cards[card] ?? 0) + 1;
			return { ticket, cards };
		});
}

/** A card of the color, or else a locomotive, taken out of what is there. */
function take(from: CardCounts, kind: CardKind): CardKind | undefined {
	const card = [kind, 'locomotive' as const].find((card) => (from[card] ?? 0) > 0);
	if (card) from[card] = (from[card] ?? 0) - 1;
	return card;
}

function changed(
	composition: Composition,
	id: string,
	change: (place: Place, at: number) => Place,
): Composition {
	return { ...composition, [id]: (composition[id] ?? []).map(change) };
}
