import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONGEST_WAIT_MS, waitBefore } from './backoff';
import { type Frame, GameStream, type StreamState } from './stream';

class FakeSocket {
	onopen: (() => void) | null = null;
	onmessage: ((message: { data: string }) => void) | null = null;
	onclose: ((event: { code: number }) => void) | null = null;
	isClosed = false;

	constructor(readonly path: string) {}

	close(): void {
		this.isClosed = true;
	}

	send(from: number, to: number): void {
		const events = Array.from({ length: to - from + 1 }, (_, i) => from + i);
		this.onmessage?.({
			data: JSON.stringify({ from_seq: from, to_seq: to, events, view: { at: to } }),
		});
	}

	cut(code = 1006): void {
		this.onclose?.({ code });
	}
}

function given(afterSeq = 0) {
	const sockets: FakeSocket[] = [];
	const frames: Frame[] = [];
	const states: StreamState[] = [];
	const network = { isOnline: true, events: new EventTarget() };
	const stream = new GameStream(
		'g1',
		afterSeq,
		{ onframe: (frame) => frames.push(frame), onstate: (state) => states.push(state) },
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
	return { stream, sockets, frames, states, network, last };
}

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe('a stream', () => {
	it('asks for what comes after the number it has', () => {
		expect(given(17).last().path).toBe('/ws/games/g1/?after_seq=17');
	});

	it('hands frames on in order and is live', () => {
		const { last, frames, states, stream } = given();
		last().onopen?.();
		last().send(1, 3);
		last().send(4, 4);
		expect(frames.map((frame) => frame.events)).toEqual([[1, 2, 3], [4]]);
		expect(states).toEqual(['live']);
		expect(stream.seq).toBe(4);
	});

	it('resumes by number after a cut, stale until it is live again', () => {
		const { last, sockets, states } = given();
		last().onopen?.();
		last().send(1, 5);
		last().cut();
		expect(states).toEqual(['live', 'stale']);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(sockets).toHaveLength(2);
		expect(last().path).toBe('/ws/games/g1/?after_seq=5');
		last().onopen?.();
		expect(states).toEqual(['live', 'stale', 'live']);
	});

	it('drops a frame it has seen', () => {
		const { last, frames } = given();
		last().send(1, 5);
		last().send(4, 5);
		expect(frames).toHaveLength(1);
	});

	it('keeps only the new events of a frame it has seen in part', () => {
		const { last, frames } = given();
		last().send(1, 5);
		last().send(4, 7);
		expect(frames[1]?.events).toEqual([6, 7]);
		expect(frames[1]?.from_seq).toBe(6);
	});

	it('asks again when a number is missing, and shows nothing from beyond the gap', () => {
		const { last, frames, sockets } = given();
		last().send(1, 2);
		last().send(4, 5);
		expect(frames).toHaveLength(1);
		expect(sockets[0]?.isClosed).toBe(true);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(last().path).toBe('/ws/games/g1/?after_seq=2');
	});

	it('says offline after three attempts in vain, and goes on trying', () => {
		const { last, sockets, states } = given();
		last().onopen?.();
		for (let cut = 0; cut < 4; cut++) {
			last().cut();
			vi.advanceTimersByTime(LONGEST_WAIT_MS);
		}
		expect(states).toEqual(['live', 'stale', 'offline']);
		expect(sockets).toHaveLength(5);
	});

	it('says offline at once when the browser is', () => {
		const { network, states } = given();
		network.isOnline = false;
		network.events.dispatchEvent(new Event('offline'));
		expect(states).toEqual(['offline']);
	});

	it('does not wait once the browser is online again', () => {
		const { network, last, sockets } = given();
		last().onopen?.();
		last().cut();
		network.events.dispatchEvent(new Event('online'));
		expect(sockets).toHaveLength(2);
		vi.advanceTimersByTime(LONGEST_WAIT_MS);
		expect(sockets).toHaveLength(2);
	});

	it('does not ask again when it was refused', () => {
		const { last, sockets, states } = given();
		last().cut(4403);
		vi.advanceTimersByTime(10 * LONGEST_WAIT_MS);
		expect(states).toEqual(['refused']);
		expect(sockets).toHaveLength(1);
	});

	it('is quiet once closed', () => {
		const { stream, last, sockets } = given();
		const socket = last();
		stream.close();
		expect(socket.isClosed).toBe(true);
		vi.advanceTimersByTime(10 * LONGEST_WAIT_MS);
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
