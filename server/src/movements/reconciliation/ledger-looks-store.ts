import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** How far the ledger was compared with itself. */
export type LedgerLooks = Readonly<{
  throughXid: bigint
  verifiedSeal: bigint
  checkedXid: bigint
  checkedAt: Date | undefined
  /** The last day in Lagos on which the checks read everything, and today. */
  checkedAllOn: string | undefined
  today: string
}>

export async function readLedgerLooks(sql: Sql, at: Date): Promise<LedgerLooks> {
  const { rows } = await sql.query<{
    through_xid: string
    verified_seal: string
    checked_xid: string
    checked_at: Date | null
    checked_all_on: string | null
    today: string
  }>(
    `select through_xid::text, verified_seal::text, checked_xid::text, checked_at, checked_all_on::text, lagos_day($1)::text as today from reconciling`,
    [at],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('there is no row of reconciling')
  return {
    throughXid: BigInt(row.through_xid),
    verifiedSeal: BigInt(row.verified_seal),
    checkedXid: BigInt(row.checked_xid),
    checkedAt: row.checked_at ?? undefined,
    checkedAllOn: row.checked_all_on ?? undefined,
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

/** Which accounts of the books a sealed row is about; none where that cannot be told. */
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

export async function noteChecked(sql: Sql, xid: bigint, allOn: string | undefined, at: Date): Promise<void> {
  await sql.query('select note_checked($1, $2, $3)', [xid.toString(), allOn ?? null, at])
}
