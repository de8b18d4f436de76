/** Checks a file with the `rules` package, in Python, away from the page: neither the file nor the verdict
 * passes through our server. */
/// <reference lib="webworker" />
import addresses from 'virtual:proof-assets';
import type { Answer } from './report';

interface Python {
	FS: {
		mkdirTree(path: string): void;
		writeFile(path: string, content: string | Uint8Array): void;
	};
	runPython(code: string): string;
}

const CHECK = `
import json
from rules.shuffles import shuffles_of
from rules.verify import Discrepancy, verify

def check():
    with open("/file.json", "rb") as file:
        raw = file.read()
    try:
        verified = verify(raw)
    except Discrepancy as wrong:
        return {"why": str(wrong)}
    file, logged, shown = verified.file, verified.logged, shuffles_of(verified.file)
    return {
        "game": file["game"],
        "edition": verified.edition.title,
        "seats": file["seats"],
        "ruleset": file["ruleset"],
        "commitment": file["commitment"],
        "head": verified.head,
        "events": len(file["events"]),
        "commands": len(file["commands"]),
        "standings": [
            {"place": one.place, "seat": one.seat, "points": verified.result.scores[one.seat].total}
            for one in verified.result.standings
        ],
        "log": logged and {
            "origin": logged.checkpoint.origin,
            "size": logged.checkpoint.size,
            "signed_by": logged.signed_by,
            "witnessed_by": logged.witnessed_by,
        },
        "seed": shown.seed,
        "salts": shown.salts,
        "unchosen": shown.unchosen,
        "key": shown.key,
        "shuffles": [one._asdict() for one in shown.shuffles],
    }

`;

let python: Promise<Python> | undefined;

function say(answer: Answer): void {
	postMessage(answer);
}

/** Tells how much of Python is here, while Pyodide fetches it. */
function countArrivals(): void {
	const plain = self.fetch.bind(self);
	let arrived = 0;
	self.fetch = async (what, how) => {
		const { body, headers, status } = await plain(what, how);
		const counter = new TransformStream<Uint8Array, Uint8Array>({
			transform(piece, on) {
				arrived += piece.byteLength;
				say({ kind: 'step', step: 'python', part: Math.min(1, arrived / addresses.bytes) });
				on.enqueue(piece);
			},
		});
		return new Response(body?.pipeThrough(counter), { headers, status });
	};
}

async function start(): Promise<Python> {
	say({ kind: 'step', step: 'python', part: 0 });
	countArrivals();
	const package_ = fetch(addresses.rules).then((answer) => answer.json());
	const { loadPyodide } = await import(/* @vite-ignore */ `${addresses.python}pyodide.mjs`);
	const started: Python = await loadPyodide({ indexURL: addresses.python });
	say({ kind: 'step', step: 'rules' });
	const sources: Record<string, string> = await package_;
	for (const [path, source] of Object.entries(sources)) {
		const whole = `/home/pyodide/rules/${path}`;
		started.FS.mkdirTree(whole.slice(0, whole.lastIndexOf('/')));
		started.FS.writeFile(whole, source);
	}
	started.runPython(CHECK);
	say({ kind: 'ready' });
	return started;
}

/** Without a file: get ready for one. */
addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer | null>) => {
	try {
		python ??= start();
		const ready = await python;
		if (data === null) return;
		say({ kind: 'step', step: 'checking' });
		const began = performance.now();
		ready.FS.writeFile('/file.json', new Uint8Array(data));
		const found = JSON.parse(ready.runPython('json.dumps(check())'));
		if ('why' in found) say({ kind: 'wrong', why: found.why });
		else say({ kind: 'verified', report: found, seconds: (performance.now() - began) / 1000 });
	} catch {
		python = undefined;
		say({ kind: 'failed' });
	}
});
