import { type IdKind, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql, Tenant } from '../../../kernel/postgres/pool.ts'
import type { TransactionType } from '../machines/machines.ts'
import { type TransactionView, type TransactionViewRow, toTransactionView } from './transaction-view.ts'

/** Which of a business's transactions are meant; what is undefined does not matter. */
export type TransactionFilter = Readonly<{
  reference?: string | undefined
  type?: Exclude<TransactionType, 'drill'> | undefined
  statuses?: readonly string[] | undefined
  network?: string | undefined
  /** Accepted then or later. */
  from?: Date | undefined
  /** Accepted before. */
  to?: Date | undefined
}>

/** Below which id a page begins; undefined: at the newest. */
type Place = Readonly<{ before: string | undefined; most: number }>

type TransactionPage = Readonly<{
  transactions: readonly TransactionView[]
  /** Below which id the next page begins; undefined when there is none. */
  nextBefore: string | undefined
}>

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// How many transactions are read for one page. Where few match, a page is short, and the next one goes on from there.
const ROWS_SCANNED_A_PAGE = 10_000
const ROWS_SCANNED_A_COUNT = 100_000

type LastRow = { id: string; type: null }

/**
 * A page of one business, newest first, in one statement that says whose it is: it needs no transaction around it. It may hold fewer than
 * `most`, even none, and still not be the last.
 */
export async function selectTransactionPage(
  sql: Sql,
  tenant: Tenant,
  filter: TransactionFilter,
  { before = HIGHEST_ID, most }: Place,
): Promise<TransactionPage> {
  const { rows } = await sql.query<TransactionViewRow | LastRow>({
    name: 'list_transactions',
    text: 'select * from list_transactions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [tenant.businessId, tenant.mode, before, most, ROWS_SCANNED_A_PAGE, ...valuesOf(filter)],
  })
  const transactions: TransactionView[] = []
  let nextBefore: string | undefined
  for (const row of rows) {
    if (row.type === null) nextBefore = row.id
    else transactions.push(toTransactionView(row, tenant))
  }
  return { transactions, nextBefore }
}

/** How many fit in the next part of the list, as far as `most`; runs for one tenant. */
export async function countTransactions(
  sql: Sql,
  filter: TransactionFilter,
  { before = HIGHEST_ID, most }: Place,
): Promise<Readonly<{ count: number; nextBefore: string | undefined }>> {
  const { rows } = await sql.query<{ count: number; next_id: string | null }>(
    'select cardinality(ids) as count, next_id from own_ids($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [before, most, ROWS_SCANNED_A_COUNT, ...valuesOf(filter)],
  )
  return { count: rows[0]?.count ?? 0, nextBefore: rows[0]?.next_id ?? undefined }
}

/** These, newest first; runs for one tenant, and another's are not there. */
export async function selectTransactions(
  sql: Sql,
  tenant: Tenant,
  ids: readonly string[],
): Promise<TransactionView[]> {
  const { rows } = await sql.query<TransactionViewRow>({
    name: 'own_transactions',
    text: 'select * from own_transaction where id = any ($1) order by id desc',
    values: [ids],
  })
  return rows.map((row) => toTransactionView(row, tenant))
}

function valuesOf({ reference, type, statuses, network, from, to }: TransactionFilter) {
  return [reference, type, statuses, network, from, to]
}

/** What a text was found to be. */
export const foundAs = [
  'transaction',
  'credit',
  'transfer',
  'payout',
  'deposit',
  'event',
  'pay_link',
  'reference',
  'idempotency_key',
  'session',
  'hash',
  'deposit_address',
] as const

export type FoundAs = (typeof foundAs)[number]

type OwnFind = Readonly<{ foundAs: FoundAs; transactionId: string }>

const kinds: ReadonlyArray<readonly [IdKind, FoundAs]> = [
  ['transaction', 'transaction'],
  ['credit', 'credit'],
  ['transfer', 'transfer'],
  ['payout', 'payout'],
  ['deposit', 'deposit'],
  ['event', 'event'],
  ['payLink', 'pay_link'],
]

/**
 * The transactions that a text leads to: an id of ours, a reference, a bank's or network's name for a payment, an address. `spellings` are
 * other ways to write it. Runs for one tenant, and what is another's leads nowhere.
 */
export async function findOwn(sql: Sql, text: string, spellings: readonly string[]): Promise<OwnFind[]> {
  for (const [kind, as] of kinds) {
    const id = parseId(kind, text)
    const found = id === undefined ? [] : await select(sql, as, id, [])
    if (found.length > 0) return found
  }
  // A reference may look like an id.
  return select(sql, null, null, [text, ...spellings])
}

async function select(sql: Sql, kind: FoundAs | null, id: string | null, texts: readonly string[]) {
  const { rows } = await sql.query<OwnFind>(
    'select found_as as "foundAs", transaction_id as "transactionId" from find_own($1, $2, $3)',
    [kind, id, texts],
  )
  return rows
}
