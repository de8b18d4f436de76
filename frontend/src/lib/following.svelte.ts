/** The players and tournaments that are followed: kept with the account, so that each device knows them. Where
 * nobody is signed in this browser keeps them; for a guest it does so too, since a guest is soon forgotten. */
import { inWords } from './attempt.svelte';
import { recall, remember } from './remembered';
import { answered, type Person, server } from './server';
import { refuse } from './toasts.svelte';

export interface Followed {
	kind: 'player' | 'tournament';
	/** A player is known by name at every table, a tournament by its id. */
	id: string;
	name: string;
}

let all = $state.raw<readonly Followed[]>(inThisBrowser());
let owner: Person | null = null;

function inThisBrowser(): Followed[] {
	try {
		const found: unknown = JSON.parse(recall('following') ?? '[]');
		return Array.isArray(found) ? found : [];
	} catch {
		return [];
	}
}

function become(followed: readonly Followed[]): void {
	all = followed;
	const isWithAccount = owner !== null && !owner.is_guest;
	remember('following', isWithAccount ? null : JSON.stringify(followed));
}

const isSame = (one: Followed, other: Followed): boolean =>
	one.kind === other.kind && one.id === other.id;

export function following(): readonly Followed[] {
	return all;
}

export function isFollowed(who: Followed): boolean {
	return all.some((other) => isSame(other, who));
}

/** Somebody has come or gone. Who comes brings along what this browser kept. */
export async function followAs(person: Person | null): Promise<void> {
	const isSomebodyElse = person?.id !== owner?.id;
	owner = person;
	if (!isSomebodyElse) return become(all);
	if (!person) return become(inThisBrowser());
	try {
		const known = await answered(server.GET('/api/me/following'));
		const brought = inThisBrowser().filter((who) => !known.some((other) => isSame(other, who)));
		become([...known, ...brought]);
		for (const who of brought) await follow(who);
	} catch (fault) {
		refuse(inWords(fault));
	}
}

export async function toggleFollowed(who: Followed): Promise<void> {
	const before = all;
	const isOn = isFollowed(who);
	become(isOn ? all.filter((other) => !isSame(other, who)) : [...all, who]);
	if (!owner) return;
	try {
		await (isOn ? stopFollowing(who) : follow(who));
	} catch (fault) {
		become(before);
		refuse(inWords(fault));
	}
}

const follow = (who: Followed) => server.PUT('/api/me/following', { body: who });

const stopFollowing = ({ kind, id }: Followed) =>
	server.DELETE('/api/me/following', { params: { query: { kind, id } } });
