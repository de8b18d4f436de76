/** A game's stream of numbered frames. It resumes by number after every break, notices a gap or a repeat,
 * and says honestly how fresh the picture is. */
import { waitBefore } from './backoff';

export interface Frame<Event = unknown, View = unknown> {
	/** The first and the last event this frame covers. */
	from_seq: number;
	to_seq: number;
	events: Event[];
	view: View;
}

/** connecting: nothing seen yet; live: what you see is now; stale: it was, a moment ago;
 * offline: no way through, we keep trying; refused: the server won't let us watch this game. */
export type StreamState = 'connecting' | 'live' | 'stale' | 'offline' | 'refused';

export interface StreamHandlers<F extends Frame> {
	onframe: (frame: F) => void;
	onstate: (state: StreamState) => void;
}

/** What the stream needs of its surroundings, so that a test can stand in for the network and the clock. */
export interface Surroundings {
	open: (path: string) => WebSocket;
	random: () => number;
	isOnline: () => boolean;
	events: EventTarget;
}

/** After so many attempts in vain we say offline instead of stale. */
const PATIENCE = 3;
/** Close codes from here on are answers, not accidents: asking again won't help. */
const REFUSED_FROM = 4400;

const browser: Surroundings = {
	open: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, 'ws'))),
	random: Math.random,
	isOnline: () => navigator.onLine,
	events: globalThis,
};

export class GameStream<F extends Frame = Frame> {
	#socket: WebSocket | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#attempts = 0;
	#state: StreamState = 'connecting';
	#seq: number;
	#isClosed = false;

	constructor(
		private readonly game: string,
		afterSeq: number,
		private readonly handlers: StreamHandlers<F>,
		private readonly around: Surroundings = browser,
	) {
		this.#seq = afterSeq;
		around.events.addEventListener('online', this.#retryNow);
		around.events.addEventListener('offline', this.#lost);
		this.#connect();
	}

	/** The last event seen. */
	get seq(): number {
		return this.#seq;
	}

	get state(): StreamState {
		return this.#state;
	}

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#timer);
		this.around.events.removeEventListener('online', this.#retryNow);
		this.around.events.removeEventListener('offline', this.#lost);
		this.#drop();
	}

	#connect(): void {
		const socket = this.around.open(`/ws/games/${this.game}/?after_seq=${this.#seq}`);
		this.#socket = socket;
		socket.onopen = () => this.#become('live');
		socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string) as F);
		socket.onclose = (event) => {
			if (event.code >= REFUSED_FROM) this.#refuse();
			else this.#lost();
		};
	}

	#receive(frame: F): void {
		this.#attempts = 0;
		if (frame.from_seq > this.#seq + 1) {
			// Something was lost on the way: ask again from what we have.
			this.#lost();
			return;
		}
		if (frame.to_seq <= this.#seq && this.#seq > 0) return;
		const known = Math.max(0, this.#seq + 1 - frame.from_seq);
		this.#seq = frame.to_seq;
		this.#become('live');
		this.handlers.onframe({
			...frame,
			from_seq: frame.from_seq + known,
			events: frame.events.slice(known),
		});
	}

	#lost = (): void => {
		if (this.#isClosed || this.#state === 'refused') return;
		this.#drop();
		this.#attempts += 1;
		if (this.#attempts > PATIENCE || !this.around.isOnline()) this.#become('offline');
		else if (this.#state === 'live') this.#become('stale');
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#connect(), waitBefore(this.#attempts, this.around.random));
	};

	#retryNow = (): void => {
		if (this.#state === 'live' || this.#state === 'refused') return;
		clearTimeout(this.#timer);
		this.#drop();
		this.#connect();
	};

	#refuse(): void {
		this.#drop();
		this.#become('refused');
	}

	#drop(): void {
		const socket = this.#socket;
		if (!socket) return;
		this.#socket = undefined;
		socket.onopen = socket.onmessage = socket.onclose = null;
		socket.close();
	}

	#become(state: StreamState): void {
		if (state === this.#state) return;
		this.#state = state;
		this.handlers.onstate(state);
	}
}
