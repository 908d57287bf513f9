import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import type { Shop } from '../buy/purchase.ts'
import { feeOf, naira } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { minorOf } from '../chains/sent.ts'
import { patiently } from '../credits/patiently.ts'
import type { Order } from '../customers.ts'
import type { Random } from '../fuzz/random.ts'

/** A request that takes tokens from the balance of a shop. Its bank account or wallet receives nothing else. */
export type Spending = Readonly<{
  reference: string
  kind: 'sell' | 'withdrawal'
  amountMinor: bigint
  to: string
}>

const WITHIN_MS = 120_000
const ENDED = ['completed', 'returned_to_balance', 'refunded']

/** Draws one request of each kind, in order, with different amounts. */
export function drawSpendings(
  random: Random,
  number: number,
  kinds: ReadonlyArray<Spending['kind']>,
): Spending[] {
  return kinds.map((kind, place) =>
    sendTo({
      reference: `spend-${number}-${place}`,
      kind,
      amountMinor: BigInt(random.between(2_000, 9_000)) * 100n + BigInt(place),
    }),
  )
}

/** Returns the same request under an unused reference. */
export function rename(spending: Spending, word: string): Spending {
  return sendTo({ ...spending, reference: `${word}-${spending.reference}` })
}

function sendTo(wanted: Omit<Spending, 'to'>): Spending {
  const digest = hash('sha256', wanted.reference)
  const number = BigInt(`0x${digest.slice(0, 12)}`) % 1_000_000_000n
  return {
    ...wanted,
    to: wanted.kind === 'sell' ? `7${String(number).padStart(9, '0')}` : `0x${digest.slice(0, 40)}`,
  }
}

export async function giveTokens({ owner }: Stage, { uuid }: Shop, minor: bigint): Promise<void> {
  await giveBalance(owner, { businessId: uuid, minor })
}

/** Builds the request. The amount is written as a JSON number from a bigint, without a JavaScript number in between. */
export function orderOfSpending(shop: Shop, { reference, kind, amountMinor, to }: Spending): Order {
  const place =
    kind === 'sell'
      ? { type: 'sell_ramp', bank_name: 'GTBank', account_number: to }
      : { type: 'withdrawal', network: 'Polygon', wallet_address: to }
  const rest = JSON.stringify({ business_id: shop.businessId, link_tag: shop.linkTag, ...place, reference })
  return {
    key: shop.key,
    path: `/transactions/v1/${kind === 'sell' ? 'offramp' : 'withdrawals'}`,
    body: `{"amount":${naira(amountMinor)},${rest.slice(1)}`,
  }
}

/** Sends the request and returns the status and text of the reply. */
export async function spend(
  { stack }: Stage,
  shop: Shop,
  spending: Spending,
): Promise<Readonly<{ status: number; text: string }>> {
  const { key, path, body } = orderOfSpending(shop, spending)
  const response = await fetch(`${stack.apiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-sec-key': key },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/**
 * Returns the amounts that were really sent for each request, by the bank and the chains. They are in kobo of the balance and include the
 * fee, which the shop paid too.
 */
export async function readLeft(
  { desk, chains }: Stage,
  shop: Shop,
  spendings: readonly Spending[],
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const payouts = await desk.payoutTruth()
  const sent = await chains.sent()
  return new Map(
    spendings.map(({ reference, kind, to, amountMinor }) => {
      const left =
        kind === 'sell'
          ? payouts
              .filter(({ number }) => number === to)
              .flatMap(({ arrivedMinor }) => arrivedMinor)
              .map((minor) => minor + feeOf({ amountMinor, shop }))
          : sent.filter((one) => one.to.toLowerCase() === to).map(minorOf)
      return [reference, left] as const
    }),
  )
}

/** Sends each request until it is accepted. Returns the references of those that were not accepted in time. */
export async function askAll(stage: Stage, shop: Shop, wanted: readonly Spending[]): Promise<string[]> {
  const until = performance.now() + WITHIN_MS
  const refused: string[] = []
  for (const one of wanted) {
    for (;;) {
      const answer = await spend(stage, shop, one).catch(() => undefined)
      if (answer?.status === 200) break
      if (performance.now() > until) {
        refused.push(one.reference)
        break
      }
      await sleep(300)
    }
  }
  return refused
}

/** Waits until all of these requests have ended. Returns the references of those that did not end in time. */
export async function untilEnded(
  { owner }: Stage,
  { uuid }: Shop,
  wanted: readonly Spending[],
): Promise<string[]> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const { rows } = await patiently(async () =>
      owner.query<{ reference: string }>(
        'select reference from transaction where business_id = $1 and reference = any ($2) and status = any ($3)',
        [uuid, wanted.map(({ reference }) => reference), ENDED],
      ),
    )
    const done = new Set(rows.map(({ reference }) => reference))
    const left = wanted.map(({ reference }) => reference).filter((reference) => !done.has(reference))
    if (left.length === 0 || performance.now() > until) return left
    await sleep(300)
  }
}
