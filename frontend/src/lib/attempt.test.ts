import { expect, it } from 'vitest';
import { Refusal } from './api';
import { inWords } from './attempt.svelte';

it('says what the server said', () => {
	expect(inWords(new Refusal(409, 'Every seat is taken.', {}))).toBe('Every seat is taken.');
});

it('says of a malformed request each sentence once, and no name of a field', () => {
	const required = 'This field is required.';
	const errors = { username: [required], password: [required], seats: ['The host has one seat.'] };
	const refusal = new Refusal(400, `username: ${required}; ...`, { errors });
	expect(inWords(refusal)).toBe('This field is required. The host has one seat.');
});
