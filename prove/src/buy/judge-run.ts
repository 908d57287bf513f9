import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { faultsNotStruck, hitsOf, LEAST_TROUBLES } from '../chains/put-nodes.ts'
import type { Customers } from '../customers.ts'
import type { Kill } from '../kill-parts.ts'
import type { Outcome } from '../proof.ts'
import { findFalseAlarms } from '../reconcile/find-false-alarms.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { compareHoldings } from './compare-holdings.ts'
import { moments } from './moments.ts'
import { faultsOf, type Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'
import { weigh } from './weigh.ts'

type Run = Readonly<{
  stage: Stage
  purchases: readonly Purchase[]
  customers: Customers<Purchase>
  killed: readonly Kill[]
  kills: number
  /** Number of times that each fault of the chains occurred. */
  chainFaults: ReadonlyMap<string, number>
  answerHits: ReadonlyMap<string, number>
  decided: ReadonlyMap<string, number>
  seconds: number
  seed: number
}>

const LEAST_COMPLETED = 0.75

/** Judges the run. A run counts only if enough happened in it. */
export async function judgeRun(run: Run): Promise<Outcome> {
  const { stage, purchases, customers, killed, kills } = run
  const { verdict, kobo, record, sent, truth, untold, freezes, strayCases } = await weigh(
    stage,
    purchases,
    customers,
  )
  const { checks, findings } = await runChecks(stage.owner)
  const asked = [...customers.notes().values()].reduce((sum, note) => sum + note.asked, 0)
  const refused = [...customers.notes().values()].flatMap((note) => note.refused ?? [])
  const hits = hitsOf(stage.nodes)
  const atMoments = killed.filter(({ moment }) => moment !== 'any').length
  const struck = truth.flatMap(({ remark, faults }) => faults.map((fault) => `${remark} ${fault}`))
  const bankFaults = struck.length + [...run.answerHits.values()].reduce((sum, count) => sum + count, 0)
  return {
    figures: {
      transactions: purchases.length,
      completed: verdict.completed,
      refunded: verdict.refunded,
      transfers: sent.length,
      cases: record.openCases.length + [...run.decided.values()].reduce((sum, count) => sum + count, 0),
      recalled: record.buys.filter(({ status }) => status === 'recalled').length,
      unpaid: record.buys.filter(({ status }) => status === 'pending_payment' || status === 'part_paid')
        .length,
      kills: killed.length,
      kills_at_moments: atMoments,
      asked,
      rpc_faults: [...hits.values()].reduce((sum, count) => sum + count, 0),
      ...Object.fromEntries(run.chainFaults),
      bank_faults: bankFaults,
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
      // The missing money may be in an open case.
      ...some(
        kobo.difference === 0n
          ? []
          : record.buys.filter(({ openCases }) => openCases.length > 0).map(({ story }) => story),
      ),
      ...some(
        kobo.difference === 0n
          ? []
          : record.openCases.map(({ kind, summary }) => `open case: ${kind} ${summary}`),
      ),
      ...some(untold),
      ...some(await compareHoldings(stage.chains, purchases, sent)),
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...some(await findFalseAlarms(stage.owner)),
      ...some(
        record.lanes
          .filter(({ state }) => state !== 'active')
          .map((lane) => `lane ${lane.network}:${lane.number} is ${lane.state}`),
      ),
      ...unless(
        verdict.completed >= purchases.length * LEAST_COMPLETED,
        `only ${verdict.completed} of ${purchases.length} buys were completed; open cases: ${tally(record.openCases.map(({ kind }) => kind))}; statuses: ${tally(record.buys.map(({ status }) => status))}`,
      ),
      ...unless(verdict.refunded > 0, 'no buy was refunded, so refunds were not tested'),
      ...unless(killed.length >= kills, `only ${killed.length} of ${kills} kills were made`),
      ...unless(
        kills < 20 || Object.keys(moments).every((name) => killed.some(({ moment }) => moment === name)),
        `no kill happened at some of the chosen moments; kills by moment: ${tally(killed.map(({ moment }) => moment))}`,
      ),
      ...unless(
        atMoments * 4 >= killed.length,
        `only ${atMoments} of ${killed.length} kills happened at a chosen moment: ${tally(killed.map(({ moment }) => moment))}`,
      ),
      ...some(findNotStruck(purchases, new Set(struck))),
      ...(kills < 20 ? [] : faultsNotStruck(stage.nodes)),
      ...unless(
        kills < 20 || [...run.chainFaults.values()].every((count) => count >= LEAST_TROUBLES),
        `too few faults of the chains occurred: ${JSON.stringify([...run.chainFaults])}`,
      ),
    ],
  }
}

/** Returns the faults that were assigned to a payment but never occurred. */
function findNotStruck(purchases: readonly Purchase[], struck: ReadonlySet<string>): string[] {
  return purchases.flatMap((purchase) =>
    faultsOf(purchase)
      .filter((fault) => !struck.has(`${purchase.reference} ${fault}`))
      .map((fault) => `${fault} was set for the payment of ${purchase.reference}, but never occurred`),
  )
}
