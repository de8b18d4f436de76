import { afterEach, expect, it, vi } from 'vitest';

/** As in a browser, where an address may be relative to the page's. */
class PageRequest extends Request {
	constructor(address: string | URL | Request, init?: RequestInit) {
		super(address instanceof Request ? address : new URL(address, 'http://localhost/'), init);
	}
}

class FakeSocket {
	static last: FakeSocket;
	onmessage: ((message: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;

	constructor(readonly path: URL) {
		FakeSocket.last = this;
	}

	close(): void {}

	frame(from: number, to: number, more: object = {}): void {
		const moves: object[] = [];
		const frame = { type: 'frame', from_seq: from, to_seq: to, events: events(from, to), moves };
		const data = JSON.stringify({ ...frame, status: 'running', seats: [], clock: null, ...more });
		this.onmessage?.({ data });
	}
}

const events = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, i) => ({
		seq: from + 1 + i,
		type: 'turn_passed',
		seat: 0,
	}));

/** A game of which so many events are recorded. What is asked for at `held` is answered when we say so. */
function aServer() {
	const state = {
		seq: 0,
		status: 'lobby',
		held: '',
		release: undefined as (() => void) | undefined,
	};
	const answer = async (request: Request): Promise<Response> => {
		const path = new URL(request.url).pathname;
		const known = state.seq;
		if (state.held && path.endsWith(state.held))
			await new Promise<void>((resolve) => {
				state.release = resolve;
			});
		const { status } = state;
		const game = { id: 'g1', edition: 'any', status, seats: [], scope: '' };
		const you = { seat: null, role: 'spectator' };
		const found = path.endsWith('/events')
			? { events: events(0, known) }
			: path.includes('/editions')
				? { title: 'Any', catalog: {}, events: [], policies: [] }
				: { game, you, connected: [], view: null, moves: [], clock: null, seq: known };
		return Response.json(found);
	};
	vi.stubGlobal('fetch', (request: Request) => answer(request));
	vi.stubGlobal('WebSocket', FakeSocket);
	vi.stubGlobal('location', new URL('http://localhost/'));
	vi.stubGlobal('Request', PageRequest);
	vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } });
	vi.stubGlobal('navigator', { onLine: true });
	vi.stubGlobal('addEventListener', () => {});
	vi.stubGlobal('removeEventListener', () => {});
	return state;
}

afterEach(() => {
	vi.unstubAllGlobals();
	vi.resetModules(); // each has a server of its own
});

it('keeps what frames bring while the log is read again', async () => {
	const server = aServer();
	const { LiveGame } = await import('./game.svelte');
	const table = new LiveGame('g1');
	await table.open();
	expect(table.fault).toBeUndefined();
	Object.assign(server, { seq: 3, status: 'running', held: '/events' });
	// The game begins: what is beside the play is read once more, and the log with it.
	FakeSocket.last.frame(0, 3, { view: null });
	await vi.waitFor(() => expect(server.release).toBeDefined());
	server.seq = 4;
	FakeSocket.last.frame(3, 4, { view: null });
	server.release?.();
	await vi.waitFor(() => expect(table.game?.status).toBe('running'));
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(table.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
	table.close();
});

it('forgets what a server that was restored from a backup does not know', async () => {
	const server = aServer();
	Object.assign(server, { seq: 9, status: 'running' });
	const { LiveGame } = await import('./game.svelte');
	const table = new LiveGame('g1');
	await table.open();
	expect(table.events).toHaveLength(9);
	const before = FakeSocket.last;
	before.onclose?.({ code: 4409 });
	await vi.waitFor(() => expect(FakeSocket.last).not.toBe(before));
	FakeSocket.last.frame(0, 2, { view: null });
	expect(table.events.map(({ seq }) => seq)).toEqual([1, 2]);
	expect(table.seq).toBe(2);
	table.close();
});
