import { setTimeout as sleep } from 'node:timers/promises'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  countTransactions,
  type Settlement,
  selectSettlements,
  selectTransactionPage,
  type TransactionFilter,
} from '../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'

/** A transaction with what proves that it was completed. */
export type ExportedTransaction = Readonly<{ told: TransactionView; settlement: Settlement | undefined }>

export type ExportPages = AsyncGenerator<readonly ExportedTransaction[], void, undefined>

/** Maximum number of rows in one export. */
export const MOST_EXPORTED = 100_000

// The rows of a page are parsed in one turn of the event loop and written in another. Other requests wait meanwhile.
const ROWS_A_PAGE = 200
/** After each page an export rests this many times as long as the page took, so exports leave most of the time to other requests. */
const REST_TIMES = 4
/** A file of 500 pages has five minutes, and rests at most 100 seconds of them. */
export const LONGEST_REST_MS = 200

/**
 * Returns all matching transactions, newest first, page by page. Each page is its own statement, run when the reader requests it, so that a
 * slow reader holds nothing open. Throws a refusal before the first page if there are more rows than one export may have. `rest` waits.
 */
export async function exportTransactions(
  pool: Pool,
  tenant: Tenant,
  filter: TransactionFilter,
  mostRows = MOST_EXPORTED,
  rest: (ms: number) => Promise<unknown> = sleep,
): Promise<ExportPages> {
  await requireRoom(pool, tenant, filter, mostRows)
  return readPages(pool, tenant, filter, mostRows, rest)
}

async function requireRoom(pool: Pool, tenant: Tenant, filter: TransactionFilter, mostRows: number) {
  let count = 0
  let before: string | undefined
  do {
    const most = mostRows + 1 - count
    const part = await asTenant(pool, tenant, async (sql) => countTransactions(sql, filter, { before, most }))
    count += part.count
    before = part.nextBefore
    if (count > mostRows) {
      throw new Refusal(
        'export_too_large',
        `More than ${mostRows} transactions match. Narrow the export, for example to one month with from and to.`,
      )
    }
  } while (before !== undefined)
}

async function* readPages(
  pool: Pool,
  tenant: Tenant,
  filter: TransactionFilter,
  mostRows: number,
  rest: (ms: number) => Promise<unknown>,
): ExportPages {
  let before: string | undefined
  // The list is newest first, so transactions that were accepted after the count come first. The export ends after the counted number of
  // rows.
  let left = mostRows
  do {
    const began = performance.now()
    const page = await selectTransactionPage(pool, tenant, filter, {
      before,
      most: Math.min(ROWS_A_PAGE, left),
    })
    left -= page.transactions.length
    before = page.nextBefore
    const exported = await withSettlements(pool, tenant, page.transactions)
    const tookMs = performance.now() - began
    if (exported.length > 0) yield exported
    if (before !== undefined && left > 0) await rest(Math.min(tookMs * REST_TIMES, LONGEST_REST_MS))
  } while (before !== undefined && left > 0)
}

async function withSettlements(
  pool: Pool,
  tenant: Tenant,
  transactions: readonly TransactionView[],
): Promise<ExportedTransaction[]> {
  const found = await asTenant(pool, tenant, async (sql) => selectSettlements(sql, transactions.map(idOf)))
  return transactions.map((told) => ({ told, settlement: found.get(idOf(told)) }))
}

function idOf(told: TransactionView): string {
  if (told.type === 'buy') return told.buy.id
  return told.type === 'sell' ? told.sell.id : told.withdrawal.id
}
