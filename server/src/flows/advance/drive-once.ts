import type { Nudge, Wake } from '../../records/transactions/wake-store.ts'
import { type DriveDeps, driveObject } from './drive-object.ts'

type DriveOnceDeps = Pick<DriveDeps, 'pool' | 'clock' | 'unknown'> &
  Readonly<{ onFailure: (id: string, error: unknown) => void }>

const ENGINE_TIMER_MS = 5_000

/** One look a call, if it is due, for what works through all that it has in one look: a lane, a payout account, a watched network. */
export async function driveOnce(
  { pool, clock, unknown, onFailure }: DriveOnceDeps,
  id: string,
  look: (wake: Wake) => Promise<void>,
): Promise<Nudge | undefined> {
  let hasLooked = false
  return driveObject(
    {
      pool,
      clock,
      unknown,
      engineTimerMs: ENGINE_TIMER_MS,
      findStep: async (wake, now) => {
        if (hasLooked || wake === undefined || wake.dueAt > now) return undefined
        hasLooked = true
        return { take: async () => look(wake), onFailure: (error) => onFailure(id, error) }
      },
    },
    id,
  )
}
