import { expect, it } from 'vitest';
import type { Game } from '../lib/server';
import { type GamesPage, type GamesQuery, inOrder, readSome } from './lists';

const game = (id: number, more: Partial<Game> = {}) =>
	({ id: `${id}`, status: 'running', my_seat: null, waiting_on: [], ...more }) as Game;

/** A server with so many games, which notes what it is asked. */
function serverWith(count: number) {
	const asked: GamesQuery[] = [];
	const read = async (query: GamesQuery): Promise<GamesPage> => {
		asked.push(query);
		const from = Number(query.cursor ?? 0);
		const to = Math.min(count, from + (query.page_size ?? 0));
		const results = Array.from({ length: to - from }, (_, i) => game(from + i));
		return { results, next: to < count ? `https://here/api/games?cursor=${to}` : null };
	};
	return { asked, read };
}

it('reads as many games as are shown, and says whether there are others', async () => {
	const { asked, read } = serverWith(30);
	const some = await readSome(read, { open: true, search: 'pia' }, 12);
	expect(some.games).toHaveLength(12);
	expect(some.hasMore).toBe(true);
	expect(asked).toEqual([{ open: true, search: 'pia', page_size: 12 }]);
	expect(await readSome(read, {}, 30)).toMatchObject({ hasMore: false });
});

it('goes on where the server gives no more at once', async () => {
	const { asked, read } = serverWith(130);
	const { games, hasMore } = await readSome(read, {}, 120);
	expect(games.map(({ id }) => Number(id))).toEqual(Array.from({ length: 120 }, (_, i) => i));
	expect(hasMore).toBe(true);
	expect(asked.map(({ page_size }) => page_size)).toEqual([100, 20]);
});

it('stops where there is nothing more', async () => {
	const { asked, read } = serverWith(5);
	expect(await readSome(read, {}, 12)).toMatchObject({ hasMore: false });
	expect((await readSome(serverWith(0).read, {}, 12)).games).toEqual([]);
	expect(asked).toHaveLength(1);
});

it('puts a game in which I am waited for before the others of mine', () => {
	const [old, mine] = [game(1), game(2, { my_seat: 0, waiting_on: [0] })];
	expect(inOrder('mine', [old, mine])).toEqual([mine, old]);
	expect(inOrder('live', [old, mine])).toEqual([old, mine]);
});
