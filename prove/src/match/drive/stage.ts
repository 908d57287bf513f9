import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { World } from '../world/world.ts'

/** What the driver must know of the result of `matchAccount`. */
export type Matched = Readonly<{ hasMore: boolean; nextLookAt: Date | undefined }>

/** A world on real PostgreSQL, by the server's own functions. */
export type Stage = Readonly<{
  world: World
  pools: Readonly<{ owner: Pool; api: Pool; worker: Pool }>
  businessIds: readonly string[]
  accountIds: readonly string[]
  /** Moved by the driver, read by the server. */
  clock: { now(): Date; set(at: number): void }
  match(accountId: string): Promise<Matched>
  /** What happened to the world's things on the way. */
  buyIds: Map<number, string>
  claimsOfBuys: Map<string, number>
  creditsOfLines: Map<string, number>
  linesOfCredits: Map<number, string>
  /** What each expected payment is to be, to the kobo, and its code. */
  asked: Map<number, { amountMinor: bigint; code: string }>
  takenBack: Set<number>
}>

/** A Monday, midnight in Lagos; a public holiday is on the way. */
export const WORLD_BEGAN = Date.parse('2026-05-31T23:00:00Z')

export function dateOf(at: number): Date {
  return new Date(WORLD_BEGAN + at)
}
