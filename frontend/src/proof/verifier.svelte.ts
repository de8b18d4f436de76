/** One check at a time, in a worker that gets ready as soon as the page is open. */
import type { Answer, Report } from './report';

type Step = { step: 'python' | 'rules' | 'checking'; part?: number };

export type Stage =
	| { at: 'waiting' }
	| ({ at: 'working' } & Step)
	| { at: 'verified'; report: Report; seconds: number }
	| { at: 'wrong'; why: string }
	| { at: 'failed'; why?: string | undefined };

export class Verifier {
	stage = $state.raw<Stage>({ at: 'waiting' });
	/** What is still being done before a file can be checked; nothing once Python is ready. */
	preparing = $state.raw<Step>();
	#worker: Worker | undefined;
	#hasFile = false;

	/** Fetches Python and the rules while the visitor looks for a file. */
	prepare(): void {
		this.#worker ??= this.#start();
		this.#worker.postMessage(null);
	}

	check(file: ArrayBuffer): void {
		this.#hasFile = true;
		this.stage = { at: 'working', ...(this.preparing ?? { step: 'checking' }) };
		this.#worker ??= this.#start();
		this.#worker.postMessage(file, [file]);
	}

	fail(why?: string): void {
		this.stage = { at: 'failed', why };
	}

	stop(): void {
		this.#worker?.terminate();
		this.#worker = undefined;
	}

	#start(): Worker {
		const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
		worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data);
		worker.onerror = () => this.#hear({ kind: 'failed' });
		return worker;
	}

	#hear(answer: Answer): void {
		if (answer.kind === 'step') {
			const { kind: _, ...step } = answer;
			this.preparing = step.step === 'checking' ? undefined : step;
			if (this.#hasFile) this.stage = { at: 'working', ...step };
		} else if (answer.kind === 'ready') {
			this.preparing = undefined;
		} else if (answer.kind === 'verified') {
			this.stage = { at: 'verified', report: answer.report, seconds: answer.seconds };
		} else if (answer.kind === 'wrong') {
			this.stage = { at: 'wrong', why: answer.why };
		} else {
			this.preparing = undefined;
			// Whoever has not given a file yet may still be luckier with it.
			if (this.#hasFile) this.fail();
		}
	}
}
