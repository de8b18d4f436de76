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
	const sources = readdirSync(folder, { encoding: 'utf8' })
		.filter(
			(name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts') && name !== 'words.ts',
		)
		.map((name) => readFileSync(new URL(name, folder), 'utf8'))
		.join('\n');
	// A word may also be put together from its first part: w(`need_${need}`).
	const isSaid = (word: string) =>
		sources.includes(`w('${word}'`) || sources.includes(`w(\`${word.split('_')[0]}_\${`);
	expect(words.map(([word]) => word).filter((word) => !isSaid(word))).toEqual([]);
});
