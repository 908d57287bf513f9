import type { Sql, Tenant } from '../../../kernel/postgres/pool.ts'

/** Names by which a caller can repeat a request: the reference of the transaction and the idempotency key of the request. */
export type RequestNames = Readonly<{
  reference: string
  /** False if we generated the reference because the caller passed none. */
  isReferenceGiven: boolean
  idempotencyKey: string | null
}>

export type NamedTransaction = Readonly<{ transactionId: string; meaning: Buffer }>

/** Finds the transactions that already have these names. Runs for one tenant. */
export async function findNamedTransactions(
  sql: Sql,
  { reference, idempotencyKey }: RequestNames,
): Promise<Readonly<{ byReference: NamedTransaction | undefined; byKey: NamedTransaction | undefined }>> {
  const keys = [`r:${reference}`, `k:${idempotencyKey ?? ''}`]
  const { rows } = await sql.query<{ key: string; transaction_id: string; meaning: Buffer }>(
    `select key, transaction_id, meaning from request_key
     where business_id = tenant_business() and mode = tenant_mode() and key = any ($1)`,
    [idempotencyKey === null ? keys.slice(0, 1) : keys],
  )
  const named = (key: string | undefined) => {
    const row = rows.find((found) => found.key === key)
    return row && { transactionId: row.transaction_id, meaning: row.meaning }
  }
  return { byReference: named(keys[0]), byKey: named(keys[1]) }
}

/** Adds an idempotency key to an existing transaction. */
export async function addIdempotencyKey(
  sql: Sql,
  { businessId, mode }: Tenant,
  idempotencyKey: string,
  transactionId: string,
): Promise<void> {
  await sql.query('select add_request_key($1, $2, $3, $4)', [
    businessId,
    mode,
    `k:${idempotencyKey}`,
    transactionId,
  ])
}

type Intended = Readonly<{
  type: 'buy' | 'sell' | 'withdrawal'
  amountMinor: bigint
  /** Network that the tokens come from or go to. Null: the balance. */
  network: string | null
  meaning: Buffer
  guardSince: Date | undefined
  dailyLimitMinor: bigint | null
  at: Date
}>

/** A reason to refuse the transaction now, or to hold it after it was accepted. */
export type OwnProblem =
  | Readonly<{ outcome: 'network_not_open' | 'frozen' | 'insufficient_balance' | 'daily_limit' }>
  | Readonly<{ outcome: 'possible_duplicate'; firstId: string }>

/** Returns all problems, not only the first. Runs for one tenant and writes nothing. */
export async function selectOwnProblems(sql: Sql, intended: Intended): Promise<OwnProblem[]> {
  const { rows } = await sql.query<OwnProblem>(
    'select outcome, first_id as "firstId" from own_problems($1, $2, $3, $4, $5, $6, $7)',
    [
      intended.type,
      intended.amountMinor,
      intended.network,
      intended.meaning,
      intended.guardSince,
      intended.dailyLimitMinor,
      intended.at,
    ],
  )
  return rows
}
