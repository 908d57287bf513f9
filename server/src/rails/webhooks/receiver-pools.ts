import { type buildConnector, Pool } from 'undici'

const CONNECTIONS_PER_RECEIVER = 8
/**
 * A receiver that names no time. A receiver that closes sooner is noticed when it closes; a message that crosses the closing fails and is
 * sent again.
 */
const IDLE_CONNECTION_MS = 15_000
/** A receiver may name a longer time in its header `Keep-Alive`. */
const LONGEST_IDLE_CONNECTION_MS = 60_000
/** Then the name is resolved again, so that messages follow a receiver that moves. */
const POOL_AGE_MS = 5 * 60_000
const MAX_POOLS = 2_000
const MAX_HEAD_BYTES = 16_384

type ReceiverPools = Readonly<{
  /** Calls `use` with the connections of one receiver. They stay open for the next message. */
  withPool<T>(receiver: string, use: (pool: Pool) => Promise<T>): Promise<T>
  close(): Promise<void>
}>

type Entry = { pool: Pool; users: number; openedAt: number; timer: NodeJS.Timeout | undefined }

/**
 * Pools connections by full URL and not by host. A host may serve many businesses, and a response that one of them left in a connection
 * must not be read for another.
 */
export function createReceiverPools(
  connectorOf: (receiver: string) => buildConnector.connector,
  originOf: (receiver: string) => string,
): ReceiverPools {
  // The least recently used first.
  const entries = new Map<string, Entry>()
  // Requests of these still run.
  const retired = new Set<Pool>()

  const open = (receiver: string): Entry => {
    const pool = new Pool(originOf(receiver), {
      connections: CONNECTIONS_PER_RECEIVER,
      pipelining: 1,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_CONNECTION_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
      allowH2: false,
      connect: connectorOf(receiver),
    })
    return { pool, users: 0, openedAt: performance.now(), timer: undefined }
  }

  /** Takes no more requests. Ends the connections when the last request has ended. */
  const retire = (receiver: string, { pool, timer }: Entry): void => {
    clearTimeout(timer)
    entries.delete(receiver)
    retired.add(pool)
    void pool
      .close()
      .catch(() => {})
      .then(() => retired.delete(pool))
  }

  const take = (receiver: string): Entry => {
    const known = entries.get(receiver)
    const isOld = known !== undefined && performance.now() - known.openedAt > POOL_AGE_MS
    if (isOld) retire(receiver, known)
    const entry = known === undefined || isOld ? open(receiver) : known
    entries.delete(receiver)
    entries.set(receiver, entry)
    if (entries.size > MAX_POOLS) retireOneIdle(entry)
    return entry
  }

  const retireOneIdle = (besides: Entry): void => {
    for (const [receiver, entry] of entries) {
      if (entry.users > 0 || entry === besides) continue
      retire(receiver, entry)
      return
    }
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
        if (entry.users === 0 && entries.get(receiver) === entry)
          entry.timer = setTimeout(() => retire(receiver, entry), LONGEST_IDLE_CONNECTION_MS).unref()
      }
    },
    close: async () => {
      const all = [...entries.values()]
      entries.clear()
      for (const { timer } of all) clearTimeout(timer)
      await Promise.all([...all.map(({ pool }) => pool), ...retired].map(async (pool) => pool.destroy()))
    },
  }
}
