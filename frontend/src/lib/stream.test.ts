import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONGEST_WAIT_MS, waitBefore } from './backoff';
import { ANSWER_WITHIN_MS, ASK_EVERY_MS, type Frame, GameStream, type StreamState } from './stream';

class FakeSocket {
	onopen: (() => void) | null = null;
	onmessage: ((message: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;
	isClosed = false;
	sent: string[] = [];

	constructor(readonly path: string) {}

	close(): void {
		this.isClosed = true;
	}

	send(text: string): void {
		this.sent.push(text);
	}

	/** A frame from the position after event `from` to the position after event `to`. */
	frame(from: number, to: number): void {
		const events = Array.from({ length: to - from }, (_, i) => ({ seq: from + 1 + i }));
		this.say({ type: 'frame', from_seq: from, to_seq: to, events, view: { at: to } });
	}

	say(message: object): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	cut(code = 1006): void {
		this.onclose?.({ code });
	}
}

function given(afterSeq = 0, address = '/ws/games/g1/') {
	const sockets: FakeSocket[] = [];
	const frames: Frame[] = [];
	const states: StreamState[] = [];
	const onvoid = vi.fn();
	const network = { isOnline: true, events: new EventTarget() };
	const stream = new GameStream(
		address,
		afterSeq,
		{ onframe: (frame) => frames.push(frame), onstate: (state) => states.push(state), onvoid },
		{
			open: (path) => {
				const socket = new FakeSocket(path);
				sockets.push(socket);
				return socket as unknown as WebSocket;
			},
			random: () => 0.5,
			isOnline: () => network.isOnline,
			events: network.events,
		},
	);
	const last = () => sockets.at(-1) as FakeSocket;
	const seen = () => frames.map((frame) => frame.events.map(({ seq }) => seq));
	return { stream, sockets, frames, states, onvoid, network, last, seen };
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('a stream', () => {
	it('asks for what comes after the number it has', () => {
		expect(given(17).last().path).toBe('/ws/games/g1/?view=parts&after_seq=17');
		expect(given(17, '/ws/games/g1/?as=judge').last().path).toBe(
			'/ws/games/g1/?as=judge&view=parts&after_seq=17',
		);
	});

	it('puts what has changed over what it has, and begins anew after a cut', () => {
		const { last, frames } = given();
		const seats = [{ number: 0, name: 'Pia' }];
		const frame = (to: number, looks: object) =>
			last().say({
				type: 'frame',
				from_seq: Math.max(0, to - 1),
				to_seq: to,
				events: [],
				...looks,
			});
		const shown = () => [frames.at(-1)?.view, frames.at(-1)?.seats];
		frame(0, { view: null, seats });
		expect(shown()).toEqual([null, seats]);
		frame(1, { view: { deck: 9, turn: 0 }, seats });
		frame(2, { changes: { turn: 1 } });
		expect(shown()).toEqual([{ deck: 9, turn: 1 }, seats]);
		frame(3, { changes: {}, seats: [] });
		expect(shown()).toEqual([{ deck: 9, turn: 1 }, []]);
		frame(4, { view: { turn: 1, hands: [{ red: 2 }, 4, 5], tickets: [[1], 0, 3] } });
		frame(5, { changes: { turn: 2 }, parts: { hands: { 1: 6 }, tickets: { 0: [1, 7] } } });
		expect(shown()).toEqual([{ turn: 2, hands: [{ red: 2 }, 6, 5], tickets: [[1, 7], 0, 3] }, []]);
		last().cut();
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		frame(7, { view: { turn: 2 }, seats });
		expect(shown()).toEqual([{ turn: 2 }, seats]);
	});

	it.each([
		['before a whole view', 0, 1],
		['after a gap', 4, 6],
		['from a position that has passed', 2, 4],
	])('does not put changes over what they are not about: %s', (_, from, to) => {
		const { last, frames, sockets } = given(from ? 0 : 1);
		if (from) last().frame(0, 3);
		const shown = frames.length;
		last().say({ type: 'frame', from_seq: from, to_seq: to, events: [], changes: { turn: 1 } });
		expect(frames).toHaveLength(shown);
		expect(sockets[0]?.isClosed).toBe(true);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(last().path).toBe(`/ws/games/g1/?view=parts&after_seq=${from ? 3 : 1}`);
	});

	it('hands frames on in order and is live', () => {
		const { last, seen, states, stream } = given();
		last().frame(0, 3);
		last().frame(3, 4);
		expect(seen()).toEqual([[1, 2, 3], [4]]);
		expect(states).toEqual(['live']);
		expect(stream.seq).toBe(4);
	});

	it('is not live before the first frame: an open socket shows nothing', () => {
		const { last, states } = given();
		last().onopen?.();
		expect(states).toEqual([]);
	});

	it('hands on a frame in which only the seats changed', () => {
		const { last, seen } = given();
		last().frame(0, 0);
		last().frame(0, 0);
		expect(seen()).toEqual([[], []]);
	});

	it('resumes by number after a cut, stale until it is live again', () => {
		const { last, sockets, states } = given();
		last().frame(0, 5);
		last().cut();
		expect(states).toEqual(['live', 'stale']);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(sockets).toHaveLength(2);
		expect(last().path).toBe('/ws/games/g1/?view=parts&after_seq=5');
		last().frame(5, 5);
		expect(states).toEqual(['live', 'stale', 'live']);
	});

	it('drops a frame from the past', () => {
		const { last, frames } = given();
		last().frame(0, 5);
		last().frame(3, 4);
		expect(frames).toHaveLength(1);
	});

	it('keeps only the new events of a frame it has seen in part', () => {
		const { last, seen } = given();
		last().frame(0, 5);
		last().frame(3, 7);
		expect(seen()[1]).toEqual([6, 7]);
	});

	it('asks again when a number is missing, and shows nothing from beyond the gap', () => {
		const { last, frames, sockets } = given();
		last().frame(0, 2);
		last().frame(3, 5);
		expect(frames).toHaveLength(1);
		expect(sockets[0]?.isClosed).toBe(true);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(last().path).toBe('/ws/games/g1/?view=parts&after_seq=2');
	});

	it('hands no event on twice, though a server that is behind welcomes it', () => {
		const { last, seen } = given();
		last().frame(0, 22);
		last().cut();
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		last().frame(20, 20);
		last().frame(20, 23);
		expect(seen().slice(1)).toEqual([[], [23]]);
	});

	it('reads everything anew where the server knows less than it', () => {
		const { last, seen, onvoid } = given();
		last().frame(0, 22);
		last().cut();
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(onvoid).not.toHaveBeenCalled();
		last().cut(4409);
		expect(onvoid).toHaveBeenCalledOnce();
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(last().path).toBe('/ws/games/g1/?view=parts&after_seq=0');
		last().frame(0, 3);
		expect(seen()[1]).toEqual([1, 2, 3]);
	});

	it('asks again where a server does not understand it: an upgrade is going on', () => {
		const { last, sockets, states } = given();
		last().cut(4400);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(sockets).toHaveLength(2);
		last().frame(0, 1);
		expect(states).toEqual(['live']);
	});

	it('accepts a welcome that leaves out what was too much', () => {
		const { last, seen, stream } = given(10);
		last().frame(700, 702);
		expect(seen()).toEqual([[701, 702]]);
		expect(stream.seq).toBe(702);
	});

	it('goes back to where the stream is when it may see less than before', () => {
		const { last, frames, stream } = given();
		last().frame(0, 9);
		last().cut(4401);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		last().frame(6, 6);
		expect(frames).toHaveLength(2);
		expect(stream.seq).toBe(6);
	});

	it('says offline after three attempts in vain, and goes on trying', () => {
		const { last, sockets, states } = given();
		last().frame(0, 1);
		for (let cut = 0; cut < 4; cut++) {
			last().cut();
			vi.advanceTimersByTime(LONGEST_WAIT_MS);
		}
		expect(states).toEqual(['live', 'stale', 'offline']);
		expect(sockets).toHaveLength(5);
	});

	it('notices a connection that died without a word', () => {
		const { last, states } = given();
		last().frame(0, 1);
		vi.advanceTimersByTime(ASK_EVERY_MS);
		expect(last().sent).toEqual(['ping']);
		vi.advanceTimersByTime(ANSWER_WITHIN_MS);
		expect(states).toEqual(['live', 'stale']);
	});

	it('stays live while its questions are answered', () => {
		const { last, states } = given();
		last().frame(0, 1);
		for (let asked = 0; asked < 5; asked++) {
			vi.advanceTimersByTime(ASK_EVERY_MS);
			last().say({ type: 'pong' });
		}
		expect(last().sent).toHaveLength(5);
		expect(states).toEqual(['live']);
	});

	it('says offline at once when the browser is', () => {
		const { network, states } = given();
		network.isOnline = false;
		network.events.dispatchEvent(new Event('offline'));
		expect(states).toEqual(['offline']);
	});

	it('does not wait once the browser is online again', () => {
		const { network, last, sockets } = given();
		last().frame(0, 1);
		last().cut();
		network.events.dispatchEvent(new Event('online'));
		expect(sockets).toHaveLength(2);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(sockets).toHaveLength(2);
	});

	it.each([4403, 4404])('does not ask again after %d', (code) => {
		const { last, sockets, states } = given();
		last().cut(code);
		vi.advanceTimersByTime(10 * LONGEST_WAIT_MS);
		expect(states).toEqual(['refused']);
		expect(sockets).toHaveLength(1);
	});

	it('is quiet once closed', () => {
		const { stream, last, sockets } = given();
		const socket = last();
		socket.frame(0, 1);
		stream.close();
		expect(socket.isClosed).toBe(true);
		vi.advanceTimersByTime(10 * LONGEST_WAIT_MS);
		expect(socket.sent).toEqual([]);
		expect(sockets).toHaveLength(1);
	});
});

describe('the wait before another attempt', () => {
	it('doubles, has a limit, and is spread over half of itself', () => {
		expect(waitBefore(1, () => 0)).toBe(200);
		expect(waitBefore(1, () => 1)).toBe(400);
		expect(waitBefore(3, () => 1)).toBe(1600);
		expect(waitBefore(40, () => 1)).toBe(LONGEST_WAIT_MS);
	});
});
