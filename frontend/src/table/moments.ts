/** The events that are shown large for a moment, and how. */
import type { CardKind } from '../draw/colors';
import { t } from '../lib/i18n.svelte';
import type { GameEvent } from './position';
import { sentenceOf } from './sentences';
import type { Naming } from './words';

export interface Moment {
	title: string;
	text: string;
	tone: 'plain' | 'bad';
	seconds: number;
	robbery?: { robber: number; victim: number; color: CardKind; count: number };
	/** One for each seat that it concerns. */
	lines: { seat: number; text: string }[];
}

const TITLES = {
	draw_deck_ran_out: 'moment.last_turns',
	last_round_began: 'moment.last_turns',
	round_ended: 'moment.round_ended',
	alvin_caught: 'moment.caught',
	game_paused: 'moment.paused',
} as const;

export function momentsOf(news: readonly GameEvent[], naming: Naming): Moment[] {
	const moments: Moment[] = [];
	for (const event of news) {
		const text = sentenceOf(event, naming) ?? '';
		if (event.type === 'train_robbed') moments.push(robbery(event, text));
		else if (event.type === 'tickets_completed') addCompletion(moments, event, text);
		else if (event.type in TITLES) {
			const title = t(TITLES[event.type as keyof typeof TITLES]);
			moments.push({ title, text, tone: 'plain', seconds: 3, lines: [] });
		}
	}
	return moments;
}

function robbery(event: GameEvent, text: string): Moment {
	return {
		title: t('word.robbery'),
		// The sentence begins with the cry that is the title here.
		text: text.replace(/^[^!]*! /, ''),
		tone: 'bad',
		seconds: 3,
		robbery: {
			robber: event.seat as number,
			victim: event.victim as number,
			color: event.color as CardKind,
			count: Number(event.cards) + Number(event.locomotives),
		},
		lines: [],
	};
}

/** The seats complete their tickets one after the other: one moment tells of them all. */
function addCompletion(moments: Moment[], event: GameEvent, text: string): void {
	const title = t('moment.scored', { round: Number(event.round) });
	const line = { seat: event.seat as number, text };
	const last = moments.at(-1);
	if (last?.title === title) last.lines.push(line);
	else moments.push({ title, text: '', tone: 'plain', seconds: 8, lines: [line] });
}
