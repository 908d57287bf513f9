import type { HeldAccount } from '../../movements/payouts/payout-account-store.ts'
import { beginSending, noteAnswers } from '../../movements/payouts/payout-store.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { weighRefusal } from './weigh-refusal.ts'

/**
 * Has the payer asked for what may go now, and writes its answers down. Whoever ends in between leaves payouts that may or may not
 * have been sent: the bank is asked about those, and nothing is sent by guess. Returns how many were asked for.
 */
export async function sendPayouts(deps: PayoutDeps, held: HeldAccount): Promise<number> {
  const { pool, clock, payer, times, onNotice } = deps
  const { againMs, repeatMs } = times
  const orders = await beginSending(pool, held, { most: times.batch, againMs, repeatMs, at: clock.now() })
  if (orders.length === 0) return 0
  const answers = await payer.send(orders, AbortSignal.timeout(times.askMs))
  const asked = new Set(orders.map(({ payoutId }) => payoutId))
  const known = answers.filter(({ payoutId }) => asked.has(payoutId))
  await noteAnswers(pool, held, known, weighRefusal, clock.now())
  for (const answer of known) {
    if (answer.outcome === 'refused') onNotice(held.account.id, `the payer refused: ${answer.code}`)
  }
  return orders.length
}
