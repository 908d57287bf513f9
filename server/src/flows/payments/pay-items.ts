import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import {
  findDueItems,
  findPayingBusiness,
  isSellOf,
  noteRefusals,
  settlePaymentOrder,
} from '../../records/payments/payment-store.ts'
import type { PaymentItem } from '../../records/payments/payment-text.ts'
import { acceptPaymentSells } from '../../records/transactions/accepting/sell-store.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'
import type { SellAcceptance } from '../sells/accept-sell.ts'
import { createItemSells, type DueItem, itemKeys, type PayDeps, payDueItems } from './pay-due-items.ts'

export type PaymentDeps = PayDeps & Readonly<{ onFailure: (orderId: string, error: unknown) => void }>

const AT_ONCE = 50
const keys = itemKeys('payment')

/** Accepts sells that pay items of approved orders. The names are the banks' own answers. */
export function createPaymentSells(deps: Readonly<{ pool: Pool; clock: Clock }>): SellAcceptance {
  return createItemSells(deps, async (sells) =>
    acceptPaymentSells(
      deps.pool,
      sells.map((sell) => {
        const { listId: orderId, number } = keys.read(sell.idempotencyKey)
        return { orderId, number, sell }
      }),
    ),
  )
}

/** Accepts a sell for each item of an approved order that has none. What is refused is stored with its reason and waits for a member. */
export async function advancePaymentOrder(deps: PaymentDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'not_found', onFailure }, id, async () => payItems(deps, id))
}

async function payItems(deps: PaymentDeps, id: string): Promise<void> {
  const { pool } = deps
  const business = await findPayingBusiness(pool, id)
  assert(business !== undefined, `there is no payment order ${id}`)
  if (!business.isActive) throw new Error('the business is suspended')
  await payDueItems(deps, {
    id,
    tenant: { businessId: business.businessId, mode: business.mode },
    keys,
    findDue: async () => (await findDueItems(pool, id, AT_ONCE)).map(toDue),
    isSellOf: async (sellId, number) => isSellOf(pool, sellId, { orderId: id, number }),
    noteRefusals: async (refusals) => noteRefusals(pool, id, refusals),
  })
  await settlePaymentOrder(pool, id)
}

function toDue({ bankCode, accountNumber, accountName, ...item }: PaymentItem): DueItem {
  const [bank] = nigerianBanks.byCode(bankCode)
  return { ...item, payee: { bankCode, bankName: bank?.name ?? bankCode, accountNumber, accountName } }
}
