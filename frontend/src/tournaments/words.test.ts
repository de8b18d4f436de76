import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { placeholders } from '../lib/messages';
import { TABLES } from './words';

const words = Object.entries(TABLES.en);

it.each(['da', 'sv'] as const)('%s fills in what the English does', (language) => {
	for (const [word, message] of words) {
		const translated = TABLES[language][word as keyof typeof TABLES.en];
		expect([word, placeholders(translated)]).toEqual([word, placeholders(message)]);
	}
});

it('has no word that no page says', () => {
	const folder = new URL('.', import.meta.url);
	const sources = readdirSync(folder, { encoding: 'utf8', recursive: true })
		.filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|^words/.test(name))
		.map((name) => readFileSync(new URL(name, folder), 'utf8'))
		.join('\n');
	// A word may be chosen before it is said, or put together from its first part: w(`need_${need}`).
	const isSaid = (word: string) =>
		sources.includes(`'${word}'`) || sources.includes(`w(\`${word.split('_')[0]}_\${`);
	expect(words.map(([word]) => word).filter((word) => !isSaid(word))).toEqual([]);
});
