import { type IdKind, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql, Tenant } from '../../../kernel/postgres/pool.ts'
import { selectOpenCases } from '../../cases/business/business-case-store.ts'
import { questions } from '../../cases/business/questions.ts'
import type { TransactionType } from '../machines/machines.ts'
import type { Metadata } from '../metadata.ts'
import { type TransactionView, type TransactionViewRow, toTransactionView } from './transaction-view.ts'

/** Filter for a business's transactions. An undefined field matches everything. */
export type TransactionFilter = Readonly<{
  reference?: string | undefined
  type?: Exclude<TransactionType, 'drill'> | undefined
  statuses?: readonly string[] | undefined
  network?: string | undefined
  /** Accepted at or after this time. */
  from?: Date | undefined
  /** Accepted before this time. */
  to?: Date | undefined
  /** The smallest amount. */
  leastMinor?: bigint | undefined
  /** The largest amount. */
  largestMinor?: bigint | undefined
  /** A part of the name of the payer or the payee, or the last digits of the account number. */
  party?: string | undefined
  /** Labels that the transaction must have. */
  metadata?: Metadata | undefined
}>

/** Page position: transactions with an id below `before`. Undefined: from the newest. */
type Place = Readonly<{ before: string | undefined; most: number }>

type TransactionPage = Readonly<{
  transactions: readonly TransactionView[]
  /** The next page has ids below this one. Undefined: there is no next page. */
  nextBefore: string | undefined
}>

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

// Maximum of transactions read for one page. If few match, a page is short, and the next page continues from there.
const ROWS_SCANNED_A_PAGE = 10_000
const ROWS_SCANNED_A_COUNT = 100_000

type LastRow = { id: string; type: null }

/**
 * Returns a page of one business, newest first. The statement itself sets the tenant, so it needs no transaction around it. A page may have
 * fewer than `most` rows, or none, and still not be the last.
 */
export async function selectTransactionPage(
  sql: Sql,
  tenant: Tenant,
  filter: TransactionFilter,
  { before = HIGHEST_ID, most }: Place,
): Promise<TransactionPage> {
  const { rows } = await sql.query<TransactionViewRow | LastRow>({
    name: 'list_transactions',
    text: 'select * from list_transactions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
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

/** Counts the matching transactions in the next part of the list, up to `most`. Runs for one tenant. */
export async function countTransactions(
  sql: Sql,
  filter: TransactionFilter,
  { before = HIGHEST_ID, most }: Place,
): Promise<Readonly<{ count: number; nextBefore: string | undefined }>> {
  const { rows } = await sql.query<{ count: number; next_id: string | null }>(
    'select cardinality(ids) as count, next_id from own_ids($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    [before, most, ROWS_SCANNED_A_COUNT, ...valuesOf(filter)],
  )
  return { count: rows[0]?.count ?? 0, nextBefore: rows[0]?.next_id ?? undefined }
}

/** How many transactions of a type have a status, the sum of their amounts, and for buys the sum of what arrived. */
export type TransactionTotal = Readonly<{
  type: TransactionType
  status: string
  count: number
  minor: bigint
  paidMinor: bigint | undefined
}>

/** Adds up the newest matching transactions. `isCut`: older ones were not read. Runs for one tenant. */
export async function totalTransactions(
  sql: Sql,
  filter: TransactionFilter,
): Promise<Readonly<{ totals: readonly TransactionTotal[]; isCut: boolean }>> {
  const { rows } = await sql.query<{
    type: TransactionType
    status: string
    transactions: string
    minor: string
    paid_minor: string | null
    is_cut: boolean
  }>(
    'select type, status, transactions, minor, paid_minor, is_cut from own_totals($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [ROWS_SCANNED_A_PAGE, ...valuesOf(filter)],
  )
  const totals = rows.map(({ type, status, transactions, minor, paid_minor }) => ({
    type,
    status,
    count: Number(transactions),
    minor: BigInt(minor),
    paidMinor: paid_minor === null ? undefined : BigInt(paid_minor),
  }))
  return { totals, isCut: rows[0]?.is_cut ?? false }
}

/** Returns the transactions with these ids, newest first. Runs for one tenant and leaves out the transactions of other tenants. */
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
  return withOpenCases(
    sql,
    rows.map((row) => toTransactionView(row, tenant)),
  )
}

const askedStatuses: ReadonlySet<string> = new Set(questions.map(({ status }) => status))

/** Whether the business may have something to decide about one of these. */
export function mayAsk(views: readonly TransactionView[]): boolean {
  return views.some((view) => askedStatuses.has(statusOf(view)))
}

/** Adds what the business can decide about each transaction. Runs for one tenant, and reads nothing if none of them waits. */
export async function withOpenCases(sql: Sql, views: readonly TransactionView[]): Promise<TransactionView[]> {
  const ids = views.flatMap((view) => (askedStatuses.has(statusOf(view)) ? [idOf(view)] : []))
  if (ids.length === 0) return [...views]
  const cases = await selectOpenCases(sql, ids)
  return views.map((view) => {
    const asks = cases.get(idOf(view))
    return asks === undefined || view.type === 'withdrawal' ? view : { ...view, asks }
  })
}

function partOf(view: TransactionView) {
  if (view.type === 'buy') return view.buy
  return view.type === 'sell' ? view.sell : view.withdrawal
}

function statusOf(view: TransactionView): string {
  return partOf(view).status
}

function idOf(view: TransactionView): string {
  return partOf(view).id
}

/** When a transaction was completed, and what proves it. */
export type Settlement = Readonly<{
  completedAt: Date | null
  /** The banks' ids of the naira payments. */
  sessionIds: readonly string[]
  /** The networks' ids of the token transfers. */
  hashes: readonly string[]
}>

/** Returns the settlements of transactions by id. Runs for one tenant and leaves out the transactions of other tenants. */
export async function selectSettlements(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Settlement>> {
  const { rows } = await sql.query<{
    id: string
    completed_at: Date | null
    session_ids: (string | null)[]
    hashes: (string | null)[]
  }>('select id, completed_at, session_ids, hashes from own_settlements($1)', [ids])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        completedAt: row.completed_at,
        sessionIds: row.session_ids.filter((one) => one !== null),
        hashes: row.hashes.filter((one) => one !== null),
      },
    ]),
  )
}

function valuesOf(filter: TransactionFilter) {
  const { reference, type, statuses, network, from, to, leastMinor, largestMinor, party, metadata } = filter
  return [reference, type, statuses, network, from, to, leastMinor, largestMinor, party, metadata]
}

/** How a search text identified a transaction. */
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
 * Finds the transactions that a text identifies: one of our ids, a reference, the id of a payment at a bank or on a network, or an address.
 * `spellings` are other ways to write the text. Runs for one tenant and never finds another tenant's transactions.
 */
export async function findOwn(sql: Sql, text: string, spellings: readonly string[]): Promise<OwnFind[]> {
  for (const [kind, as] of kinds) {
    const id = parseId(kind, text)
    const found = id === undefined ? [] : await select(sql, as, id, [])
    if (found.length > 0) return found
  }
  // A reference may look like one of our ids, so the text is also searched for as a reference.
  return select(sql, null, null, [text, ...spellings])
}

async function select(sql: Sql, kind: FoundAs | null, id: string | null, texts: readonly string[]) {
  const { rows } = await sql.query<OwnFind>(
    'select found_as as "foundAs", transaction_id as "transactionId" from find_own($1, $2, $3)',
    [kind, id, texts],
  )
  return rows
}
