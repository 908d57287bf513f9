import pg, { type ClientBase } from 'pg'
import type { Mode } from '../mode.ts'

export type Pool = pg.Pool
/** Whatever can run a statement: the pool, or one connection inside a transaction. */
export type Sql = Pick<ClientBase, 'query'>

// PostgreSQL itself ends a statement after this; a client without an answer some time later has lost its server.
const STATEMENT_TIMEOUT_MS = 30_000
const QUERY_TIMEOUT_MS = 40_000
const IDLE_CONNECTION_TTL_MS = 5 * 60_000

export function createPool(
  url: string,
  options: { max: number; applicationName: string; answersWithinMs?: number; isPatient?: boolean },
): Pool {
  const statementMs = options.isPatient === true ? 0 : STATEMENT_TIMEOUT_MS
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    // Money code must not wait for ever on a lock or a lost server: it fails, and is retried by its driver.
    connectionTimeoutMillis: 10_000,
    // A new connection plans every statement anew, which costs more than some hundred calls: those that are there stay.
    idleTimeoutMillis: IDLE_CONNECTION_TTL_MS,
    // A check of the whole ledger takes as long as it takes: the operator who waits for it decides.
    ...(options.isPatient === true ? {} : { query_timeout: options.answersWithinMs ?? QUERY_TIMEOUT_MS }),
    keepAlive: true,
    options: `-c statement_timeout=${statementMs} -c lock_timeout=10000 -c idle_in_transaction_session_timeout=30000`,
  })
  // A connection that breaks is replaced by the pool, and the query that was using it fails. Without a listener,
  // for those in use as well as for idle ones, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
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

/** What an api request may see and do: row-level security reads these settings, and nothing is visible without them. */
export type Tenant = Readonly<{ businessId: string; mode: Mode }>

/** `inTransaction` on behalf of one business in one mode. */
export async function asTenant<T>(pool: Pool, tenant: Tenant, work: (sql: Sql) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (sql) => {
    await sql.query(`select set_config('afara.business_id', $1, true), set_config('afara.mode', $2, true)`, [
      tenant.businessId,
      tenant.mode,
    ])
    return work(sql)
  })
}
