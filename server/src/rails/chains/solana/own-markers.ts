import { setImmediate } from 'node:timers/promises'
import type { LanePlace } from '../../../movements/transfers/chain.ts'
import { MARKER_RENT, type Markers } from './marker.ts'
import type { Account } from './rpc-values.ts'

export type OwnMarkers = Readonly<{
  /** How many locks a lane has given out by now. */
  note(lane: LanePlace): void
  /** Whether an account that looks like a wallet is the marker of a lock of ours. */
  has(address: string, account: Account): Promise<boolean>
}>

const AT_ONCE = 1_000n

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
          if (lock % AT_ONCE === 0n) await setImmediate()
        }
      }
      return false
    },
  }
}
