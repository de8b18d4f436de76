/** What the check of a file says. It is made by `rules` itself, in Python, in this browser. */
export interface Shuffle {
	seq: number;
	type: string;
	label: string;
	stream: string;
	order: string[];
}

export interface Report {
	game: string;
	edition: string;
	seats: number;
	ruleset: number;
	commitment: string;
	head: string;
	events: number;
	commands: number;
	standings: { place: number; seat: number; points: number }[];
	log: { origin: string; size: number; signed_by: string[]; witnessed_by: string[] } | null;
	seed: string;
	salts: string[];
	unchosen: boolean[];
	key: string;
	shuffles: Shuffle[];
}

export type Answer =
	| { kind: 'step'; step: 'python' | 'rules' | 'checking'; part?: number }
	| { kind: 'ready' }
	| { kind: 'verified'; report: Report; seconds: number }
	| { kind: 'wrong'; why: string }
	| { kind: 'failed' };
