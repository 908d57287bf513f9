import { divideWhole, formatDecimal, type Rounding } from '../../kernel/money/decimal.ts'
import { describeRange, isInRange, type Pair } from './pair.ts'
import { bpsApart, isWithin, rateGuards } from './rate-guards.ts'
import type { Quote, Sides } from './rate-source.ts'

/** The latest readings of one source. */
export type SourceState = Readonly<{
  source: string
  pairs: readonly Pair[]
  staleAfterMs: number
  /** Error of the newest reading, if it failed. */
  failure: string | undefined
  /** Quotes of the newest successful reading. One failed reading does not invalidate the quotes before it. */
  quotes: readonly Quote[]
  /** Time at which those quotes were read. */
  quotesReadAt: Date
}>

export type Candidate = Sides & Readonly<{ source: string; observedAt: Date; staleAt: Date }>
export type Dropped = Readonly<{ source: string; reason: string }>
export type Sifted = Readonly<{ candidates: readonly Candidate[]; dropped: readonly Dropped[] }>

/** Keeps the quotes of a pair that are fresh and plausible. Judges each source on its own. */
export function siftQuotes(pair: Pair, states: readonly SourceState[], now: Date): Sifted {
  const candidates: Candidate[] = []
  const dropped: Dropped[] = []
  for (const state of states) {
    if (!state.pairs.includes(pair)) continue
    const quote = state.quotes.find((known) => known.pair === pair)
    const reason = reasonAgainst(quote, state, now)
    if (reason !== undefined || quote === undefined)
      dropped.push({ source: state.source, reason: reason ?? '' })
    else
      candidates.push({
        source: state.source,
        bid: quote.bid,
        ask: quote.ask,
        observedAt: quote.observedAt,
        staleAt: staleAtOf(quote, state),
      })
  }
  return { candidates, dropped }
}

function reasonAgainst(quote: Quote | undefined, state: SourceState, now: Date): string | undefined {
  if (quote === undefined) return state.failure ?? 'it has no quote for this pair'
  if (!isInRange(quote.pair, quote.bid) || !isInRange(quote.pair, quote.ask)) {
    return `${describeSides(quote)} is outside ${describeRange(quote.pair)}; the quote may be inverted`
  }
  const ageMs = now.getTime() - quote.observedAt.getTime()
  const silentMs = now.getTime() - state.quotesReadAt.getTime()
  if (ageMs < -rateGuards.aheadMs)
    return `the time of its quote is in the future (${quote.observedAt.toISOString()})`
  const after = state.failure === undefined ? '' : `; last error: ${state.failure}`
  if (ageMs >= state.staleAfterMs) {
    return `stale: ${seconds(ageMs)} s old, maximum ${seconds(state.staleAfterMs)} s${after}`
  }
  if (silentMs >= rateGuards.validMs) {
    return `no answer: the last one was ${seconds(silentMs)} s ago, maximum ${seconds(rateGuards.validMs)} s${after}`
  }
  return undefined
}

/**
 * Returns when a quote becomes stale: when it is too old by the source's own time, or `validMs` after the source was last read. A quote
 * whose time is slightly in the future gains no extra time.
 */
function staleAtOf({ observedAt }: Quote, { staleAfterMs, quotesReadAt }: SourceState): Date {
  const readAtMs = quotesReadAt.getTime()
  const observedAtMs = Math.min(observedAt.getTime(), readAtMs)
  return new Date(Math.min(observedAtMs + staleAfterMs, readAtMs + rateGuards.validMs))
}

export function describeSides({ bid, ask }: Sides): string {
  return bid === ask ? formatDecimal(bid) : `${formatDecimal(bid)}/${formatDecimal(ask)}`
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

type Agreement = Readonly<{ used: readonly Candidate[]; dropped: readonly Dropped[] }>

/**
 * Selects the quotes to use. Their order does not matter.
 *
 * Three or more: drops those that differ from the median by more than the limit. Two: uses both if they agree. Otherwise drops the one
 * further from the last published rate, or both if there is none. One: uses it alone, and the caller must be stricter with it.
 */
export function agreeQuotes(candidates: readonly Candidate[], last: Sides | undefined): Agreement {
  const sorted = candidates.toSorted((left, right) => (left.source < right.source ? -1 : 1))
  const [first, second] = sorted
  if (first === undefined || second === undefined) return { used: sorted, dropped: [] }
  return sorted.length === 2 ? agreeTwo(first, second, last) : agreeMany(sorted)
}

/** Returns the median bid and the median ask. For an even number, the mean of the two middle values. */
export function combineQuotes(used: readonly Candidate[]): Sides {
  return {
    bid: median(
      used.map(({ bid }) => bid),
      'down',
    ),
    ask: median(
      used.map(({ ask }) => ask),
      'up',
    ),
  }
}

/** Returns twice the midpoint of bid and ask, which is an exact integer. */
export function twiceMiddle({ bid, ask }: Sides): bigint {
  return bid + ask
}

function agreeMany(sorted: readonly Candidate[]): Agreement {
  const middle = median(sorted.map(twiceMiddle), 'down')
  const isOutlier = (quote: Candidate) => !isWithin(rateGuards.outlierBps, middle, twiceMiddle(quote))
  return {
    used: sorted.filter((quote) => !isOutlier(quote)),
    dropped: sorted.filter(isOutlier).map((quote) => ({
      source: quote.source,
      reason: `outlier: ${bpsApart(middle, twiceMiddle(quote))} bps from the median, maximum ${rateGuards.outlierBps}`,
    })),
  }
}

function agreeTwo(first: Candidate, second: Candidate, last: Sides | undefined): Agreement {
  const [one, other] = [twiceMiddle(first), twiceMiddle(second)]
  if (isWithin(rateGuards.outlierBps, one, other)) return { used: [first, second], dropped: [] }
  const apart = `${bpsApart(one, other)} bps, maximum ${rateGuards.outlierBps}`
  if (last === undefined) {
    const against = (source: string) =>
      `it differs from ${source} by ${apart}, and no rate was published before to compare with`
    return {
      used: [],
      dropped: [
        { source: first.source, reason: against(second.source) },
        { source: second.source, reason: against(first.source) },
      ],
    }
  }
  const keepsFirst = isNearer(first, second, twiceMiddle(last))
  const [kept, dropped] = keepsFirst ? [first, second] : [second, first]
  const reason = `it differs from ${kept.source} by ${apart}, and is further from the last published rate`
  return { used: [kept], dropped: [{ source: dropped.source, reason }] }
}

/** Whether `one` is nearer to the last rate. At the same distance, the newer quote wins. */
function isNearer(one: Candidate, other: Candidate, last: bigint): boolean {
  const [oneOff, otherOff] = [distance(twiceMiddle(one), last), distance(twiceMiddle(other), last)]
  return oneOff === otherOff ? one.observedAt >= other.observedAt : oneOff < otherOff
}

function median(values: readonly bigint[], rounding: Rounding): bigint {
  const sorted = values.toSorted((left, right) => (left < right ? -1 : Number(left > right)))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0n
  return divideWhole(lower + upper, 2n, rounding)
}

function distance(left: bigint, right: bigint): bigint {
  return left < right ? right - left : left - right
}
