/** One thing asked of the server at a time: whether it is under way, and what was wrong with it. */
import { untrack } from 'svelte';
import { Refusal } from './api';
import { fromServer, t } from './i18n.svelte';

export class Attempt {
	isUnderWay = $state(false);
	/** In words, for the person who tried. */
	error = $state<string>();
	/** Malformed input: what is wrong with each field. */
	errors = $state.raw<Record<string, string[]>>({});

	/** True when it worked. */
	async make(what: () => Promise<unknown>): Promise<boolean> {
		// An effect may make an attempt without being run again by its end.
		if (untrack(() => this.isUnderWay)) return false;
		this.isUnderWay = true;
		this.error = undefined;
		this.errors = {};
		try {
			await what();
			return true;
		} catch (fault) {
			this.error = inWords(fault);
			if (fault instanceof Refusal) this.errors = fault.errors;
			return false;
		} finally {
			this.isUnderWay = false;
		}
	}

	/** What is wrong with one field, or nothing. */
	wrong(field: string): string | undefined {
		return this.errors[field]?.map(fromServer).join(' ');
	}
}

export function inWords(fault: unknown): string {
	if (fault instanceof Refusal) return saidBy(fault) || t('problem.unknown');
	// fetch says only "TypeError" when there is no way through.
	return t('problem.network');
}

/** Of a malformed request only the sentences: the names of its fields are not for people. */
function saidBy({ message, errors }: Refusal): string {
	const wrong = new Set(Object.values(errors).flat());
	return wrong.size ? [...wrong].map(fromServer).join(' ') : fromServer(message);
}
