import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Shop } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import type { Outcome } from '../proof.ts'
import { readLeft } from '../restore/spender.ts'
import { some, unless } from '../shortfalls.ts'
import type { LossyRound } from './lossy-round.ts'

/** Judges what left the balance of a shop across promotions that lost commits, by the bank and the chains. */
export async function judgeLosses(
  stage: Stage,
  shop: Shop,
  rounds: readonly LossyRound[],
  seed: number,
): Promise<Outcome> {
  const all = rounds.flatMap(({ wanted, hostile }) => [...wanted, ...hostile])
  const left = await readLeft(stage, shop, all)
  const sum = (of: (round: LossyRound) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const twice = all.filter(({ reference }) => (left.get(reference)?.length ?? 0) > 1)
  const leftMinor = [...left.values()].flat().reduce((total, minor) => total + minor, 0n)
  const ownedMinor = rounds.reduce((total, round) => total + round.ownedMinor, 0n)
  const spentTwice = leftMinor > ownedMinor ? leftMinor - ownedMinor : 0n
  const [lost, named] = [sum((round) => round.lost.length), sum((round) => round.named.length)]
  const unserved = [
    ...rounds.flatMap((round) => round.unserved),
    ...rounds.flatMap(({ wanted }) =>
      wanted.map(({ reference }) => reference).filter((one) => left.get(one)?.length === 0),
    ),
  ]
  const freezes = rounds.flatMap((round) => round.freezes)
  const wide = freezes.filter((words) => words !== `business ${shop.uuid}`)
  const { findings } = await runChecks(stage.owner)
  return {
    figures: {
      times: rounds.length,
      lost,
      hostile: sum((round) => round.hostileAsked),
      hostile_accepted: sum((round) => round.hostile.length),
      freezes: freezes.length,
      unserved: unserved.length,
      seed,
      paid_twice: twice.length,
      spent_twice: String(spentTwice),
      named: lost === 0 ? 'none' : `${Math.floor((named / lost) * 100)}%`,
    },
    shortfalls: [
      ...some(twice.map(({ reference }) => `paid twice: ${reference}`)),
      ...unless(spentTwice === 0n, `${leftMinor} kobo left a balance that owned ${ownedMinor}`),
      ...unless(named === lost, `${lost - named} payments that the database lost are named nowhere`),
      ...some(unserved.map((reference) => `unserved: ${reference}`)),
      ...some(wide.map((words) => `more than the business was frozen: ${words}`)),
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...unless(lost >= rounds.length * 2, `only ${lost} payments were lost`),
    ],
  }
}
