import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  countTransactions,
  selectTransactionPage,
  type TransactionFilter,
} from '../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'

export type ExportPages = AsyncGenerator<readonly TransactionView[], void, undefined>

/** No file has more rows. */
export const MOST_EXPORTED = 100_000

const ROWS_A_PAGE = 1_000

/**
 * All that fit, newest first, page by page: each is a statement of its own, made when the reader asks for it, so nothing is held open
 * while a slow one reads. Refuses before the first page where more fit than one file holds.
 */
export async function exportTransactions(
  pool: Pool,
  tenant: Tenant,
  filter: TransactionFilter,
  mostRows = MOST_EXPORTED,
): Promise<ExportPages> {
  await requireRoom(pool, tenant, filter, mostRows)
  return readPages(pool, tenant, filter, mostRows)
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
): ExportPages {
  let before: string | undefined
  // What was accepted since they were counted is at the front; the file ends with the rows that it has room for.
  let left = mostRows
  do {
    const page = await selectTransactionPage(pool, tenant, filter, {
      before,
      most: Math.min(ROWS_A_PAGE, left),
    })
    left -= page.transactions.length
    before = page.nextBefore
    if (page.transactions.length > 0) yield page.transactions
  } while (before !== undefined && left > 0)
}
