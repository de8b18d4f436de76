/** A tournament as it happens. Every frame is whole or names its tables, so a lost connection costs
 * nothing but the time until the next one. */
import { waitBefore } from '../lib/backoff';
import type { StreamState } from '../lib/stream';
import type { Announcement, TableTime, Tile, Tournament } from './types';

type Frame =
	| ({ type: 'tournament' } & Tournament)
	| { type: 'tiles'; now: string; predicted_end: string | null; tiles: Tile[] }
	| { type: 'announcements'; name: string; announcements: Announcement[] }
	| ({ type: 'table_time' } & TableTime);

/** A socket that is opened again whenever it is lost. */
abstract class Socket {
	state = $state<StreamState>('connecting');
	#socket: WebSocket | undefined;
	#retry: ReturnType<typeof setTimeout> | undefined;
	#attempts = 0;
	#isClosed = false;

	constructor(
		readonly id: string,
		readonly query: string,
	) {
		this.#connect();
	}

	protected abstract receive(frame: Frame): void;

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#retry);
		this.#socket?.close();
	}

	#connect(): void {
		const path = `/ws/tournaments/${this.id}/?${this.query}`;
		const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
		this.#socket = socket;
		socket.onmessage = (message) => {
			this.state = 'live';
			this.#attempts = 0;
			this.receive(JSON.parse(message.data as string));
		};
		socket.onclose = ({ code }) => {
			if (this.#isClosed) return;
			this.state = code === 4404 ? 'refused' : this.#attempts > 3 ? 'offline' : 'stale';
			if (code === 4404) return;
			this.#attempts += 1;
			this.#retry = setTimeout(() => this.#connect(), waitBefore(this.#attempts, Math.random));
		};
	}
}

/** Standings and rounds; with the wall, every table. */
export class Watch extends Socket {
	tournament = $state.raw<Tournament>();
	tiles = $state.raw<ReadonlyMap<number, Tile>>(new Map());
	predictedEnd = $state<string | null>(null);

	constructor(id: string, wall = false) {
		super(id, `wants=${wall ? 'wall' : 'whole'}`);
	}

	protected receive(frame: Frame): void {
		if (frame.type === 'tournament') {
			// A new round has other tables.
			if (frame.round !== this.tournament?.round) this.tiles = new Map();
			this.tournament = frame;
		} else if (frame.type === 'tiles') {
			this.predictedEnd = frame.predicted_end;
			if (frame.tiles.length === 0) return;
			const tiles = new Map(this.tiles);
			for (const tile of frame.tiles) tiles.set(tile.table, tile);
			this.tiles = tiles;
		}
	}
}

/** What is said to the hall and how long the round lasts at one table: for those who sit there. */
export class HallWatch extends Socket {
	announcements = $state.raw<Announcement[]>([]);
	time = $state.raw<TableTime>();

	constructor(id: string, game: string) {
		super(id, `wants=announcements&game=${game}`);
	}

	protected receive(frame: Frame): void {
		if (frame.type === 'announcements') this.announcements = frame.announcements;
		else if (frame.type === 'table_time') this.time = frame;
	}
}
