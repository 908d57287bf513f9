import type { HeldAccount } from '../../movements/payouts/payout-account-store.ts'
import {
  beginSending,
  listPayoutsOut,
  noteAnswers,
  noteReadings,
  type RefusalWeight,
} from '../../movements/payouts/payout-store.ts'
import type { PayoutDeps } from './payout-deps.ts'

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

/** What passes with time, for this payout or for all alike. */
const TEMPORARY_REFUSALS = new Set([
  'frozen',
  'credit_under_lien',
  'over_hour_cap',
  'over_day_cap',
  'over_first_day_cap',
  'name_unavailable',
  'bank_unavailable',
  'chain_unavailable',
  'two_minute_rule',
  'too_soon',
  'former_alive',
  'not_held',
  'account_stopped',
])

/** What will be refused again and again, and is nobody's mistake but the order's: it is decided anew. */
const PERMANENT_REFUSALS = new Set(['name_drift', 'name_not_found', 'unknown_bank', 'over_payout_cap'])

/** Anything else means that the payer follows the money to another end than we do. */
function weighRefusal(code: string): RefusalWeight {
  if (TEMPORARY_REFUSALS.has(code)) return 'not_now'
  return PERMANENT_REFUSALS.has(code) ? 'never' : 'doubtful'
}

/** Asks the bank about every reference whose time has come, and writes down what it says. Returns how many were asked about. */
export async function askBanks(deps: PayoutDeps, held: HeldAccount): Promise<number> {
  const { pool, clock, payer, times } = deps
  const ids = await listPayoutsOut(pool, held.account.id, times.mostLooks, clock.now())
  if (ids.length === 0) return 0
  const readings = await payer.requery(ids, AbortSignal.timeout(times.askMs))
  const wanted = new Set(ids)
  const { spacedMs, overdueMs } = times
  await noteReadings(
    pool,
    held,
    readings.filter(({ payoutId }) => wanted.has(payoutId)),
    { spacedMs, overdueMs, at: clock.now() },
  )
  return ids.length
}
