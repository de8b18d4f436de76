/** One check at a time, in a worker that is started with the first. */
import type { Answer, Report } from './report';

export type Stage =
	| { at: 'waiting' }
	| { at: 'working'; step: 'python' | 'rules' | 'checking' }
	| { at: 'verified'; report: Report; seconds: number }
	| { at: 'wrong'; why: string }
	| { at: 'failed'; why?: string | undefined };

export class Verifier {
	stage = $state.raw<Stage>({ at: 'waiting' });
	#worker: Worker | undefined;

	check(file: ArrayBuffer): void {
		this.stage = { at: 'working', step: 'python' };
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
		worker.onmessage = ({ data }: MessageEvent<Answer>) => {
			if (data.kind === 'step') this.stage = { at: 'working', step: data.step };
			else if (data.kind === 'verified')
				this.stage = { at: 'verified', report: data.report, seconds: data.seconds };
			else if (data.kind === 'wrong') this.stage = { at: 'wrong', why: data.why };
			else this.stage = { at: 'failed' };
		};
		worker.onerror = () => this.fail();
		return worker;
	}
}
