import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Shop } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import type { Outcome } from '../proof.ts'
import type { SpendRound } from './spend-round.ts'
import { readLeft } from './spender.ts'

const MOST_SHOWN = 8

/** Judges what was sent for a shop before and after each restore, by the bank and the chains, in addition to the judgement of the buys. */
export async function judgeSpending(
  stage: Stage,
  shop: Shop,
  bought: Outcome,
  rounds: readonly SpendRound[],
): Promise<Outcome> {
  const all = rounds.flatMap(({ wanted, early, renamedAccepted }) => [
    ...wanted,
    ...early,
    ...renamedAccepted,
  ])
  const left = await readLeft(stage, shop, all)
  const sum = (of: (round: SpendRound) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const refunds = rounds.map(({ refund }) => refund)
  const twice = [
    ...all.map(({ reference }) => reference).filter((one) => (left.get(one)?.length ?? 0) > 1),
    ...refunds.filter(({ backMinor, dueMinor }) => backMinor > dueMinor).map(({ reference }) => reference),
  ]
  const leftMinor = [...left.values()].flat().reduce((total, minor) => total + minor, 0n)
  const ownedMinor = rounds.reduce((total, round) => total + round.ownedMinor, 0n)
  const spentTwice = leftMinor > ownedMinor ? leftMinor - ownedMinor : 0n
  const unserved = [
    ...rounds.flatMap((round) => round.unserved),
    // The database says that the request was served, but the bank and the chains decide.
    ...rounds.flatMap(({ wanted }) =>
      wanted.map(({ reference }) => reference).filter((one) => left.get(one)?.length === 0),
    ),
    ...refunds.filter(({ backMinor, dueMinor }) => backMinor < dueMinor).map(({ reference }) => reference),
  ]
  const wanted = rounds.flatMap((round) => round.wanted)
  const [made, noticed] = [2 * rounds.length, sum((round) => round.noticed.length)]
  const figures = {
    restores: rounds.length + Number(bought.figures.restores ?? 0),
    sells: wanted.filter(({ kind }) => kind === 'sell').length,
    withdrawals: wanted.filter(({ kind }) => kind === 'withdrawal').length,
    refunds: refunds.length,
    early: sum(({ early }) => early.length),
    given_back: sum(({ givenBack }) => givenBack),
    renamed: sum(({ renamed }) => renamed),
    renamed_served: sum(({ renamedAccepted }) => renamedAccepted.length),
    paid_twice: twice.length,
    spent_twice: String(spentTwice),
    rollbacks_made: made,
    rollbacks_noticed: noticed,
    unserved: unserved.length,
    // One freeze per restore: nothing continues after a restore unless everything was frozen.
    freezes: rounds.length + Number(bought.figures.restores ?? 0),
    with_people: sum(({ withPeople }) => withPeople),
  }
  const { findings } = await runChecks(stage.owner)
  const balance = await readBalance(stage, shop)
  const drawn = ['sells', 'withdrawals', 'refunds', 'early', 'renamed'] as const
  return {
    figures: { ...bought.figures, ...figures },
    shortfalls: [
      ...bought.shortfalls,
      ...twice.map((reference) => `paid twice: ${reference}`),
      ...unless(spentTwice === 0n, `${leftMinor} kobo were paid out for a business that owned ${ownedMinor}`),
      ...unserved.map((reference) => `unserved: ${reference}`),
      ...unless(noticed === made, `only ${noticed} of ${made} rollbacks of a journal were noticed`),
      ...drawn.flatMap((kind) =>
        unless(figures[kind] >= rounds.length, `only ${figures[kind]} ${kind} were made`),
      ),
      ...unless(figures.given_back > 0, 'no request that was accepted too early was returned'),
      ...unless(figures.with_people >= rounds.length, `operators decided only ${figures.with_people} cases`),
      ...unless(
        balance === ownedMinor - leftMinor,
        `the balance is ${balance} kobo, although the business owned ${ownedMinor} and ${leftMinor} were paid out`,
      ),
      ...findings
        .slice(0, MOST_SHOWN)
        .map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
    ],
  }
}

async function readBalance({ owner }: Stage, { uuid }: Shop): Promise<bigint> {
  const { rows } = await owner.query<{ minor: string }>(
    `select amount_minor::text as minor from balance where kind = 'business' and owner = $1 and asset = 'NGNC' and mode = 'test'`,
    [uuid],
  )
  return BigInt(rows[0]?.minor ?? '0')
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}
