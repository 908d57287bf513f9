import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Random } from './fuzz/random.ts'

export type Kill = Readonly<{ part: string; moment: string; downMs: number }>

/** Moments to kill at: a name, and a query that returns a row once the moment has come. */
export type Moments = Readonly<Record<string, string>>
type Mortal = Readonly<{ part: string; crash(): Promise<void> }>

type Killing = Readonly<{
  parts: readonly Mortal[]
  moments: Moments
  watcher: Pool
  random: Random
  kills: number
  /** Admits customers up to this share of all, so that customers who arrive after a kill meet its effects. */
  release(share: number): Promise<void>
  onKill(kill: Kill): void
}>

const MOMENT_WITHIN_MS = 8_000

/**
 * Kills the parts in turn and restarts them. Every second kill waits for the moment that was used least so far; the kills in between happen
 * at any time.
 */
export async function killParts({
  parts,
  moments,
  watcher,
  random,
  kills,
  release,
  onKill,
}: Killing): Promise<Kill[]> {
  const names = Object.keys(moments)
  const done: Kill[] = []
  for (let turn = 0; turn < kills; turn += 1) {
    // Each round starts one part later. With an even number of parts, every second part would otherwise never die at a chosen moment.
    const next = parts[(turn + Math.floor(turn / parts.length)) % parts.length]
    if (next === undefined) throw new Error('the list of processes to kill is empty')
    const { part, crash } = next
    await release((turn + 1) / (kills + 1))
    await sleep(random.between(200, 1_500))
    const wanted = turn % 2 === 0 ? leastStruck(names, done) : undefined
    const moment = wanted === undefined ? 'any' : await awaitMoment(watcher, moments, wanted)
    if (wanted === undefined) await sleep(random.between(0, 300))
    const struckAt = performance.now()
    await crash()
    const kill = { part, moment, downMs: performance.now() - struckAt }
    done.push(kill)
    onKill(kill)
  }
  return done
}

function leastStruck(names: readonly string[], done: readonly Kill[]): string | undefined {
  const countOf = (name: string) => done.filter(({ moment }) => moment === name).length
  return names.toSorted((one, other) => countOf(one) - countOf(other))[0]
}

/** Waits for the wanted moment. If it does not come because few transactions are in progress, waits for the next moment of any kind. */
async function awaitMoment(watcher: Pool, moments: Moments, wanted: string): Promise<string> {
  const all = Object.keys(moments)
  return (await firstOf(watcher, moments, [wanted])) ?? (await firstOf(watcher, moments, all)) ?? 'any'
}

async function firstOf(
  watcher: Pool,
  moments: Moments,
  names: readonly string[],
): Promise<string | undefined> {
  const until = performance.now() + MOMENT_WITHIN_MS
  while (performance.now() < until) {
    for (const name of names) {
      const found = await watcher.query(moments[name] ?? '').catch(() => undefined)
      if ((found?.rowCount ?? 0) > 0) return name
    }
    await sleep(5)
  }
  return undefined
}
