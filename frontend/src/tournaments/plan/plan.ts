/** How a tournament is played: the shape of its plan (games/tournaments/plan.py), and where to start from. */

export const KINDS = ['swiss', 'round_robin', 'groups', 'knockout'] as const;
export const LEFTOVERS = ['smaller', 'larger', 'ai', 'bye'] as const;
export const CLOCKS = ['none', 'per_turn', 'per_game', 'correspondence'] as const;
export const AFTER_TIME = ['judge', 'ai', 'score'] as const;
export const TIE_BREAKS = [
	'points',
	'wins',
	'opponents_points',
	'opponents_points_without_lowest',
	'head_to_head',
	'raw_score',
	'tickets',
	'bonuses',
] as const;

export interface Stage {
	kind: (typeof KINDS)[number];
	rounds: number;
	cut: number;
	advance: number;
	group_size: number;
	games: number;
}

export interface Plan {
	edition: string;
	options: Record<string, boolean>;
	stages: Stage[];
	pod_size: number;
	leftover: (typeof LEFTOVERS)[number];
	filler_level: string;
	placement: Record<string, number[]>;
	bye_points: number;
	late_points: number;
	tie_breaks: (typeof TIE_BREAKS)[number][];
	no_show: { grace_seconds: number; remedy: 'ai' | 'forfeit'; level: string };
	time_control: { kind: (typeof CLOCKS)[number]; seconds: number; increment: number };
	decision_seconds: number | null;
	round_seconds: number;
	time_over: { remedy: (typeof AFTER_TIME)[number]; level: string };
	ai_pace: number;
	duplicate: boolean;
	check_in: boolean;
}

const stage = (kind: Stage['kind'], more: Partial<Stage> = {}): Stage => ({
	kind,
	rounds: 1,
	cut: 0,
	advance: 2,
	group_size: 8,
	games: 1,
	...more,
});

/** The stages that most tournaments have. */
export const FORMATS = {
	swiss: () => [stage('swiss', { rounds: 3 })],
	swiss_cut: () => [stage('swiss', { rounds: 5 }), stage('knockout', { cut: 16 })],
	round_robin: () => [stage('round_robin', { rounds: 5 })],
	groups: () => [stage('groups', { rounds: 3 }), stage('knockout')],
	knockout: () => [stage('knockout')],
	final: () => [stage('swiss', { rounds: 3 }), stage('knockout', { cut: 4 })],
};
export type Format = keyof typeof FORMATS;

export function newPlan(): Plan {
	return {
		edition: '',
		options: {},
		stages: FORMATS.swiss(),
		pod_size: 4,
		leftover: 'smaller',
		filler_level: '',
		placement: {},
		bye_points: 3,
		late_points: 0,
		tie_breaks: ['points', 'opponents_points', 'wins', 'raw_score', 'tickets'],
		no_show: { grace_seconds: 600, remedy: 'ai', level: '' },
		time_control: { kind: 'none', seconds: 60, increment: 0 },
		decision_seconds: null,
		round_seconds: 0,
		time_over: { remedy: 'judge', level: '' },
		ai_pace: 1200,
		duplicate: false,
		check_in: true,
	};
}

/** What the places are worth where the plan says nothing. */
const PLACEMENT: Record<string, number[]> = {
	2: [5, 1],
	3: [5, 2, 1],
	4: [5, 3, 2, 1],
	5: [5, 3, 3, 2, 1],
	6: [5, 4, 3, 2, 1, 1],
};

export const pointsOf = (plan: Plan, seats: number): number[] =>
	plan.placement[seats] ?? PLACEMENT[seats] ?? [];

/** The sizes of table that a plan leads to. */
export function sizesOf({ pod_size, leftover }: Plan): number[] {
	const other = { smaller: pod_size - 1, larger: pod_size + 1, ai: 0, bye: 0 }[leftover];
	return other > 1 ? [pod_size, other] : [pod_size];
}
