import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Actions } from './actions.svelte';

interface Asked {
	type: string;
	answer: (response: Response) => void;
}

/** What the server was asked for. */
let asked: Asked[];

beforeEach(() => {
	asked = [];
	vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
		const { type } = JSON.parse(body).command;
		return new Promise<Response>((answer) => asked.push({ type, answer }));
	});
});

afterEach(() => vi.unstubAllGlobals());

const done = () => Response.json({ seq: 1 });
const refused = (detail: string) => Response.json({ detail }, { status: 409 });

const asksFor = (...types: string[]) =>
	vi.waitFor(() => expect(asked.map(({ type }) => type)).toEqual(types));

it('lets what is done while something else is under way wait, and drops nothing', async () => {
	const actions = new Actions('cup');
	const first = actions.now('extend_time', { seconds: 60 });
	const second = actions.now('register_entrant', { name: 'Late' });
	await asksFor('extend_time');
	asked[0]?.answer(done());
	await asksFor('extend_time', 'register_entrant');
	asked[1]?.answer(done());
	expect(await Promise.all([first, second])).toEqual([true, true]);
});

it('takes a second click for the same', async () => {
	const actions = new Actions('cup');
	const clicks = [actions.now('pair_round'), actions.now('pair_round')];
	await asksFor('pair_round');
	asked[0]?.answer(done());
	expect(await Promise.all(clicks)).toEqual([true, true]);
	expect(asked).toHaveLength(1);
	void actions.now('pair_round');
	await asksFor('pair_round', 'pair_round');
});

it('leaves what went wrong to be read when what came after it is done', async () => {
	const actions = new Actions('cup');
	const first = actions.now('pair_round');
	const second = actions.now('announce', { text: 'Lunch' });
	await asksFor('pair_round');
	asked[0]?.answer(refused('A round is being played.'));
	await asksFor('pair_round', 'announce');
	asked[1]?.answer(done());
	expect(await Promise.all([first, second])).toEqual([false, true]);
	expect(actions.attempt.error).toBe('A round is being played.');
	void actions.now('pair_round');
	await asksFor('pair_round', 'announce', 'pair_round');
	expect(actions.attempt.error).toBeUndefined();
});
