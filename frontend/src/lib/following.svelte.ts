/** The players and tournaments that this browser follows, kept for the next visit. */
import { recall, remember } from './remembered';

export interface Followed {
	kind: 'player' | 'tournament';
	/** A player is known by name at every table, a tournament by its id. */
	id: string;
	name: string;
}

let all = $state.raw<readonly Followed[]>(kept());

function kept(): Followed[] {
	try {
		const found: unknown = JSON.parse(recall('following') ?? '[]');
		return Array.isArray(found) ? found : [];
	} catch {
		return [];
	}
}

const isSame = (one: Followed, other: Followed): boolean =>
	one.kind === other.kind && one.id === other.id;

export function following(): readonly Followed[] {
	return all;
}

export function isFollowed(who: Followed): boolean {
	return all.some((other) => isSame(other, who));
}

export function toggleFollowed(who: Followed): void {
	all = isFollowed(who) ? all.filter((other) => !isSame(other, who)) : [...all, who];
	remember('following', JSON.stringify(all));
}
