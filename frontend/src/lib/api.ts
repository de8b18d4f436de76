/** The one way to the server. `createApi<paths>()` is typed by the OpenAPI document; every answer that is
 * not a success becomes a `Refusal` that can be shown as it is. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';

/** What the server says when it won't (RFC 9457): in words, with the rule it rests on if there is one. */
export class Refusal extends Error {
	override name = 'Refusal';

	constructor(
		readonly status: number,
		/** A sentence for people. */
		message: string,
		readonly body: ProblemBody,
	) {
		super(message);
	}

	/** Such as CG-B5. */
	get rule(): string | undefined {
		return this.body.rule;
	}

	/** Malformed input: what is wrong with each field. */
	get errors(): Record<string, string[]> {
		return this.body.errors ?? {};
	}
}

export interface ProblemBody {
	/** Names the kind of problem, such as /problems/seat-taken. */
	type?: string;
	detail?: string;
	rule?: string;
	errors?: Record<string, string[]>;
	/** Some kinds add members of their own. */
	[more: string]: unknown;
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Django's token for requests that change something. */
export function csrfToken(cookies: string): string | undefined {
	return cookies
		.split('; ')
		.find((cookie) => cookie.startsWith('csrftoken='))
		?.slice('csrftoken='.length);
}

const middleware: Middleware = {
	onRequest({ request }) {
		const token = csrfToken(globalThis.document?.cookie ?? '');
		if (token && !SAFE.includes(request.method)) request.headers.set('X-CSRFToken', token);
		request.headers.set('Accept', 'application/json, application/problem+json');
		return request;
	},
	async onResponse({ response }) {
		if (!response.ok) throw await refusalOf(response);
	},
};

export async function refusalOf(response: Response): Promise<Refusal> {
	const body: ProblemBody = await response.json().catch(() => ({}));
	return new Refusal(response.status, body.detail ?? response.statusText, body);
}

export function createApi<Paths extends object>(
	options: { baseUrl?: string; fetch?: (request: Request) => Promise<Response> } = {},
): Client<Paths> {
	const client = createClient<Paths>({ credentials: 'same-origin', ...options });
	client.use(middleware);
	return client;
}
