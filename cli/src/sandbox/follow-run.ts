import { setTimeout as sleep } from 'node:timers/promises'
import { eventLine } from '../listen/event-line.ts'
import { readEventsOf, type Told } from '../listen/read-feed.ts'
import type { Session } from '../session.ts'
import type { Run } from './scenario.ts'

const ASKED_EVERY_MS = 500
const LONGEST_MS = 120_000

/** Shows each event of a run as it comes. 0 if it came to the rest that was expected. */
export async function followRun(session: Session, run: Run): Promise<number> {
  const told = await collectRun(session, run, {
    onEvent: ({ event, body }) => session.say(session.isJson ? body : eventLine({ event, session })),
  })
  const isThere = told.at(-1)?.event.type === run.expect.at(-1)
  if (!isThere) session.world.err(`It did not come to ${run.expect.at(-1)} within ${LONGEST_MS / 1000} s.`)
  return isThere ? 0 : 1
}

type Options = Readonly<{ onEvent?: (told: Told) => void; longestMs?: number }>

/** The events of a run, up to the one that it comes to rest in; those so far, if it takes too long. */
export async function collectRun(
  session: Session,
  { transaction_id: id, expect }: Run,
  { onEvent = () => {}, longestMs = LONGEST_MS }: Options = {},
): Promise<readonly Told[]> {
  const endsAt = performance.now() + longestMs
  const end = expect.at(-1)
  let seen = 0
  for (;;) {
    const told = await readEventsOf(session, id)
    for (const one of told.slice(seen)) onEvent(one)
    seen = Math.max(seen, told.length)
    // The same status may be passed on the way: all that were expected must have been.
    const isThere = told.at(-1)?.event.type === end && told.length >= expect.length
    if (isThere || performance.now() > endsAt) return told
    await sleep(ASKED_EVERY_MS, undefined, { signal: session.world.signal })
  }
}
