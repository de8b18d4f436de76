/** A tournament as the service tells it (docs/TOURNAMENTS.md). */
import type { Plan } from './plan/plan';

export interface Entrant {
	number: number;
	name: string;
	club: string;
	policy: string;
	status: 'registered' | 'checked_in' | 'dropped' | 'disqualified';
	warnings: number;
	penalty: number;
	late: boolean;
}

/** In the order of the table's seats, not of the game's. */
export interface Outcome {
	places: number[];
	scores: number[];
	tickets: number[];
	bonuses: number[];
}

export interface PlayedGame {
	id: string;
	/** Who sits where in it: each game of a match begins with another. */
	seats: number[];
	/** Of its deck, where all tables of the round play it. */
	commitment: string;
	void: boolean;
	adjudicated: boolean;
	outcome: Outcome | null;
}

export interface TableOfRound {
	table: number;
	seats: number[];
	game: string | null;
	games: PlayedGame[];
	places: number[] | null;
	scores: number[] | null;
	extension: number;
	/** When the round's time is over here; null: never, or the table stands still. */
	ends_at: string | null;
	calls: number[];
	no_shows: number[];
}

/** How a table of the present round stands with its time. */
export interface TableTime extends Pick<TableOfRound, 'table' | 'ends_at'> {
	round: number;
}

export interface Round {
	number: number;
	stage: number;
	kind: string;
	status: 'paired' | 'published' | 'started' | 'finished';
	seed: string;
	changed_by_hand: boolean;
	/** Of the first deck, where all tables of the round play the same ones. */
	commitment: string;
	paused: boolean;
	started_at: string | null;
	byes: number[];
	tables: TableOfRound[];
}

export interface Standing {
	entrant: number;
	place: number;
	figures: Record<string, number>;
	decided_by: string;
	figure_before: number | null;
	figure_here: number | null;
}

export interface Announcement {
	seq: number;
	at: string;
	text: string;
	tables: number[];
}

export interface Summary {
	id: string;
	name: string;
	about: string;
	season: string;
	edition: string;
	status: 'registration' | 'running' | 'finished';
	is_open: boolean;
	entrants: number;
	round: number;
	rounds: number | null;
}

export interface Tournament extends Summary {
	seq: number;
	digest: string;
	plan: Plan;
	stages: { kind: string; field: number[]; groups: number[][]; schedule: number[][][] }[];
	field: Entrant[];
	rounds_so_far: Round[];
	standings: Standing[];
	race: { entrant: number; points: number[] }[];
	announcements: Announcement[];
	finished: boolean;
}

export interface You {
	organiser: boolean;
	judge: boolean;
	entrant: number | null;
	table: number | null;
	/** What is played at that table. */
	game: string | null;
	signed_in: boolean;
	draft: Round | null;
}

export interface Tile {
	table: number;
	seats: number[];
	game: string | null;
	status: 'owed' | 'lobby' | 'running' | 'over' | 'decided' | 'cancelled';
	round: number | null;
	phase: string;
	waiting_on: number[];
	scores: number[];
	seq: number;
	moved_at: string | null;
	deadline: string | null;
	paused: boolean;
	calls: number;
	no_shows: number;
	/** Seats of people who are not connected. */
	away: number[];
	extension: number;
	ends_at: string | null;
}

export interface Why {
	table: number | null;
	bye: boolean;
	seed: string;
	changed_by_hand: boolean;
	replays: boolean;
	round_cost: number;
	pairs: { with: number; forbidden: number; rematch: number; distance: number; total: number }[];
	seats_so_far: number[];
}

/** In the seats of a table: an AI that fills it up. */
export const AI = 0;

export function namesOf(tournament: Tournament | undefined): Map<number, string> {
	const names = new Map(tournament?.field.map(({ number, name }) => [number, name]));
	return names.set(AI, 'AI');
}
