import { inTransaction, type Pool, type Sql } from '@afara/server/kernel/postgres/pool.ts'

type Row = Readonly<Record<string, string | null>>

/** One transaction with all its rows. Every value is text. */
export type Recorded = Readonly<{
  row: Row
  buys: readonly Row[]
  sells: readonly Row[]
  events: readonly Row[]
  keys: readonly Row[]
  wakes: readonly Row[]
  postings: readonly Row[]
}>

export type TransactionRecord = Readonly<{
  transactions: ReadonlyMap<string, Recorded>
  /** Rows that belong to no transaction. */
  orphans: readonly string[]
  balances: ReadonlyMap<string, bigint>
}>

const parts = {
  buys: `select transaction_id, mode, vendor_account_id, payer_bank_code, payer_bank_name, payer_account_number,
      payer_account_name, network, wallet_address, fee_minor::text, array_to_string(needs, ',') as needs from buy`,
  sells: `select transaction_id, mode, bank_code, bank_name, account_number, account_name, network, wallet_address,
      fee_minor::text, array_to_string(needs, ',') as needs from sell`,
  events: `select transaction_id, sequence::text, business_id, mode, type, event, from_status, to_status,
      data ->> 'amount_minor' as amount_minor, data ->> 'fee_minor' as fee_minor, data ->> 'reference' as reference
      from transaction_event where type in ('buy', 'sell')`,
  keys: 'select transaction_id, business_id, mode, key from request_key',
  wakes: `select subject_id as transaction_id, type, due_at::text from wake where type in ('buy', 'sell')`,
  postings: `select e.transaction_id, e.step, p.mode, p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset,
      p.amount_minor::text from entry e join posting p on p.entry_id = e.id where e.transaction_id is not null`,
} as const

type PartName = keyof typeof parts

/** Reads all buys and sells in one snapshot. Reads the rows directly and not through the code under proof. */
export async function readRecord(pool: Pool): Promise<TransactionRecord> {
  return inTransaction(pool, async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    return readAll(sql)
  })
}

async function readAll(sql: Sql): Promise<TransactionRecord> {
  const { rows } = await sql.query<{ id: string } & Row>(
    `select id, business_id, mode, type, status, version::text, amount_minor::text, reference,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from transaction where type in ('buy', 'sell')`,
  )
  const drafts = new Map(rows.map((row) => [row.id, { row, ...emptyParts() }]))
  const orphans: string[] = []
  for (const name of Object.keys(parts) as PartName[]) {
    const { rows: found } = await sql.query<{ transaction_id: string } & Row>(parts[name])
    for (const part of found) {
      const draft = drafts.get(part.transaction_id)
      if (draft === undefined) orphans.push(`${name} of ${part.transaction_id}`)
      else draft[name].push(part)
    }
  }
  const { rows: balances } = await sql.query<{ owner: string; minor: string }>(
    `select owner, amount_minor::text as minor from balance where kind = 'business' and mode = 'test' and asset = 'NGNC'`,
  )
  return {
    transactions: drafts,
    orphans,
    balances: new Map(balances.map(({ owner, minor }) => [owner, BigInt(minor)])),
  }
}

function emptyParts(): Record<PartName, Row[]> {
  return { buys: [], sells: [], events: [], keys: [], wakes: [], postings: [] }
}
