/** Whose turn it is and what is expected, in one sentence. */
import { hasMessage, t } from '../lib/i18n.svelte';
import type { Move, Position } from './position';
import { list, type Naming, nameOf, readable } from './words';

export interface Status {
	sentence: string;
	isMine: boolean;
	/** The rules themselves have stopped the game: something in it does not add up. */
	isStopped: boolean;
}

const STOPPED = 'audit_alarm';

/** `moves` are the reader's own; a spectator has none. */
export function statusOf(
	position: Position,
	moves: readonly Move[],
	seat: number | null,
	naming: Naming,
): Status {
	const isMine = seat !== null && position.waiting_on.includes(seat) && moves.length > 0;
	const isStopped = position.phase === STOPPED;
	return { sentence: sentence(position, moves, seat, isMine, naming), isMine, isStopped };
}

function sentence(
	position: Position,
	moves: readonly Move[],
	seat: number | null,
	isMine: boolean,
	naming: Naming,
): string {
	if (position.result) return outcome(position, naming);
	if (position.phase === STOPPED) return t('status.stopped');
	if (position.paused) return t('status.paused');
	if (seat !== null && position.handed_to[seat]) return t('status.handed_over');
	if (isMine) return mine(position, moves);
	// In a replay one can stop in the middle of the set-up.
	if (position.waiting_on.length === 0)
		return t(position.due ? 'status.counting' : 'status.setting_up');
	const names = list(position.waiting_on.map((awaited) => nameOf(naming, awaited)));
	const key = `status.${position.phase}`;
	const who = hasMessage(key) ? t(key, { names }) : t('status.waiting', { names });
	return `${who}${lastTurns(position)}`;
}

function mine(position: Position, moves: readonly Move[]): string {
	const keep = moves.find(({ at_least, tickets }) => tickets && at_least !== undefined);
	if (keep) {
		const least = Number(keep.at_least);
		return least > 0 ? t('status.keep', { count: least }) : t('status.keep_any');
	}
	const isSecond = position.cards_drawn === 1 || position.pending === 'second_card';
	if (isSecond) {
		const canStop = moves.some(({ type }) => type.startsWith('decline'));
		return `${canStop ? t('status.second_or_stop') : t('status.second')}${lastTurns(position)}`;
	}
	const doings = [...new Set(moves.map(doing))];
	return `${t('status.yours', { doings: list(doings, 'disjunction') })}${lastTurns(position)}`;
}

/** What a move is, as a thing to do: "draw train cards". */
function doing({ type }: Move): string {
	const key = `do.${type}`;
	return hasMessage(key) ? t(key) : readable(type.replace(/_offer$/, '')).toLowerCase();
}

function lastTurns({ last_turns, tracks_turned_up }: Position): string {
	return typeof last_turns === 'number' && tracks_turned_up !== true
		? ` ${t('status.last_turns')}`
		: '';
}

function outcome({ result, scores }: Position, naming: Naming): string {
	const first = result?.standings.filter(({ place }) => place === 1) ?? [];
	const names = list(first.map(({ seat }) => nameOf(naming, seat)));
	const count = scores[first[0]?.seat ?? 0] ?? 0;
	return first.length > 1
		? t('status.shared', { names, count })
		: t('status.won', { names, count });
}
