/** The times and the paces that the page offers; the API takes any. */
import type { Game, TimeControl } from '../lib/server';

type Delay = Game['commentary_delay'];

export const TIMES: readonly TimeControl[] = [
	{ kind: 'none' },
	{ kind: 'per_turn', seconds: 30 },
	{ kind: 'per_turn', seconds: 90 },
	{ kind: 'per_turn', seconds: 300 },
	{ kind: 'per_game', seconds: 600, increment: 5 },
	{ kind: 'per_game', seconds: 1200, increment: 10 },
	{ kind: 'correspondence', seconds: 86_400 },
	{ kind: 'correspondence', seconds: 3 * 86_400 },
];

/** How long an AI takes before it moves, in milliseconds. */
export const PACES = { at_once: 0, brisk: 400, calm: 1200, slow: 3000 } as const;

/** Seconds for a choice that several make at once; 0: as for a turn. */
export const DECISIONS: readonly number[] = [0, 30, 60, 120, 300];

/** How far behind a commentator sees a game; the first is what the server takes unless told. */
export const DELAYS: readonly [Delay, ...Delay[]] = [
	{ seconds: 300 },
	{ seconds: 60 },
	{ seconds: 900 },
	{ turns: 1 },
	{ turns: 4 },
	{ turns: 8 },
];
