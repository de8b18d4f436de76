/** How fresh the page is, for the line in the header. Pages without a stream show nothing. */
import type { StreamState } from './stream';

let state = $state<StreamState>();

export const connection = {
	get state(): StreamState | undefined {
		return state;
	},
};

export function showConnection(now: StreamState | undefined): void {
	state = now;
}
