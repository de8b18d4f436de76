import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { proofAssets } from './src/proof/assets.plugin.ts';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
	plugins: [svelte(), proofAssets()],
	worker: { format: 'es', plugins: () => [proofAssets()] },
	build: {
		// light-dark() carries both themes in one token table; these are the first browsers with it.
		cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
		// An inlined asset would be a data: address, which the content security policy refuses.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// How long each plugin took is no news to whoever runs `make run`.
		rolldownOptions: { checks: { pluginTimings: false } },
	},
	server: {
		proxy: {
			'/api': server,
			'/ws': { target: server, ws: true },
		},
	},
	test: { include: ['src/**/*.test.ts'] },
});
