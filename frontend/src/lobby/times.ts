/** The time controls and the paces that the page offers; the API takes any. */
import type { TimeControl } from '../lib/server';

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
