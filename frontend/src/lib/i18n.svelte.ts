/** The page's language. English comes with the page, the others are fetched when they are wanted. */
import en from '../../messages/en.json';
import {
	bestLanguage,
	fill,
	LANGUAGES,
	type Language,
	type MessageKey,
	type Messages,
	type Values,
} from './messages';
import { type Phrasebook, translator } from './phrases';
import { recall, remember } from './remembered';

const load: Record<Language, () => Promise<{ default: Messages }>> = {
	en: async () => ({ default: en }),
	da: () => import('../../messages/da.json'),
	sv: () => import('../../messages/sv.json'),
};
/** What the server says is English already. */
const loadPhrases: Record<Language, () => Promise<{ default: Phrasebook | undefined }>> = {
	en: async () => ({ default: undefined }),
	da: () => import('../../messages/server.da.json'),
	sv: () => import('../../messages/server.sv.json'),
};

let language = $state<Language>('en');
let messages = $state.raw<Messages>(en);
let translate = $state.raw(translator(undefined));

/** The words for a key, in the reader's language. */
export function t(key: MessageKey, values: Values = {}): string {
	return fill(messages[key], values, language);
}

/** A key made at run time (a color, a phase) that may have no message. */
export function hasMessage(key: string): key is MessageKey {
	return key in messages;
}

/** A sentence of the server's, in the reader's language. */
export function fromServer(text: string): string {
	return translate(text);
}

export function currentLanguage(): Language {
	return language;
}

export async function speak(wanted: Language): Promise<void> {
	const [found, phrases] = await Promise.all([load[wanted](), loadPhrases[wanted]()]);
	messages = found.default;
	language = wanted;
	translate = translator(phrases.default, (word) =>
		hasMessage(`color.${word}`) ? t(`color.${word}` as MessageKey) : word,
	);
	document.documentElement.lang = wanted;
}

export async function choose(wanted: Language): Promise<void> {
	remember('language', wanted);
	await speak(wanted);
}

/** Before anything is drawn, so that no reader sees another language first. */
export async function speakAsRemembered(): Promise<void> {
	const kept = LANGUAGES.find((known) => known === recall('language'));
	await speak(kept ?? bestLanguage(navigator.languages));
}
