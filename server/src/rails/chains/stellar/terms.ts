import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Terms } from '../../../movements/transfers/chain.ts'
import { OddAnswer, readNumberOrText, readObject } from '../../vendor-json.ts'
import { readTransaction } from './find-transaction.ts'
import type { Horizon } from './horizon.ts'
import { readDigits, readHead, requireNetwork } from './horizon-values.ts'

/** The fee of a transaction in stroops, and its validity in seconds since 1970. */
export type StellarTerms = Readonly<{
  fee: bigint
  minTime: bigint
  maxTime: bigint
  /** Signed transaction (base64) to wrap in a fee bump. */
  wraps?: string
  /** The signed transaction (base64) that has these terms. */
  envelope?: string
}>

/** Long enough for a busy network, and short enough that a dropped transaction is soon signed again. */
const BYTES_VALID_SECONDS = 120n
// With less time left than this, a fee bump might arrive too late.
const MIN_SECONDS_LEFT_TO_RAISE = 30n
// A node replaces a transaction of the same sequence only if the fee per operation is at least this many times higher.
const MIN_FEE_FACTOR = 10n
/** The network charges a fee bump for one operation more than its inner transaction has. */
export const FEE_BUMP_OPERATIONS = 2

export function toTerms({ fee, minTime, maxTime, wraps, envelope }: StellarTerms): Terms {
  return {
    fee: fee.toString(),
    minTime: minTime.toString(),
    maxTime: maxTime.toString(),
    ...(wraps === undefined ? {} : { wraps }),
    ...(envelope === undefined ? {} : { envelope }),
  }
}

export function readTerms(terms: Terms): StellarTerms {
  const { fee, minTime, maxTime, wraps, envelope } = terms
  if (fee === undefined || minTime === undefined || maxTime === undefined)
    throw new Error('the terms of a Stellar transaction must have fee, minTime and maxTime')
  return {
    fee: BigInt(fee),
    minTime: BigInt(minTime),
    maxTime: BigInt(maxTime),
    ...(wraps === undefined ? {} : { wraps }),
    ...(envelope === undefined ? {} : { envelope }),
  }
}

/** Builds terms with an even fee, because a fee bump around one operation divides it by two. */
function termsFor(fee: bigint, nowSeconds: bigint, mostFee: bigint): StellarTerms {
  const even = fee + (fee % 2n)
  return { fee: even < mostFee ? even : mostFee, minTime: 0n, maxTime: nowSeconds + BYTES_VALID_SECONDS }
}

/**
 * Raises the fee. While the signed transaction is valid, a fee bump with a higher fee wraps it, so that the payment keeps its inner hash. A
 * transaction that has expired, is about to expire, or cannot be outbid is signed again on the same sequence number. `suggested` also gives
 * the current time.
 */
export function raiseTerms(before: StellarTerms, suggested: StellarTerms, mostFee: bigint): StellarTerms {
  const wraps = before.wraps ?? before.envelope
  const now = suggested.maxTime - BYTES_VALID_SECONDS
  const beforeBumped = before.wraps === undefined ? BigInt(FEE_BUMP_OPERATIONS) * before.fee : before.fee
  const outbidding = atMost(larger(MIN_FEE_FACTOR * beforeBumped, suggested.fee), mostFee)
  const { minTime, maxTime } = suggested
  // The network refuses a fee bump that offers less per operation than its inner transaction.
  if (wraps !== undefined && before.maxTime - now >= MIN_SECONDS_LEFT_TO_RAISE && outbidding > beforeBumped)
    return { fee: outbidding, minTime, maxTime, wraps }
  // An expired transaction need not be outbid. Raising the fee each time would reach the signer's limit, and then nothing more would be
  // signed.
  const more = haveExpired(before, suggested) ? before.fee : before.fee + (before.fee + 7n) / 8n
  return { fee: atMost(larger(more + (more % 2n), suggested.fee), mostFee), minTime, maxTime }
}

/** Whether the terms have expired at the time of the suggestion. */
export function haveExpired({ maxTime }: StellarTerms, suggested: StellarTerms): boolean {
  return maxTime < suggested.maxTime - BYTES_VALID_SECONDS
}

export function termsIn(raw: Uint8Array, passphrase: string): StellarTerms {
  const envelope = Buffer.from(raw).toString('base64')
  const { fee, inner, isFeeBump } = readTransaction(envelope, passphrase)
  const { minTime = '0', maxTime = '0' } = inner.timeBounds ?? {}
  return {
    fee,
    minTime: BigInt(minTime),
    maxTime: BigInt(maxTime),
    ...(isFeeBump ? { wraps: inner.toXdr() } : { envelope }),
  }
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function atMost(value: bigint, most: bigint): bigint {
  return value < most ? value : most
}

// Above the network's minimum, so that light congestion does not matter. This costs no more, because the network charges only what others
// in the ledger also pay.
const MIN_FEE_PER_OPERATION = 1_000n
// The time of a ledger may be this far ahead of our clock. A transaction is valid for two minutes from the ledger's time, and the signer
// permanently refuses a transaction that is valid for more than ten minutes by its own clock.
const MAX_CLOCK_LEAD_SECONDS = 450n

type Deps = Readonly<{ horizon: Horizon; passphrase: string; clock: Clock; mostFee: bigint }>

/**
 * Suggests a fee per operation: the 95th percentile of recent fees, or twice the base fee if that is higher. Validity counts from the
 * ledger's time, or from our clock if the ledger's time is behind it.
 */
export async function suggestTerms(
  { horizon, passphrase, clock, mostFee }: Deps,
  operations: number,
  signal: AbortSignal,
): Promise<StellarTerms> {
  const [stats, head] = await Promise.all([
    horizon.get('/fee_stats', signal),
    readHead(horizon, signal),
    requireNetwork(horizon, passphrase, signal),
  ])
  const charged = readFee(readObject(stats['fee_charged'], 'fee_charged')['p95'], 'p95')
  const least = 2n * readFee(stats['last_ledger_base_fee'], 'last_ledger_base_fee')
  const each = [charged, least].reduce((most, fee) => (fee > most ? fee : most), MIN_FEE_PER_OPERATION)
  const now = BigInt(Math.floor(clock.now().getTime() / 1000))
  if (head.closedAtSeconds > now + MAX_CLOCK_LEAD_SECONDS)
    throw new OddAnswer(
      `the newest ledger closed at ${head.closedAtSeconds} (Unix seconds), but our clock shows ${now}`,
    )
  const time = head.closedAtSeconds > now ? head.closedAtSeconds : now
  return termsFor(each * BigInt(operations), time, mostFee)
}

function readFee(value: unknown, what: string): bigint {
  return readDigits(readNumberOrText(value, what), what)
}
