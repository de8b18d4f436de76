/** The one way to the server. `createApi<paths>()` is typed by the OpenAPI document; every answer that is
 * not a success becomes a `Refusal` that can be shown as it is. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';

/** What the server says when it won't: in words, with the rule it rests on if there is one. */
export class Refusal extends Error {
	override name = 'Refusal';

	constructor(
		readonly status: number,
		message: string,
		/** Such as CG-B5. */
		readonly rule: string | undefined,
		/** The answer as it came, for what a status has to add (409: what was missed). */
		readonly body: unknown,
	) {
		super(message);
	}
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
		request.headers.set('Accept', 'application/json');
		return request;
	},
	async onResponse({ response }) {
		if (!response.ok) throw await refusalOf(response);
	},
};

export async function refusalOf(response: Response): Promise<Refusal> {
	const body: unknown = await response.json().catch(() => undefined);
	const said = (body ?? {}) as { message?: unknown; detail?: unknown; rule?: unknown };
	const message = [said.message, said.detail].find((text) => typeof text === 'string');
	return new Refusal(
		response.status,
		(message as string | undefined) ?? response.statusText,
		typeof said.rule === 'string' ? said.rule : undefined,
		body,
	);
}

export function createApi<Paths extends object>(
	options: { baseUrl?: string; fetch?: (request: Request) => Promise<Response> } = {},
): Client<Paths> {
	const client = createClient<Paths>({ credentials: 'same-origin', ...options });
	client.use(middleware);
	return client;
}
