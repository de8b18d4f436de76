/** A track of a board in one line: its ends, what it costs, what it brings, whose it is. */
import { t } from '../lib/i18n.svelte';
import type { Geometry, Track } from './geometry';
import type { Claim } from './TrackDrawing.svelte';

/** What lies on a board at a moment. */
export interface Situation {
	claims: Record<string, Claim>;
	/** Track ids that nobody can claim any more. */
	closed: readonly string[];
	/** Points by length. */
	points: Record<number, number>;
	/** Seat names, from seat 1. */
	names: readonly string[];
}

export function trackWords(
	track: Track,
	{ cities }: Geometry,
	{ claims, closed, points, names }: Situation,
): string {
	const nameOf = (id: string): string => cities.find((city) => city.id === id)?.name ?? id;
	const color = track.color ? t(`color.${track.color}`) : t('map.any_color');
	const isBullet = track.kind === 'bullet';
	const worth = isBullet ? undefined : points[track.length];
	const claim = claims[track.id];
	return [
		t('map.track', { a: nameOf(track.a), b: nameOf(track.b) }),
		t('map.cost', { count: track.length, color }),
		track.locomotives ? t('map.ferry', { count: track.locomotives }) : '',
		isBullet ? t('map.bullet') : '',
		worth === undefined ? '' : t('points.count', { count: worth }),
		claim ? claimWords(claim, names) : closed.includes(track.id) ? t('map.closed') : '',
	]
		.filter(Boolean)
		.join(' · ');
}

function claimWords({ seat, shared }: Claim, names: readonly string[]): string {
	const name = names[seat - 1] ?? String(seat);
	return t(shared ? 'map.shared' : 'map.claimed_by', { name });
}
