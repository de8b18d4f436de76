/** A game to be looked through: all its events, and the view at any of them as the server shows it. */
import { inWords } from '../lib/attempt.svelte';
import { readEdition } from '../lib/editions';
import { answered, type Game, server } from '../lib/server';
import { Pieces } from './pieces';
import type { GameEvent, Position } from './position';
import type { Naming } from './words';

/** Events a second. */
export const SPEEDS = [0.5, 1, 2, 5] as const;
const KEPT_VIEWS = 300;
const AHEAD = 6;

export class Recording {
	game = $state.raw<Game>();
	pieces = $state.raw<Pieces>();
	events = $state.raw<GameEvent[]>([]);
	position = $state.raw<Position | null>(null);
	/** What led here from the position before, when played forwards. */
	news = $state.raw<GameEvent[]>([]);
	seq = $state(0);
	speed = $state<number>(1);
	isPlaying = $state(false);
	fault = $state<string>();

	#views = new Map<number, Promise<Position>>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#wanted = 0;

	constructor(readonly id: string) {}

	get naming(): Naming {
		const names = this.game?.seats.map(({ name }) => name) ?? [];
		return { pieces: this.pieces as Pieces, names };
	}

	get last(): number {
		return this.events.at(-1)?.seq ?? 0;
	}

	/** Where each turn begins. */
	get turns(): number[] {
		return this.events.filter(({ type }) => type === 'turn_began').map(({ seq }) => seq);
	}

	async open(seq: number | undefined): Promise<void> {
		try {
			const params = { path: { game_id: this.id } };
			const found = await answered(server.GET('/api/games/{game_id}', { params }));
			this.pieces = new Pieces(await readEdition(found.game.edition));
			this.events = await this.#readEvents();
			this.game = found.game;
			await this.show(Math.min(seq ?? this.turns[0] ?? 1, this.last));
		} catch (error) {
			this.fault = inWords(error);
		}
	}

	async #readEvents(): Promise<GameEvent[]> {
		const events: GameEvent[] = [];
		for (;;) {
			const query = { after_seq: events.at(-1)?.seq ?? 0 };
			const params = { path: { game_id: this.id }, query };
			const found = await answered(server.GET('/api/games/{game_id}/events', { params }));
			events.push(...(found.events as unknown as GameEvent[]));
			if (found.events.length === 0 || found.to_seq >= found.head_seq) return events;
		}
	}

	async show(seq: number): Promise<void> {
		const wanted = Math.max(1, Math.min(seq, this.last));
		this.#wanted = wanted;
		try {
			const position = await this.#viewAt(wanted);
			// A quicker hand on the slider has asked for another one meanwhile.
			if (this.#wanted !== wanted) return;
			this.news =
				wanted > this.seq && wanted - this.seq <= AHEAD
					? this.events.filter((event) => event.seq > this.seq && event.seq <= wanted)
					: [];
			this.position = position;
			this.seq = wanted;
		} catch (error) {
			this.fault = inWords(error);
			this.stop();
		}
	}

	#viewAt(seq: number): Promise<Position> {
		let view = this.#views.get(seq);
		if (!view) {
			view = this.#fetch(seq);
			this.#views.set(seq, view);
			view.catch(() => this.#views.delete(seq));
			const oldest = this.#views.keys().next().value;
			if (this.#views.size > KEPT_VIEWS && oldest !== undefined) this.#views.delete(oldest);
		}
		return view;
	}

	async #fetch(seq: number): Promise<Position> {
		const params = { path: { game_id: this.id }, query: { seq } };
		const found = await answered(server.GET('/api/games/{game_id}', { params }));
		return found.view as unknown as Position;
	}

	play(): void {
		if (this.seq >= this.last) void this.show(1);
		this.isPlaying = true;
		this.#later();
	}

	stop(): void {
		this.isPlaying = false;
		clearTimeout(this.#timer);
	}

	#later(): void {
		for (let ahead = 1; ahead <= AHEAD; ahead++)
			if (this.seq + ahead <= this.last) void this.#viewAt(this.seq + ahead).catch(() => {});
		this.#timer = setTimeout(async () => {
			await this.show(this.seq + 1);
			if (!this.isPlaying) return;
			if (this.seq < this.last) this.#later();
			else this.stop();
		}, 1000 / this.speed);
	}

	/** To the turn after this position, or the one before it. */
	turn(direction: 1 | -1): void {
		const turns = this.turns;
		const next =
			direction === 1
				? turns.find((seq) => seq > this.seq)
				: turns.findLast((seq) => seq < this.seq);
		void this.show(next ?? (direction === 1 ? this.last : 1));
	}
}
