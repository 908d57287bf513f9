import { isTransactionType } from '../../records/transactions/machines/machines.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'

/**
 * Sends a nudge to Restate. Several nudges, all of transactions or all of webhook endpoints, make one call that advances them together.
 * Never throws: the sweeper repeats a lost nudge.
 */
export type SendNudge = (nudge: Nudge, ...others: readonly Nudge[]) => Promise<void>

const AT_ONCE = 25
// A call costs the engine and the worker more than a transaction or an endpoint in it. A call ends when its slowest member does, so it has
// few.
const MEMBERS_A_CALL = 25

/**
 * Sends many nudges to Restate, a limited number at a time. Transactions that became due together share a call, and so do steady webhook
 * endpoints.
 */
export async function sendNudges(nudges: readonly Nudge[], send: SendNudge): Promise<void> {
  const waiting = callsFor(nudges).values()
  const sender = async () => {
    for (const [first, ...others] of waiting) await send(first, ...others)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, nudges.length) }, sender))
}

/**
 * Makes nudges that arrive shortly after each other share calls. The first nudge after a pause is sent at once. The nudges that arrive within
 * `gapMs` of it are sent together when that time is over. The caller does not wait: a nudge that is lost with the process is repeated by the
 * sweeper.
 */
export function gatherNudges(send: SendNudge, gapMs: number): SendNudge {
  let waiting: Nudge[] = []
  let timer: NodeJS.Timeout | undefined
  const sendWaiting = (): void => {
    timer = undefined
    if (waiting.length === 0) return
    const nudges = waiting
    waiting = []
    timer = setTimeout(sendWaiting, gapMs).unref()
    void sendNudges(nudges, send)
  }
  return async (...nudges) => {
    waiting.push(...nudges)
    if (timer === undefined) sendWaiting()
  }
}

function callsFor(nudges: readonly Nudge[]): Array<[Nudge, ...Nudge[]]> {
  const transactions = nudges.filter(({ type }) => isTransactionType(type))
  const endpoints = nudges.filter(isSteadyEndpoint)
  const alone = nudges.filter((nudge) => !isTransactionType(nudge.type) && !isSteadyEndpoint(nudge))
  const calls: Array<[Nudge, ...Nudge[]]> = alone.map((nudge) => [nudge])
  for (const together of [transactions, endpoints]) {
    for (let start = 0; start < together.length; start += MEMBERS_A_CALL) {
      const [first, ...others] = together.slice(start, start + MEMBERS_A_CALL)
      if (first !== undefined) calls.push([first, ...others])
    }
  }
  return calls
}

function isSteadyEndpoint({ type, isSteady }: Nudge): boolean {
  return type === 'webhook' && isSteady === true
}
