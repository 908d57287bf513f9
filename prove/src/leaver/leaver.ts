import { setTimeout as sleep } from 'node:timers/promises'

/** A person who loses access, and what they try before and after. */
export type Leaver = Readonly<{
  name: string
  way: string
  /** What the person tries again and again. Each answers whether it was allowed, and what was answered. */
  tries: readonly (() => Promise<Tried>)[]
  /** Ends the access. It has ended once this returns. */
  leave(): Promise<void>
}>

export type Tried = Readonly<{ isAllowed: boolean; said: string }>

/** What happened to one leaver's requests. */
export type Tally = {
  before: number
  refusedBefore: string[]
  inFirstSeconds: number
  allowedInFirstSeconds: number
  slowestMs: number
  later: number
  /** Requests that were allowed later than five seconds after. */
  allowedLater: string[]
  said: Set<string>
}

export const LATEST_MS = 5_000
/** Each person tries at least this often, before, in the first seconds after, and later. */
export const FEWEST_EACH = 2

type Times = Readonly<{
  /** When the person loses access at the earliest. */
  leavesAtMs: number
  /** Called once the person was seen to have access. They leave when it resolves. */
  mayLeave: () => Promise<void>
  /** When the person stops at the earliest, and how long they go on after they left at least. */
  endsAtMs: number
  afterMs: number
  everyMs: number
}>

/**
 * Acts as one person until the end, and takes their access away. Times count from the call. Everything takes longer on a slow machine, where
 * the person also goes on for longer.
 */
export async function act({ name, way, tries, leave }: Leaver, at: Times, onTry: () => void): Promise<Tally> {
  const tally: Tally = {
    before: 0,
    refusedBefore: [],
    inFirstSeconds: 0,
    allowedInFirstSeconds: 0,
    slowestMs: 0,
    later: 0,
    allowedLater: [],
    said: new Set(),
  }
  const startMs = performance.now()
  let leftAtMs: number | undefined
  let isLeaving = false
  let hasFailed = false
  const loseAccess = async (): Promise<void> => {
    await sleep(at.leavesAtMs)
    while (tally.before < FEWEST_EACH) await sleep(20)
    await at.mayLeave()
    isLeaving = true
    await leave()
    leftAtMs = performance.now()
  }
  const left = loseAccess()
  left.catch(() => {
    hasFailed = true
  })
  const isOver = (): boolean => {
    const nowMs = performance.now()
    if (nowMs - startMs < at.endsAtMs) return false
    if (hasFailed) return true
    return leftAtMs !== undefined && nowMs - leftAtMs >= at.afterMs && tally.later >= FEWEST_EACH
  }
  for (let place = 0; !isOver(); place += 1) {
    const sentAtMs = performance.now()
    const since = leftAtMs === undefined ? undefined : sentAtMs - leftAtMs
    const wasLeaving = isLeaving
    const { isAllowed, said } = (await tries[place % tries.length]?.()) ?? {
      isAllowed: true,
      said: 'nothing',
    }
    onTry()
    const words = `${name} (${way}) after ${since?.toFixed(0)} ms: ${said}`
    if (since === undefined) {
      tally.before += 1
      // A request that overlaps the change may have either answer.
      if (!isAllowed && !wasLeaving && !isLeaving) tally.refusedBefore.push(words)
    } else if (since <= LATEST_MS) {
      tally.inFirstSeconds += 1
      if (isAllowed) {
        tally.allowedInFirstSeconds += 1
        tally.slowestMs = Math.max(tally.slowestMs, since)
      }
    } else {
      tally.later += 1
      tally.said.add(said)
      if (isAllowed) tally.allowedLater.push(words)
    }
    await sleep(Math.max(0, at.everyMs - (performance.now() - sentAtMs)))
  }
  await left
  return tally
}
