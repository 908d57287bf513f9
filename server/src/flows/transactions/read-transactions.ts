import { formatId } from '../../kernel/ids/ids.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { selectUnmatchedCredits, type UnmatchedCredit } from '../../movements/matching/unmatched-store.ts'
import { spellingsOf, type WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import {
  type FoundAs,
  findOwn,
  selectTransactions,
} from '../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../records/transactions/lists/transaction-view.ts'
import { readOwnTimeline } from '../../records/transactions/timeline/timeline.ts'
import type { Timeline } from '../../records/transactions/timeline/timeline-step.ts'

export function unknownTransaction(id: string): Refusal {
  return new Refusal('transaction_unknown', `No transaction has the id ${formatId('transaction', id)}.`)
}

/** Returns a buy, sell or withdrawal of this business only. */
export async function readTransaction(pool: Pool, tenant: Tenant, id: string): Promise<TransactionView> {
  const [found] = await asTenant(pool, tenant, async (sql) => selectTransactions(sql, tenant, [id]))
  if (found === undefined) throw unknownTransaction(id)
  return found
}

/** Returns the timeline of a transaction of this business only: where its money is and how it got there. */
export async function requireOwnTimeline(pool: Pool, tenant: Tenant, id: string): Promise<Timeline> {
  const timeline = await asTenant(pool, tenant, async (sql) => readOwnTimeline(sql, id))
  if (timeline === undefined) throw unknownTransaction(id)
  return timeline
}

type Found = Readonly<{ foundAs: FoundAs; transactions: readonly TransactionView[] }>

/** Finds the transactions of this business for any identifier that the caller has. */
export async function findTransactions(
  { pool, addresses }: Readonly<{ pool: Pool; addresses: Pick<WalletAddressRules, 'judgeOwn'> }>,
  tenant: Tenant,
  text: string,
): Promise<Found> {
  return asTenant(pool, tenant, async (sql) => {
    const finds = await findOwn(sql, text, spellingsOf(addresses, text))
    const [first] = finds
    if (first === undefined) throw new Refusal('transaction_unknown', 'No transaction matches this id.')
    const ids = finds.map(({ transactionId }) => transactionId)
    return { foundAs: first.foundAs, transactions: await selectTransactions(sql, tenant, ids) }
  })
}

/** Returns naira that arrived for this business and is given to no buy yet, newest first. */
export async function listUnmatched(pool: Pool, tenant: Tenant, most: number): Promise<UnmatchedCredit[]> {
  return asTenant(pool, tenant, async (sql) => selectUnmatchedCredits(sql, most))
}
