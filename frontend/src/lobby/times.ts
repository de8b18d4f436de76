/** The time controls that the page offers; the API takes any. */
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
