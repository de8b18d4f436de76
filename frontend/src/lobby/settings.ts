/** How a game is set up, in words. */
import { hasMessage, t } from '../lib/i18n.svelte';
import type { Edition, Game, TimeControl } from '../lib/server';

export function settingsOf(game: Game): string[] {
	return [
		t('players.count', { count: game.seat_count }),
		timeWords(game.time_control),
		...(game.time_control.kind === 'none' ? [] : [runOutWords(game)]),
		t(`visibility.${game.visibility}`),
		...(game.starts_when_full ? [t('lobby.starts_when_full')] : []),
		...Object.entries(game.options)
			.filter(([, isOn]) => isOn)
			.map(([option]) => optionWords({ id: option, title: option })),
	];
}

export function timeWords({ kind, seconds = 0, increment = 0 }: TimeControl): string {
	const minutes = Math.round(seconds / 60);
	switch (kind) {
		case 'per_turn':
			return seconds < 120
				? t('time.turn_seconds', { count: seconds })
				: t('time.turn', { count: minutes });
		case 'per_game':
			return increment
				? t('time.game_increment', { count: minutes, increment })
				: t('time.game', { count: minutes });
		case 'correspondence':
			return t('time.days', { count: Math.max(1, Math.round(seconds / 86_400)) });
		default:
			return t('time.none');
	}
}

function runOutWords({ on_run_out }: Game): string {
	return `${t('create.run_out')}: ${t(`run_out.${on_run_out}`)}`;
}

/** How far behind a commentator sees a game. */
export function delayWords({ seconds = 0, turns = 0 }: Game['commentary_delay']): string {
	if (turns > 0) return t('delay.turns', { count: turns });
	return seconds < 120
		? t('delay.seconds', { count: seconds })
		: t('delay.minutes', { count: Math.round(seconds / 60) });
}

export function optionWords({
	id,
	title,
}: Pick<Edition['options'][number], 'id' | 'title'>): string {
	const key = `option.${id}`;
	return hasMessage(key) ? t(key) : title;
}
