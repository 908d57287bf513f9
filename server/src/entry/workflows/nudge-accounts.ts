import { setTimeout as sleep } from 'node:timers/promises'
import { callEngine } from './call-engine.ts'

/** Says that something may have happened at a bank account of ours. Nobody waits for it, and it never fails. */
export type NudgeAccount = (accountId: string) => void

// The first who asks is looked at at once. Whoever asks meanwhile waits a little for others: a look costs much the same for one as for many.
const GAP_MS = 200
const GAP_AFTER_LOSS_MS = 1_000
const MOST_ACCOUNTS = 200
const ENDS_WITHIN_MS = 60_000

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
      await callEngine(`${ingressUrl}/bank-account/${accountId}/advance`, {}, ENDS_WITHIN_MS)
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
      await sleep(wasSeen ? GAP_MS : GAP_AFTER_LOSS_MS, undefined, { ref: false })
    } while (turn.isAskedAgain)
    underWay.delete(accountId)
  }

  return (accountId) => {
    const turn = underWay.get(accountId)
    if (turn !== undefined) {
      turn.isAskedAgain = true
      return
    }
    if (underWay.size >= MOST_ACCOUNTS) return
    const begun = { isAskedAgain: false }
    underWay.set(accountId, begun)
    void lookWhileAsked(accountId, begun)
  }
}
