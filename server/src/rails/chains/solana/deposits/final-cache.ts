// So few are read anew each time: a node may have shown one of them wrongly.
const ALWAYS_REREAD_UP_TO = 100
const KEYS_PER_READ = 80
// What a flood may put between two places of a cursor and still be told whole; some 20 MB.
const MAX_KEPT = 20_000

type Read<K, V> = (keys: readonly K[], signal: AbortSignal) => Promise<ReadonlyMap<K, V | undefined>>

export type FinalCache<K, V> = Readonly<{
  /** Those that the node shows. Where they are many, what was read before is not read again, even by a call that ran out of time. */
  read(keys: readonly K[], signal: AbortSignal): Promise<ReadonlyMap<K, V>>
  forget(keys: readonly K[]): void
}>

/**
 * Remembers what is final and does not change any more, so that a reader that runs out of time continues where it stopped:
 * anybody can send more dust to a deposit account than one look can read.
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
