// Up to this many keys are read again each time, because a node may have returned a wrong value before.
const ALWAYS_REREAD_UP_TO = 100
const KEYS_PER_READ = 80
// Maximum number of entries, about 20 MB. Even if this many transactions arrive between two polls, all of them are read in the end.
const MAX_KEPT = 20_000

type Read<K, V> = (keys: readonly K[], signal: AbortSignal) => Promise<ReadonlyMap<K, V | undefined>>

export type FinalCache<K, V> = Readonly<{
  /**
   * Returns the values that the node has. If there are many keys, values from earlier calls are reused, even from a call that timed out.
   */
  read(keys: readonly K[], signal: AbortSignal): Promise<ReadonlyMap<K, V>>
  forget(keys: readonly K[]): void
}>

/**
 * Caches final values, which never change, so that a reader that timed out continues where it stopped. This is needed because anybody can
 * send more tiny transfers to a deposit account than one poll can read.
 */
export function createFinalCache<K, V>(readPart: Read<K, V>): FinalCache<K, V> {
  const kept = new Map<K, V>()

  const keep = (key: K, value: V): void => {
    kept.set(key, value)
    if (kept.size <= MAX_KEPT) return
    for (const oldest of kept.keys()) {
      kept.delete(oldest)
      return
    }
  }

  return {
    read: async (keys, signal) => {
      const found = new Map<K, V>()
      for (const key of keys.length > ALWAYS_REREAD_UP_TO ? keys : []) {
        const value = kept.get(key)
        if (value !== undefined) found.set(key, value)
      }
      const wanted = keys.filter((key) => !found.has(key))
      for (let first = 0; first < wanted.length; first += KEYS_PER_READ) {
        const part = await readPart(wanted.slice(first, first + KEYS_PER_READ), signal)
        for (const [key, value] of part) {
          if (value === undefined) continue
          found.set(key, value)
          keep(key, value)
        }
      }
      return found
    },
    forget: (keys) => {
      for (const key of keys) kept.delete(key)
    },
  }
}
