/** What the tournament pages ask of the service. */
import { refusalOf, standardHeaders } from '../lib/api';

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
	const headers = standardHeaders(method);
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	const response = await fetch(`/api/${path}`, {
		method,
		headers,
		credentials: 'same-origin',
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	if (!response.ok) throw await refusalOf(response);
	return response.status === 204 ? (undefined as T) : response.json();
}

/** What is shown beside the rest: without an answer it stays as it was, until it is asked for again. */
export function hear<T>(path: string, take: (found: T) => void): void {
	ask<T>('GET', path).then(take, () => {});
}

/** The one way to act. Pressed twice, it counts once. */
export function act(id: string, command: { type: string; [more: string]: unknown }, why = '') {
	const body = { command, why, command_id: crypto.randomUUID() };
	return ask<{ seq: number }>('POST', `tournaments/${id}/commands`, body);
}
