import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import { type Asked, startProxy, type Told } from './proxy.ts'

/** What a node in front of any chain does wrong. */
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
 * What nodes of one family do wrong besides: `tell` may forward what it was asked, late or never, and say what it likes. Where
 * `isOf` says no, the fault has no meaning, and the call goes on as it is.
 */
export type FamilyFault = Readonly<{
  isOf(asked: Asked): boolean
  tell(asked: Asked, forward: () => Promise<Told>): Promise<Told>
  /** One in so many of the calls that it is of, instead of its turn among all faults. */
  oneIn?: number
}>

export type FaultyNode = Readonly<{
  url: string
  /** From now on one call in so many goes wrong; 0 is none. */
  setOneIn(times: number): void
  /** How often it failed, by each of the ways it can. */
  hits(): ReadonlyMap<string, number>
  close(): Promise<void>
}>

/**
 * Stands between the worker and a chain, and fails as public nodes do. What it forwards, it forwards unchanged. Where one look at a chain takes many
 * calls, `callsToALook` makes each of them fail so much more rarely: looks fail as often as elsewhere.
 */
export async function startFaultyNode(
  target: string,
  random: Random,
  family: Readonly<Record<string, FamilyFault>>,
  callsToALook = 1,
): Promise<FaultyNode> {
  const names = [...everywhere, ...Object.keys(family)]
  const hits = new Map<string, number>(names.map((name) => [name, 0]))
  let oneIn = 0
  const draw = (asked: Asked): string | undefined => {
    if (oneIn === 0) return undefined
    const wanted = Object.entries(family).find(
      ([, fault]) => fault.oneIn !== undefined && fault.isOf(asked) && random.oneIn(fault.oneIn),
    )?.[0]
    const name = wanted ?? (random.oneIn(oneIn * callsToALook) ? random.pick(names) : undefined)
    if (name === undefined || family[name]?.isOf(asked) === false) return undefined
    hits.set(name, (hits.get(name) ?? 0) + 1)
    return name
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

async function answer(fault: string | undefined, forward: () => Promise<Told>): Promise<Told | undefined> {
  if (fault === 'request_lost') return undefined
  if (fault === 'server_error') return { status: 500, type: 'text/plain', body: 'upstream connect error' }
  if (fault === 'too_many') return { status: 429, type: 'application/json', body: '{"error":"rate limited"}' }
  if (fault === 'page_instead') return { status: 200, type: 'text/html', body: '<html>maintenance</html>' }
  if (fault === 'slow') await sleep(1_500)
  const told = await forward()
  // It was done, and nobody hears of it.
  if (fault === 'answer_lost') return undefined
  if (fault !== 'half_body') return told
  return { ...told, body: told.body.slice(0, Math.floor(told.body.length / 2)) }
}
