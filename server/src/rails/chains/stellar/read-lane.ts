import type { LanePlace, LaneReading } from '../../../movements/transfers/chain.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { DECIMALS } from './amount.ts'
import { askAll, type Horizon } from './horizon.ts'
import { type Account, readOwnAccount } from './horizon-values.ts'
import { isUsedLock, usedLocks } from './lane-locks.ts'
import type { StellarAsset, StellarChannel } from './stellar-settings.ts'

/** Tokens are the lane's own; lumens are those of the lane and of its channels, which pay what is not paid by a fee bump. */
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
  const [hot, lenders] = await Promise.all([
    readOwnAccount(horizon, address, asset, signal),
    readChannels(horizon, channels, asset, signal),
  ])
  const units = hot.trustline?.units ?? 0n
  return {
    units,
    // What is less than a kobo stays in the wallet and out of the books.
    tokensMinor: units / unitsPerMinor(DECIMALS),
    gasUnits: lenders.reduce((sum, { gasUnits }) => sum + gasUnits, hot.gasUnits),
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
