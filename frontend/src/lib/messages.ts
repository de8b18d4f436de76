/** How a message becomes words: placeholders in braces, plural forms by the language's own rules. */
import type en from '../../messages/en.json';

export type MessageKey = keyof typeof en;
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Messages = Record<MessageKey, Message>;
export type Values = Record<string, string | number>;

export const LANGUAGES = ['en', 'da', 'sv'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language's name, in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
	en: 'English',
	da: 'Dansk',
	sv: 'Svenska',
};

/** The first of the reader's languages that we have; Norwegian readers get Danish. */
export function bestLanguage(wanted: readonly string[]): Language {
	for (const tag of wanted) {
		const base = tag.toLowerCase().split('-')[0] ?? '';
		const near = ['nb', 'nn', 'no'].includes(base) ? 'da' : base;
		const found = LANGUAGES.find((language) => language === near);
		if (found) return found;
	}
	return 'en';
}

/** Made once: making one takes longer than a hundred uses, and a wall of tables has thousands. */
const PLURALS = forEach((language) => new Intl.PluralRules(language));
const NUMBERS = forEach((language) => new Intl.NumberFormat(language));

function forEach<T>(make: (language: Language) => T): Record<Language, T> {
	return { en: make('en'), da: make('da'), sv: make('sv') };
}

/** Fills a message in. A plural message is chosen by the value named `count`. */
export function fill(message: Message, values: Values, language: Language): string {
	return form(message, values, language).replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = values[name];
		return typeof value === 'number' ? number(value, language) : (value ?? `{${name}}`);
	});
}

function form(message: Message, values: Values, language: Language): string {
	if (typeof message === 'string') return message;
	const rule = PLURALS[language].select(Number(values.count));
	return message[rule] ?? message.other ?? '';
}

function number(value: number, language: Language): string {
	return NUMBERS[language].format(value);
}

export function placeholders(message: Message): string[] {
	const texts = typeof message === 'string' ? [message] : Object.values(message);
	const names = texts.flatMap((text) =>
		[...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
	);
	return [...new Set(names)].sort();
}
