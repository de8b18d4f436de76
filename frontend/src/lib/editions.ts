/** What can be played, fetched once. */
import { answered, type Edition, server } from './server';

/** The printed pieces of an edition; each member is there if the edition has such pieces. */
export interface Catalog {
	colors?: string[];
	cities?: CatalogCity[];
	tickets?: CatalogTicket[];
	city_bonuses?: { city: string; points: number }[];
	canvas?: { width: number; height: number };
	tracks?: CatalogTrack[];
	insets?: { id: string; x: number; y: number; width: number; height: number; name?: string }[];
	route_points?: Record<string, number>;
}

export interface CatalogCity {
	id: string;
	name: string;
	x?: number;
	y?: number;
	area?: string;
	inset?: { area: string; x: number; y: number };
}

export interface CatalogTicket {
	id: string;
	a: string;
	b: string;
	points: number;
	cards?: Record<string, number>;
}

export interface CatalogTrack {
	id: string;
	a: string;
	b: string;
	length: number;
	color: string | null;
	kind: string;
	locomotives: number;
	via?: [number, number][];
	area?: string;
}

export interface EditionDetail extends Edition {
	catalog: Catalog;
	/** Each kind of event in words, in English, for those that the page has no words of its own for. */
	says: Record<string, string>;
}

let all: Promise<Edition[]> | undefined;
const details = new Map<string, Promise<EditionDetail>>();

export function listEditions(): Promise<Edition[]> {
	all ??= answered(server.GET('/api/editions')).catch((fault) => {
		all = undefined;
		throw fault;
	});
	return all;
}

export function readEdition(id: string): Promise<EditionDetail> {
	let detail = details.get(id);
	if (!detail) {
		detail = fetchEdition(id);
		detail.catch(() => details.delete(id));
		details.set(id, detail);
	}
	return detail;
}

async function fetchEdition(id: string): Promise<EditionDetail> {
	const path = { edition_id: id };
	const found = await answered(server.GET('/api/editions/{edition_id}', { params: { path } }));
	const events = found.events as { type: string; says: string }[];
	return {
		...found,
		catalog: found.catalog as Catalog,
		says: Object.fromEntries(events.map(({ type, says }) => [type, says])),
	};
}
