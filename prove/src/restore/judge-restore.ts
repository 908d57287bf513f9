import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { readHeads } from '@afara/server/records/ledger/seals/seal-rows.ts'
import { verifySeals } from '@afara/server/records/ledger/seals/verify-seals.ts'
import type { Purchase } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import type { Customers } from '../customers.ts'
import type { Outcome } from '../proof.ts'
import type { Round } from './restore-round.ts'
import { weighRestore } from './weigh-restore.ts'

type Run = Readonly<{
  stage: Stage
  purchases: readonly Purchase[]
  customers: Customers<Purchase>
  silent: ReadonlySet<string>
  rounds: readonly Round[]
  seed: number
}>

const MOST_SHOWN = 8

export async function judgeRestore({
  stage,
  purchases,
  customers,
  silent,
  rounds,
  seed,
}: Run): Promise<Outcome> {
  const { owner, stack } = stage
  const asking = purchases.filter(({ reference }) => !silent.has(reference))
  const { verdict, kobo, record, sent, adopted, ownerless } = await weighRestore(
    stage,
    asking,
    customers,
    silent,
  )
  const { checks, findings } = await runChecks(owner)
  const { tampering } = await verifySeals(owner, await readHeads(stack.environment.SEAL_HEAD_FILE ?? ''))
  const addresses = Map.groupBy(sent, ({ to }) => to)
  const twice = [...addresses.values()].filter(({ length }) => length > 1)
  const taken = adopted.filter(({ state }) => state === 'taken')
  const forgotten = rounds.reduce((sum, round) => sum + round.forgotten.size, 0)
  const open = record.openCases.filter(({ kind }) => kind === 'restored')
  return {
    figures: {
      transactions: purchases.length,
      restores: rounds.length,
      forgotten,
      adopted: adopted.length,
      taken: taken.length,
      ownerless: ownerless.length,
      completed: verdict.completed,
      transfers: sent.length,
      frozen_after_ms: Math.max(...rounds.map(({ frozenAfterMs }) => frozenAfterMs)).toFixed(0),
      checks,
      seed,
      sent_twice: twice.length,
      kobo_difference: String(kobo.difference),
    },
    shortfalls: [
      ...twice.map((all) => `sent twice: ${all.map(({ hash }) => hash).join(' and ')}`),
      ...verdict.lost.slice(0, MOST_SHOWN).map((words) => `lost: ${words}`),
      ...verdict.stuck.slice(0, MOST_SHOWN).map((words) => `stuck: ${words}`),
      ...verdict.wrong.slice(0, MOST_SHOWN),
      ...kobo.words,
      ...findings
        .slice(0, MOST_SHOWN)
        .map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...tampering.slice(0, MOST_SHOWN).map(({ kind, name }) => `seals: ${kind} ${name}`),
      ...unless(
        verdict.completed === asking.length,
        `only ${verdict.completed} of ${asking.length} buys were completed`,
      ),
      ...unless(
        forgotten >= rounds.length * 3,
        `only ${forgotten} sent buys were missing from the restored database`,
      ),
      ...unless(
        ownerless.every(({ state }) => state === 'waiting') && open.length > 0 === ownerless.length > 0,
        `transfers without a buy are ${JSON.stringify(ownerless.map(({ state }) => state))}, with ${open.length} open cases`,
      ),
    ],
  }
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}
