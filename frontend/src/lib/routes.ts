/** The pages and their addresses. */
export type Route =
	| { page: 'lobby' }
	| { page: 'table'; game: string }
	| { page: 'replay'; game: string }
	| { page: 'join'; token: string }
	| { page: 'reset'; uid: string; token: string }
	| { page: 'forgotten' }
	| { page: 'wall' }
	| { page: 'sign-in' }
	| { page: 'sign-up' }
	| { page: 'account' }
	| { page: 'rules' }
	| { page: 'about' }
	| { page: 'verify' }
	| { page: 'fairness' }
	| { page: 'audit' }
	| { page: 'audited'; game: string }
	| { page: 'gallery' }
	| { page: 'tournaments' }
	| { page: 'tournament' | 'director' | 'screen' | 'print' | 'embed'; tournament: string }
	| { page: 'season'; season: string }
	| { page: 'nowhere' };

const PLAIN: Record<string, Route> = {
	'/': { page: 'lobby' },
	'/watch': { page: 'wall' },
	'/tournaments': { page: 'tournaments' },
	'/sign-in': { page: 'sign-in' },
	'/sign-up': { page: 'sign-up' },
	'/forgotten': { page: 'forgotten' },
	'/account': { page: 'account' },
	'/rules': { page: 'rules' },
	'/about': { page: 'about' },
	'/verify': { page: 'verify' },
	'/fairness': { page: 'fairness' },
	'/audit': { page: 'audit' },
	'/gallery': { page: 'gallery' },
};

export function routeOf(path: string): Route {
	const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
	const game = trimmed.match(/^\/games\/([\w-]+)(\/replay)?$/);
	if (game?.[1]) return { page: game[2] ? 'replay' : 'table', game: game[1] };
	const audited = trimmed.match(/^\/audit\/([\w-]+)$/);
	if (audited?.[1]) return { page: 'audited', game: audited[1] };
	const join = trimmed.match(/^\/join\/([\w-]+)$/);
	if (join?.[1]) return { page: 'join', token: join[1] };
	const reset = trimmed.match(/^\/reset\/([\w-]+)\/([\w-]+)$/);
	if (reset?.[1] && reset[2]) return { page: 'reset', uid: reset[1], token: reset[2] };
	const tournament = trimmed.match(/^\/tournaments\/([\w-]+)(?:\/(wall|screen|print))?$/);
	if (tournament?.[1]) {
		const pages = { wall: 'director', screen: 'screen', print: 'print' } as const;
		const page = pages[tournament[2] as keyof typeof pages] ?? 'tournament';
		return { page, tournament: tournament[1] };
	}
	const embedded = trimmed.match(/^\/embed\/tournaments\/([\w-]+)$/);
	if (embedded?.[1]) return { page: 'embed', tournament: embedded[1] };
	const season = trimmed.match(/^\/seasons\/([^/]+)$/);
	if (season?.[1]) return { page: 'season', season: decodeURIComponent(season[1]) };
	return PLAIN[trimmed] ?? { page: 'nowhere' };
}

export const tablePath = (game: string): string => `/games/${game}`;
export const replayPath = (game: string, seq?: number): string =>
	seq === undefined ? `/games/${game}/replay` : `/games/${game}/replay?seq=${seq}`;
export const deskPath = (game: string, seq?: number): string =>
	seq === undefined ? `/audit/${game}` : `/audit/${game}?seq=${seq}`;
export const rulePath = (rule: string): string => `/rules#${rule}`;
