import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Nudge } from '../../records/transactions/wake-store.ts'

export type NudgeEngine = (nudge: Nudge) => Promise<void>

const NUDGE_TIMEOUT_MS = 5_000

/**
 * Asks the engine to advance an object now. A nudge that fails is no error for the caller: due work is recorded in PostgreSQL, and the
 * sweeper nudges again.
 */
export function createNudgeEngine(
  ingressUrl: string,
  onLost: (nudge: Nudge, error: unknown) => void,
): NudgeEngine {
  return async (nudge) => {
    try {
      const url = `${ingressUrl}/${nudge.type}/${nudge.subjectId}/advance/send`
      await callEngine(url, { 'idempotency-key': nudgeKey(nudge) }, NUDGE_TIMEOUT_MS)
    } catch (error) {
      onLost(nudge, error)
    }
  }
}

/** Returns a new key for every nudge. The engine remembers finished keys for a day and drops a call that repeats one. */
export function nudgeKey({ subjectId, number }: Nudge): string {
  return `${subjectId}:${number}`
}

/** Reports that something may have happened at one of our bank accounts. The caller does not wait, and the call never throws. */
type NudgeAccount = (accountId: string) => void

// The first nudge starts a call at once. Later nudges wait a little for others, because a call costs about the same for one as for many.
const GAP_AFTER_LOOK_MS = 200
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
      await callEngine(`${ingressUrl}/bank-account/${accountId}/advance`, {}, LOOK_TIMEOUT_MS)
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
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  await body.dump()
  if (statusCode >= 300) throw new Error(`the workflow engine answered ${statusCode}`)
}
