import type { Nudge } from '../../records/transactions/wake-store.ts'
import { callEngine } from './call-engine.ts'
import { nudgeKey } from './nudge-key.ts'

export type NudgeEngine = (nudge: Nudge) => Promise<void>

const TAKEN_WITHIN_MS = 5_000

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
      await callEngine(url, { 'idempotency-key': nudgeKey(nudge) }, TAKEN_WITHIN_MS)
    } catch (error) {
      onLost(nudge, error)
    }
  }
}
