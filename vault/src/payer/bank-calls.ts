/** Runs the work for each item, at most `most` at a time. Returns one promise per item, in order. An item waits only for a free slot. */
export function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): readonly Promise<R>[] {
  const results = items.map(() => Promise.withResolvers<R>())
  let next = 0
  const run = async (): Promise<void> => {
    for (let place = next++; place < items.length; place = next++) {
      try {
        results[place]?.resolve(await work(items[place] as T))
      } catch (error) {
        results[place]?.reject(error)
      }
    }
  }
  for (let runner = 0; runner < Math.min(most, items.length); runner += 1) void run()
  return results.map(({ promise }) => promise)
}

/**
 * Runs work with a signal that aborts after `ms`. The timer is cleared when the work ends: the timer of AbortSignal.timeout would still
 * fire after the work, and each time create an error.
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

const GATHERED_WITHIN_MS = 10

/** Collects calls that arrive within a few milliseconds and runs them as one batch, so that the journal is written to disk only once. */
export function createGathering<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: Array<Readonly<{ item: T; result: PromiseWithResolvers<R> }>> = []
  const doTogether = async (): Promise<void> => {
    const now = waiting
    waiting = []
    try {
      const results = await work(now.map(({ item }) => item))
      for (const [place, { result }] of now.entries()) result.resolve(results[place] as R)
    } catch (error) {
      for (const { result } of now) result.reject(error)
    }
  }
  return async (item) => {
    const result = Promise.withResolvers<R>()
    waiting.push({ item, result })
    if (waiting.length === 1) setTimeout(() => void doTogether(), GATHERED_WITHIN_MS)
    return result.promise
  }
}

type Call<R> = {
  settled: Promise<void>
  /** The outcome, and the time at which it became available. */
  end?: Readonly<{ atMs: number } & ({ result: R } | { error: unknown })>
}

// A result that no request collects within this time is dropped. It remains in the journal.
const KEPT_MS = 60_000

/**
 * Calls to banks, by payout. A call may outlast the request that started it. A request waits for a given time and returns the results that
 * are available by then. A second request for the same payout gets the result of the running call, and the bank is not called again.
 */
export function createCallsUnderWay<R>(nowMs: () => number) {
  const calls = new Map<string, Call<R>>()
  const follow = (work: Promise<R>): Call<R> => {
    const call: Call<R> = { settled: Promise.resolve() }
    const settle = async (): Promise<void> => {
      try {
        const result = await work
        call.end = { atMs: nowMs(), result }
      } catch (error) {
        call.end = { atMs: nowMs(), error }
      }
    }
    call.settled = settle()
    return call
  }

  /** Starts the calls that are not running. Returns the answers in the order given; undefined means that the bank has not answered yet. */
  return async (
    ids: readonly string[],
    begin: (fresh: readonly string[]) => readonly Promise<R>[],
    patienceMs: number | undefined,
  ): Promise<ReadonlyArray<R | undefined>> => {
    for (const [id, { end }] of calls) if (end !== undefined && nowMs() - end.atMs > KEPT_MS) calls.delete(id)
    const fresh = [...new Set(ids)].filter((id) => !calls.has(id))
    const begun = fresh.length === 0 ? [] : begin(fresh)
    for (const [place, id] of fresh.entries()) calls.set(id, follow(begun[place] as Promise<R>))
    const asked = ids.map((id) => calls.get(id) as Call<R>)
    const settled = Promise.all(asked.map(async (call) => call.settled))
    if (patienceMs === undefined) await settled
    else {
      await withTimeout(patienceMs, async (signal) => {
        const isLate = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        await Promise.race([settled, isLate])
      })
    }
    for (const [place, { end }] of asked.entries()) {
      if (end === undefined || !('error' in end)) continue
      calls.delete(ids[place] as string)
      throw end.error
    }
    return asked.map(({ end }, place) => {
      if (end === undefined || 'error' in end) return undefined
      calls.delete(ids[place] as string)
      return end.result
    })
  }
}
