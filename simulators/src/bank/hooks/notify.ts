import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Hook } from './hook.ts'

const HOUR_MS = 3_600_000

/** Writes down that a transaction is to be notified, and when. */
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
  // Whom should it tell? Somebody may still have it delivered by hand.
  const change: Partial<Hook> =
    bank.setting(vendor).url === undefined ? { state: 'kept' } : delay(hook.dueAt, has)
  bank.commit({ is: 'hook', hook: { ...hook, ...change } })
}

function delay(dueAt: number, has: (fault: FaultName) => boolean): Partial<Hook> {
  if (has('hook_never')) return { state: 'kept' }
  if (has('hook_after_72h')) return { dueAt: dueAt + 72 * HOUR_MS }
  // The hour is for the case that no later one comes.
  return has('hook_out_of_order') ? { state: 'held', dueAt: dueAt + HOUR_MS } : {}
}
