/** A choice kept in this browser. Where storage is refused (private windows), it lasts until the page closes. */
export function recall(name: string): string | null {
	try {
		return localStorage.getItem(`roundhouse.${name}`);
	} catch {
		return null;
	}
}

export function remember(name: string, value: string | null): void {
	try {
		if (value === null) localStorage.removeItem(`roundhouse.${name}`);
		else localStorage.setItem(`roundhouse.${name}`, value);
	} catch {
		// Nothing to do: the choice holds for this visit.
	}
}
