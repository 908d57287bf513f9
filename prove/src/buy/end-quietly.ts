import { setTimeout as sleep } from 'node:timers/promises'
import { patiently } from '../credits/patiently.ts'
import type { Customers } from '../customers.ts'
import type { Progress } from '../progress.ts'
import type { Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'
import { type Sold, weigh } from './weigh.ts'

// This share is delivered while nodes and blocks still misbehave.
const DELIVERED_IN_TROUBLE = 0.7
const TROUBLE_MS = 60_000
const RESEND_EVERY = 20

/**
 * Waits, after the last kill, until the remaining buys finish. Once most are delivered, it also ends all faults. Gives up after a limit.
 */
export async function endQuietly({
  stage,
  purchases,
  customers,
  progress,
  withinMs,
  calm,
  sold,
}: Readonly<{
  stage: Stage
  purchases: readonly Purchase[]
  customers: Customers<Purchase>
  progress: Progress
  withinMs: number
  /** Ends the faults of chains and nodes. May be called repeatedly. */
  calm(): void
  sold?: Sold
}>): Promise<void> {
  const [until, calmAt] = [performance.now() + withinMs, performance.now() + TROUBLE_MS]
  for (let turn = 0; ; turn += 1) {
    if (turn % RESEND_EVERY === 0) await resend(stage)
    const { verdict, kobo, strayCases } = await patiently(async () =>
      weigh(stage, purchases, customers, sold),
    )
    const open = [verdict.stuck, verdict.lost, verdict.wrong, verdict.unserved, strayCases]
    const isQuiet = open.every(({ length }) => length === 0) && kobo.difference === 0n
    progress.show(
      `${verdict.completed} of ${purchases.length} delivered, ${verdict.unserved.length} unserved, ${verdict.stuck.length} unfinished, ${verdict.wrong.length + strayCases.length} wrong, difference of ${kobo.difference} kobo`,
    )
    const isMostThere = verdict.completed >= purchases.length * DELIVERED_IN_TROUBLE
    if (isMostThere || performance.now() > calmAt) calm()
    if (isQuiet || performance.now() > until) {
      calm()
      return
    }
    await sleep(1_000)
  }
}

/**
 * Requests the webhooks that vendors gave up or have not sent yet, as an operator would. Skips forged ones: too many bad signatures would
 * shut out the real ones.
 */
async function resend({ desk }: Stage): Promise<void> {
  const truth = await desk.truth()
  const isForged = new Set(
    truth.filter(({ faults }) => faults.includes('hook_bad_signature')).map(({ reference }) => reference),
  )
  const open = new Set(['given_up', 'waiting', 'held'])
  for (const { id, state, reference } of (await desk.hooks()).hooks)
    if (open.has(state) && !isForged.has(reference)) await desk.deliver(id)
}
