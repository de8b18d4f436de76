/** Each page is fetched when it is first wanted. */
import type { Component } from 'svelte';
import type { Route } from './lib/routes';

// biome-ignore lint/suspicious/noExplicitAny: every page takes its own route's fields.
type Page = Component<any>;

export const PAGES: Record<Route['page'], () => Promise<{ default: Page }>> = {
	lobby: () => import('./pages/Lobby.svelte'),
	table: () => import('./pages/Table.svelte'),
	replay: () => import('./pages/Replay.svelte'),
	join: () => import('./pages/Join.svelte'),
	reset: () => import('./pages/Reset.svelte'),
	forgotten: () => import('./pages/Forgotten.svelte'),
	wall: () => import('./pages/Wall.svelte'),
	'sign-in': () => import('./pages/SignIn.svelte'),
	'sign-up': () => import('./pages/SignUp.svelte'),
	account: () => import('./pages/Account.svelte'),
	rules: () => import('./pages/Rules.svelte'),
	about: () => import('./pages/About.svelte'),
	verify: () => import('./proof/Verify.svelte'),
	fairness: () => import('./proof/Fairness.svelte'),
	audit: () => import('./proof/AuditDesk.svelte'),
	audited: () => import('./proof/DeskGame.svelte'),
	gallery: () => import('./gallery/Gallery.svelte'),
	tournaments: () => import('./tournaments/Tournaments.svelte'),
	tournament: () => import('./tournaments/Tournament.svelte'),
	director: () => import('./tournaments/Wall.svelte'),
	screen: () => import('./tournaments/Screen.svelte'),
	embed: () => import('./tournaments/Embed.svelte'),
	print: () => import('./tournaments/Print.svelte'),
	season: () => import('./tournaments/Season.svelte'),
	nowhere: () => import('./pages/Nowhere.svelte'),
};

/** Pages without the frame of all others: nobody stands at a projector, and a frame has its own. */
export const BARE: readonly Route['page'][] = ['screen', 'embed'];
