import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Progress of the checks that compare the ledger with itself. */
export type LedgerLooks = Readonly<{
  throughXid: bigint
  verifiedSeal: bigint
  /** The newest seal of the last run, the number of rows that must still be hashed again, and since when this number is above zero. */
  seenSeal: bigint
  owedRows: number
  owedSince: Date | undefined
  /** Position at which a check that has never followed new rows starts to follow them. */
  checkedXid: bigint
  /** The day in Lagos. */
  today: string
}>

export async function readLedgerLooks(sql: Sql, at: Date): Promise<LedgerLooks> {
  const { rows } = await sql.query<{
    through_xid: string
    verified_seal: string
    seen_seal: string
    owed_rows: string
    owed_since: Date | null
    checked_xid: string
    today: string
  }>(
    `select through_xid::text, verified_seal::text, seen_seal::text, owed_rows::text, owed_since, checked_xid::text,
       lagos_day($1)::text as today from reconciling`,
    [at],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the table reconciling has no row')
  return {
    throughXid: BigInt(row.through_xid),
    verifiedSeal: BigInt(row.verified_seal),
    seenSeal: BigInt(row.seen_seal),
    owedRows: Number(row.owed_rows),
    owedSince: row.owed_since ?? undefined,
    checkedXid: BigInt(row.checked_xid),
    today: row.today,
  }
}

export type BookAccount = Readonly<{ mode: Mode; kind: string; owner: string; asset: string }>

export async function findWrongBalances(
  sql: Sql,
): Promise<ReadonlyArray<BookAccount & { balanceMinor: string; postingsMinor: string }>> {
  const { rows } = await sql.query<BookAccount & { balance_minor: string; postings_minor: string }>(
    'select mode, kind, owner, asset, balance_minor::text, postings_minor::text from find_wrong_balances() limit 1000',
  )
  return rows.map(({ balance_minor: balanceMinor, postings_minor: postingsMinor, ...account }) => ({
    ...account,
    balanceMinor,
    postingsMinor,
  }))
}

/** Returns the ledger accounts that a sealed row concerns. Empty if that is unknown. */
export async function accountsOfRow(
  sql: Sql,
  row: Readonly<{ table: string; id: string; ordinal: number }>,
): Promise<readonly BookAccount[]> {
  const { rows } = await sql.query<BookAccount>(
    'select mode, kind, owner, asset from accounts_of_row($1, $2, $3)',
    [row.table, row.id, row.ordinal],
  )
  return rows
}

export async function noteVerified(sql: Sql, seal: bigint, isAll: boolean, at: Date): Promise<void> {
  await sql.query('select note_verified($1, $2, $3)', [seal.toString(), isAll, at])
}

/** Returns the newest seal and the number of rows that were sealed after the given one. */
export async function readSealedSince(
  sql: Sql,
  seal: bigint,
): Promise<Readonly<{ newest: bigint; rows: number }>> {
  const { rows } = await sql.query<{ newest: string; rows: string }>(
    'select coalesce(max(number), $1)::text as newest, coalesce(sum(row_count), 0)::text as rows from seal where number > $1',
    [seal.toString()],
  )
  return { newest: BigInt(rows[0]?.newest ?? seal), rows: Number(rows[0]?.rows ?? 0) }
}

export async function notePace(sql: Sql, seenSeal: bigint, owedRows: number, at: Date): Promise<void> {
  await sql.query('select note_pace($1, $2, $3)', [seenSeal.toString(), owedRows, at])
}
