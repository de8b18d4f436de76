/** Moving between pages without loading the document again. Links are plain links: they work
 * with a middle click, a context menu and a screen reader. */
import { type Route, routeOf } from './routes';

let route = $state.raw<Route>({ page: 'nowhere' });
let query = $state.raw(new URLSearchParams());
let hash = $state('');

export const here = {
	get route(): Route {
		return route;
	},
	get query(): URLSearchParams {
		return query;
	},
	/** Without the #. */
	get hash(): string {
		return hash;
	},
};

export function go(address: string): void {
	history.pushState(null, '', address);
	read();
	scrollTo(0, 0);
}

/** Changes the address without a step back, for a position in a replay. */
export function mark(address: string): void {
	history.replaceState(null, '', address);
	read();
}

/** Starts listening; returns how to stop. */
export function startRouter(): () => void {
	const abort = new AbortController();
	document.addEventListener('click', onClick, { signal: abort.signal });
	addEventListener('popstate', read, { signal: abort.signal });
	read();
	return () => abort.abort();
}

function read(): void {
	const found = routeOf(location.pathname);
	// The same page again keeps its state: only a new place replaces it.
	if (JSON.stringify(found) !== JSON.stringify(route)) route = found;
	query = new URLSearchParams(location.search);
	hash = decodeURIComponent(location.hash.slice(1));
}

function onClick(event: MouseEvent): void {
	const isPlain =
		event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
	const link = (event.target as Element | null)?.closest?.('a');
	if (!isPlain || !link || event.defaultPrevented || link.target || link.hasAttribute('download'))
		return;
	const isOurs = link.origin === location.origin && routeOf(link.pathname).page !== 'nowhere';
	if (!isOurs || link.pathname.startsWith('/api/')) return;
	// A place on the same page is the browser's own business.
	if (link.pathname === location.pathname && link.hash) return;
	event.preventDefault();
	go(link.pathname + link.search + link.hash);
}
