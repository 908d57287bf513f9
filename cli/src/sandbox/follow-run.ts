import { setTimeout as sleep } from 'node:timers/promises'
import { eventLine } from '../listen/event-line.ts'
import { readEventsOf, type Told } from '../listen/read-feed.ts'
import type { Session } from '../session.ts'
import type { Run } from './scenario.ts'

const ASKED_EVERY_MS = 500
const LONGEST_MS = 120_000

/** Shows each event of a run as it comes. 0 if all of it came to the rest that was expected. */
export async function followRun(session: Session, run: Run): Promise<number> {
  const onEvent = ({ event, body }: Told) =>
    session.say(session.isJson ? body : eventLine({ event, session }))
  for (const id of run.transaction_ids) {
    const told = await collectEvents(session, { id, expect: run.expect }, { onEvent })
    if (hasArrived(told, run.expect)) continue
    session.world.err(`${id} did not reach ${run.expect.at(-1)} within ${LONGEST_MS / 1000} s.`)
    return 1
  }
  return 0
}

type Awaited = Readonly<{ id: string; expect: readonly string[] }>
type Options = Readonly<{ onEvent?: (told: Told) => void; longestMs?: number }>

/** The events of a transaction, up to its final one; those so far, if it takes too long. */
export async function collectEvents(
  session: Session,
  { id, expect }: Awaited,
  { onEvent = () => {}, longestMs = LONGEST_MS }: Options = {},
): Promise<readonly Told[]> {
  const endsAt = performance.now() + longestMs
  let seen = 0
  for (;;) {
    const told = await readEventsOf(session, id)
    for (const one of told.slice(seen)) onEvent(one)
    seen = Math.max(seen, told.length)
    if (hasArrived(told, expect) || performance.now() > endsAt) return told
    await sleep(ASKED_EVERY_MS, undefined, { signal: session.world.signal })
  }
}

/** The same status may be passed on the way: all that was expected must have happened. */
export function hasArrived(told: readonly Told[], expect: readonly string[]): boolean {
  return told.length >= expect.length && told.at(-1)?.event.type === expect.at(-1)
}
