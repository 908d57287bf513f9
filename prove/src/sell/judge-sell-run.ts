import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { BankState } from '@afara/stack/simulators/bank-desk.ts'
import type { Stage } from '../buy/stage.ts'
import { faultsNotStruck, hitsOf, LEAST_TROUBLES } from '../chains/put-nodes.ts'
import type { Kill } from '../kill-parts.ts'
import type { Outcome } from '../proof.ts'
import { findFalseAlarms } from '../reconcile/find-false-alarms.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { bankFaults } from './bank-trouble.ts'
import type { Market } from './market.ts'
import { sellMoments } from './moments.ts'
import { saleFaults } from './sale.ts'
import type { WeighedSales } from './weigh-sales.ts'

type Run = Readonly<{
  stage: Stage
  market: Market
  weighed: WeighedSales
  /** State of the bank when its faults ended. */
  bank: BankState
  killed: readonly Kill[]
  kills: number
  /** Number of times that each fault of the chains occurred. */
  chainFaults: ReadonlyMap<string, number>
  decided: ReadonlyMap<string, number>
  seconds: number
  seed: number
}>

const LEAST_COMPLETED = 0.75
const LEAST_FAULTY = 0.25

/** Judges the run. A run counts only if enough happened in it. */
export async function judgeSellRun(run: Run): Promise<Outcome> {
  const { stage, market, killed, kills } = run
  const { sales, customers } = market
  const { verdict, kobo, record, freezes, strayCases } = run.weighed
  const { checks, findings } = await runChecks(stage.owner)
  const notes = [...customers.notes().values()]
  const refused = notes.flatMap((note) => note.refused ?? [])
  const isLarge = kills >= 20
  const calls = countCalls(run.bank.requests)
  const struck = bankFaults(isLarge).map(([fault]) => [fault, run.bank.struck[fault] ?? 0] as const)
  const faulty = struck.reduce((sum, [, count]) => sum + count, 0)
  const hits = hitsOf(stage.nodes)
  const { struck: struckInAll } = await stage.desk.state()
  const atMoments = killed.filter(({ moment }) => moment !== 'any').length
  return {
    figures: {
      transactions: sales.length,
      completed: verdict.completed,
      refunded: verdict.refunded,
      cases: record.openCases.length + [...run.decided.values()].reduce((sum, count) => sum + count, 0),
      kills: killed.length,
      kills_at_moments: atMoments,
      asked: notes.reduce((sum, note) => sum + note.asked, 0),
      bank_calls: calls,
      bank_faults: faulty,
      rpc_faults: [...hits.values()].reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries(run.chainFaults),
      checks,
      seed: run.seed,
      paid_twice: verdict.paidTwice.length,
      lost: verdict.lost.length,
      stuck: verdict.stuck.length,
      unserved: verdict.unserved.length,
      freezes: freezes.length,
      with_people: verdict.withPeople,
      kobo_difference: String(kobo.difference),
      seconds: run.seconds.toFixed(0),
    },
    shortfalls: [
      ...some(verdict.paidTwice.map((text) => `paid twice: ${text}`)),
      ...some(verdict.lost.map((text) => `lost: ${text}`)),
      ...some(verdict.stuck.map((text) => `stuck: ${text}`)),
      ...some(verdict.unserved.map((text) => `unserved: ${text}`)),
      ...some(verdict.wrong),
      ...some(freezes),
      ...some(strayCases),
      ...some(refused.map((text) => `a customer was refused: ${text}`)),
      ...kobo.words,
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...some(await findFalseAlarms(stage.owner)),
      ...unless(
        verdict.completed >= sales.length * LEAST_COMPLETED,
        `only ${verdict.completed} of ${sales.length} sells were completed; open cases: ${tally(record.openCases.map(({ kind }) => kind))}; statuses: ${tally(record.sells.map(({ status }) => status))}`,
      ),
      ...unless(killed.length >= kills, `only ${killed.length} of ${kills} kills were made`),
      ...unless(
        kills < 50 || Object.keys(sellMoments).every((name) => killed.some(({ moment }) => moment === name)),
        `no kill happened at some of the chosen moments; kills by moment: ${tally(killed.map(({ moment }) => moment))}`,
      ),
      ...unless(
        atMoments * 4 >= killed.length,
        `only ${atMoments} of ${killed.length} kills happened at a chosen moment`,
      ),
      ...saleFaults.flatMap((fault) => {
        const allotted = sales.filter((sale) => sale.fault === fault).length
        const count = struckInAll[fault] ?? 0
        return unless(
          count === allotted,
          `${fault} was set for ${allotted} customers, but occurred for ${count}`,
        )
      }),
      // A short run has only about a hundred calls, so chance may leave few faults.
      ...unless(
        faulty >= (calls * LEAST_FAULTY) / (isLarge ? 1 : 2),
        `only ${faulty} of ${calls} calls to the bank met a fault`,
      ),
      ...(isLarge ? struck : []).flatMap(([fault, count]) =>
        unless(
          count > 0,
          `the fault ${fault} never occurred, although it was set for every call to the bank`,
        ),
      ),
      ...unless(
        !isLarge || [...run.chainFaults.values()].every((count) => count >= LEAST_TROUBLES),
        `too few faults of the chains occurred: ${JSON.stringify([...run.chainFaults])}`,
      ),
      ...(isLarge ? faultsNotStruck(stage.nodes, 'that were met') : []),
    ],
  }
}

/** Counts orders, requeries, name enquiries, and reads of balances and ledgers. */
function countCalls(requests: BankState['requests']): number {
  return Object.entries(requests).reduce(
    (sum, [place, count]) => (/_(?:send|name|payout_requery|payout_feed)$/.test(place) ? sum + count : sum),
    0,
  )
}
