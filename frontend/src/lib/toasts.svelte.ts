/** Short notes at the edge of the page. A refusal stays until it is read and closed. */
import { announce, announceUrgently } from './announcer.svelte';

export interface Toast {
	id: number;
	text: string;
	tone: 'plain' | 'good' | 'bad';
	/** The rule a refusal rests on, such as CG-B5. */
	rule?: string | undefined;
}

const STAYS_MS = 6000;
let next = 1;
const shown = $state<Toast[]>([]);

export function toasts(): readonly Toast[] {
	return shown;
}

export function notify(text: string, tone: 'plain' | 'good' = 'plain'): void {
	const toast: Toast = { id: next++, text, tone };
	shown.push(toast);
	announce(text);
	setTimeout(() => dismiss(toast.id), STAYS_MS);
}

export function refuse(text: string, rule?: string): void {
	shown.push({ id: next++, text, tone: 'bad', rule });
	announceUrgently(rule ? `${text} (${rule})` : text);
}

export function dismiss(id: number): void {
	const at = shown.findIndex((toast) => toast.id === id);
	if (at >= 0) shown.splice(at, 1);
}
