/** How the chart of the race is drawn. Pure, so that it can be tested. */

/** Where names stand: beside the ends of their lines, which come from above, but not on top of each other and not
 * below the chart. */
export function labelPlaces(ends: readonly number[], step: number, bottom: number): number[] {
	const places: number[] = [];
	for (const end of ends)
		places.push(Math.max(end, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + step));
	return places.map((place, i) => Math.min(place, bottom - (ends.length - 1 - i) * step));
}
