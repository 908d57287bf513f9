import { Pool } from 'pg'

/**
 * Read-only by its role already; here again, in case it was given another. Rows are found by their keys, whatever is thought of the size of
 * a table that was empty a minute ago.
 */
export function createReadOnlyPool(connectionString: string, applicationName: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 2,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
    options: [
      'default_transaction_read_only=on',
      'search_path=afara',
      'jit=off',
      'enable_seqscan=off',
      'enable_hashjoin=off',
      'enable_mergejoin=off',
      'plan_cache_mode=force_generic_plan',
      'statement_timeout=10000',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  })
  // A connection that breaks is replaced, and whoever was using it is told by its query.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}
