import pg, { type ClientBase } from 'pg'
import type { Mode } from '../mode.ts'

export type Pool = pg.Pool
/** Runs statements: the pool, or one connection in a transaction. */
export type Sql = Pick<ClientBase, 'query'>

// PostgreSQL ends a statement after STATEMENT_TIMEOUT_MS. If a client still has no answer after QUERY_TIMEOUT_MS, the server is lost.
const STATEMENT_TIMEOUT_MS = 30_000
const QUERY_TIMEOUT_MS = 40_000
const IDLE_CONNECTION_TTL_MS = 5 * 60_000

export function createPool(
  url: string,
  options: {
    max: number
    applicationName: string
    answersWithinMs?: number
    isPatient?: boolean
    /** For the connections of the people process that see every business. */
    side?: 'house'
  },
): Pool {
  const statementMs = options.isPatient === true ? 0 : STATEMENT_TIMEOUT_MS
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    // Money code must not wait for ever for a lock or a lost server. A call that waits too long fails, and its caller retries it.
    connectionTimeoutMillis: 10_000,
    // Idle connections are kept, because a new connection plans every statement again, which costs more than some hundred calls.
    idleTimeoutMillis: IDLE_CONNECTION_TTL_MS,
    // A check of the whole ledger has no time limit, because the operator who waits for it decides when to stop.
    ...(options.isPatient === true ? {} : { query_timeout: options.answersWithinMs ?? QUERY_TIMEOUT_MS }),
    keepAlive: true,
    options: `-c statement_timeout=${statementMs} -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000${sideOf(options.side)}`,
  })
  // The pool replaces a broken connection, and the query that used it fails. Without these listeners, an error of any connection, in use or
  // idle, would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}

function sideOf(side: 'house' | undefined): string {
  return side === undefined ? '' : ` -c afara.side=${side}`
}

/** Runs `work` in one database transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The business and mode of an api request. Row-level security reads these settings and shows no rows without them. */
export type Tenant = Readonly<{ businessId: string; mode: Mode }>

/** Runs `inTransaction` for one business in one mode. */
export async function asTenant<T>(pool: Pool, tenant: Tenant, work: (sql: Sql) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (sql) => {
    await sql.query(`select set_config('afara.business_id', $1, true), set_config('afara.mode', $2, true)`, [
      tenant.businessId,
      tenant.mode,
    ])
    return work(sql)
  })
}
