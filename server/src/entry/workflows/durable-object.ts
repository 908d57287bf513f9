import { type ObjectContext, object, rpc, TerminalError } from '@restatedev/restate-sdk'
import type { Clock } from '../../kernel/clock/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Nudge, ObjectType } from '../../records/transactions/wake-store.ts'
import { nudgeKey } from './nudge-key.ts'

/** Takes what is due of one object, and returns the nudge for the next look if the engine is to hold it. */
export type Advance = (id: string) => Promise<Nudge | undefined>

/**
 * A durable object, keyed by the id of what it drives: the engine lets one call at a time through for each.
 * Its handler is short: nothing waits in it for days, because a waiting handler would pin old code. Steps are not
 * journaled here; the rows in PostgreSQL are the journal, and every step is safe to repeat.
 */
export function createDurableObject(name: ObjectType, advance: Advance, clock: Clock) {
  return object({
    name,
    handlers: {
      advance: async (context: ObjectContext): Promise<void> => {
        const nudge = await refusalsAreTerminal(advance(context.key))
        if (nudge !== undefined) scheduleNext(context, nudge, clock.now())
      },
    },
  })
}

function scheduleNext(context: ObjectContext, nudge: Nudge, now: Date): void {
  const delay = Math.max(0, nudge.dueAt.getTime() - now.getTime())
  context
    .objectSendClient<ReturnType<typeof createDurableObject>>({ name: nudge.type }, nudge.subjectId)
    .advance(rpc.sendOpts({ delay, idempotencyKey: nudgeKey(nudge) }))
}

/** What will never be right is not tried again. The one place where a refusal becomes the engine's own kind of end. */
async function refusalsAreTerminal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new TerminalError(`${error.code}: ${error.message}`)
    throw error
  }
}
