import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Random } from './fuzz/random.ts'

export type Kill = Readonly<{ part: string; moment: string; downMs: number }>

/** A name for a moment, and a question whose answer has a row when it has come. */
export type Moments = Readonly<Record<string, string>>
type Mortal = Readonly<{ part: string; crash(): Promise<void> }>

type Killing = Readonly<{
  parts: readonly Mortal[]
  moments: Moments
  watcher: Pool
  random: Random
  kills: number
  /** Lets customers come, up to this share of all: what one kill did meets those who come after it. */
  release(share: number): Promise<void>
  onKill(kill: Kill): void
}>

const MOMENT_WITHIN_MS = 4_000

/** The parts die in turn and come back: every other time at the moment that was struck least so far, and between at none in particular. */
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
    // Each round begins with the next part: with an even number of them, every other one would otherwise never die at a moment.
    const next = parts[(turn + Math.floor(turn / parts.length)) % parts.length]
    if (next === undefined) throw new Error('there is nothing to kill')
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

/** The moment that is wanted, or if it does not come, because few are on their way, the next of any. */
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
