import { describe, expect, it } from 'vitest';
import { choicesOf, commandOf, paymentsOf, pickable, playOf, suggested } from './choices';
import type { Move, Position } from './position';

const position = { row: ['blue', 'red', 'blue', 'locomotive', 'green'] } as unknown as Position;
const oneColor: Move = {
	type: 'one_color_offer',
	seat: 0,
	color: 'blue',
	cards: 3,
	locomotives: 2,
	at_least: 4,
	example: { type: 'play_trains', seat: 0, color: 'blue', cards: 2, locomotives: 2 },
};
const threeColors: Move = {
	type: 'three_colors_offer',
	seat: 0,
	colors: ['red', 'green', 'white', 'black'],
	example: { type: 'play_three_colors', seat: 0, colors: ['red', 'green', 'white'] },
};

describe('where an offer is chosen', () => {
	it('is every place in the row that shows the card', () => {
		const take: Move = { type: 'take_face_up_card', seat: 0, card: 'blue' };
		expect([...choicesOf([take], position).row.keys()]).toEqual([0, 2]);
	});

	it('is the map for a route or a city', () => {
		const claim: Move = { type: 'claim_offer', seat: 0, route: 'a-b', ways: [] };
		const start: Move = {
			type: 'starting_city_offer',
			seat: 0,
			cities: ['a', 'b'],
			example: { type: 'choose_starting_city', city: 'a' },
		};
		const choices = choicesOf([claim, start], position);
		expect([...choices.routes.keys()]).toEqual(['a-b']);
		expect([...choices.cities.keys()]).toEqual(['a', 'b']);
	});

	it('is a button for an offer of a kind never seen before', () => {
		const odd: Move = { type: 'blow_whistle', seat: 0 };
		expect(choicesOf([odd], position).buttons).toEqual([odd]);
	});
});

describe('the command that plays the picked cards', () => {
	const choices = choicesOf([oneColor, threeColors], position);

	it('is there when an offer covers them', () => {
		expect(playOf({ blue: 3, locomotive: 1 }, choices)).toEqual({
			type: 'play_trains',
			seat: 0,
			color: 'blue',
			cards: 3,
			locomotives: 1,
		});
		expect(playOf({ red: 1, black: 1, white: 1 }, choices)?.type).toBe('play_three_colors');
	});

	it.each([
		{},
		{ blue: 3 },
		{ blue: 4 },
		{ locomotive: 2 },
		{ red: 2, black: 1, white: 1 },
		{ red: 1, black: 1, blue: 1 },
		{ red: 1, black: 1, white: 1, locomotive: 1 },
	])('is not there for %j', (picked) => {
		expect(playOf(picked, choices)).toBeUndefined();
	});

	it('is what a suggested play picks', () => {
		const [offer] = choices.plays;
		expect(offer && suggested(offer)).toEqual({ blue: 3, locomotive: 1 });
		expect(offer && playOf(suggested(offer), choices)).toBeDefined();
	});

	it('never needs more cards than can be picked', () => {
		expect(pickable(choices)).toEqual({
			blue: 3,
			locomotive: 2,
			red: 1,
			green: 1,
			white: 1,
			black: 1,
		});
	});
});

describe('the ways to pay', () => {
	it('are spelled out, fewest locomotives first', () => {
		const move: Move = {
			type: 'claim_offer',
			seat: 0,
			route: 'a-b',
			ways: [
				{ color: 'locomotive', cards: 0, locomotives: 3 },
				{ color: 'red', cards: 2, locomotives: 2 },
			],
			example: { type: 'claim_route', color: 'red', cards: 1, locomotives: 2 },
		};
		expect(paymentsOf(move)).toEqual([
			{ color: 'red', cards: 2, locomotives: 1 },
			{ color: 'red', cards: 1, locomotives: 2 },
			{ color: 'locomotive', cards: 0, locomotives: 3 },
		]);
	});
});

it('sends a plain move as it is, and an offer as its example, changed', () => {
	expect(commandOf({ type: 'pass', seat: 1 })).toEqual({ type: 'pass', seat: 1 });
	expect(commandOf(threeColors, { colors: ['x'] })).toEqual({
		type: 'play_three_colors',
		seat: 0,
		colors: ['x'],
	});
});
