import type { inTransaction } from '@afara/server/kernel/postgres/pool.ts'

/** A payout account: its ledger balance, and the reference and amount of each pending payout. */
export type RecordedAccount = Readonly<{
  number: string
  state: string
  booksMinor: bigint
  onItsWay: ReadonlyMap<string, bigint>
}>

export async function readAccounts(
  sql: Parameters<Parameters<typeof inTransaction>[1]>[0],
): Promise<RecordedAccount[]> {
  const { rows } = await sql.query<AccountRow>(ACCOUNTS)
  return rows.map(({ number, state, books, out }) => ({
    number,
    state,
    booksMinor: BigInt(books),
    onItsWay: new Map(out.map(({ reference, minor }) => [reference, BigInt(minor)])),
  }))
}

type AccountRow = Readonly<{
  number: string
  state: string
  books: string
  out: Array<{ reference: string; minor: string }>
}>

const ACCOUNTS = `
  select a.account_number as number, a.state || coalesce(': ' || a.frozen_because, '') as state,
    coalesce((select sum(case when p.debit_kind = 'payout_bank' then p.amount_minor::numeric else -p.amount_minor::numeric end) from posting p
      where p.asset = 'NGN' and (p.debit_kind = 'payout_bank' and p.debit_owner = a.id::text
        or p.credit_kind = 'payout_bank' and p.credit_owner = a.id::text)), 0)::text as books,
    coalesce((select json_agg(json_build_object('reference', x.reference, 'minor', r.amount_minor::text))
      from payout x join payout_right r on r.id = x.right_id
      where x.account_id = a.id and x.money_back_at is null and x.final_entry_id is null), '[]') as out
  from payout_account a where a.mode = 'test'`
