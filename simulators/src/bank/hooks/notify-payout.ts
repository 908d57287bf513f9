import type { FaultName } from '../faults/catalogue.ts'
import type { Payout } from '../payouts/payout.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Hook } from './hook.ts'

const HOUR_MS = 3_600_000

/** Records the notification about a payout's outcome, and its due time. */
export function notifyPayout(
  bank: SimulatedBank,
  payout: Payout,
  event: NonNullable<Hook['payout']>['event'],
): void {
  const account = bank.ledger.account(payout.account)
  if (account === undefined) return
  const hook: Hook = {
    ...bank.hooks.nextId(),
    vendor: account.vendor,
    reference: payout.reference,
    account: payout.account,
    payout: { id: payout.id, event },
    dueAt: payout.updatedAt,
    attempts: 0,
    state: 'waiting',
  }
  const has = (fault: FaultName) => payout.faults.some((one) => one.fault === fault)
  const isKept = account.payouts?.url === undefined || has('payout_hook_never')
  const change: Partial<Hook> = isKept ? { state: 'kept' } : delay(hook.dueAt, has)
  bank.commit({ is: 'hook', hook: { ...hook, ...change } })
}

function delay(dueAt: number, has: (fault: FaultName) => boolean): Partial<Hook> {
  if (has('payout_hook_late')) return { dueAt: dueAt + 72 * HOUR_MS }
  // Sent after an hour if no later notification follows.
  return has('payout_hook_out_of_order') ? { state: 'held', dueAt: dueAt + HOUR_MS } : {}
}
