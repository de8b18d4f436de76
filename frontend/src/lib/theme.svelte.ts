/** Light, dark, or as the system says. */
import { recall, remember } from './remembered';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

let theme = $state<Theme>('system');

export function currentTheme(): Theme {
	return theme;
}

export function chooseTheme(wanted: Theme): void {
	remember('theme', wanted === 'system' ? null : wanted);
	wear(wanted);
}

export function wearAsRemembered(): void {
	wear(THEMES.find((known) => known === recall('theme')) ?? 'system');
}

function wear(wanted: Theme): void {
	theme = wanted;
	if (wanted === 'system') delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = wanted;
}
