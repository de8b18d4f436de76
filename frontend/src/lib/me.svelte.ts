/** Who is at the browser: an account, a guest, or nobody yet. */
import { followAs } from './following.svelte';
import { answered, type Person, server } from './server';

let person = $state.raw<Person | null>();

export const me = {
	/** undefined: not asked yet; null: nobody is signed in. */
	get person(): Person | null | undefined {
		return person;
	},
	has(role: string): boolean {
		return person?.roles.some((held) => held.role === role) ?? false;
	},
};

/** Also fetches the CSRF cookie that every change needs. */
export async function findOut(): Promise<void> {
	become((await answered(server.GET('/api/me'))).user);
}

export function become(found: Person | null): void {
	person = found;
	void followAs(found);
}

export async function enterAsGuest(name: string): Promise<void> {
	become(
		(await answered(server.POST('/api/accounts/guest', { body: { display_name: name } }))).user,
	);
}

/** Somebody who wants to sit down must be somebody: a guest, if nothing else. */
export async function beSomebody(name: string): Promise<void> {
	if (person === undefined) await findOut();
	if (!person) await enterAsGuest(name);
}
