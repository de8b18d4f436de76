/** What happened, one sentence an event. A kind that the page has no words for is told in the server's. */
import { hasMessage, t } from '../lib/i18n.svelte';
import type { LogLine } from '../ui/EventLog.svelte';
import type { GameEvent } from './position';
import { colorWord, list, type Naming, nameOf, wordsOf } from './words';

/** Worth a look: these stand out in the log. */
const NOTABLE = [
	'train_robbed',
	'draw_deck_ran_out',
	'last_round_began',
	'round_ended',
	'play_ended',
	'game_ended',
	'alvin_caught',
	'seat_handed_over',
	'game_paused',
];

/** Nothing to tell: another event says the same. */
const SILENT = ['tickets_shuffled', 'city_choice_began', 'city_marker_offered'];

/** Some events are told differently when more or less of them can be seen. */
const VARIANTS: Record<string, (event: GameEvent) => string | undefined> = {
	blind_card_drawn: ({ card }) => (card ? 'seen' : undefined),
	tickets_kept: ({ how_many }) => (how_many === null ? 'first' : undefined),
	round_ended: ({ reason }) => (reason === 'deck_ran_out' ? undefined : String(reason)),
	play_ended: ({ reason }) => (reason === 'last_round' ? undefined : String(reason)),
	tickets_completed: ({ completions }) =>
		(completions as unknown[] | undefined)?.length ? undefined : 'none',
	seat_handed_over: ({ to, for_good }) => (for_good ? 'for_good' : to ? undefined : 'back'),
};

export function sentenceOf(event: GameEvent, naming: Naming): string | undefined {
	if (SILENT.includes(event.type) || isForTheClaimerAlone(event)) return undefined;
	const variant = VARIANTS[event.type]?.(event);
	const values = { ...wordsOf(event, naming), ...extraWords(event, naming) };
	const key = `event.${event.type}${variant ? `_${variant}` : ''}`;
	if (hasMessage(key)) return t(key, values);
	const says = naming.pieces.says[event.type];
	return says?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '…'));
}

/** With many players the track beside a claimed one is closed to its claimer only: that is no news. */
function isForTheClaimerAlone({ type, seats }: GameEvent): boolean {
	return type === 'parallel_tracks_closed' && Array.isArray(seats) && seats.length === 1;
}

/** What a sentence counts, and what is put together from several members. */
function extraWords(event: GameEvent, naming: Naming): Record<string, string | number> {
	switch (event.type) {
		case 'train_robbed':
			return { count: Number(event.cards) + Number(event.locomotives) };
		case 'tickets_kept':
			return { count: Number(event.how_many) };
		case 'tickets_drawn':
			return { count: Array.isArray(event.tickets) ? event.tickets.length : Number(event.tickets) };
		case 'route_claimed':
		case 'bullet_route_claimed':
		case 'city_marker_placed':
			return {
				paid: list(
					[
						Number(event.cards) > 0 ? `${event.cards} ${colorWord(String(event.color))}` : '',
						Number(event.locomotives) > 0
							? t('locomotives.count', { count: Number(event.locomotives) })
							: '',
					].filter(Boolean),
				),
			};
		case 'tickets_completed':
			return {
				count: Number(event.points),
				tickets: list(
					((event.completions ?? []) as { ticket: string }[]).map(({ ticket }) => {
						const found = naming.pieces.ticket(ticket);
						return found ? t('ticket.between', found as never) : ticket;
					}),
				),
			};
		case 'game_ended':
			return winnersOf(event, naming);
		default:
			return typeof event.points === 'number' ? { count: event.points } : {};
	}
}

function winnersOf(event: GameEvent, naming: Naming): Record<string, string> {
	const { standings } = event.result as { standings: { seat: number; place: number }[] };
	const winners = standings.filter(({ place }) => place === 1);
	return { winners: list(winners.map(({ seat }) => nameOf(naming, seat))) };
}

export function logLines(events: readonly GameEvent[], naming: Naming): LogLine[] {
	return events.flatMap((event) => {
		const text = sentenceOf(event, naming);
		if (text === undefined) return [];
		const seat = event.seat === undefined ? undefined : event.seat + 1;
		return [{ seq: event.seq, text, seat, isNotable: NOTABLE.includes(event.type) }];
	});
}
