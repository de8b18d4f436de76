/** The printed pieces of an edition, by their ids. */
import type { CardCounts, TrainColor } from '../draw/colors';
import type { Geometry, Track } from '../draw/geometry';
import type { Catalog, CatalogTicket, EditionDetail } from '../lib/editions';
import { readable } from './words';

export interface Ticket {
	id: string;
	/** City names. */
	a: string;
	b: string;
	/** City ids. */
	cities: [string, string];
	points: number;
	cards: CardCounts;
	isBigA: boolean;
	isBigB: boolean;
}

export class Pieces {
	readonly title: string;
	readonly colors: readonly string[];
	readonly bonuses: readonly { city: string; points: number }[];
	/** The board, where the edition has one. */
	readonly board: Geometry | undefined;
	readonly routePoints: Record<number, number>;
	readonly says: Record<string, string>;
	#cities: Map<string, string>;
	#tickets: Map<string, Ticket>;
	#tracks: Map<string, Track>;

	constructor({ title, catalog, says }: Pick<EditionDetail, 'title' | 'catalog' | 'says'>) {
		this.title = title;
		this.says = says;
		this.colors = catalog.colors ?? [];
		this.bonuses = catalog.city_bonuses ?? [];
		this.routePoints = catalog.route_points ?? {};
		this.board = boardOf(catalog);
		this.#cities = new Map(catalog.cities?.map((city) => [city.id, city.name]));
		this.#tracks = new Map(this.board?.tracks.map((track) => [track.id, track]));
		this.#tickets = new Map(catalog.tickets?.map((ticket) => [ticket.id, this.#ticketOf(ticket)]));
	}

	city(id: string): string {
		return this.#cities.get(id) ?? id;
	}

	isCity(id: unknown): id is string {
		return typeof id === 'string' && this.#cities.has(id);
	}

	ticket(id: string): Ticket | undefined {
		return this.#tickets.get(id);
	}

	track(id: string): Track | undefined {
		return this.#tracks.get(id);
	}

	/** Such as "Denver – Omaha". */
	route(id: string): string {
		const track = this.#tracks.get(id);
		return track ? `${this.city(track.a)} – ${this.city(track.b)}` : id;
	}

	#ticketOf({ id, a, b, points, cards }: CatalogTicket): Ticket {
		const isBig = (city: string) => this.bonuses.some((bonus) => bonus.city === city);
		return {
			id,
			a: this.city(a),
			b: this.city(b),
			cities: [a, b],
			points,
			cards: cards ?? {},
			isBigA: isBig(a),
			isBigB: isBig(b),
		};
	}
}

const boards = new WeakMap<Catalog, Geometry | undefined>();

/** The same one for every table of an edition, so that it is laid out once. */
function boardOf(catalog: Catalog): Geometry | undefined {
	if (!boards.has(catalog)) boards.set(catalog, geometryOf(catalog));
	return boards.get(catalog);
}

function geometryOf(catalog: Catalog): Geometry | undefined {
	const { canvas, cities, tracks, insets } = catalog;
	if (!canvas || !cities || !tracks) return undefined;
	return {
		...canvas,
		cities: cities as Geometry['cities'],
		insets: (insets ?? []).map((inset) => ({ ...inset, name: inset.name ?? readable(inset.id) })),
		tracks: tracks.map((track) => ({
			...track,
			color: track.color as TrainColor | null,
			kind: drawnAs(track.kind, track.locomotives),
		})) as Track[],
	};
}

/** Two ways of drawing stand out: water under a ferry, and a track that is none of the ordinary ones. */
function drawnAs(kind: string, locomotives: number): Track['kind'] {
	if (kind === 'ferry' || locomotives > 0) return 'ferry';
	return kind === 'track' ? undefined : 'bullet';
}
