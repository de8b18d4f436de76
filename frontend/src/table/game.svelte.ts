/** One game as this browser follows it: the newest view, what led to it, and what may be done. */
import { untrack } from 'svelte';
import { announce, announceUrgently } from '../lib/announcer.svelte';
import { Refusal } from '../lib/api';
import { inWords } from '../lib/attempt.svelte';
import { showConnection } from '../lib/connection.svelte';
import { readEdition } from '../lib/editions';
import { answered, type Clock, type Game, server } from '../lib/server';
import { type Frame, GameStream, type StreamState } from '../lib/stream';
import { refuse } from '../lib/toasts.svelte';
import { requestOf } from './asking';
import { Pieces } from './pieces';
import type { Command, GameEvent, Move, Position, SeatName } from './position';
import { sentenceOf } from './sentences';
import { statusOf } from './status';
import type { Naming } from './words';

interface TableFrame extends Frame<GameEvent, Position | null, SeatName> {
	status: Game['status'];
	moves: Move[];
	clock: Clock;
}

export type Role = 'player' | 'spectator' | 'judge' | 'commentator';

/** So much of the past is fetched for the log of a table; all of it is in the replay. */
const LOG_LENGTH = 400;
/** The stream is quick; when it is cut the next frame tells anyway. */
const LONGEST_LAG_MS = 2000;

export class LiveGame {
	game = $state.raw<Game>();
	pieces = $state.raw<Pieces>();
	position = $state.raw<Position | null>(null);
	moves = $state.raw<Move[]>([]);
	events = $state.raw<GameEvent[]>([]);
	/** What the newest frame brought: for the moments that are shown as they happen. */
	news = $state.raw<GameEvent[]>([]);
	clock = $state.raw<Clock>();
	/** When `clock` was received, by this browser's clock. */
	clockAt = $state(0);
	connected = $state.raw<number[]>([]);
	spectators = $state(0);
	/** Who wants a pause, or to go on, and waits for the others to agree. */
	asking = $state.raw<SeatName[]>([]);
	you = $state.raw<{ seat: number | null; role: Role }>({ seat: null, role: 'spectator' });
	/** The edition's strongest AI. */
	level = $state('');
	seq = $state(0);
	connection = $state<StreamState>('connecting');
	isSending = $state(false);
	/** Why the game can't be shown. */
	fault = $state<string>();

	#stream: GameStream<TableFrame> | undefined;
	#isClosed = false;

	constructor(
		readonly id: string,
		/** A role to ask for; empty for what one is anyway. */
		readonly as: '' | 'judge' | 'commentator' = '',
		/** A tile on a wall neither speaks nor shows the state of its connection. */
		private readonly isQuiet = false,
	) {}

	get naming(): Naming {
		return { pieces: this.pieces as Pieces, names: this.names };
	}

	get names(): string[] {
		return this.game?.seats.map(({ name }) => name) ?? [];
	}

	async open(): Promise<void> {
		try {
			await this.load();
			if (!this.#isClosed) this.#follow();
		} catch (fault) {
			this.fault = inWords(fault);
		}
	}

	close(): void {
		this.#isClosed = true;
		this.#stream?.close();
		if (!this.isQuiet) showConnection(undefined);
	}

	/** Everything at once, from the beginning. */
	async load(): Promise<void> {
		const params = { path: { game_id: this.id }, query: this.as ? { as: this.as } : {} };
		const found = await answered(server.GET('/api/games/{game_id}', { params }));
		const edition = await readEdition(found.game.edition);
		this.pieces ??= new Pieces(edition);
		this.level = edition.policies.at(-1) ?? '';
		if (!this.isQuiet) await this.#readLog(found.seq);
		const hadSeat = this.you.seat;
		this.game = found.game;
		this.you = found.you as typeof this.you;
		this.connected = found.connected;
		this.#show(
			found.view as Position | null,
			found.moves as unknown as Move[],
			found.clock,
			found.seq,
		);
		// A stream is its audience's: who has sat down, or stood up, needs another.
		if (this.#stream && !this.#isClosed && this.you.seat !== hadSeat) this.#follow();
	}

	async #readLog(seq: number): Promise<void> {
		const after_seq = Math.max(0, seq - LOG_LENGTH);
		const query = this.as ? { after_seq, as: this.as } : { after_seq };
		const params = { path: { game_id: this.id }, query };
		const found = await answered(server.GET('/api/games/{game_id}/events', { params }));
		const read = (found.events as unknown as GameEvent[]).filter((event) => event.seq <= seq);
		// Frames may have brought what follows, while we read.
		this.events = [...read, ...this.events.filter((event) => event.seq > seq)];
	}

