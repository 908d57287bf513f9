import type { Nudge } from '../../records/transactions/wake-store.ts'
import { nudgeKey } from './nudge-key.ts'

export type NudgeEngine = (nudge: Nudge) => Promise<void>

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
      const response = await fetch(`${ingressUrl}/${nudge.type}/${nudge.subjectId}/advance/send`, {
        method: 'POST',
        headers: { 'idempotency-key': nudgeKey(nudge) },
        signal: AbortSignal.timeout(5_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the engine answered ${response.status}`)
    } catch (error) {
      onLost(nudge, error)
    }
  }
}
