import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { LanePlace } from '../../../../movements/transfers/chain.ts'
import { addressWithSeed } from '../addresses/seed-address.ts'
import { SYSTEM_PROGRAM } from '../addresses/solana-address.ts'
import type { Account } from '../rpc/rpc-values.ts'

/** Minimum balance of an account without data, in lamports. */
export const MARKER_RENT = 890_880n

const MARKER_SEED_CHARACTERS = 32

export type Markers = Readonly<{
  seedOf(lane: string, lock: bigint): string
  addressOf(lane: string, lock: bigint): string
}>

/**
 * A lock is an account, its marker, that every transaction for the lock must open first. The network opens an account only once, so it
 * executes only one of these transactions, whatever their blockhashes. Any node can show whether the marker exists. The marker's address is
 * derived from a secret, so that nobody else knows it: a person who knew the address could send lamports there and so use up the lock.
 */
export function createMarkers(secret: string): Markers {
  const seedOf = (lane: string, lock: bigint): string =>
    createHmac('sha256', secret).update(`${lane}:${lock}`).digest('hex').slice(0, MARKER_SEED_CHARACTERS)
  return { seedOf, addressOf: (lane, lock) => addressWithSeed(lane, seedOf(lane, lock), SYSTEM_PROGRAM) }
}

export type OwnMarkers = Readonly<{
  /** Records how many locks a lane has given out so far. */
  note(lane: LanePlace): void
  /** Whether an account that looks like a wallet is the marker of one of our locks. */
  has(address: string, account: Account): Promise<boolean>
}>

const LOCKS_PER_TURN = 1_000n

/**
 * Recognises our markers. A marker whose address happens to be on the curve looks like a wallet but has no key. There are too many markers
 * to store. So for the few accounts with exactly the balance of a marker, the markers are computed again, newest first, in a few
 * microseconds each.
 */
export function createOwnMarkers(markers: Markers): OwnMarkers {
  const lanes = new Map<string, bigint>()
  return {
    note: ({ address, nextLock }) => {
      lanes.set(address, nextLock)
    },
    has: async (address, { lamports }) => {
      if (lamports !== MARKER_RENT) return false
      for (const [lane, nextLock] of lanes) {
        for (let lock = nextLock - 1n; lock >= 0n; lock -= 1n) {
          if (markers.addressOf(lane, lock) === address) return true
          // Lets other work run.
          if (lock % LOCKS_PER_TURN === 0n) await setImmediate()
        }
      }
      return false
    },
  }
}
