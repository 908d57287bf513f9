import { setTimeout as sleep } from 'node:timers/promises'
import { eventLine } from '../listen/event-line.ts'
import { readEventsOf, type Told } from '../listen/read-feed.ts'
import type { Session } from '../session.ts'
import type { Run } from './scenario.ts'

const ASKED_EVERY_MS = 500
const LONGEST_MS = 120_000

/** Prints each event of a run. Returns 0 if every transaction reached the expected status. */
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

/** Returns the events of a transaction up to the last expected one, or those so far after a timeout. */
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

/**
 * Compares the number of steps too, because the last status may also occur earlier. An event about a case is no step.
 */
export function hasArrived(told: readonly Told[], expect: readonly string[]): boolean {
  const steps = told.filter(({ event }) => !event.type.startsWith('case.'))
  return steps.length >= expect.length && steps.at(-1)?.event.type === expect.at(-1)
}
