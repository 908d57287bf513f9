import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

export type Crash = Readonly<{
  name: string
  /** Requests without a reply at the time of the kill. */
  underWay: number
  /** Whether PostgreSQL was processing a group just before the kill. */
  inGroup: boolean
  /** Time until the part was available again. */
  downMs: number
}>

type Crashes = Readonly<{
  kills: number
  requests: number
  /** Killed in turn. */
  parts: ReadonlyArray<Readonly<{ name: string; crash(): Promise<void> }>>
  begun(): number
  release(count: number): void
  underWay(): number
  watcher: Pool
  deadline: number
  onCrash(crash: Crash): void
}>

const GROUP_WITHIN_MS = 500
const FEWEST_UNDER_WAY = 8

/**
 * Divides the requests evenly among the kills, and kills at a random time within each share. So every kill happens under load, and the
 * requests after it test its effects.
 */
export async function crashInTurn(crashes: Crashes): Promise<Crash[]> {
  const { kills, requests, parts, begun, underWay, deadline } = crashes
  const done: Crash[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const part = parts[kill % parts.length]
    if (part === undefined) throw new Error('the list of processes to kill is empty')
    crashes.release(Math.ceil((requests * (kill + 1)) / kills))
    const strikesAt = (requests * (kill + 0.1 + randomInt(60) / 100)) / kills
    while (begun() < strikesAt || underWay() < FEWEST_UNDER_WAY) {
      if (performance.now() > deadline) return done
      await sleep(1)
    }
    const inGroup = await untilInGroup(crashes.watcher)
    const crash = { name: part.name, underWay: underWay(), inGroup }
    const struckAt = performance.now()
    await part.crash()
    const recorded = { ...crash, downMs: performance.now() - struckAt }
    crashes.onCrash(recorded)
    done.push(recorded)
  }
  return done
}

/** Waits until a group is being committed. */
async function untilInGroup(watcher: Pool): Promise<boolean> {
  const until = performance.now() + GROUP_WITHIN_MS
  while (performance.now() < until) {
    const { rows } = await watcher.query<{ groups: number }>(
      `select count(*)::int as groups from pg_stat_activity
       where state = 'active' and query ~ 'accept_(buys|sells)' and pid <> pg_backend_pid()`,
    )
    if ((rows[0]?.groups ?? 0) > 0) return true
  }
  return false
}
