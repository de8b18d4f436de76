/** A player's own share of the chance: made in this browser, so that the server alone decides no deck. */
import { recall, remember } from './remembered';

export function makeSalt(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Kept, so that the player can find it again in the opened game. */
export function keepSalt(game: string, salt: string): void {
	remember(`salt.${game}`, salt);
}

export function keptSalt(game: string): string | null {
	return recall(`salt.${game}`);
}
