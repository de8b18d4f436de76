/** What the server says, which is English, in the reader's language. A phrasebook knows its sentences word for
 * word, with {1}, {2} … where the figures of the case stand; what it does not know stays as it is. */

export type Phrasebook = Readonly<Record<string, string>>;
export type Translate = (text: string) => string;

const AS_IT_IS: Translate = (text) => text;
const PLACE = /\{(\d)\}/;
const BETWEEN_SENTENCES = /(?<=[.!?]) (?=[A-Z\d])/;

interface Pattern {
	pattern: RegExp;
	says: string;
}

/** `word`: a single word that is no sentence of the server's, such as a color. */
export function translator(book: Phrasebook | undefined, word: Translate = AS_IT_IS): Translate {
	if (!book) return AS_IT_IS;
	const patterns = Object.entries(book)
		.filter(([english]) => PLACE.test(english))
		.map(([english, says]): Pattern => ({ pattern: patternOf(english), says }))
		// The longest first: it says most of its own words.
		.sort((one, other) => other.pattern.source.length - one.pattern.source.length);

	function sentence(text: string): string | undefined {
		if (Object.hasOwn(book as object, text)) return book?.[text];
		for (const { pattern, says } of patterns) {
			const found = text.match(pattern);
			if (found) return capital(says.replace(/\{(\d)\}/g, (_, n) => value(found[Number(n)] ?? '')));
		}
		return undefined;
	}

	/** What stands in a place: a phrase itself, a color, or a list such as "2 blue and ". */
	function value(text: string): string {
		const lower = text.toLowerCase();
		return (
			sentence(text) ??
			(word(lower) !== lower
				? word(lower)
				: text.replace(/\p{L}+/gu, (part) => book?.[part] ?? word(part)))
		);
	}

	return (text) => {
		const parts = text.split(BETWEEN_SENTENCES).map((part) => ({ part, said: sentence(part) }));
		// A full stop may also stand inside a name.
		const whole = parts.every(({ said }) => said !== undefined) ? undefined : sentence(text);
		return whole ?? parts.map(({ part, said }) => said ?? part).join(' ');
	};
}

function patternOf(english: string): RegExp {
	const parts = english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('(.*?)')}$`);
}

/** A sentence that begins with a value begins with a capital all the same. */
function capital(text: string): string {
	return text.endsWith('.') ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
