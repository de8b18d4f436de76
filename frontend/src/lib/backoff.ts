/** How long to wait before the nth attempt: doubling up to a limit, and never all clients at once. */
export const FIRST_WAIT_MS = 400;
export const LONGEST_WAIT_MS = 15_000;

export function waitBefore(attempt: number, random: () => number): number {
	const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
	return full / 2 + (random() * full) / 2;
}
