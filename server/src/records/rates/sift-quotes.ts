import { formatDecimal } from '../../kernel/money/decimal.ts'
import { describeRange, isInRange, type Pair } from './pair.ts'
import { rateGuards } from './rate-guards.ts'
import type { Quote, Sides } from './rate-source.ts'

/** What one source has said so far. */
export type SourceState = Readonly<{
  source: string
  pairs: readonly Pair[]
  staleAfterMs: number
  /** Why its newest reading failed, when it did. */
  failure: string | undefined
  /** Of its newest reading that did not fail: one lost answer does not make the one before untrue. */
  quotes: readonly Quote[]
}>

export type Candidate = Sides & Readonly<{ source: string; observedAt: Date; staleAt: Date }>
export type Dropped = Readonly<{ source: string; reason: string }>
export type Sifted = Readonly<{ candidates: readonly Candidate[]; dropped: readonly Dropped[] }>

/** Keeps the quotes of a pair that are fresh and possible; each source's word is judged alone. */
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
        staleAt: new Date(quote.observedAt.getTime() + state.staleAfterMs),
      })
  }
  return { candidates, dropped }
}

function reasonAgainst(quote: Quote | undefined, state: SourceState, now: Date): string | undefined {
  if (quote === undefined) return state.failure ?? 'it gave no quote for this pair'
  if (!isInRange(quote.pair, quote.bid) || !isInRange(quote.pair, quote.ask)) {
    return `${describeSides(quote)} is outside ${describeRange(quote.pair)}: perhaps turned upside down`
  }
  const ageMs = now.getTime() - quote.observedAt.getTime()
  if (ageMs < -rateGuards.aheadMs) return `its quote is from the future (${quote.observedAt.toISOString()})`
  if (ageMs >= state.staleAfterMs) {
    const after = state.failure === undefined ? '' : `; since then: ${state.failure}`
    return `stale: ${seconds(ageMs)} s old, at most ${seconds(state.staleAfterMs)} s${after}`
  }
  return undefined
}

export function describeSides({ bid, ask }: Sides): string {
  return bid === ask ? formatDecimal(bid) : `${formatDecimal(bid)}/${formatDecimal(ask)}`
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
