import { expect, it } from 'vitest';
import { type Followed, following, isFollowed, toggleFollowed } from './following.svelte';

const rolf: Followed = { kind: 'player', id: 'Rolf', name: 'Rolf' };
const cup: Followed = { kind: 'tournament', id: 'Rolf', name: 'The Rolf Cup' };

it('follows and stops following, a player apart from a tournament', () => {
	toggleFollowed(rolf);
	expect(isFollowed(rolf)).toBe(true);
	expect(isFollowed(cup)).toBe(false);
	toggleFollowed(cup);
	toggleFollowed({ ...rolf });
	expect(following()).toEqual([cup]);
});
