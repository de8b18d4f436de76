/** A tournament as it happens. Every frame is whole or names its tables, so a lost connection costs
 * nothing but the time until the next one. */
import { waitBefore } from '../lib/backoff';
import type { StreamState } from '../lib/stream';
import type { Tile, Tournament } from './types';

type Frame =
	| ({ type: 'tournament' } & Tournament)
	| { type: 'tiles'; now: string; predicted_end: string | null; tiles: Tile[] };

export class Watch {
	tournament = $state.raw<Tournament>();
	tiles = $state.raw<ReadonlyMap<number, Tile>>(new Map());
	predictedEnd = $state<string | null>(null);
	state = $state<StreamState>('connecting');
	#socket: WebSocket | undefined;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#attempts = 0;
	#isClosed = false;

	constructor(
		readonly id: string,
		readonly wall = false,
	) {
		this.#connect();
	}

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#retry);
		this.#socket?.close();
	}

	#connect(): void {
		const path = `/ws/tournaments/${this.id}/${this.wall ? '?wall=1' : ''}`;
		const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
		this.#socket = socket;
		socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string));
		socket.onclose = ({ code }) => {
			if (this.#isClosed) return;
			this.state = code === 4404 ? 'refused' : this.#attempts > 3 ? 'offline' : 'stale';
			if (code === 4404) return;
			this.#attempts += 1;
			this.#retry = setTimeout(() => this.#connect(), waitBefore(this.#attempts, Math.random));
		};
	}

	#receive(frame: Frame): void {
		this.state = 'live';
		this.#attempts = 0;
		if (frame.type === 'tournament') {
			// A new round has other tables.
			if (frame.round !== this.tournament?.round) this.tiles = new Map();
			this.tournament = frame;
		} else if (frame.type === 'tiles') {
			this.predictedEnd = frame.predicted_end;
			if (frame.tiles.length === 0) return;
			this.tiles = new Map([
				...this.tiles,
				...frame.tiles.map((tile) => [tile.table, tile] as const),
			]);
		}
	}
}
