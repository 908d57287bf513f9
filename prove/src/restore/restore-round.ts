import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { paymentsOf } from '../buy/payments-of.ts'
import type { Purchase } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'
import type { Customers } from '../customers.ts'
import type { Random } from '../fuzz/random.ts'
import type { Progress } from '../progress.ts'
import { adopt, unfreeze } from './adopt.ts'
import type { Terminals } from './terminal.ts'

export type Round = Readonly<{
  /** References of buys that were sent or delivered after the backup, and that the restored database has lost. */
  forgotten: ReadonlySet<string>
  /** Milliseconds from the restart of the worker and the API to the freeze. */
  frozenAfterMs: number
}>

const MOST_AT_ONCE = 24

/**
 * Customers buy, and a backup is made meanwhile. They continue until tokens of later buys have arrived. Then PostgreSQL is lost and
 * replaced by the backup, and two operators adopt what it has forgotten.
 */
export async function restoreRound({
  stage,
  purchases,
  customers,
  terminals,
  random,
  progress,
}: Readonly<{
  stage: Stage
  purchases: readonly Purchase[]
  customers: Customers<Purchase>
  terminals: Terminals
  random: Random
  progress: Progress
}>): Promise<Round> {
  const { stack, owner, desk } = stage
  const third = Math.ceil(purchases.length / 3)
  const buy = async (some: readonly Purchase[]): Promise<void> => {
    for (let next = 0; next < some.length; next += MOST_AT_ONCE) {
      await Promise.all(
        some.slice(next, next + MOST_AT_ONCE).map(async (purchase) => {
          await customers.ask(purchase)
          await desk.pay(paymentsOf(purchase))
        }),
      )
    }
  }
  await buy(purchases.slice(0, third))
  const middle = buy(purchases.slice(third, 2 * third))
  await sleep(random.between(200, 2_000))
  await stack.backUpPostgres()
  const { rows: saved } = await owner.query<{ at: Date }>('select now() as at')
  await middle
  progress.say('backed up during the load; customers continue')
  await buy(purchases.slice(2 * third))
  await untilLanded(stage, saved[0]?.at ?? new Date(), third)
  await sleep(random.between(0, 1_500))
  const before = await sentReferences(stage)

  const frozenAfterMs = await restoreBackup(stage)
  const after = await sentReferences(stage)
  const forgotten = new Set([...before].filter((reference) => !after.has(reference)))
  progress.say(`restored: ${forgotten.size} sent buys are missing, everything is frozen`)
  for (const words of await adopt(stage, terminals)) progress.say(words.trim().split('\n')[0] ?? '')
  await unfreeze(terminals)
  return { forgotten, frozenAfterMs }
}

/**
 * Replaces the database with the last backup, as the runbook says. One mistake is made: the API was not stopped, and `meanwhile` may call
 * it. Returns the milliseconds until everything was frozen.
 */
export async function restoreBackup(stage: Stage, meanwhile?: () => Promise<void>): Promise<number> {
  const { stack } = stage
  stack.pauseWorker()
  await stack.restorePostgres()
  await trimHeads(stage)
  await meanwhile?.()
  const startedAt = performance.now()
  await Promise.all([stack.crashWorker(), stack.crashApi()])
  // Restate's memory is newer than the rows. It would drop nudges whose numbers are used again.
  await stack.loseEngine()
  return untilFrozen(stage, startedAt)
}

async function untilLanded({ owner }: Stage, since: Date, wanted: number): Promise<void> {
  const until = performance.now() + 120_000
  for (;;) {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::integer as count from transfer where opened_at > $1 and state = 'final_ok'`,
      [since],
    )
    if ((rows[0]?.count ?? 0) >= wanted) return
    if (performance.now() > until)
      throw new Error(`only ${rows[0]?.count} of ${wanted} transfers became final after the backup`)
    await sleep(100)
  }
}

async function sentReferences({ owner }: Stage): Promise<ReadonlySet<string>> {
  const { rows } = await patiently(async () =>
    owner.query<{ reference: string }>(
      `select r.reference from transfer_right r join transfer f on f.right_id = r.id where f.state in ('signed', 'final_ok')`,
    ),
  )
  return new Set(rows.map(({ reference }) => reference))
}

async function untilFrozen({ owner }: Stage, startedAt: number): Promise<number> {
  for (;;) {
    const { rows } = await patiently(async () =>
      owner.query(`select from freeze_order where scope = 'all' and lifted_at is null`),
    )
    if (rows.length > 0) return performance.now() - startedAt
    if (performance.now() - startedAt > 120_000)
      throw new Error('the worker did not freeze everything after the restore')
    await sleep(100)
  }
}

/** Removes the heads of seals that the backup does not have, as the runbook says. Their numbers will be used again. */
async function trimHeads({ owner, stack }: Stage): Promise<void> {
  const { rows } = await patiently(async () =>
    owner.query<{ last: string }>('select coalesce(max(number), 0)::text as last from seal'),
  )
  const file = stack.environment.SEAL_HEAD_FILE ?? ''
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && BigInt(line.split(' ')[0] ?? '0') <= BigInt(rows[0]?.last ?? '0'))
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''))
}
