import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Ensures that no other process does the same work on the same database. */
export type SoleProcess = Readonly<{
  /**
   * Asks the database each time, because a session that ended no longer holds the lock. Throws NotAlone with the name of the holder.
   * Returns the number of the tenure, which is the time during which this process holds the lock without a break. Between two tenures,
   * another process may have worked.
   */
  confirm(): Promise<number>
  close(): Promise<void>
}>

class NotAlone extends Error {
  override readonly name = 'NotAlone'
}

/** Our numbers for PostgreSQL advisory locks. */
const LOCK_CLASS = 1_095_127_617
const LOCK_NUMBERS = { signer: 1, payer: 2 } as const
const RETRY_EVERY_MS = 1_000
const ANSWER_TIMEOUT_MS = 3_000
const FIRST_TRIES = 10
const FIRST_TRIES_EVERY_MS = 100

const HOLDER = `select a.application_name as name, host(a.client_addr) as host, a.backend_start as since
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())`

type Holder = Readonly<{ name: string | null; host: string | null; since: Date | null }>

/**
 * Takes an advisory lock, which PostgreSQL releases when the session ends, however it ends. Without the lock, two processes with separate
 * journals would each make the same payment. The second process waits, and takes over when the first is gone.
 */
export async function createSoleProcess(
  databaseUrl: string,
  role: keyof typeof LOCK_NUMBERS,
): Promise<SoleProcess> {
  const lock = [LOCK_CLASS, LOCK_NUMBERS[role]]
  let held: Client | undefined
  let why = 'this process has not requested the lock yet'
  let isClosed = false
  let tenure = 0
  let timer: NodeJS.Timeout | undefined

  const take = async (): Promise<boolean> => {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: `afara-${role} ${hostname()}:${process.pid}`.slice(0, 63),
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    })
    const lose = (words: string): void => {
      if (held !== client) return
      held = undefined
      why = words
    }
    client.on('error', (error) => lose(error.message))
    client.on('end', () => lose('the session that held the lock has ended'))
    try {
      await client.connect()
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        lock,
      )
      if (rows[0]?.taken === true) {
        held = client
        tenure += 1
        return true
      }
      why = sayHolder(role, (await client.query<Holder>(HOLDER, lock)).rows[0])
    } catch (error) {
      why = (error as Error).message
    }
    await client.end().catch(() => {})
    return false
  }
  const keepTrying = async (): Promise<void> => {
    if (held === undefined) await take()
    if (!isClosed) timer = setTimeout(() => void keepTrying(), RETRY_EVERY_MS).unref()
  }
  // The previous process may have just ended, and the database may not have noticed yet.
  for (let time = 0; time < FIRST_TRIES; time += 1) {
    if (await take()) break
    await sleep(FIRST_TRIES_EVERY_MS)
  }
  await keepTrying()

  return {
    confirm: async () => {
      const client = held
      if (client === undefined) throw new NotAlone(why)
      try {
        const of = tenure
        await client.query('select 1')
        return of
      } catch (error) {
        if (held === client) held = undefined
        // A session that does not answer may still hold the lock. Ending it releases the lock.
        void client.end().catch(() => {})
        throw new NotAlone((error as Error).message)
      }
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await held?.end().catch(() => {})
    },
  }
}

function sayHolder(role: string, holder: Holder | undefined): string {
  if (holder === undefined) return `another ${role} held the lock a moment ago`
  const { name, host, since } = holder
  const who = name === null || name === '' ? 'a database session with no visible name' : name
  const at = host === null ? '' : ` at ${host}`
  return `another ${role} holds the lock: ${who}${at}${since === null ? '' : ` since ${since.toISOString()}`}`
}
