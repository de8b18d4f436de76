/** Who is awaited and does not come. Where no clock decides it, the others may let an AI play for them. */
import type { Clock, Game } from '../lib/server';
import type { GameEvent, Position } from './position';

/** For how many seconds nobody has moved. By the server's clock, as it was when told, and by ours since then. */
export function stillFor(
	clock: Clock,
	toldAt: number,
	last: GameEvent | undefined,
	now: number,
): number {
	if (!last) return 0;
	return (Date.parse(clock.now) - Date.parse(last.recorded_at) + now - toldAt) / 1000;
}

/** The seats that whoever sits in `seat` may call in an AI for, when nobody has moved for so many seconds. */
export function missingAt(
	game: Game,
	position: Position,
	clock: Clock,
	seat: number,
	seconds: number,
): number[] {
	const isUndecided = game.absent_after !== null && clock.deadline === null;
	if (!isUndecided || position.paused || position.result || seconds < (game.absent_after ?? 0))
		return [];
	return game.seats
		.filter(({ number, kind }) => kind === 'person' && number !== seat)
		.map(({ number }) => number)
		.filter((number) => position.waiting_on.includes(number) && !position.handed_to[number]);
}
