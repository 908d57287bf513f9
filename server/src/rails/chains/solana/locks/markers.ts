import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { LanePlace } from '../../../../movements/transfers/chain.ts'
import { addressWithSeed } from '../addresses/seed-address.ts'
import { SYSTEM_PROGRAM } from '../addresses/solana-address.ts'
import type { Account } from '../rpc/rpc-values.ts'

/** What an account without data must hold to stay, in lamports. */
export const MARKER_RENT = 890_880n

const MARKER_SEED_CHARACTERS = 32

export type Markers = Readonly<{
  seedOf(lane: string, lock: bigint): string
  addressOf(lane: string, lock: bigint): string
}>

/**
 * A lock is an account that everything signed for it must open first. The network opens it once, so of all these bytes it carries out one, whatever
 * their blockhashes; and that it is there is a state that any node can show. Its address cannot be told without the secret: who knew it
 * could send something there and so use the lock up.
 */
export function createMarkers(secret: string): Markers {
  const seedOf = (lane: string, lock: bigint): string =>
    createHmac('sha256', secret).update(`${lane}:${lock}`).digest('hex').slice(0, MARKER_SEED_CHARACTERS)
  return { seedOf, addressOf: (lane, lock) => addressWithSeed(lane, seedOf(lane, lock), SYSTEM_PROGRAM) }
}

export type OwnMarkers = Readonly<{
  /** How many locks a lane has given out by now. */
  note(lane: LanePlace): void
  /** Whether an account that looks like a wallet is the marker of a lock of ours. */
  has(address: string, account: Account): Promise<boolean>
}>

const LOCKS_PER_TURN = 1_000n

/**
 * A marker whose address happens to be on the curve looks like somebody's wallet, and has no key. They are too many to be kept, so they are
 * computed again (some microseconds each) for the few accounts that hold exactly what a marker holds; the newest first.
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
          // Others have their turn.
          if (lock % LOCKS_PER_TURN === 0n) await setImmediate()
        }
      }
      return false
    },
  }
}
