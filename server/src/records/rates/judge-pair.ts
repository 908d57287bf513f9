import {
  agreeQuotes,
  type Candidate,
  combineQuotes,
  type Dropped,
  type Sifted,
  twiceMiddle,
} from './choose-quotes.ts'
import type { Pair } from './pair.ts'
import { bpsApart, isWithin, rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'

export const operatorSource = 'operator'

const HOUR_MS = 3_600_000

export type OperatorRate = Sides & Readonly<{ pair: Pair; setAt: Date; expiresAt: Date }>

/** Lowest and highest of some published rates, each as twice its midpoint. */
export type Extent = Readonly<{ least: bigint; most: bigint }>

/** Rates published before. Rates before an operator's last rate do not count, because two operators have decided since. */
export type PairHistory = Readonly<{
  last: Sides | undefined
  withinStep: Extent | undefined
  withinLoneStep: Extent | undefined
  withinLoneDrift: Extent | undefined
}>

export type PricedRate = Sides & Readonly<{ asOf: Date; expiresAt: Date }>

export type Decision = Readonly<{
  pair: Pair
  used: readonly string[]
  dropped: readonly Dropped[]
  /** The published rate or, if held back, the rate that would have been published. Undefined: no source had a valid quote. */
  rate: PricedRate | undefined
  heldBecause: string | undefined
}>

export type PairCase = Readonly<{
  pair: Pair
  sifted: Sifted
  operator: OperatorRate | undefined
  history: PairHistory
  /** Whether a single source may set the first rate of this pair, because other evidence confirms it. */
  mayOpen(candidate: Candidate): boolean
  now: Date
}>

/** Decides whether to publish a pair, and at what rate. An operator's rate is used unchanged. Other rates must pass the guards. */
export function judgePair({ pair, sifted, operator, history, mayOpen, now }: PairCase): Decision {
  if (operator !== undefined) return followOperator(operator, sifted, now)
  const agreed = agreeQuotes(sifted.candidates, history.last)
  const decision = { pair, dropped: [...sifted.dropped, ...agreed.dropped] }
  const [first] = agreed.used
  if (first === undefined) {
    return { ...decision, used: [], rate: undefined, heldBecause: 'no source has a valid quote' }
  }
  const rate = priceRate(agreed.used, now)
  const heldBecause =
    agreed.used.length > 1 ? stepTooFar(rate, history) : reasonAgainstLone(first, rate, history, mayOpen)
  return { ...decision, used: agreed.used.map(({ source }) => source), rate, heldBecause }
}

function followOperator(operator: OperatorRate, sifted: Sifted, now: Date): Decision {
  const aside = sifted.candidates.map(({ source }) => ({ source, reason: 'an operator set the rate' }))
  const expiresAt = earliest([operator.expiresAt, validUntil(now)])
  return {
    pair: operator.pair,
    used: [operatorSource],
    dropped: [...sifted.dropped, ...aside],
    rate: { bid: operator.bid, ask: operator.ask, asOf: operator.setAt, expiresAt },
    heldBecause: undefined,
  }
}

function priceRate(used: readonly Candidate[], now: Date): PricedRate {
  return {
    ...combineQuotes(used),
    asOf: earliest(used.map(({ observedAt }) => observedAt)),
    expiresAt: earliest([...used.map(({ staleAt }) => staleAt), validUntil(now)]),
  }
}

function stepTooFar(rate: Sides, { withinStep }: PairHistory): string | undefined {
  return describeMove('step', rate, withinStep, rateGuards.step)
}

function reasonAgainstLone(
  candidate: Candidate,
  rate: Sides,
  { last, withinLoneStep, withinLoneDrift }: PairHistory,
  mayOpen: PairCase['mayOpen'],
): string | undefined {
  if (last === undefined) {
    return mayOpen(candidate)
      ? undefined
      : `only ${candidate.source} has a quote, nothing else confirms it, and no rate was published before`
  }
  const tooFar =
    describeMove('step', rate, widen(withinLoneStep, twiceMiddle(last)), rateGuards.loneStep) ??
    describeMove('drift', rate, withinLoneDrift, rateGuards.loneDrift)
  return tooFar && `only ${candidate.source} has a quote: ${tooFar}`
}

function describeMove(
  kind: 'step' | 'drift',
  rate: Sides,
  extent: Extent | undefined,
  { bps, windowMs }: { bps: bigint; windowMs: number },
): string | undefined {
  const value = twiceMiddle(rate)
  const far = extent && [extent.least, extent.most].find((published) => !isWithin(bps, published, value))
  return far === undefined
    ? undefined
    : `${kind} of ${bpsApart(far, value)} bps from a published rate, maximum ${bps} in ${describeWindow(windowMs)}`
}

function describeWindow(ms: number): string {
  return ms > HOUR_MS ? `${ms / HOUR_MS} hours` : `${ms / 60_000} minutes`
}

function widen(extent: Extent | undefined, value: bigint): Extent {
  if (extent === undefined) return { least: value, most: value }
  return {
    least: value < extent.least ? value : extent.least,
    most: value > extent.most ? value : extent.most,
  }
}

function validUntil(now: Date): Date {
  return new Date(now.getTime() + rateGuards.validMs)
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())))
}
