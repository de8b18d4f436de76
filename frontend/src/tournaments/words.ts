/** The words of the tournament pages. They are fetched with those pages, not with the first one. */
import { currentLanguage } from '../lib/i18n.svelte';
import { fill, type Message, type Values } from '../lib/messages';
import * as desk from './words/desk';
import * as judging from './words/judging';
import * as log from './words/log';
import * as overview from './words/overview';
import * as plan from './words/plan';
import * as player from './words/player';
import * as wall from './words/wall';

const en = {
	...overview.en,
	...plan.en,
	...player.en,
	...desk.en,
	...judging.en,
	...wall.en,
	...log.en,
};
const da: Record<keyof typeof en, Message> = {
	...overview.da,
	...plan.da,
	...player.da,
	...desk.da,
	...judging.da,
	...wall.da,
	...log.da,
};
const sv: Record<keyof typeof en, Message> = {
	...overview.sv,
	...plan.sv,
	...player.sv,
	...desk.sv,
	...judging.sv,
	...wall.sv,
	...log.sv,
};

export type Word = keyof typeof en;
export const TABLES = { en, da, sv };

export function w(word: Word, values: Values = {}): string {
	const language = currentLanguage();
	return fill(TABLES[language][word], values, language);
}
