import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Random } from '../fuzz/random.ts'
import type { LiveStack } from '../live-stack.ts'

export type Kill = Readonly<{ part: string; moment: string; downMs: number }>

/**
 * Moments at which a crash is worst, seen from outside: a row that says how far something is. The kill follows within
 * milliseconds of the row.
 */
export const moments: Readonly<Record<string, string>> = {
  paid: `select from transaction where type = 'buy' and status = 'payment_received' limit 1`,
  cleared: 'select from delivery limit 1',
  reserved: `select from transfer where state = 'reserved' limit 1`,
  signed: `select from transfer where state = 'signed' and signed_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
  sent: `select from transfer where state = 'signed' and signed_at < clock_timestamp() - interval '1 second' limit 1`,
  final: `select from transfer where state = 'final_ok' and ended_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
}

type Killing = Readonly<{
  stack: LiveStack
  watcher: Pool
  random: Random
  kills: number
  /** Lets customers come, up to this share of all: what one kill did meets those who come after it. */
  release(share: number): Promise<void>
  onKill(kill: Kill): void
}>

const MOMENT_WITHIN_MS = 4_000

/** Each part dies at each moment in turn, every other time at none in particular, and comes back. */
export async function killParts({
  stack,
  watcher,
  random,
  kills,
  release,
  onKill,
}: Killing): Promise<Kill[]> {
  const parts = [
    { part: 'worker', crash: stack.crashWorker },
    { part: 'signer', crash: stack.crashSigner },
    { part: 'PostgreSQL', crash: stack.crashPostgres },
    { part: 'api', crash: stack.crashApi },
    { part: 'Restate', crash: stack.crashEngine },
  ]
  const names = Object.keys(moments)
  const done: Kill[] = []
  for (let turn = 0; turn < kills; turn += 1) {
    const next = parts[turn % parts.length]
    if (next === undefined) throw new Error('there is nothing to kill')
    const { part, crash } = next
    await release((turn + 1) / (kills + 1))
    await sleep(random.between(200, 1_500))
    const wanted = turn % 2 === 0 ? names[Math.floor(turn / 2) % names.length] : undefined
    const moment = wanted !== undefined && (await hasCome(watcher, wanted)) ? wanted : 'any'
    if (wanted === undefined) await sleep(random.between(0, 300))
    const struckAt = performance.now()
    await crash()
    const kill = { part, moment, downMs: performance.now() - struckAt }
    done.push(kill)
    onKill(kill)
  }
  return done
}

async function hasCome(watcher: Pool, moment: string): Promise<boolean> {
  const until = performance.now() + MOMENT_WITHIN_MS
  while (performance.now() < until) {
    const found = await watcher.query(moments[moment] ?? '').catch(() => undefined)
    if ((found?.rowCount ?? 0) > 0) return true
    await sleep(5)
  }
  return false
}
