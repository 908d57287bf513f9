import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Terms } from '../../../movements/transfers/chain.ts'
import { OddAnswer, readNumberOrText, readObject } from '../../vendor-json.ts'
import { readTransaction } from './find-transaction.ts'
import type { Horizon } from './horizon.ts'
import { readDigits, readHead, requireNetwork } from './horizon-values.ts'

/** What a transaction offers, in stroops, and when it is good, in seconds since 1970. */
export type StellarTerms = Readonly<{
  fee: bigint
  minTime: bigint
  maxTime: bigint
  /** Signed bytes (base64) that a fee bump goes around. */
  wraps?: string
  /** The signed bytes (base64) that these are the terms of. */
  envelope?: string
}>

/** Long enough for a busy network, short enough that what was dropped is soon signed anew. */
const BYTES_VALID_SECONDS = 120n
// With less time than this a fee bump might come too late itself.
const MIN_SECONDS_LEFT_TO_RAISE = 30n
// Nodes put one transaction in the place of another of the same sequence for no less, for each operation.
const MIN_FEE_FACTOR = 10n
/** The network charges a fee bump as one operation more than the transaction inside it has. */
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
    throw new Error('these are not terms of Stellar')
  return {
    fee: BigInt(fee),
    minTime: BigInt(minTime),
    maxTime: BigInt(maxTime),
    ...(wraps === undefined ? {} : { wraps }),
    ...(envelope === undefined ? {} : { envelope }),
  }
}

/** The fee is made even: a fee bump around one operation divides it by two. */
function termsFor(fee: bigint, nowSeconds: bigint, mostFee: bigint): StellarTerms {
  const even = fee + (fee % 2n)
  return { fee: even < mostFee ? even : mostFee, minTime: 0n, maxTime: nowSeconds + BYTES_VALID_SECONDS }
}

/**
 * As long as what was signed is good, a higher fee goes around it, so that there is one payment and one hash inside. What is dead, or
 * nearly, or cannot be outbid, is signed anew on the same sequence number. The time is that of the suggestion.
 */
export function raiseTerms(before: StellarTerms, suggested: StellarTerms, mostFee: bigint): StellarTerms {
  const wraps = before.wraps ?? before.envelope
  const now = suggested.maxTime - BYTES_VALID_SECONDS
  const beforeBumped = before.wraps === undefined ? BigInt(FEE_BUMP_OPERATIONS) * before.fee : before.fee
  const outbidding = atMost(larger(MIN_FEE_FACTOR * beforeBumped, suggested.fee), mostFee)
  const { minTime, maxTime } = suggested
  // A fee bump that offers less for each operation than what is inside it is none.
  if (wraps !== undefined && before.maxTime - now >= MIN_SECONDS_LEFT_TO_RAISE && outbidding > beforeBumped)
    return { fee: outbidding, minTime, maxTime, wraps }
  // What is dead is in nobody's way: to offer more each time would come to what the signer refuses, and then nothing were signed any more.
  const more = haveExpired(before, suggested) ? before.fee : before.fee + (before.fee + 7n) / 8n
  return { fee: atMost(larger(more + (more % 2n), suggested.fee), mostFee), minTime, maxTime }
}

/** The time is that of the suggestion. */
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

// More than the least that the network takes, so that a little crowding changes nothing. No more is taken than others pay too.
const MIN_FEE_PER_OPERATION = 1_000n
// So far a ledger may be ahead of our clock, with what is signed being good for two minutes more: the signer takes no later end than ten
// minutes by its own, and would refuse each payment for good.
const MAX_CLOCK_LEAD_SECONDS = 450n

type Deps = Readonly<{ horizon: Horizon; passphrase: string; clock: Clock; mostFee: bigint }>

/**
 * What all but the dearest paid lately, or twice the least, for each operation. The ledger's own time is what decides about bounds, unless
 * it stands still.
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
    throw new OddAnswer(`its ledger is of ${head.closedAtSeconds}, and it is ${now} by our clock`)
  const time = head.closedAtSeconds > now ? head.closedAtSeconds : now
  return termsFor(each * BigInt(operations), time, mostFee)
}

function readFee(value: unknown, what: string): bigint {
  return readDigits(readNumberOrText(value, what), what)
}
