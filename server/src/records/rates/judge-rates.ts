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

/** Returns one decision for every pair that a source or an operator quotes. */
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
  // A source quotes cross rates and the dollar price in one answer. A source is trusted with the first cross rate of a pair if its dollar
  // price agrees with the published one.
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

/** Whether another source confirms a quote in the other dollar market. */
function isWitnessedBy(witnesses: ReadonlyArray<Sides & { source: string }>) {
  return (candidate: Candidate): boolean =>
    witnesses.some(
      (witness) =>
        witness.source !== candidate.source &&
        isWithin(rateGuards.pegBps, twiceMiddle(witness), twiceMiddle(candidate)),
    )
}

/**
 * Holds both rates back if the two dollar markets differ too much: one is wrong, and we cannot tell which. A rate set by an operator stays.
 */
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
