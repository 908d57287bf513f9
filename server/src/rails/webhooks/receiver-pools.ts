import { type buildConnector, Pool } from 'undici'

const CONNECTIONS = 8
/** Long enough for a burst, and shorter than any server's own patience with an idle connection. */
const IDLE_MS = 1_000
export const MOST_HEAD_BYTES = 16_384

export type ReceiverPools = Readonly<{
  /** Gives `use` the connections of this one receiver, which are closed soon after the last use. */
  withPool<T>(receiver: string, use: (pool: Pool) => Promise<T>): Promise<T>
  close(): Promise<void>
}>

type Entry = { pool: Pool; users: number; timer: NodeJS.Timeout | undefined }

/**
 * Connections are kept by whole address and not by host: a host may serve many businesses, and an answer that one of them
 * left in a connection must not be read by the next.
 */
export function createReceiverPools(
  connectorOf: (receiver: string) => buildConnector.connector,
  originOf: (receiver: string) => string,
): ReceiverPools {
  const entries = new Map<string, Entry>()

  const take = (receiver: string): Entry => {
    const known = entries.get(receiver)
    if (known !== undefined) return known
    const pool = new Pool(originOf(receiver), {
      connections: CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: MOST_HEAD_BYTES,
      allowH2: false,
      connect: connectorOf(receiver),
    })
    const entry: Entry = { pool, users: 0, timer: undefined }
    entries.set(receiver, entry)
    return entry
  }

  const drop = (receiver: string, { pool }: Entry): void => {
    entries.delete(receiver)
    void pool.destroy().catch(() => {})
  }

  return {
    withPool: async (receiver, use) => {
      const entry = take(receiver)
      clearTimeout(entry.timer)
      entry.users += 1
      try {
        return await use(entry.pool)
      } finally {
        entry.users -= 1
        if (entry.users === 0) entry.timer = setTimeout(() => drop(receiver, entry), 2 * IDLE_MS).unref()
      }
    },
    close: async () => {
      const all = [...entries.values()]
      entries.clear()
      for (const { timer } of all) clearTimeout(timer)
      await Promise.all(all.map(async ({ pool }) => pool.destroy()))
    },
  }
}
