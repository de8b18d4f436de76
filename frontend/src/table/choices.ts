/** The server's offers sorted by where on the table they are chosen. Nothing is offered that the server
 * did not offer, and an offer of a kind never seen before still becomes a button. */
import type { CardCounts, CardKind } from '../draw/colors';
import type { Command, Move, Position } from './position';

export interface KeepOffer {
	move: Move;
	tickets: string[];
	atLeast: number;
	/** The others go under the deck in an order that can be chosen. */
	isOrdered: boolean;
}

/** Up to so many cards and locomotives, together at least so many. */
export interface ColorOffer {
	move: Move;
	color: CardKind;
	cards: number;
	locomotives: number;
	atLeast: number;
}

export interface ColorsOffer {
	move: Move;
	colors: CardKind[];
}

export interface Payment {
	color: CardKind;
	cards: number;
	locomotives: number;
}

export interface Choices {
	/** By place in the face-up row. */
	row: Map<number, Command>;
	blind: Command | undefined;
	drawTickets: Command | undefined;
	keep: KeepOffer | undefined;
	plays: ColorOffer[];
	threeColors: ColorsOffer | undefined;
	completion: Move | undefined;
	/** Several moves may name the same route or city. */
	routes: Map<string, Move[]>;
	cities: Map<string, Move[]>;
	/** Everything else. */
	buttons: Move[];
}

export function choicesOf(moves: readonly Move[], position: Position): Choices {
	const choices: Choices = {
		row: new Map(),
		blind: undefined,
		drawTickets: undefined,
		keep: undefined,
		plays: [],
		threeColors: undefined,
		completion: undefined,
		routes: new Map(),
		cities: new Map(),
		buttons: [],
	};
	for (const move of moves) sort(move, position, choices);
	return choices;
}

function sort(move: Move, position: Position, choices: Choices): void {
	const { example } = move;
	const { row = [] } = position;
	if (typeof move.card === 'string' && row.includes(move.card as CardKind))
		row.forEach((card, place) => {
			if (card === move.card) choices.row.set(place, commandOf(move));
		});
	else if (move.type === 'draw_blind') choices.blind = commandOf(move);
	else if (move.type === 'draw_tickets') choices.drawTickets = commandOf(move);
	else if (isList(move.tickets) && typeof move.at_least === 'number' && example)
		choices.keep = {
			move,
			tickets: move.tickets,
			atLeast: move.at_least,
			// Where all choose at once, what comes back from all of them is put together.
			isOrdered: 'returned' in example && position.phase !== 'choosing_tickets',
		};
	else if (typeof move.route === 'string') add(choices.routes, move.route, move);
	else if (isList(move.cities) && example && 'city' in example)
		for (const city of move.cities) add(choices.cities, city, move);
	else if (typeof move.city === 'string') add(choices.cities, move.city, move);
	else if (typeof move.color === 'string' && typeof move.at_least === 'number' && example)
		choices.plays.push({
			move,
			color: move.color as CardKind,
			cards: Number(move.cards),
			locomotives: Number(move.locomotives),
			atLeast: move.at_least,
		});
	else if (isList(move.colors) && example && isList(example.colors))
		choices.threeColors = { move, colors: move.colors as CardKind[] };
	else if (isList(move.proposal)) choices.completion = move;
	else choices.buttons.push(move);
}

function isList(value: unknown): value is string[] {
	return Array.isArray(value);
}

function add(map: Map<string, Move[]>, key: string, move: Move): void {
	map.set(key, [...(map.get(key) ?? []), move]);
}

/** A plain move is its own command; one that stands for many is sent as its example, changed. */
export function commandOf(move: Move, changes: Record<string, unknown> = {}): Command {
	return { ...(move.example ?? move), ...changes };
}

/** The ways to pay that an offer names, spelled out: fewest locomotives first. */
export function paymentsOf({ ways, example }: Move): Payment[] {
	if (!Array.isArray(ways) || !example) return [];
	const price = Number(example.cards) + Number(example.locomotives);
	return (ways as Payment[])
		.flatMap(({ color, cards, locomotives }) => {
			const least = Math.max(0, price - locomotives);
			return Array.from({ length: Math.max(0, cards - least + 1) }, (_, i) => ({
				color,
				cards: cards - i,
				locomotives: price - cards + i,
			}));
		})
		.sort((one, other) => one.locomotives - other.locomotives);
}

/** The command that plays exactly the picked cards, if an offer covers them. */
export function playOf(picked: CardCounts, choices: Choices): Command | undefined {
	const { locomotive = 0, ...rest } = picked;
	const colors = Object.entries(rest).filter(([, count]) => count > 0) as [CardKind, number][];
	const [color, cards] = colors[0] ?? [];
	if (colors.length === 1 && color && cards) {
		const offer = choices.plays.find((play) => play.color === color);
		const isCovered =
			offer &&
			cards <= offer.cards &&
			locomotive <= offer.locomotives &&
			cards + locomotive >= offer.atLeast;
		return isCovered ? commandOf(offer.move, { color, cards, locomotives: locomotive }) : undefined;
	}
	const three = choices.threeColors;
	const isThree =
		three &&
		locomotive === 0 &&
		colors.length === 3 &&
		colors.every(([kind, count]) => count === 1 && three.colors.includes(kind));
	return isThree ? commandOf(three.move, { colors: colors.map(([kind]) => kind) }) : undefined;
}

/** What a click on a suggested play picks: all of the color, and locomotives only where they are needed. */
export function suggested({ color, cards, locomotives, atLeast }: ColorOffer): CardCounts {
	const needed = Math.min(locomotives, Math.max(0, atLeast - cards));
	return needed > 0 ? { [color]: cards, locomotive: needed } : { [color]: cards };
}

/** The most cards of a kind that any play could use. */
export function pickable(choices: Choices): CardCounts {
	const most: CardCounts = {};
	for (const { color, cards, locomotives } of choices.plays) {
		most[color] = cards;
		most.locomotive = Math.max(most.locomotive ?? 0, locomotives);
	}
	for (const color of choices.threeColors?.colors ?? []) most[color] ??= 1;
	return most;
}
