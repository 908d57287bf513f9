import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { selectBusinessNames } from '../../records/businesses/business-store.ts'
import { findExpectedPayment } from '../../records/transactions/accepting/expected-payment-store.ts'
import { selectTransactions } from '../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import {
  type LegalName,
  type PaidBy,
  readLegalName,
  readPaidBy,
} from '../../records/transactions/paper-store.ts'
import {
  type PayoutTrace,
  selectOwnTimelineFacts,
  selectPayoutTraces,
  type TimelineFacts,
} from '../../records/transactions/timeline/timeline-facts-store.ts'
import { unknownTransaction } from '../transactions/read-transactions.ts'

/** All facts for a document about a transaction. */
export type PaperFacts = Readonly<{
  businessName: string
  told: TransactionView
  facts: TimelineFacts
  payouts: readonly PayoutTrace[]
  /** The code that the payer was asked to write in the narration. */
  paymentCode: string | null
  /** The registered name of the business. Null until it is live. */
  legal: LegalName | null
  /** Who paid a buy, as our bank recorded it. */
  paidBy: PaidBy | null
}>

/** Reads the facts of a transaction of this business only. Reads the status first, so that everything that the status implies is there. */
export async function readPaperFacts(pool: Pool, tenant: Tenant, id: string): Promise<PaperFacts> {
  return asTenant(pool, tenant, async (sql) => {
    const [told] = await selectTransactions(sql, tenant, [id])
    const facts = await selectOwnTimelineFacts(sql, id)
    if (told === undefined || facts === undefined) {
      throw unknownTransaction(id)
    }
    const names = await selectBusinessNames(sql, [tenant.businessId])
    const expected = told.type === 'buy' ? await findExpectedPayment(sql, id) : undefined
    return {
      businessName: names.get(tenant.businessId) ?? '',
      told,
      facts,
      payouts: await selectPayoutTraces(sql, id),
      paymentCode: expected?.code ?? null,
      legal: await readLegalName(sql),
      paidBy: told.type === 'buy' ? await readPaidBy(sql, id) : null,
    }
  })
}
