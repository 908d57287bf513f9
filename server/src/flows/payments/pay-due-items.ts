import type { Clock } from '../../kernel/clock/clock.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { createPayoutRoom } from '../../movements/payouts/payout-room.ts'
import { selectTerms } from '../../records/businesses/business-store.ts'
import type { NewSell, Sell, SellAnswer } from '../../records/transactions/accepting/sell-store.ts'
import { claimNudgesOf } from '../../records/transactions/wake-store.ts'
import { type SendNudge, sendNudges } from '../advance/send-nudges.ts'
import { createSellAcceptance, type SellAcceptance, type SellAsking } from '../sells/accept-sell.ts'

/** A payment of a list that people approved. Its key is made of the list and its number, so it is accepted once. */
export type DueItem = Readonly<{
  number: number
  amountMinor: bigint
  payee: Sell['payee']
  reference: string
}>

/** A list of payments that people approved: a payment order of members, or a batch of an API key. */
export type PaidList = Readonly<{
  id: string
  tenant: Tenant
  keys: ItemKeys
  /** Returns what has neither a sell nor a refusal. The list is done for now when it returns nothing. */
  findDue: () => Promise<readonly DueItem[]>
  /** Whether this sell pays this item, and no other transaction of the same reference. */
  isSellOf: (sellId: string, number: number) => Promise<boolean>
  noteRefusals: (refusals: readonly NotedRefusal[]) => Promise<void>
}>

type NotedRefusal = Readonly<{ number: number; code: string; message: string }>

export type PayDeps = Readonly<{ pool: Pool; clock: Clock; sells: SellAcceptance; nudge: SendNudge }>

/** Refusals that end by themselves. The item is tried again without anybody. */
const TEMPORARY: ReadonlySet<RefusalCode> = new Set(['overloaded', 'unavailable', 'payouts_short'])

/**
 * Accepts a sell for each item of the list that is due. Each has the reference of its item and the key of the list and its number, so
 * repeated and concurrent runs accept it once. What is refused is stored with its reason.
 */
export async function payDueItems(deps: PayDeps, list: PaidList): Promise<void> {
  const asking = await askingOf(deps.pool, list)
  for (;;) {
    const items = await list.findDue()
    if (items.length === 0) return
    const outcomes = await Promise.all(items.map(async (item) => payItem(deps.sells, asking, list, item)))
    await wake(
      deps,
      outcomes.flatMap(({ sellId }) => sellId ?? []),
    )
    const refused = outcomes.flatMap(({ number, refusal }) => (refusal ? [{ number, refusal }] : []))
    const lasting = refused.filter(({ refusal }) => !TEMPORARY.has(refusal.code))
    if (lasting.length > 0)
      await list.noteRefusals(
        lasting.map(({ number, refusal: { code, message } }) => ({ number, code, message })),
      )
    // The driver stores it and tries again later.
    const waiting = refused.find(({ refusal }) => TEMPORARY.has(refusal.code))
    if (waiting !== undefined) throw waiting.refusal
  }
}

type Outcome = Readonly<{ number: number; sellId?: string; refusal?: Refusal }>

async function payItem(
  sells: SellAcceptance,
  asking: SellAsking,
  { id, keys, isSellOf }: PaidList,
  { number, amountMinor, payee, reference }: DueItem,
): Promise<Outcome> {
  const amount: Money = money('NGNC', amountMinor)
  try {
    const names = { reference, idempotencyKey: keys.of(id, number) }
    const { sell, isReplay } = await sells.accept(asking, { ...names, amount, payee, wallet: null })
    if (!isReplay || (await isSellOf(sell.id, number))) return { number, sellId: sell.id }
    const message = 'Another transaction of your business has this reference. This payment was not made.'
    return { number, refusal: new Refusal('reference_conflict', message) }
  } catch (error) {
    if (error instanceof Refusal) return { number, refusal: error }
    throw error
  }
}

async function askingOf(pool: Pool, { id, tenant }: PaidList): Promise<SellAsking> {
  const terms = await selectTerms(pool, tenant.businessId, tenant.mode)
  assert(terms !== undefined, `the business ${tenant.businessId} has no terms`)
  return { id, tenant, terms, scopes: ['sell', 'payouts'], hasNames: true }
}

/** Nudges the sells at once. A lost nudge is repeated by the sweeper. */
async function wake({ pool, clock, nudge }: PayDeps, sellIds: readonly string[]): Promise<void> {
  if (sellIds.length > 0) await sendNudges(await claimNudgesOf(pool, sellIds, clock.now()), nudge)
}

/** The keys of the items of one kind of list. */
export type ItemKeys = Readonly<{
  of(listId: string, number: number): string
  read(key: string | null): Readonly<{ listId: string; number: number }>
}>

/** A key has a space, which no caller of the API can send, so that none of them takes the key of an item. */
export function itemKeys(kind: 'payment' | 'batch'): ItemKeys {
  const shape = new RegExp(`^${kind} (\\S{36}) ([0-9]+)$`)
  return {
    of: (listId, number) => `${kind} ${listId} ${number}`,
    read: (key) => {
      const [, listId, number] = shape.exec(key ?? '') ?? []
      assert(listId !== undefined && number !== undefined, `a sell of a ${kind} must have its key`)
      return { listId, number: Number(number) }
    },
  }
}

/**
 * Accepts sells that pay items of lists, by the same rules as a sell from the API. The names were compared when the list was checked, and
 * each is compared again before its payout, so banks are not asked a third time here.
 */
export function createItemSells(
  { pool, clock }: Readonly<{ pool: Pool; clock: Clock }>,
  commit: (sells: readonly NewSell[]) => Promise<SellAnswer[]>,
): SellAcceptance {
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
    commit,
  )
}
