import { isTransactionType } from '../../records/transactions/machines/machines.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'

/**
 * Sends a nudge to Restate. Several nudges, all of transactions, make one call that advances them together. Never throws: the sweeper repeats
 * a lost nudge.
 */
export type SendNudge = (nudge: Nudge, ...others: readonly Nudge[]) => Promise<void>

const AT_ONCE = 25
// A call costs the engine and the worker more than a transaction in it. A call ends when its slowest transaction does, so it has few.
const TRANSACTIONS_A_CALL = 25

/** Sends many nudges to Restate, a limited number at a time. Transactions that became due together share a call. */
export async function sendNudges(nudges: readonly Nudge[], send: SendNudge): Promise<void> {
  const waiting = callsFor(nudges).values()
  const sender = async () => {
    for (const [first, ...others] of waiting) await send(first, ...others)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, nudges.length) }, sender))
}

function callsFor(nudges: readonly Nudge[]): Array<[Nudge, ...Nudge[]]> {
  const alone = nudges.filter(({ type }) => !isTransactionType(type))
  const together = nudges.filter(({ type }) => isTransactionType(type))
  const calls: Array<[Nudge, ...Nudge[]]> = alone.map((nudge) => [nudge])
  for (let start = 0; start < together.length; start += TRANSACTIONS_A_CALL) {
    const [first, ...others] = together.slice(start, start + TRANSACTIONS_A_CALL)
    if (first !== undefined) calls.push([first, ...others])
  }
  return calls
}
