/** Who is meant to sit in a new game beside its host: a list of plans, the seat after the host's first. */
import type { Edition, SeatPlan } from '../lib/server';

/** As many seats as are wanted. Open ones come and go first, so that what was chosen stays. */
export function resized(plans: readonly SeatPlan[], length: number): SeatPlan[] {
	const seats = [...plans];
	while (seats.length > length) {
		const open = seats.findIndex(({ kind }) => kind === 'open');
		seats.splice(Math.max(0, open), 1);
	}
	while (seats.length < length) seats.unshift({ kind: 'open' });
	return seats;
}

export function countAis(plans: readonly SeatPlan[]): number {
	return plans.filter(({ kind }) => kind === 'ai').length;
}

/** So many AIs, in the last seats that nobody is invited to, as long as there are such. */
export function withAis(plans: readonly SeatPlan[], wanted: number, level: string): SeatPlan[] {
	const seats = [...plans];
	const change = wanted - countAis(seats);
	for (let i = 0; i < Math.abs(change); i++) {
		const seat =
			change > 0
				? seats.findLastIndex(({ kind }) => kind !== 'ai' && kind !== 'invited')
				: seats.findIndex(({ kind }) => kind === 'ai');
		if (seat < 0) break;
		seats[seat] = change > 0 ? { kind: 'ai', level } : { kind: 'open' };
	}
	return seats;
}

/** Every AI plays at this level. */
export function atLevel(plans: readonly SeatPlan[], level: string): SeatPlan[] {
	return plans.map((plan) => (plan.kind === 'ai' ? { kind: 'ai', level } : plan));
}

/** The level of all AIs; undefined where they differ. */
export function sharedLevel(plans: readonly SeatPlan[], otherwise: string): string | undefined {
	const levels = new Set(plans.filter(({ kind }) => kind === 'ai').map(({ level }) => level ?? ''));
	return levels.size > 1 ? undefined : ([...levels][0] ?? otherwise);
}

/** Levels that this edition does not know become its middling one. */
export function knownLevels(plans: readonly SeatPlan[], edition: Edition | undefined): SeatPlan[] {
	const known = new Set(edition?.levels.map(({ id }) => id));
	return plans.map((plan) =>
		plan.kind === 'ai' && !known.has(plan.level ?? '') ? { kind: 'ai', level: '' } : plan,
	);
}
