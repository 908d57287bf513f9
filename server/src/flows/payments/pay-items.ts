import type { Clock } from '../../kernel/clock/clock.ts'
import { money } from '../../kernel/money/money.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert, Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { createPayoutRoom } from '../../movements/payouts/payout-room.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import { selectTerms } from '../../records/businesses/business-store.ts'
import {
  findDueItems,
  findPayingBusiness,
  isSellOf,
  noteRefusals,
  type PayingBusiness,
  settlePaymentOrder,
} from '../../records/payments/payment-store.ts'
import type { PaymentItem } from '../../records/payments/payment-text.ts'
import { acceptPaymentSells } from '../../records/transactions/accepting/sell-store.ts'
import { claimNudgesOf, type Nudge } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'
import { type SendNudge, sendNudges } from '../advance/send-nudges.ts'
import { createSellAcceptance, type SellAcceptance, type SellAsking } from '../sells/accept-sell.ts'

export type PaymentDeps = Readonly<{
  pool: Pool
  clock: Clock
  sells: SellAcceptance
  nudge: SendNudge
  onFailure: (orderId: string, error: unknown) => void
}>

const AT_ONCE = 50

/** Refusals that end by themselves. The item is tried again without a member. */
const TEMPORARY: ReadonlySet<RefusalCode> = new Set(['overloaded', 'unavailable', 'payouts_short'])

/**
 * Accepts sells that pay items of payment orders, by the same rules as a sell from the API. The names are the banks' own answers, and each
 * is compared again before its payout, so they are not asked for a third time here.
 */
export function createPaymentSells({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): SellAcceptance {
  return createSellAcceptance(
    {
      pool,
      clock,
      onGroup: () => {},
      nameEnquiry: { ask: async () => undefined },
      // Every item is paid from the balance.
      depositTargets: { isOpen: () => false, of: () => undefined },
      payoutRoom: createPayoutRoom({ pool, clock }),
    },
    async (sells) =>
      acceptPaymentSells(
        pool,
        sells.map((sell) => ({ ...readItemKey(sell.idempotencyKey), sell })),
      ),
  )
}

/**
 * Accepts a sell for each item of an approved order that has none. Each has the reference of its item and a key of its order and number, so
 * repeated and concurrent runs accept it once. What is refused is stored with its reason and waits for a member.
 */
export async function advancePaymentOrder(deps: PaymentDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'not_found', onFailure }, id, async () => payItems(deps, id))
}

async function payItems(deps: PaymentDeps, id: string): Promise<void> {
  const { pool } = deps
  const business = await findPayingBusiness(pool, id)
  assert(business !== undefined, `there is no payment order ${id}`)
  if (!business.isActive) throw new Error('the business is suspended')
  const asking = await askingOf(pool, id, business)
  for (;;) {
    const items = await findDueItems(pool, id, AT_ONCE)
    if (items.length === 0) return settlePaymentOrder(pool, id)
    const outcomes = await Promise.all(items.map(async (item) => payItem(deps, asking, id, item)))
    await wake(
      deps,
      outcomes.flatMap(({ sellId }) => sellId ?? []),
    )
    const refused = outcomes.flatMap(({ number, refusal }) => (refusal ? [{ number, refusal }] : []))
    const lasting = refused.filter(({ refusal }) => !TEMPORARY.has(refusal.code))
    if (lasting.length > 0)
      await noteRefusals(
        pool,
        id,
        lasting.map(({ number, refusal: { code, message } }) => ({ number, code, message })),
      )
    // The driver stores it and tries again later.
    const waiting = refused.find(({ refusal }) => TEMPORARY.has(refusal.code))
    if (waiting !== undefined) throw waiting.refusal
  }
}

type Outcome = Readonly<{ number: number; sellId?: string; refusal?: Refusal }>

async function payItem(
  { pool, sells }: PaymentDeps,
  asking: SellAsking,
  orderId: string,
  { number, bankCode, accountNumber, accountName, amountMinor, reference }: PaymentItem,
): Promise<Outcome> {
  const [bank] = nigerianBanks.byCode(bankCode)
  const payee = { bankCode, bankName: bank?.name ?? bankCode, accountNumber, accountName }
  const names = { reference, idempotencyKey: itemKey(orderId, number) }
  try {
    const { sell, isReplay } = await sells.accept(asking, {
      ...names,
      amount: money('NGNC', amountMinor),
      payee,
      wallet: null,
    })
    if (!isReplay || (await isSellOf(pool, sell.id, { orderId, number }))) return { number, sellId: sell.id }
    const message = 'Another transaction of your business has this reference. This payment was not made.'
    return { number, refusal: new Refusal('reference_conflict', message) }
  } catch (error) {
    if (error instanceof Refusal) return { number, refusal: error }
    throw error
  }
}

async function askingOf(
  pool: Pool,
  orderId: string,
  { businessId, mode }: PayingBusiness,
): Promise<SellAsking> {
  const terms = await selectTerms(pool, businessId, mode)
  assert(terms !== undefined, `the business ${businessId} has no terms`)
  const tenant = { businessId, mode }
  return { id: orderId, tenant, terms, scopes: ['sell', 'payouts'], hasNames: true }
}

/** Nudges the sells at once. A lost nudge is repeated by the sweeper. */
async function wake({ pool, clock, nudge }: PaymentDeps, sellIds: readonly string[]): Promise<void> {
  if (sellIds.length > 0) await sendNudges(await claimNudgesOf(pool, sellIds, clock.now()), nudge)
}

/** Has a space, which no caller of the API can send, so that none of them takes the key of an item. */
function itemKey(orderId: string, number: number): string {
  return `payment ${orderId} ${number}`
}

function readItemKey(key: string | null): Readonly<{ orderId: string; number: number }> {
  const [, orderId, number] = /^payment (\S{36}) ([0-9]+)$/.exec(key ?? '') ?? []
  assert(orderId !== undefined && number !== undefined, 'a sell of a payment order must have its key')
  return { orderId, number: Number(number) }
}
