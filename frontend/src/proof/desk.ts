/** What the auditor's desk works with. */
import type { components } from '../lib/schema';

type Schemas = components['schemas'];
export type Alarm = Schemas['AlarmSchema'];
export type FoundGame = Schemas['FoundGameSchema'];
export type DeskGame = Schemas['DeskGameSchema'];
export type Radar = Schemas['RadarSchema'];
export type Appraised = Schemas['AppraisedSchema'];

export const ANOMALIES = [
	'alarm',
	'cancelled',
	'clock',
	'forfeit',
	'handed_over',
	'looked',
	'policy_failed',
	'ruling',
] as const;

export interface LedgerEntry {
	at: string;
	what: string;
	seq?: number;
	seat?: number | null;
	person?: string;
	actor?: string;
	reason?: string;
	seconds?: number;
}

export interface Change {
	path: string;
	before: unknown;
	after: unknown;
}
