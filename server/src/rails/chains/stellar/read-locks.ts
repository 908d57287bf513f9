import type { LockStatus, OutTransfer } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { findUserOfSequence } from './find-user-of-sequence.ts'
import { type FoundTransaction, findTransaction } from './found-transaction.ts'
import { askAll, type Horizon } from './horizon.ts'
import { readHead, readOwnAccount, requireNetwork } from './horizon-values.ts'
import { judgeLock } from './judge-lock.ts'
import { type LockPlace, placeOfLock } from './lane-locks.ts'
import type { StellarAsset, StellarChannel } from './stellar-settings.ts'

type Lane = Readonly<{
  horizon: Horizon
  passphrase: string
  asset: StellarAsset
  unitsPerMinor: bigint
  hot: string
  channels: readonly StellarChannel[]
}>

/**
 * What became of each lock. The newest ledger is read first, then the sequence numbers, and the transactions last: in any other order
 * one that landed in between would look like a stranger's. A lock whose number is free has not been used, whatever was sent; bytes that
 * expired are signed anew on it. Every closed ledger is final.
 */
export async function readLocks(
  lane: Lane,
  out: readonly OutTransfer[],
  signal: AbortSignal,
): Promise<readonly LockStatus[]> {
  const { horizon, passphrase, asset, hot, channels } = lane
  const [head] = await Promise.all([readHead(horizon, signal), requireNetwork(horizon, passphrase, signal)])
  const places = out.map(({ lock }) => placeOfLock(channels, lock))
  const concerned = [...new Set(places.map(({ channel }) => channel))]
  const accounts = await askAll(concerned, async (channel) => readOwnAccount(horizon, channel, asset, signal))
  const sequences = new Map(accounts.map(({ address, sequence }) => [address, sequence]))
  const isOurs = (account: string): boolean =>
    account === hot || channels.some(({ address }) => address === account)

  const judge = async (transfer: OutTransfer, place: LockPlace): Promise<LockStatus> => {
    if ((sequences.get(place.channel) ?? 0n) < place.sequence) return { state: 'unknown' }
    const hashes = transfer.attempts.map(({ hash }) => hash)
    const found = await findEach(lane, hashes, signal)
    const status = judgeLock({
      out: transfer,
      place,
      hot,
      asset,
      units: transfer.tokensMinor * lane.unitsPerMinor,
      found,
      isOurs,
      latestLedger: head.sequence,
    })
    if (status !== undefined) return status
    const user = await findUserOfSequence(horizon, place, passphrase, signal)
    // Several Horizons may stand behind one address: one that is behind shows no transaction of ours yet.
    if (user !== undefined && (hashes.includes(user.hash) || hashes.includes(user.innerHash)))
      return { state: 'pending' }
    return {
      state: 'conflict',
      detail: `lock ${transfer.lock} was used up by ${user?.hash ?? 'a transaction that is not ours'}`,
    }
  }
  const statuses: LockStatus[] = []
  for (const [index, transfer] of out.entries()) {
    const place = places[index]
    if (place === undefined) throw new OddAnswer(`lock ${transfer.lock} has no place`)
    statuses.push(await judge(transfer, place))
  }
  return statuses
}

async function findEach(
  { horizon, passphrase }: Lane,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<readonly FoundTransaction[]> {
  const found = await askAll(hashes, async (hash) => findTransaction(horizon, hash, passphrase, signal))
  return found.filter((one) => one !== undefined)
}
