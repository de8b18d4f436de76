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

/** What every request says of itself: what it understands, in which language, and that it is ours. */
export function standardHeaders(method: string): Record<string, string> {
	const page = globalThis.document;
	const token = csrfToken(page?.cookie ?? '');
	return {
		Accept: 'application/json, application/problem+json',
		'Accept-Language': page?.documentElement.lang || 'en',
		...(token && !SAFE.includes(method) ? { 'X-CSRFToken': token } : {}),
	};
}

const middleware: Middleware = {
	onRequest({ request }) {
		const headers = Object.entries(standardHeaders(request.method));
		for (const [name, value] of headers) request.headers.set(name, value);
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
