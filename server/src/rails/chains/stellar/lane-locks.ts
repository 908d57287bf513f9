import type { LanePlace, LaneReading } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { askAll, type Horizon } from './horizon.ts'
import {
  type Account,
  readHead,
  readOwnAccount,
  STELLAR_DECIMALS,
  spendableLumens,
} from './horizon-values.ts'
import type { StellarAsset, StellarChannel } from './stellar-settings.ts'

export type LockPlace = Readonly<{ channel: string; sequence: bigint }>

/** Returns the channel and sequence number of a lock. Locks use the channels in turn, each with its own next sequence number. */
export function placeOfLock(channels: readonly StellarChannel[], lock: bigint): LockPlace {
  const count = BigInt(channels.length)
  const channel = channels[Number(lock % count)]
  if (channel === undefined || lock < 0n) throw new Error(`lock ${lock} has no channel`)
  return { channel: channel.address, sequence: channel.base + 1n + lock / count }
}

/** Whether the channel of a lock has used the lock's sequence number. */
function isUsedLock(
  channels: readonly StellarChannel[],
  sequences: readonly bigint[],
  lock: bigint,
): boolean {
  const sequence = sequences[Number(lock % BigInt(channels.length))]
  return sequence !== undefined && sequence >= placeOfLock(channels, lock).sequence
}

type UsedLocks = Readonly<{ lockLatest: bigint; lockAhead: bigint; room: number }>

/**
 * Computes from the channels' sequence numbers the first free lock, the lock after the last used one, and the number of locks to give out.
 */
export function usedLocks(
  channels: readonly StellarChannel[],
  sequences: readonly bigint[],
  nextLock: bigint,
): UsedLocks {
  const count = BigInt(channels.length)
  const free = channels.map(({ address, base }, place) => {
    const used = (sequences[place] ?? -1n) - base
    if (used < 0n) throw new OddAnswer(`the sequence of channel ${address} is lower than its base ${base}`)
    return BigInt(place) + used * count
  })
  const lockLatest = free.reduce((least, lock) => (lock < least ? lock : least))
  // The last used lock of a channel is one round before its first free lock.
  const lockAhead = free.reduce((most, lock) => (lock - count + 1n > most ? lock - count + 1n : most), 0n)
  // A channel sends one transaction at a time, so no lock is given out for a round that the slowest channel has not reached.
  const room = lockLatest + count - nextLock
  return { lockLatest, lockAhead, room: room > 0n ? Number(room) : 0 }
}

/** Reads a lane. Tokens and gas are those of the lane's own account, which pays all fees. The channels hold only their reserves. */
export async function readLane(
  {
    horizon,
    asset,
    channels,
  }: Readonly<{ horizon: Horizon; asset: StellarAsset; channels: readonly StellarChannel[] }>,
  { address, nextLock }: LanePlace,
  signal: AbortSignal,
): Promise<
  LaneReading & Readonly<{ units: bigint; lastModifiedLedger: bigint; isUsed: (lock: bigint) => boolean }>
> {
  const [hot, lenders, { baseReserve }] = await Promise.all([
    readOwnAccount(horizon, address, asset, signal),
    readChannels(horizon, channels, asset, signal),
    readHead(horizon, signal),
  ])
  const units = hot.trustline?.units ?? 0n
  return {
    units,
    // A fraction of a kobo stays in the wallet and is not booked.
    tokensMinor: units / unitsPerMinor(STELLAR_DECIMALS),
    gasUnits: spendableLumens(hot, baseReserve),
    ...usedLocks(
      channels,
      lenders.map(({ sequence }) => sequence),
      nextLock,
    ),
    isUsed: (lock) =>
      isUsedLock(
        channels,
        lenders.map(({ sequence }) => sequence),
        lock,
      ),
    lastModifiedLedger: [hot, ...lenders].reduce(
      (most, one) => (one.lastModifiedLedger > most ? one.lastModifiedLedger : most),
      0n,
    ),
  }
}

export async function readChannels(
  horizon: Horizon,
  channels: readonly StellarChannel[],
  asset: StellarAsset,
  signal: AbortSignal,
): Promise<readonly Account[]> {
  return askAll(channels, async ({ address }) => readOwnAccount(horizon, address, asset, signal))
}
