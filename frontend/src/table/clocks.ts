/** The server's clocks as the page counts them down: by this browser's clock, from when they were told. */
import type { Clock } from '../lib/server';
import type { SeatClock } from './SeatPanels.svelte';

export function clocksOf(clock: Clock | undefined, toldAt: number): (SeatClock | undefined)[] {
	return (clock?.seats ?? []).map(({ seconds_left, running }) => {
		if (seconds_left === null) return undefined;
		return {
			deadline: running ? toldAt + seconds_left * 1000 : null,
			seconds: Math.round(seconds_left),
		};
	});
}
