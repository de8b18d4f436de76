/** The lists of games in the lobby, and how as much of them is read as is shown. */
import type { Game } from '../lib/server';

export type ListName = 'mine' | 'open' | 'live' | 'over';

export interface GamesQuery {
	mine?: boolean;
	open?: boolean;
	live?: boolean;
	status?: 'over';
	edition?: string;
	search?: string;
	cursor?: string;
	page_size?: number;
}

export interface GamesPage {
	results: Game[];
	next?: string | null;
}

export interface SomeGames {
	games: Game[];
	/** There are others besides. */
	hasMore: boolean;
}

export const LISTS: Record<ListName, GamesQuery> = {
	mine: { mine: true },
	open: { open: true },
	live: { live: true },
	over: { status: 'over' },
};

/** So many are shown at first, and so many more each time. */
export const STEP: Record<ListName, number> = { mine: 12, open: 12, live: 12, over: 6 };

/** The server gives no more at once. */
const LARGEST_PAGE = 100;

/** The newest so many, all of them anew: between two pages that were read at different times a game could be lost. */
export async function readSome(
	read: (query: GamesQuery) => Promise<GamesPage>,
	query: GamesQuery,
	count: number,
): Promise<SomeGames> {
	const games: Game[] = [];
	let cursor: string | undefined;
	do {
		const page_size = Math.min(LARGEST_PAGE, count - games.length);
		const page = await read({ ...query, page_size, ...(cursor && { cursor }) });
		games.push(...page.results);
		cursor = cursorOf(page.next);
	} while (cursor && games.length < count);
	return { games, hasMore: cursor !== undefined };
}

function cursorOf(next: string | null | undefined): string | undefined {
	if (!next) return undefined;
	return new URL(next, 'http://any.example').searchParams.get('cursor') ?? undefined;
}

/** Where I am waited for comes first, what is over last. */
function urgency({ status, my_seat, waiting_on }: Game): number {
	if (my_seat !== null && waiting_on.includes(my_seat)) return 3;
	return { running: 2, lobby: 1, over: 0, cancelled: -1 }[status];
}

export function inOrder(name: ListName, newestFirst: readonly Game[]): Game[] {
	if (name !== 'mine') return [...newestFirst];
	return newestFirst.toSorted((one, other) => urgency(other) - urgency(one));
}
