/** What a screen reader is told. Polite lines wait their turn; urgent ones (your turn, a refusal) interrupt. */
let polite = $state('');
let urgent = $state('');
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export const spoken = {
	get polite() {
		return polite;
	},
	get urgent() {
		return urgent;
	},
};

/** Lines that come together are read together: a screen reader drops a line replaced too soon. */
export function announce(line: string): void {
	waiting.push(line);
	if (timer !== undefined) return;
	timer = setTimeout(() => {
		polite = waiting.join(' ');
		waiting = [];
		timer = undefined;
	}, 150);
}

export function announceUrgently(line: string): void {
	// The same words twice are still news.
	urgent = line === urgent ? `${line}\u00a0` : line;
}
