/** What those who play ask one another for: a pause, or to go on. It is done when all of them have asked. */
import { inWords } from '../lib/attempt.svelte';
import { t } from '../lib/i18n.svelte';
import { server } from '../lib/server';
import { notify, refuse } from '../lib/toasts.svelte';
import type { SeatName } from './position';
import { list } from './words';

/** Who asks for what, in one sentence. All of them ask for the same: a game is paused, or it is not. */
export function requestOf(asking: readonly SeatName[]): string {
	const names = list(asking.map(({ name }) => name));
	const values = { names, count: asking.length };
	return asking[0]?.asks_to === 'resume' ? t('asks.resume', values) : t('asks.pause', values);
}

export function askToPause(game_id: string): Promise<void> {
	return ask(() => server.POST('/api/games/{game_id}/pause', { params: { path: { game_id } } }));
}

export function askToResume(game_id: string): Promise<void> {
	return ask(() => server.POST('/api/games/{game_id}/resume', { params: { path: { game_id } } }));
}

export async function ask(what: () => Promise<{ response: Response }>): Promise<void> {
	try {
		// 202: noted, but the others have not asked yet.
		if ((await what()).response.status === 202) notify(t('menu.asked'));
	} catch (fault) {
		refuse(inWords(fault));
	}
}
