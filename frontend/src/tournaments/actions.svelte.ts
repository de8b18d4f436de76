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

	constructor(readonly tournament: string) {}

	/** True when it is done. */
	now(type: string, more: object = {}, why = ''): Promise<boolean> {
		return this.attempt.make(() => act(this.tournament, { type, ...more }, why));
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
