import type { AfaraEvent } from './event.ts'

/** The state of a transaction in the inbox. */
export type InboxEntry = Readonly<{
  /** The last sequence that was handled; 0 for none. */
  sequence: number
  /** Events that arrived before an earlier one, in order. */
  waiting: readonly AfaraEvent[]
}>

/** The store of an inbox. `Context` is passed to the handler, so that the handler and the store can write in one commit. */
export type InboxStore<Context> = Readonly<{
  /**
   * Passes the entry of a key to `work` and stores the entry that it returns. A new key has sequence 0 and nothing waiting. Calls for the
   * same key run one at a time. If `work` throws, nothing is stored.
   */
  update<T>(
    key: string,
    work: (entry: InboxEntry, context: Context) => Promise<Readonly<{ entry: InboxEntry; result: T }>>,
  ): Promise<T>
}>

/** Keeps everything in memory, for tests and for state that may be lost when the process ends. */
export function createMemoryInboxStore(): InboxStore<undefined> {
  const entries = new Map<string, InboxEntry>()
  const queues = new Map<string, Promise<unknown>>()
  return {
    update(key, work) {
      const turn = (queues.get(key) ?? Promise.resolve()).then(async () => {
        const { entry, result } = await work(entries.get(key) ?? { sequence: 0, waiting: [] }, undefined)
        entries.set(key, entry)
        return result
      })
      // A failed call must not block the next ones.
      const settled: Promise<unknown> = turn
        .catch(() => undefined)
        .finally(() => {
          if (queues.get(key) === settled) queues.delete(key)
        })
      queues.set(key, settled)
      return turn
    },
  }
}
