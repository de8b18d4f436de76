/** What an organiser or a judge does: at once, or after they were asked why. */
import { Attempt } from '../lib/attempt.svelte';
import { act } from './service';

interface Asked {
	title: string;
	type: string;
	more: object;
}

export class Actions {
	readonly attempt = new Attempt();
	/** What waits for a reason. */
	asked = $state.raw<Asked>();
	/** What is not answered yet, by what it is. */
	private readonly unanswered = new Map<string, Promise<boolean>>();
	private last: Promise<unknown> = Promise.resolve();

	constructor(readonly tournament: string) {}

	/** True when it is done. Something else waits for what is under way; the same again is a second click. */
	now(type: string, more: object = {}, why = ''): Promise<boolean> {
		const what = JSON.stringify([type, more, why]);
		const made = this.unanswered.get(what) ?? this.inTurn(what, { type, ...more }, why);
		this.unanswered.set(what, made);
		return made;
	}

	private inTurn(what: string, command: { type: string }, why: string): Promise<boolean> {
		const isFirst = this.unanswered.size === 0;
		const made = this.last.then(async () => {
			const refused = isFirst ? undefined : this.attempt.error;
			const isDone = await this.attempt.make(() => act(this.tournament, command, why));
			this.unanswered.delete(what);
			// What went wrong before it stays to be read.
			this.attempt.error ??= refused;
			return isDone;
		});
		this.last = made;
		return made;
	}

	askWhy(title: string, type: string, more: object = {}): void {
		this.attempt.error = undefined;
		this.asked = { title, type, more };
	}

	async because(why: string): Promise<void> {
		const asked = this.asked;
		if (asked && (await this.now(asked.type, asked.more, why))) this.asked = undefined;
	}
}
