import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  cancelPayLink,
  findPayLink,
  type PayLink,
  type PayLinkFilter,
  type PayLinkTotal,
  selectPayLinkPage,
  totalPayLinks,
} from '../../records/pay-links/pay-link-store.ts'

/** Returns a pay link of this business only. */
export async function readPayLink(pool: Pool, tenant: Tenant, id: string): Promise<PayLink> {
  const link = await asTenant(pool, tenant, async (sql) => findPayLink(sql, { id }))
  if (link === undefined) throw unknownPayLink(formatId('payLink', id))
  return link
}

export function unknownPayLink(id: string): Refusal {
  return new Refusal('pay_link_unknown', `No pay link has the id ${id}.`)
}

/** Cancels an unpaid link. A second cancellation changes nothing. A later payment is not lost: an operator decides about it. */
export async function cancelOwnPayLink(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  tenant: Tenant,
  id: string,
): Promise<PayLink> {
  return asTenant(pool, tenant, async (sql) => {
    const status = await cancelPayLink(sql, id, clock.now())
    const link = status === undefined ? undefined : await findPayLink(sql, { id })
    if (link === undefined) throw unknownPayLink(formatId('payLink', id))
    if (status === 'cancelled') return link
    throw new Refusal(
      'pay_link_not_open',
      `This link is ${link.status} and cannot be cancelled. Only an unpaid link can be.`,
    )
  })
}

/** A payer can still pay, all or the rest. */
const openStatuses: ReadonlySet<string> = new Set(['pending_payment', 'part_paid'])
/** The payer paid in full, and the naira was not sent back. */
const paidStatuses: ReadonlySet<string> = new Set([
  'payment_received',
  'action_required',
  'on_hold',
  'cleared',
  'sending',
  'send_failed',
  'completed',
])

/** The outcome of the links of a period. */
export type PayLinkSums = Readonly<{
  count: number
  openCount: number
  openAmount: Money
  paidCount: number
  /** The naira that arrived and was not sent back. */
  received: Money
  /** True if only the newest links were counted. */
  isCut: boolean
}>

/** Returns a page of this business's links, newest first, and the sums of all links of the period, whatever their status. */
export async function listPayLinks(
  pool: Pool,
  tenant: Tenant,
  filter: PayLinkFilter,
  place: Readonly<{ before: string | undefined; most: number }>,
) {
  return asTenant(pool, tenant, async (sql) => ({
    ...(await selectPayLinkPage(sql, filter, place)),
    sums: sumsOf(await totalPayLinks(sql, filter)),
  }))
}

function sumsOf({
  totals,
  isCut,
}: Readonly<{ totals: readonly PayLinkTotal[]; isCut: boolean }>): PayLinkSums {
  const open = totals.filter(({ status }) => openStatuses.has(status))
  const paid = totals.filter(({ status }) => paidStatuses.has(status))
  return {
    count: countOf(totals),
    openCount: countOf(open),
    openAmount: sumOf(open.map(({ asked }) => asked)),
    paidCount: countOf(paid),
    received: sumOf([...open, ...paid].map(({ arrived }) => arrived)),
    isCut,
  }
}

function countOf(totals: readonly PayLinkTotal[]): number {
  return totals.reduce((sum, { count }) => sum + count, 0)
}

function sumOf(amounts: readonly Money[]): Money {
  return money(
    'NGN',
    amounts.reduce((sum, { minor }) => sum + minor, 0n),
  )
}
