import type { AfaraEvent } from './event.ts'

/** How far a transaction was followed. */
export type InboxEntry = Readonly<{
  /** The last sequence that was handled; 0 for none. */
  sequence: number
  /** Events that came before the one that precedes them, in order. */
  waiting: readonly AfaraEvent[]
}>

/** Where an inbox keeps its place. `Context` is handed on to the handler, so that both can write in one commit. */
export type InboxStore<Context> = Readonly<{
  /**
   * Gives `work` the entry of a key (sequence 0 and nothing waiting, if there is none) and keeps what it gives back.
   * One at a time for a key: a second caller waits. If `work` throws, nothing is kept.
   */
  update<T>(
    key: string,
    work: (entry: InboxEntry, context: Context) => Promise<Readonly<{ entry: InboxEntry; result: T }>>,
  ): Promise<T>
}>

/** Keeps everything in memory: for tests, and for what need not outlive the process. */
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
      // One that failed must not hold up those behind it.
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
