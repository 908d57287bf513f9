import { type Candidate, type SourceState, siftQuotes, twiceMiddle } from './choose-quotes.ts'
import {
  type Decision,
  judgePair,
  type OperatorRate,
  operatorSource,
  type PairCase,
  type PairHistory,
} from './judge-pair.ts'
import { crossPairs, type NairaPair, nairaPairs, type Pair } from './pair.ts'
import { bpsApart, isWithin, rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'

export type RateCase = Readonly<{
  states: readonly SourceState[]
  operatorRates: readonly OperatorRate[]
  historyOf(pair: Pair): PairHistory
  now: Date
}>

/** One decision for every pair that anybody quotes. */
export function judgeRates({ states, operatorRates, historyOf, now }: RateCase): Decision[] {
  const isQuoted = (pair: Pair) =>
    operatorRates.some((rate) => rate.pair === pair) || states.some((state) => state.pairs.includes(pair))
  const judge = (pair: Pair, mayOpen: PairCase['mayOpen']) =>
    judgePair({
      pair,
      sifted: siftQuotes(pair, states, now),
      operator: operatorRates.find((rate) => rate.pair === pair),
      history: historyOf(pair),
      mayOpen,
      now,
    })

  const witnessesOf = (pair: NairaPair) => [
    ...siftQuotes(sisterOf(pair), states, now).candidates,
    ...operatorRates
      .filter((rate) => rate.pair === sisterOf(pair))
      .map((rate) => ({ ...rate, source: operatorSource })),
  ]
  const naira = nairaPairs.filter(isQuoted).map((pair) => judge(pair, isWitnessedBy(witnessesOf(pair))))
  const pegged = holdApart(naira)
  // Crosses come with the dollar's price in one answer: at the opening, a source that is right about that is believed.
  const trusted = new Set(
    pegged.filter(isPublished).flatMap(({ pair, rate }) =>
      siftQuotes(pair, states, now)
        .candidates.filter((quote) => isWithin(rateGuards.outlierBps, twiceMiddle(quote), twiceMiddle(rate)))
        .map(({ source }) => source),
    ),
  )
  const crosses = crossPairs.filter(isQuoted).map((pair) => judge(pair, ({ source }) => trusted.has(source)))
  return [...pegged, ...crosses]
}

export function isPublished(
  decision: Decision,
): decision is Decision & { rate: NonNullable<Decision['rate']> } {
  return decision.rate !== undefined && decision.heldBecause === undefined
}

/** Borne out by another source, in the other market for dollars. */
function isWitnessedBy(witnesses: ReadonlyArray<Sides & { source: string }>) {
  return (candidate: Candidate): boolean =>
    witnesses.some(
      (witness) =>
        witness.source !== candidate.source &&
        isWithin(rateGuards.pegBps, twiceMiddle(witness), twiceMiddle(candidate)),
    )
}

/** Dollars in two markets too far apart: one is wrong, and nobody here can say which. What an operator set stays. */
function holdApart(decisions: readonly Decision[]): Decision[] {
  const rates = decisions.filter(isPublished).map(({ rate }) => twiceMiddle(rate))
  const [one, other] = rates
  if (one === undefined || other === undefined || isWithin(rateGuards.pegBps, one, other)) {
    return [...decisions]
  }
  const heldBecause = `USD/NGN and USDC/NGN differ by ${bpsApart(one, other)} bps, maximum ${rateGuards.pegBps}`
  return decisions.map((decision) =>
    decision.used.includes(operatorSource) ? decision : { ...decision, heldBecause },
  )
}

function sisterOf(pair: NairaPair): NairaPair {
  return pair === 'USD/NGN' ? 'USDC/NGN' : 'USD/NGN'
}
