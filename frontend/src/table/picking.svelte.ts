/** What the reader has picked out and not yet done: cards to play, tickets to keep, a place on the map. */
import type { CardCounts, CardKind } from '../draw/colors';
import { type Choices, pickable } from './choices';

export class Picking {
	cards = $state.raw<CardCounts>({});
	tickets = $state.raw<string[]>([]);
	/** The tickets that go back, in the order that was asked for; others follow as they were drawn. */
	returnOrder = $state.raw<string[]>([]);
	route = $state<string>();
	city = $state<string>();
	/** Cities to point out on the map: those of the ticket looked at. */
	lit = $state.raw<string[]>([]);

	pickCards(kind: CardKind, count: number): void {
		this.cards = { ...this.cards, [kind]: count };
	}

	toggleTicket(id: string): void {
		this.tickets = this.tickets.includes(id)
			? this.tickets.filter((other) => other !== id)
			: [...this.tickets, id];
	}

	/** The tickets of an offer that are not kept, in the order in which they go under the deck. */
	returned(offered: readonly string[]): string[] {
		const others = offered.filter((id) => !this.tickets.includes(id));
		const place = (id: string): number => {
			const at = this.returnOrder.indexOf(id);
			return at < 0 ? offered.length + others.indexOf(id) : at;
		};
		return others.toSorted((one, other) => place(one) - place(other));
	}

	/** Whatever is no longer offered is no longer picked. */
	keepTo(choices: Choices): void {
		const most = pickable(choices);
		const cards = Object.fromEntries(
			Object.entries(this.cards).filter(([kind, count]) => count <= (most[kind as CardKind] ?? 0)),
		);
		if (Object.keys(cards).length < Object.keys(this.cards).length) this.cards = cards;
		const tickets = this.tickets.filter((id) => choices.keep?.tickets.includes(id));
		if (tickets.length < this.tickets.length) this.tickets = tickets;
		if (this.route && !choices.routes.has(this.route)) this.route = undefined;
		if (this.city && !choices.cities.has(this.city)) this.city = undefined;
	}
}
