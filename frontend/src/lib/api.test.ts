import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi, csrfToken, Refusal, standardHeaders } from './api';

afterEach(() => vi.unstubAllGlobals());

interface Paths {
	'/api/thing': {
		post: {
			requestBody: { content: { 'application/json': { n: number } } };
			responses: { 200: { content: { 'application/json': { ok: boolean } } } };
		};
	};
}

const answering = (status: number, body: unknown) =>
	createApi<Paths>({
		baseUrl: 'http://localhost',
		fetch: async () =>
			new Response(JSON.stringify(body), {
				status,
				headers: { 'Content-Type': 'application/json' },
			}),
	});

describe('the way to the server', () => {
	it('hands a success on', async () => {
		const { data } = await answering(200, { ok: true }).POST('/api/thing', { body: { n: 1 } });
		expect(data).toEqual({ ok: true });
	});

	it('turns an illegal move into a refusal with its rule', async () => {
		const asked = answering(422, { rule: 'CG-B5', detail: 'Play at least 4.' }).POST('/api/thing', {
			body: { n: 1 },
		});
		await expect(asked).rejects.toMatchObject({
			status: 422,
			rule: 'CG-B5',
			message: 'Play at least 4.',
		});
		await expect(asked).rejects.toBeInstanceOf(Refusal);
	});

	it('says what is wrong with each field', async () => {
		const errors = { 'seats.2.level': ['There is no such policy.'] };
		const asked = answering(400, { detail: 'Malformed.', errors }).POST('/api/thing', {
			body: { n: 1 },
		});
		await expect(asked).rejects.toMatchObject({ status: 400, errors });
	});

	it('has words even for an answer without any', async () => {
		const client = createApi<Paths>({
			baseUrl: 'http://localhost',
			fetch: async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
		});
		await expect(client.POST('/api/thing', { body: { n: 1 } })).rejects.toMatchObject({
			status: 502,
			message: 'Bad Gateway',
		});
	});

	it('says which language the page speaks, and shows its token where something changes', () => {
		const page = { cookie: 'csrftoken=abc', documentElement: { lang: 'sv' } };
		vi.stubGlobal('document', page);
		expect(standardHeaders('GET')).toMatchObject({ 'Accept-Language': 'sv' });
		expect(standardHeaders('GET')).not.toHaveProperty('X-CSRFToken');
		expect(standardHeaders('POST')).toMatchObject({ 'X-CSRFToken': 'abc' });
	});

	it('finds the token among the cookies', () => {
		expect(csrfToken('a=1; csrftoken=abc; b=2')).toBe('abc');
		expect(csrfToken('xcsrftoken=abc')).toBeUndefined();
	});
});
