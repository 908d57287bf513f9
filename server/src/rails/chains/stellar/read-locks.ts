import type { LockStatus, OutTransfer } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { isCancel, paysOnly } from './encode-transaction.ts'
import { type FoundTransaction, findTransaction, findUserOfSequence } from './find-transaction.ts'
import { askAll, type Horizon } from './horizon.ts'
import { readHead, readOwnAccount, requireNetwork } from './horizon-values.ts'
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
 * Returns the status of each lock. The newest ledger is read first, then the sequence numbers, then the transactions: in any other order, a
 * transaction that landed in between would look like one that is not ours. A lock whose sequence number is free is unused, whatever was
 * sent. Expired transactions are signed again on the same lock. Every closed ledger is final.
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
      latestLedger: head.sequence,
    })
    if (status !== undefined) return status
    const user = await findUserOfSequence(horizon, place, passphrase, signal)
    // One URL may lead to several Horizon servers, and one that lags does not show our transaction yet.
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

type LockFacts = Readonly<{
  out: OutTransfer
  place: LockPlace
  hot: string
  asset: StellarAsset
  units: bigint
  /** Transactions found by the hashes of all attempts. Several hashes may lead to the same one. */
  found: readonly FoundTransaction[]
  latestLedger: bigint
}>

/** Returns the status of a lock whose sequence number is used, from the transactions of its attempts, or undefined without one. */
function judgeLock(facts: LockFacts): LockStatus | undefined {
  const found = [...new Map(facts.found.map((one) => [one.hash, one])).values()]
  const [one, another] = found
  if (one === undefined) return undefined
  if (another !== undefined)
    return conflict(`two attempts were included in ledgers: ${one.hash} and ${another.hash}`)
  return judgeFound(one, facts)
}

function judgeFound(found: FoundTransaction, facts: LockFacts): LockStatus {
  const { out, place, hot, asset, units } = facts
  const { inner } = found
  if (inner.source !== place.channel || inner.sequence !== place.sequence.toString())
    return conflict(
      `${found.hash} uses sequence ${inner.sequence} of ${inner.source}, not that of lock ${out.lock}`,
    )
  // Anybody may wrap our transaction in their own fee bump. Our hash is then the inner one.
  const isKnown = out.attempts.some(({ hash }) => hash === found.hash)
  const end = {
    hash: isKnown ? found.hash : found.innerHash,
    block: found.ledger,
    // A lane's gas is the spendable lumens of its own account, so a fee that another account paid does not count.
    gasUnits: found.feeAccount === hot ? found.feeUnits : 0n,
    evidence: {
      ledger: `${found.ledger}`,
      latestLedger: `${facts.latestLedger}`,
      transactionHash: found.hash,
      innerHash: found.innerHash,
      successful: `${found.succeeded}`,
    },
  }
  if (isCancel(inner)) return { state: 'final_void', ...end }
  // A transaction with any other content is not our payment, whether it succeeded or failed.
  if (!paysOnly(inner, { ...place, hot, asset, to: out.to, units }))
    return conflict(`${found.hash} is not exactly the expected payment`)
  return { state: found.succeeded ? 'final_ok' : 'final_failed', ...end }
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
