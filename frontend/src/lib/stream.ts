/** A game's stream of numbered frames. It resumes by number after every break, notices a gap, a repeat and
 * a silence, puts what has changed over what it has, and says honestly how fresh the picture is. */
import { waitBefore } from './backoff';

export interface Frame<
	Event extends { seq: number } = { seq: number },
	View = unknown,
	Sitter = unknown,
> {
	type: 'frame';
	/** The frame leads from the position after this event ... */
	from_seq: number;
	/** ... to the position after this one. Equal: nothing happened, but somebody sat down or left. */
	to_seq: number;
	events: Event[];
	view: View;
	seats: Sitter[];
}

/** As the server sends it: the whole view first, then only what is different, and seats only when they are. */
type Sent<F extends Frame> = Omit<F, 'view' | 'seats'> & {
	view?: F['view'];
	changes?: Record<string, unknown>;
	parts?: Record<string, Record<number, unknown>>;
	seats?: F['seats'];
};

/** connecting: nothing seen yet; live: what you see is now; stale: it was, a moment ago;
 * offline: no way through, we keep trying; refused: the server won't let us watch this game. */
export type StreamState = 'connecting' | 'live' | 'stale' | 'offline' | 'refused';

export interface StreamHandlers<F extends Frame> {
	onframe: (frame: F) => void;
	/** Whatever else is told, such as who is there. */
	onmessage?: (message: { type: string }) => void;
	onstate: (state: StreamState) => void;
	/** Nothing that was handed on counts any more; all of it comes anew. */
	onvoid?: () => void;
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
/** A game one may not see, no such game: asking again won't help. Who does not understand us (4400) is older than
 * this page, and will be gone when the upgrade is over. */
const REFUSALS = [4403, 4404];
/** We know more than the server, which was restored from a backup. */
const AHEAD = 4409;
/** A connection can die without a word: we ask now and then, and wait so long for an answer. */
export const ASK_EVERY_MS = 15_000;
export const ANSWER_WITHIN_MS = 8_000;

const browser: Surroundings = {
	open: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, 'ws'))),
	random: Math.random,
	isOnline: () => navigator.onLine,
	events: globalThis,
};

type View = Record<string, unknown>;

/** With the members that have changed, and of some only the parts that have: a part is one seat's. */
function renewed(view: View, { changes, parts }: Pick<Sent<Frame>, 'changes' | 'parts'>): View {
	const next: View = { ...view, ...changes };
	for (const [name, changed] of Object.entries(parts ?? {}))
		next[name] = (view[name] as unknown[]).map((part, seat) =>
			seat in changed ? changed[seat] : part,
		);
	return next;
}

export class GameStream<F extends Frame = Frame> {
	#socket: WebSocket | undefined;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#watch: ReturnType<typeof setTimeout> | undefined;
	#attempts = 0;
	#state: StreamState = 'connecting';
	#seq: number;
	/** The last event that was handed on. A server that is behind may have said that it is not there yet. */
	#handedOn: number;
	#shown: Pick<F, 'view' | 'seats'> | undefined;
	#isWelcomed = false;
	#isClosed = false;

	constructor(
		/** Such as /ws/games/{id}/ or /ws/games/{id}/?as=commentator. */
		private readonly address: string,
		/** The last event already known; 0 for none. */
		afterSeq: number,
		private readonly handlers: StreamHandlers<F>,
		private readonly around: Surroundings = browser,
	) {
		this.#seq = this.#handedOn = afterSeq;
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
		clearTimeout(this.#retry);
		this.around.events.removeEventListener('online', this.#retryNow);
		this.around.events.removeEventListener('offline', this.#lost);
		this.#drop();
	}

	#connect(): void {
		const joint = this.address.includes('?') ? '&' : '?';
		const socket = this.around.open(`${this.address}${joint}view=parts&after_seq=${this.#seq}`);
		this.#socket = socket;
		this.#isWelcomed = false;
		socket.onopen = () => this.#askLater();
		socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string));
		socket.onclose = (event) => {
			if (event.code === AHEAD) this.#forget();
			if (REFUSALS.includes(event.code)) this.#refuse();
			else this.#lost();
		};
	}

	#receive(message: Sent<F> | { type: string }): void {
		this.#askLater();
		if (message.type !== 'frame') {
			this.handlers.onmessage?.(message);
			return;
		}
		const frame = message as Sent<F>;
		if (this.#isWelcomed && frame.to_seq < this.#seq) return;
		if (!this.#follows(frame)) {
			this.#lost();
			return;
		}
		this.#isWelcomed = true;
		this.#attempts = 0;
		this.#seq = frame.to_seq;
		this.#become('live');
		this.#shown = this.#lookAt(frame);
		const events = frame.events.filter(({ seq }) => seq > this.#handedOn);
		this.#handedOn = Math.max(this.#handedOn, frame.to_seq);
		this.handlers.onframe({ ...frame, ...this.#shown, events } as unknown as F);
	}

	/** The first frame of a connection says where the stream is, even if that leaves events out because
	 * there were too many. Later ones must follow on what we have: a whole view replaces it, but changes
	 * are put over the very position that they begin at, or something would stay as it was. */
	#follows(frame: Sent<F>): boolean {
		if ('view' in frame) return !this.#isWelcomed || frame.from_seq <= this.#seq;
		return this.#isWelcomed && frame.from_seq === this.#seq;
	}

	/** What the table looks like now, with everything that has not changed. */
	#lookAt(frame: Sent<F>): Pick<F, 'view' | 'seats'> {
		const seats = (frame.seats ?? this.#shown?.seats ?? []) as F['seats'];
		const view = 'view' in frame ? frame.view : renewed(this.#shown?.view as View, frame);
		return { view: view as F['view'], seats };
	}

	#askLater(): void {
		clearTimeout(this.#watch);
		this.#watch = setTimeout(() => {
			this.#socket?.send('ping');
			this.#watch = setTimeout(this.#lost, ANSWER_WITHIN_MS);
		}, ASK_EVERY_MS);
	}

	#lost = (): void => {
		if (this.#isClosed || this.#state === 'refused') return;
		this.#drop();
		this.#attempts += 1;
		if (this.#attempts > PATIENCE || !this.around.isOnline()) this.#become('offline');
		else if (this.#state === 'live') this.#become('stale');
		clearTimeout(this.#retry);
		this.#retry = setTimeout(() => this.#connect(), waitBefore(this.#attempts, this.around.random));
	};

	#retryNow = (): void => {
		if (this.#state === 'live' || this.#state === 'refused') return;
		clearTimeout(this.#retry);
		this.#drop();
		this.#connect();
	};

	#forget(): void {
		this.#seq = this.#handedOn = 0;
		this.handlers.onvoid?.();
	}

	#refuse(): void {
		this.#drop();
		this.#become('refused');
	}

	#drop(): void {
		clearTimeout(this.#watch);
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
