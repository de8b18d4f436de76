/** What the verify page loads besides itself: Python (Pyodide), and our own `rules` package as it is. Both
 * are copied when the page is built; nothing is fetched from elsewhere and nothing of it is in git. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const MODULE = 'virtual:proof-assets';
const PYODIDE = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
const RULES = join(import.meta.dirname, '../../../rules');
const NEEDED = [
	'pyodide.mjs',
	'pyodide.asm.mjs',
	'pyodide.asm.wasm',
	'python_stdlib.zip',
	'pyodide-lock.json',
];

/** Each source and data file of the package, by its path. */
function rulesPackage(): string {
	const files = readdirSync(RULES, { recursive: true, encoding: 'utf8' })
		.filter((path) => /\.(py|json|csv|md)$/.test(path) && !path.includes('__pycache__'))
		.sort();
	return JSON.stringify(
		Object.fromEntries(files.map((path) => [path, readFileSync(join(RULES, path), 'utf8')])),
	);
}

export function proofAssets(): Plugin {
	const { version } = JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8'));
	const rules = rulesPackage();
	const digest = createHash('sha256').update(rules).digest('hex').slice(0, 12);
	// What the page fetches, unpacked; the modules are imported instead.
	const fetched = NEEDED.filter((name) => !name.endsWith('.mjs'));
	const bytes = fetched.reduce((sum, name) => sum + statSync(join(PYODIDE, name)).size, 0);
	const addresses = {
		python: `/assets/pyodide-${version}/`,
		rules: `/assets/rules-${digest}.json`,
		bytes: bytes + Buffer.byteLength(rules),
	};
	return {
		name: 'proof-assets',
		resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
		load: (id) =>
			id === `\0${MODULE}` ? `export default ${JSON.stringify(addresses)}` : undefined,
		generateBundle() {
			const emit = (address: string, source: string | Uint8Array) => {
				const fileName = address.slice(1);
				this.emitFile({ type: 'asset', fileName, source });
				// The service hands out the packed twin to whoever can unpack it: 13 MB become 6.
				this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source) });
			};
			for (const name of NEEDED) emit(addresses.python + name, readFileSync(join(PYODIDE, name)));
			emit(addresses.rules, rules);
		},
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const path = request.url?.split('?')[0] ?? '';
				const name = NEEDED.find((needed) => path === addresses.python + needed);
				if (name?.endsWith('.wasm')) response.setHeader('Content-Type', 'application/wasm');
				if (name?.endsWith('.mjs')) response.setHeader('Content-Type', 'text/javascript');
				if (name) response.end(readFileSync(join(PYODIDE, name)));
				else if (path === addresses.rules) response.end(rules);
				else next();
			});
		},
	};
}
