import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Nudge } from '../../records/transactions/wake-store.ts'

export type NudgeEngine = (nudge: Nudge) => Promise<void>

const NUDGE_TIMEOUT_MS = 5_000

/**
 * Asks the engine to advance an object now. A nudge that does not get through is not an error of the caller's:
 * what is due stands in PostgreSQL, and the sweeper nudges again.
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

/** New for every nudge: the engine remembers finished keys for a day and drops a call that repeats one. */
export function nudgeKey({ subjectId, number }: Nudge): string {
  return `${subjectId}:${number}`
}

/** Says that something may have happened at a bank account of ours. Nobody waits for it, and it never fails. */
type NudgeAccount = (accountId: string) => void

// The first nudge starts a look at once. Later nudges wait a little for others: a look costs much the same for one as for many.
const GAP_AFTER_LOOK_MS = 200
const GAP_AFTER_FAILED_LOOK_MS = 1_000
const MAX_ACCOUNTS_UNDER_WAY = 200
const LOOK_TIMEOUT_MS = 60_000

/**
 * Has the engine look at an account, once for all who asked while the last look was under way. There is no row behind
 * it, because all buys into one account would queue for that row: what is lost here, the next look finds by itself.
 */
export function createAccountNudges(
  ingressUrl: string,
  onLost: (accountId: string, error: unknown) => void,
): NudgeAccount {
  const underWay = new Map<string, { isAskedAgain: boolean }>()

  const look = async (accountId: string): Promise<boolean> => {
    try {
      // The answer comes when the look is over, so that no more than one waits in the engine for each of us.
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

/** Calls a handler of the engine. Its answer is read to the end, so that the connection can be used again, and says nothing but how it went. */
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
