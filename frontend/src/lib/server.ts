/** The service's API, typed by its OpenAPI document. */
import { createApi } from './api';
import type { components, paths } from './schema';

export const server = createApi<paths>();

type Schemas = components['schemas'];
export type Game = Schemas['Game'];
export type Seat = Schemas['Seat'];
export type Edition = Schemas['EditionSchema'];
export type Person = Schemas['User'];
export type Token = Schemas['Token'];
export type Rulebook = Schemas['Rulebook'];
export type NewGame = Schemas['NewGame'];
export type SeatPlan = Schemas['SeatPlan'];
export type TimeControl = Schemas['TimeControl'];
export type Clock = Schemas['ClockSchema'];

/** openapi-fetch types an answer as perhaps absent; a refusal has been thrown by then. */
export async function answered<T>(answer: Promise<{ data?: T }>): Promise<T> {
	return (await answer).data as T;
}
