import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { SendNudge } from '../../flows/advance/send-nudges.ts'
import { traceHeaders } from '../../kernel/tracing.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'

export type NudgeEngine = SendNudge

const NUDGE_TIMEOUT_MS = 5_000

/**
 * Asks the engine to advance an object now, or several transactions or webhook endpoints in one call. A nudge that fails is no error for
 * the caller: due work is recorded in PostgreSQL, and the sweeper nudges again.
 */
export function createNudgeEngine(
  ingressUrl: string,
  onLost: (nudge: Nudge, error: unknown) => void,
): NudgeEngine {
  const send = async (first: Nudge, others: readonly Nudge[]): Promise<void> => {
    if (others.length === 0) {
      const url = `${ingressUrl}/${first.type}/${first.subjectId}/advance/send`
      await callEngine(url, { headers: { 'idempotency-key': nudgeKey(first) } }, NUDGE_TIMEOUT_MS)
      return
    }
    const members: GroupMember[] = [first, ...others].map(({ type, subjectId }) => ({ type, subjectId }))
    // No two groups share a key, so no group waits for another.
    const name = first.type === 'webhook' ? ENDPOINT_GROUP_OBJECT : GROUP_OBJECT
    const url = `${ingressUrl}/${name}/${first.subjectId}:${first.number}/advance/send`
    const headers = { 'content-type': 'application/json' }
    await callEngine(url, { headers, body: JSON.stringify(members) }, NUDGE_TIMEOUT_MS)
  }
  return async (first, ...others) => {
    try {
      await send(first, others)
    } catch (error) {
      for (const nudge of [first, ...others]) onLost(nudge, error)
    }
  }
}

/** The durable object that advances transactions together. */
export const GROUP_OBJECT = 'transactions'

/** The durable object that advances webhook endpoints together. */
export const ENDPOINT_GROUP_OBJECT = 'webhooks'

/** A transaction or an endpoint that such a call advances. */
export type GroupMember = Pick<Nudge, 'type' | 'subjectId'>

/** Returns a new key for every nudge. The engine remembers finished keys for a day and drops a call that repeats one. */
export function nudgeKey({ subjectId, number }: Nudge): string {
  return `${subjectId}:${number}`
}

/** Reports that something may have happened at one of our bank accounts. The caller does not wait, and the call never throws. */
type NudgeAccount = (accountId: string) => void

// The first nudge starts a call at once. Later nudges wait a little for others, because a call costs about the same for one as for many. The
// payments of one call also continue together: they share the calls and commits of all later steps.
const GAP_AFTER_LOOK_MS = 400
const GAP_AFTER_FAILED_LOOK_MS = 1_000
const MAX_ACCOUNTS_UNDER_WAY = 200
const LOOK_TIMEOUT_MS = 60_000

/**
 * Makes the engine check an account. All nudges that arrive during a call lead to one more call. A nudge is not stored, because all buys
 * into one account would wait for the same row. If a nudge is lost, the next regular check of the account makes up for it.
 */
export function createAccountNudges(
  ingressUrl: string,
  onLost: (accountId: string, error: unknown) => void,
): NudgeAccount {
  const underWay = new Map<string, { isAskedAgain: boolean }>()

  const look = async (accountId: string): Promise<boolean> => {
    try {
      // The response arrives when the call ends, so that at most one call per account and process waits in the engine.
      await callEngine(`${ingressUrl}/bank-account/${accountId}/advance`, { headers: {} }, LOOK_TIMEOUT_MS)
      return true
    } catch (error) {
      onLost(accountId, error)
      return false
    }
  }

  const lookWhileAsked = async (accountId: string, turn: { isAskedAgain: boolean }): Promise<void> => {
    do {
      turn.isAskedAgain = false
      const wasSeen = await look(accountId)
      await sleep(wasSeen ? GAP_AFTER_LOOK_MS : GAP_AFTER_FAILED_LOOK_MS, undefined, { ref: false })
    } while (turn.isAskedAgain)
    underWay.delete(accountId)
  }

  return (accountId) => {
    const turn = underWay.get(accountId)
    if (turn !== undefined) {
      turn.isAskedAgain = true
      return
    }
    if (underWay.size >= MAX_ACCOUNTS_UNDER_WAY) return
    const begun = { isAskedAgain: false }
    underWay.set(accountId, begun)
    void lookWhileAsked(accountId, begun)
  }
}

/** Calls a handler of the engine. Only the response's status matters, but the body is read too, so that the connection can be reused. */
async function callEngine(
  url: string,
  asking: Readonly<{ headers: Readonly<Record<string, string>>; body?: string }>,
  timeoutMs: number,
): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    ...asking,
    headers: { ...traceHeaders(), ...asking.headers },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  await body.dump()
  if (statusCode >= 300) throw new Error(`the workflow engine answered ${statusCode}`)
}
