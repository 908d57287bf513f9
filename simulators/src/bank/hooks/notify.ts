import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Hook } from './hook.ts'

const HOUR_MS = 3_600_000

/** Records the notification about a transaction, and its due time. */
export function notify(bank: SimulatedBank, line: Line, struck: readonly Struck[]): void {
  const { hooks, ledger } = bank
  const vendor = ledger.account(line.account)?.vendor
  if (vendor === undefined) return
  const has = (fault: FaultName) => struck.some((one) => one.fault === fault)
  const hook: Hook = {
    ...hooks.nextId(),
    vendor,
    reference: line.reference,
    account: line.account,
    dueAt: line.bookedAt,
    attempts: 0,
    state: 'waiting',
  }
  // Without a URL the notification is kept, and can still be delivered manually.
  const change: Partial<Hook> =
    bank.setting(vendor).url === undefined ? { state: 'kept' } : delay(hook.dueAt, has)
  bank.commit({ is: 'hook', hook: { ...hook, ...change } })
}

function delay(dueAt: number, has: (fault: FaultName) => boolean): Partial<Hook> {
  if (has('hook_never')) return { state: 'kept' }
  if (has('hook_after_72h')) return { dueAt: dueAt + 72 * HOUR_MS }
  // Sent after an hour if no later notification follows.
  return has('hook_out_of_order') ? { state: 'held', dueAt: dueAt + HOUR_MS } : {}
}
