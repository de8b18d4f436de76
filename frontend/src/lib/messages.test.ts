import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import da from '../../messages/da.json';
import en from '../../messages/en.json';
import sv from '../../messages/sv.json';
import { CARD_KINDS, TRAIN_COLORS } from '../draw/colors';
import { bestLanguage, fill, type Language, type Message, placeholders } from './messages';

const tables: Record<Language, Record<string, Message>> = { en, da, sv };
const translations = [
	['da', da],
	['sv', sv],
] as [Language, Record<string, Message>][];

describe.each(translations)('%s', (language, table) => {
	it('has every message and no other', () => {
		expect(Object.keys(table).sort()).toEqual(Object.keys(en).sort());
	});

	it.each(Object.entries(en) as [string, Message][])(
		'says %s with the same placeholders',
		(key, message) => {
			expect(placeholders(table[key] ?? '')).toEqual(placeholders(message));
		},
	);

	it('is no mere copy of the English', () => {
		const copied = Object.entries(en).filter(
			([key, m]) => JSON.stringify(m) === JSON.stringify(table[key]),
		);
		expect(copied.length).toBeLessThan(Object.keys(en).length / 8);
	});

	it('has the plural forms of the language', () => {
		const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
		for (const message of Object.values(table)) {
			if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual(forms);
		}
	});
});

describe('every language', () => {
	it.each(Object.entries(tables))('%s leaves no message empty', (_, table) => {
		for (const message of Object.values(table)) {
			for (const text of typeof message === 'string' ? [message] : Object.values(message)) {
				expect(text.trim()).not.toBe('');
			}
		}
	});

	it('names every color and every card', () => {
		for (const color of TRAIN_COLORS) expect(en).toHaveProperty([`color.${color}`]);
		for (const kind of CARD_KINDS) expect(en).toHaveProperty([`card.${kind}`]);
	});

	it('has no message that no page says', () => {
		const sources = readdirSync(new URL('..', import.meta.url), {
			recursive: true,
			encoding: 'utf8',
		})
			.filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith('.test.ts'))
			.map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
			.join('\n');
		// A key may also be put together from its first part: t(`color.${color}`).
		const isSaid = (key: string) =>
			sources.includes(`'${key}'`) || sources.includes(`\`${key.replace(/\.[^.]*$/, '')}.\${`);
		expect(Object.keys(en).filter((key) => !isSaid(key))).toEqual([]);
	});
});

describe('filling in', () => {
	const cards = { one: '{count} card', other: '{count} cards' };

	it('takes the plural form of the count', () => {
		expect(fill(cards, { count: 1 }, 'en')).toBe('1 card');
		expect(fill(cards, { count: 0 }, 'en')).toBe('0 cards');
	});

	it('writes numbers as the language does', () => {
		expect(fill('{count}', { count: 12345 }, 'da')).toBe('12.345');
	});

	it('shows a placeholder nobody filled', () => {
		expect(fill('Hello {name}', {}, 'en')).toBe('Hello {name}');
	});
});

describe('the first language', () => {
	it.each([
		[['sv-SE', 'en'], 'sv'],
		[['de', 'da-DK'], 'da'],
		[['nb-NO'], 'da'],
		[['fr'], 'en'],
		[[], 'en'],
	] as [string[], Language][])('for %j is %s', (wanted, expected) => {
		expect(bestLanguage(wanted)).toBe(expected);
	});
});
