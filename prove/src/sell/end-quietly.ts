import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'
import type { Progress } from '../progress.ts'
import { hasten } from './hasten.ts'
import type { Market } from './market.ts'
import { type WeighedSales, weighSales } from './weigh-sales.ts'

// This share is paid while bank, nodes and blocks still misbehave.
const PAID_IN_TROUBLE = 0.7
const RESEND_EVERY_MS = 10_000
const HASTEN_EVERY_MS = 2_000

/**
 * Waits, after the last kill, until the remaining sells finish. Once most are paid, it also ends all faults. Gives up after a limit.
 * Returns the last comparison, because open cases may still change afterwards.
 */
export async function endQuietly({
  stage,
  market,
  progress,
  troubleMs,
  withinMs,
  isShort,
  calm,
}: Readonly<{
  stage: Stage
  market: Market
  progress: Progress
  /** The longest time for which faults continue. */
  troubleMs: number
  withinMs: number
  /** Makes scheduled checks due at once instead of waiting for them. */
  isShort: boolean
  /** Ends all faults. Called once. */
  calm(): Promise<void>
}>): Promise<WeighedSales> {
  const startedAt = performance.now()
  const { sales } = market
  let [isCalm, resentAt, hastenedAt] = [false, startedAt, startedAt]
  for (;;) {
    const weighed = await patiently(async () => weighSales(stage, market))
    const { verdict, kobo, strayCases } = weighed
    const open = [verdict.stuck, verdict.lost, verdict.wrong, verdict.unserved, strayCases].flat().length
    const tookMs = performance.now() - startedAt
    progress.show(
      `${verdict.completed} of ${sales.length} paid, ${verdict.unserved.length} unserved, ${verdict.stuck.length} unfinished, ${verdict.wrong.length + strayCases.length} wrong, difference of ${kobo.difference} kobo`,
    )
    if (!isCalm && (verdict.completed >= sales.length * PAID_IN_TROUBLE || tookMs > troubleMs)) {
      await calm()
      isCalm = true
    }
    if (isCalm && performance.now() - resentAt > RESEND_EVERY_MS) {
      await resend(stage, weighed)
      resentAt = performance.now()
    }
    if (isCalm && ((open === 0 && kobo.difference === 0n) || tookMs > troubleMs + withinMs)) return weighed
    if (isShort && performance.now() - hastenedAt > HASTEN_EVERY_MS) {
      await hasten(stage.owner)
      hastenedAt = performance.now()
    }
    await sleep(isShort ? 300 : 1_000)
  }
}

/** Requests the vendors' missing notifications about pending payouts, as an operator would. Skips forged ones. */
async function resend({ desk }: Stage, { record, payouts }: WeighedSales): Promise<void> {
  const onItsWay = new Set(record.accounts.flatMap((account) => [...account.onItsWay.keys()]))
  for (const { reference, faults } of payouts)
    if (onItsWay.has(reference) && !faults.includes('payout_hook_bad_signature'))
      await desk.deliverOf(reference)
}
