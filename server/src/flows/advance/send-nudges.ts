import type { Nudge } from '../../records/transactions/wake-store.ts'

/** Sends a nudge to Restate. Never throws: the sweeper repeats a lost nudge. */
export type SendNudge = (nudge: Nudge) => Promise<void>

const AT_ONCE = 25

/** Sends many nudges to Restate, a limited number at a time. */
export async function sendNudges(nudges: readonly Nudge[], send: SendNudge): Promise<void> {
  const waiting = nudges.values()
  const sender = async () => {
    for (const nudge of waiting) await send(nudge)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, nudges.length) }, sender))
}
