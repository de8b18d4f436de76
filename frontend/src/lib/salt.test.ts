import { expect, it } from 'vitest';
import { makeSalt } from './salt';

it('makes salts that the service takes, never the same twice', () => {
	const salts = Array.from({ length: 50 }, makeSalt);
	for (const salt of salts) expect(salt).toMatch(/^[0-9A-Za-z_-]{16,128}$/);
	expect(new Set(salts).size).toBe(salts.length);
});
