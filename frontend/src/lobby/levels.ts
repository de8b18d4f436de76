/** What can be chosen for a game against AIs, in words. */
import { t } from '../lib/i18n.svelte';
import type { Edition } from '../lib/server';
import { levelWord } from '../table/words';

export function editionOptions(editions: readonly Edition[]): [id: string, title: string][] {
	return editions.map(({ id, title }) => [id, title]);
}

/** Without a choice the server takes one in the middle. */
export function levelOptions(edition: Edition | undefined): [id: string, words: string][] {
	const levels = edition?.levels ?? [];
	return [
		['', t('level.middling')],
		...levels.map(({ id, title }): [string, string] => [id, levelWord(id, title)]),
	];
}

/** From one number to another, both included. */
export function numbers(from: number, to: number): [number, string][] {
	return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => [from + i, `${from + i}`]);
}
