import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { readHeads } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import type { Purchase } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { weigh } from '../buy/weigh.ts'
import type { Customers } from '../customers.ts'
import { quantile } from '../hour/quantile.ts'
import type { Outcome } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { type FailoverRound, faults } from './failover-round.ts'
import { judgeSells, type Sellers } from './judge-sells.ts'

type Run = Readonly<{
  stage: Stage
  purchases: readonly Purchase[]
  customers: Customers<Purchase>
  sellers: Sellers
  rounds: readonly FailoverRound[]
  seed: number
}>

const LEAST_BUYS_PER_ROUND = 5
/** A shorter run shows what is lost, not how long it takes: it may share its machine. */
const TIMED_FROM = 12
const P50_SECONDS = 10
const P99_SECONDS = 30

export async function judgeFailover({
  stage,
  purchases,
  customers,
  sellers,
  rounds,
  seed,
}: Run): Promise<Outcome> {
  const { owner, stack } = stage
  const { verdict, kobo, freezes, strayCases, untold } = await weigh(
    stage,
    purchases,
    customers,
    sellers.sold,
  )
  const sells = await judgeSells(stage, sellers)
  const { checks, findings } = await runChecks(owner)
  const { tampering, rows } = await verifySeals(
    owner,
    await readHeads(stack.environment.SEAL_HEAD_FILE ?? ''),
  )
  const { rows: epochs } = await owner.query<{ epoch: number }>(
    'select coalesce(max(epoch), 0)::integer as epoch from database_epoch',
  )
  const seconds = rounds.map(({ acceptedSeconds, signedSeconds }) => Math.max(acceptedSeconds, signedSeconds))
  const [p50, p99] = [quantile(seconds, 0.5), quantile(seconds, 0.99)]
  const isTimed = rounds.length >= TIMED_FROM
  const stuck = [...verdict.stuck, ...verdict.unserved, ...sells.stuck]
  const lost = [...verdict.lost, ...sells.lost]
  const twice = [...verdict.paidTwice, ...sells.paidTwice]
  const believed = rounds.filter(({ isFormerBelieved }) => isFormerBelieved)
  const unstruck = faults.filter((fault) => !rounds.some((round) => round.fault === fault))
  return {
    figures: {
      times: rounds.length,
      buys: purchases.length,
      completed: verdict.completed,
      sells: sellers.asked.length,
      checks,
      sealed_rows: rows,
      seed,
      acknowledged_lost: lost.length,
      paid_twice: twice.length,
      stuck: stuck.length,
      freezes: freezes.length,
      p50_s: p50.toFixed(1),
      p99_s: p99.toFixed(1),
      kobo_difference: String(kobo.difference),
    },
    shortfalls: [
      ...some(lost.map((words) => `lost: ${words}`)),
      ...some(twice.map((words) => `paid twice: ${words}`)),
      ...some(stuck.map((words) => `stuck: ${words}`)),
      ...some(believed.map(({ fault }) => `the former primary (${fault}) acknowledged a change`)),
      ...some(verdict.wrong),
      ...some(sells.wrong),
      ...some(freezes),
      ...some(strayCases),
      ...some(untold),
      ...kobo.words,
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...some(tampering.map(({ kind, name }) => `seals: ${kind} ${name}`)),
      ...unless(!isTimed || p50 <= P50_SECONDS, `half of the failovers took more than ${P50_SECONDS} s`),
      ...unless(!isTimed || p99 <= P99_SECONDS, `the slowest failover took ${p99.toFixed(1)} s`),
      ...unless(
        purchases.length >= rounds.length * LEAST_BUYS_PER_ROUND,
        `only ${purchases.length} customers came`,
      ),
      ...unless(sellers.asked.length >= rounds.length, `only ${sellers.asked.length} sells were made`),
      ...unless(epochs[0]?.epoch === rounds.length, `${epochs[0]?.epoch} epochs began`),
      ...unless(rounds.length < faults.length || unstruck.length === 0, `never: ${unstruck.join(', ')}`),
    ],
  }
}
