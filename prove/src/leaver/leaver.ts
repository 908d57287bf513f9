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

/** Acts as one person until the end, and takes their access away at `leavesAtMs`. Times count from the call. */
export async function act(
  { name, way, tries, leave }: Leaver,
  at: Readonly<{ leavesAtMs: number; endsAtMs: number; everyMs: number }>,
  onTry: () => void,
): Promise<Tally> {
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
  const loseAccess = async (): Promise<void> => {
    await sleep(at.leavesAtMs)
    isLeaving = true
    await leave()
    leftAtMs = performance.now()
  }
  const left = loseAccess()
  for (let place = 0; performance.now() - startMs < at.endsAtMs; place += 1) {
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
