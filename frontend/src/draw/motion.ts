/** Movements that explain a change, and stand still for whoever asked for less motion. */
import type { TransitionConfig } from 'svelte/transition';

export function turnUp(_: Element): TransitionConfig {
	return {
		duration: standsStill() ? 0 : 420,
		css: (_t, left) => `transform: perspective(30rem) rotateY(${left * 90}deg)`,
	};
}

export function arrive(_: Element): TransitionConfig {
	return {
		duration: standsStill() ? 0 : 320,
		css: (t, left) => `opacity: ${t}; translate: 0 ${left * -0.75}rem`,
	};
}

function standsStill(): boolean {
	return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
