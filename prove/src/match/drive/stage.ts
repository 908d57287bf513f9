import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { World } from '../world/world.ts'

/** The part of the result of `matchAccount` that the driver uses. */
export type Matched = Readonly<{ hasMore: boolean; nextLookAt: Date | undefined }>

/** A world on a real PostgreSQL, driven by the server's own functions. */
export type Stage = Readonly<{
  world: World
  pools: Readonly<{ owner: Pool; api: Pool; worker: Pool }>
  businessIds: readonly string[]
  accountIds: readonly string[]
  /** Set by the driver and read by the server. */
  clock: { now(): Date; set(at: number): void }
  match(accountId: string): Promise<Matched>
  /** Ids that the world's claims and credits received. */
  buyIds: Map<number, string>
  claimsOfBuys: Map<string, number>
  creditsOfLines: Map<string, number>
  linesOfCredits: Map<number, string>
  /** The exact amount of each expected payment, and its code. */
  asked: Map<number, { amountMinor: bigint; code: string }>
  takenBack: Set<number>
}>

/** A Monday, midnight in Lagos, in the future, because a request for a number is never dated back. The following weeks include a public holiday. */
export const WORLD_BEGAN = Date.parse('2037-05-31T23:00:00Z')

export function dateOf(at: number): Date {
  return new Date(WORLD_BEGAN + at)
}