	#follow(): void {
		this.#stream?.close();
		const address = `/ws/games/${this.id}/${this.as ? `?as=${this.as}` : ''}`;
		this.#stream = new GameStream<TableFrame>(address, this.seq, {
			onframe: (frame) => this.#receive(frame),
			onmessage: (message) => this.#note(message),
			onstate: (state) => {
				this.connection = state;
				if (!this.isQuiet) showConnection(state);
			},
			onvoid: () => {
				this.seq = 0;
				this.events = [];
			},
		});
	}

	#receive(frame: TableFrame): void {
		const hasBegun = this.game?.status !== frame.status;
		this.events = [...this.events, ...frame.events];
		this.#rename(frame);
		this.#hear(frame.seats);
		this.#show(frame.view, frame.moves, frame.clock, frame.to_seq);
		this.news = frame.events;
		if (!this.isQuiet) this.#speak(frame.events);
		// What is beside the play (who sits where, the result, whose seat is mine) is the lobby's.
		if (hasBegun || frame.status === 'lobby') void this.#reread();
	}

	async #reread(): Promise<void> {
		try {
			await this.load();
		} catch {
			// The stream says if the way is lost; the next frame tries again.
		}
	}

	#rename(frame: TableFrame): void {
		if (!this.game) return;
		const seats = this.game.seats.map((seat) => {
			const now = frame.seats.find(({ number }) => number === seat.number);
			return now ? { ...seat, name: now.name || seat.name, level: now.level } : seat;
		});
		this.game = { ...this.game, seats, status: frame.status };
	}

	#hear(seats: SeatName[]): void {
		const asking = seats.filter(({ asks_to }) => asks_to !== '');
		const known = this.asking.map(({ number }) => number);
		this.asking = asking;
		if (!this.isQuiet && asking.some(({ number }) => !known.includes(number))) {
			announce(requestOf(asking));
		}
	}

	#note(message: { type: string; [more: string]: unknown }): void {
		if (message.type !== 'presence') return;
		this.connected = message.connected as number[];
		this.spectators = message.spectators as number;
	}

	#show(position: Position | null, moves: Move[], clock: Clock, seq: number): void {
		if (seq < this.seq) return;
		this.position = position;
		this.moves = moves;
		this.clock = clock;
		this.clockAt = Date.now();
		this.seq = seq;
	}

	#speak(events: GameEvent[]): void {
		untrack(() => {
			for (const event of events) {
				const sentence = sentenceOf(event, this.naming);
				if (sentence) announce(sentence);
			}
			if (!this.position || events.length === 0) return;
			const status = statusOf(this.position, this.moves, this.you.seat, this.naming);
			if (status.isMine) announceUrgently(status.sentence);
		});
	}

	/** One move at a time. A refusal is shown with its rule; true when it happened. */
	async send(command: Command): Promise<boolean> {
		if (this.isSending) return false;
		this.isSending = true;
		try {
			await this.#caughtUp(await this.#submit(command, crypto.randomUUID(), this.seq));
			return true;
		} catch (fault) {
			refuse(inWords(fault), fault instanceof Refusal ? fault.rule : undefined);
			return false;
		} finally {
			this.isSending = false;
		}
	}

	/** Until the stream has brought what our own move led to, the old offers are void. */
	async #caughtUp(seq: number): Promise<void> {
		const until = Date.now() + LONGEST_LAG_MS;
		while (this.seq < seq && Date.now() < until)
			await new Promise((resolve) => setTimeout(resolve, 20));
	}

	/** The position that the command led to. */
	async #submit(command: Command, command_id: string, expected_seq: number): Promise<number> {
		const params = { path: { game_id: this.id } };
		const body = { ...command, command_id, expected_seq };
		try {
			const done = server.POST('/api/games/{game_id}/commands', { params, body });
			return (await answered(done)).seq;
		} catch (fault) {
			// Where several choose at once, another's choice moves the game on and ours is still good.
			const head = fault instanceof Refusal && fault.status === 409 ? fault.body.seq : undefined;
			const isTogether = (this.position?.waiting_on.length ?? 0) > 1;
			if (typeof head !== 'number' || head <= expected_seq || !isTogether) throw fault;
			return await this.#submit(command, command_id, head);
		}
	}
}
