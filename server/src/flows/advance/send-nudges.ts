import type { Nudge } from '../../records/transactions/wake-store.ts'

/** Hands a nudge to the engine. Never fails: what is lost is nudged again by the sweeper. */
export type SendNudge = (nudge: Nudge) => Promise<void>

const AT_ONCE = 25

/** Hands many to the engine, some at a time. */
export async function sendNudges(nudges: readonly Nudge[], send: SendNudge): Promise<void> {
  const waiting = nudges.values()
  const sender = async () => {
    for (const nudge of waiting) await send(nudge)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, nudges.length) }, sender))
}
