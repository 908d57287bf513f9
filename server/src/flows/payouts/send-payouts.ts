import { type HeldAccount, noteJournalBehind } from '../../movements/payouts/payout-account-store.ts'
import { PayerUnavailable } from '../../movements/payouts/payout-rail.ts'
import {
  beginSending,
  listPayoutsOut,
  noteAnswers,
  noteReadings,
  type RefusalWeight,
} from '../../movements/payouts/payout-store.ts'
import type { PayoutCalls } from './payout-calls.ts'
import type { PayoutDeps } from './payout-deps.ts'

/**
 * Requests the permitted payouts from the payer and records its answers as they arrive. If the worker crashes meanwhile, a payout may or
 * may not have been sent. The bank is then queried, and nothing is sent on a guess. Returns the number of requested payouts.
 */
export async function sendPayouts(deps: PayoutDeps, held: HeldAccount, calls: PayoutCalls): Promise<number> {
  const { pool, clock, payer, times, onNotice } = deps
  const { againMs, repeatMs } = times
  const orders = await beginSending(pool, held, { most: times.batch, againMs, repeatMs, at: clock.now() })
  const byId = new Map(orders.map((order) => [order.payoutId, order]))
  await calls.askInTurns({
    ids: [...byId.keys()],
    ask: async (ids, signal) => {
      const asked = ids.flatMap((id) => byId.get(id) ?? [])
      const answers = await payer.send(asked, signal, times.momentMs).catch(async (error: unknown) => {
        // The orders stay unchanged: they may have been sent, and only the newest journal knows.
        if (error instanceof PayerUnavailable && error.code === 'journal_behind')
          await noteJournalBehind(pool, held, error.message, clock.now())
        throw error
      })
      return answers.filter((answer) => answer.outcome !== 'waiting')
    },
    note: async (answers) => {
      await noteAnswers(pool, held, answers, weighRefusal, clock.now())
      for (const answer of answers) {
        if (answer.outcome === 'refused')
          onNotice(held.account.id, `the payer process rejected a payout: ${answer.code}`)
      }
    },
  })
  return orders.length
}

/** Temporary refusals, of this payout or of all payouts. The payout is sent later. */
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
  'operators_unavailable',
  'decision_in_doubt',
  'payment_waits',
])

/** Refusals because of the order itself. The payer would refuse it again, so the transaction needs a new decision. */
const PERMANENT_REFUSALS = new Set([
  'name_drift',
  'name_not_found',
  'unknown_bank',
  'over_payout_cap',
  'tokens_taken',
])

/**
 * Returns what a refusal means for the payout. Any code that is in neither set means that the payer's view of the money, or of a decision,
 * differs from ours. It opens a case.
 */
function weighRefusal(code: string): RefusalWeight {
  if (TEMPORARY_REFUSALS.has(code)) return 'not_now'
  return PERMANENT_REFUSALS.has(code) ? 'never' : 'doubtful'
}

/**
 * Queries the bank about every reference that is due and records its answers as they arrive. Skips references whose query is in progress.
 * Returns the number of queried references.
 */
export async function askBanks(deps: PayoutDeps, held: HeldAccount, calls: PayoutCalls): Promise<number> {
  const { pool, clock, payer, times } = deps
  const { spacedMs, overdueMs } = times
  const most = times.mostLooks + calls.count()
  const due = await listPayoutsOut(pool, held.account.id, most, clock.now())
  const ids = due.filter((id) => !calls.isUnderWay(id)).slice(0, times.mostLooks)
  await calls.askInTurns({
    ids,
    ask: async (ids, signal) =>
      (await payer.requery(ids, signal, times.momentMs)).filter((reading) => reading.kind !== 'waiting'),
    note: async (readings) => {
      await noteReadings(pool, held, readings, { spacedMs, overdueMs, at: clock.now() })
    },
  })
  return ids.length
}
