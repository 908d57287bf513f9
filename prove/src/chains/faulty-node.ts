import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import { type Asked, startProxy, type Told } from './proxy.ts'

/** Faults of a node of any chain. */
const everywhere = [
  'request_lost',
  'answer_lost',
  'server_error',
  'too_many',
  'page_instead',
  'half_body',
  'slow',
] as const

/**
 * A fault of nodes of one family. `tell` may forward the call, late or never, and may reply anything. If `isOf` returns false, the fault
 * does not apply to the call.
 */
export type FamilyFault = Readonly<{
  isOf(asked: Asked): boolean
  tell(asked: Asked, forward: () => Promise<Told>): Promise<Told>
  /** If set, the fault also hits one in this many of its calls, in addition to its turn among the other faults. */
  oneIn?: number
}>

type Hits = Readonly<{ struck: number; met: number }>

export type FaultyNode = Readonly<{
  url: string
  /** Makes one check in this many fail. 0 means none. */
  setOneIn(times: number): void
  /** For each fault: how often it occurred, and how many calls it could have hit. */
  hits(): ReadonlyMap<string, Hits>
  close(): Promise<void>
}>

// A fault that never occurred in this many possible calls hits the next call.
const MET_WITHOUT_STRIKING = 5

/**
 * Starts a proxy between the worker and a chain. Some calls fail as they do on public nodes; the others are forwarded unchanged. Each
 * failure is the fault that occurred least so far among those that apply to the call, so each fault occurs as early as possible.
 * `callsToALook` is the number of calls that one check of the chain takes. Each call fails that many times more rarely, so that a check
 * fails as often as on other chains.
 */
export async function startFaultyNode(
  target: string,
  random: Random,
  family: Readonly<Record<string, FamilyFault>>,
  callsToALook = 1,
): Promise<FaultyNode> {
  const names = [...everywhere, ...Object.keys(family)]
  const hits = new Map(names.map((name) => [name, { struck: 0, met: 0 }]))
  let oneIn = 0
  const draw = (asked: Asked): string | undefined => {
    if (oneIn === 0) return undefined
    const possible = names.flatMap((name) => {
      const count = hits.get(name)
      if (count === undefined || family[name]?.isOf(asked) === false) return []
      count.met += 1
      return [{ name, count }]
    })
    const isDue = random.oneIn(oneIn * callsToALook)
    const chosen =
      possible.find(({ count }) => count.struck === 0 && count.met > MET_WITHOUT_STRIKING) ??
      possible.find(({ name }) => {
        const times = family[name]?.oneIn
        return times !== undefined && random.oneIn(times)
      }) ??
      (isDue ? leastStruck(random, possible) : undefined)
    if (chosen !== undefined) chosen.count.struck += 1
    return chosen?.name
  }
  const { url, close } = await startProxy(target, async (asked, forward) => {
    const fault = draw(asked)
    const own = fault === undefined ? undefined : family[fault]
    return own === undefined ? answer(fault, forward) : own.tell(asked, forward)
  })
  return {
    url,
    setOneIn: (times) => {
      oneIn = times
    },
    hits: () => hits,
    close,
  }
}

type Possible = Readonly<{ name: string; count: { struck: number; met: number } }>

function leastStruck(random: Random, possible: readonly Possible[]): Possible | undefined {
  const least = Math.min(...possible.map(({ count }) => count.struck))
  const rare = possible.filter(({ count }) => count.struck === least)
  return rare.length === 0 ? undefined : random.pick(rare)
}

async function answer(fault: string | undefined, forward: () => Promise<Told>): Promise<Told | undefined> {
  if (fault === 'request_lost') return undefined
  if (fault === 'server_error') return { status: 500, type: 'text/plain', body: 'upstream connect error' }
  if (fault === 'too_many') return { status: 429, type: 'application/json', body: '{"error":"rate limited"}' }
  if (fault === 'page_instead') return { status: 200, type: 'text/html', body: '<html>maintenance</html>' }
  if (fault === 'slow') await sleep(1_500)
  const told = await forward()
  // The request took effect, and its answer is lost.
  if (fault === 'answer_lost') return undefined
  if (fault !== 'half_body') return told
  return { ...told, body: told.body.slice(0, Math.floor(told.body.length / 2)) }
}
