import type { LockStatus, OutTransfer } from '../../../movements/transfers/chain.ts'
import { isCancel, paysOnly } from './encode-transaction.ts'
import type { FoundTransaction } from './found-transaction.ts'
import type { LockPlace } from './lane-locks.ts'
import type { StellarAsset } from './stellar-settings.ts'

export type LockFacts = Readonly<{
  out: OutTransfer
  place: LockPlace
  hot: string
  asset: StellarAsset
  units: bigint
  /** What the hashes of all attempts led to: more than one may lead to the same. */
  found: readonly FoundTransaction[]
  isOurs: (account: string) => boolean
  latestLedger: bigint
}>

/** What became of a lock whose sequence number is used up, from the transactions of its attempts. Undefined: they do not say. */
export function judgeLock(facts: LockFacts): LockStatus | undefined {
  const found = [...new Map(facts.found.map((one) => [one.hash, one])).values()]
  const [one, another] = found
  if (one === undefined) return undefined
  if (another !== undefined) return conflict(`two attempts are in ledgers: ${one.hash} and ${another.hash}`)
  return judgeFound(one, facts)
}

function judgeFound(found: FoundTransaction, facts: LockFacts): LockStatus {
  const { out, place, hot, asset, units } = facts
  const { inner } = found
  if (inner.source !== place.channel || inner.sequence !== place.sequence.toString())
    return conflict(`${found.hash} is of sequence ${inner.sequence} of ${inner.source}`)
  // Anybody may pay for a fee bump around our bytes: then the hash that is ours is the one inside.
  const isKnown = out.attempts.some(({ hash }) => hash === found.hash)
  const end = {
    hash: isKnown ? found.hash : found.innerHash,
    block: found.ledger,
    gasUnits: facts.isOurs(found.feeAccount) ? found.feeUnits : 0n,
    evidence: {
      ledger: `${found.ledger}`,
      latestLedger: `${facts.latestLedger}`,
      transactionHash: found.hash,
      innerHash: found.innerHash,
      successful: `${found.succeeded}`,
    },
  }
  if (isCancel(inner)) return { state: 'final_void', ...end }
  // Anything else that was to move would not be ours, whether it did or not.
  if (!paysOnly(inner, { ...place, hot, asset, to: out.to, units }))
    return conflict(`${found.hash} is not the one payment that was meant`)
  return { state: found.succeeded ? 'final_ok' : 'final_failed', ...end }
}

function conflict(detail: string): LockStatus {
  return { state: 'conflict', detail }
}
