import { describe, expect, it } from 'vitest';
import da from '../../messages/server.da.json';
import sv from '../../messages/server.sv.json';
import { translator } from './phrases';

const colors: Record<string, string> = { blue: 'blå', red: 'rød' };
const danish = translator(da, (word) => colors[word] ?? word);

describe('what the server says, in Danish', () => {
	it.each([
		['The draw deck is empty.', 'Trækbunken er tom.'],
		['You hold 2 blue and 1 locomotives.', 'Du har 2 blå og 1 lokomotiver.'],
		['You hold 1 locomotives.', 'Du har 1 lokomotiver.'],
		[
			"Blue stands in seat 2's railyard with 3 cards: play at least 4.",
			'Blå står i plads 2s Sporterræn med 3 kort: læg mindst 4.',
		],
		['Red stands in your own railyard already.', 'Rød står allerede i dit eget Sporterræn.'],
		['Green River-Denver is claimed by you.', 'Green River-Denver er bygget af dig.'],
		['No blue lies face up; the row shows red, red, and blue.', /rød, rød, og blå/],
		['Alvin is in St. George: nobody starts there.', 'Alvin er i St. George: ingen starter der.'],
		['Too many attempts: try again in 5 minutes.', 'For mange forsøg: prøv igen om 5 minutter.'],
	])('%s', (english, expected) => {
		if (typeof expected === 'string') expect(danish(english)).toBe(expected);
		else expect(danish(english)).toMatch(expected);
	});

	it('is told sentence by sentence', () => {
		expect(danish('Your tickets need 2 more blue. It robs seat 3 of 4 cards.')).toBe(
			'Dine rutekort mangler 2 blå mere. Det røver 4 kort fra plads 3.',
		);
	});

	it('stays as it is where the phrasebook has nothing', () => {
		expect(danish('Tea is served.')).toBe('Tea is served.');
	});
});

it('is English without a phrasebook', () => {
	expect(translator(undefined)('The draw deck is empty.')).toBe('The draw deck is empty.');
});

it.each(Object.entries(da))('says as much in both languages: %s', (english, danish) => {
	const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(String).sort();
	expect(places(danish)).toEqual(places(english));
	expect(places(sv[english as keyof typeof sv])).toEqual(places(english));
});
