import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturningWorld } from '../../../test/returning-world.ts'

const world = await createReturningWorld()
const ISSUER = '0x00000000000000000000000000000000000a11ce'

beforeAll(async () => {
  await world.openPayoutAccount('main', 1_000_000)
  await world.openLane(1)
})
afterAll(world.close)

async function deposited(naira = 1_000) {
  const sold = await world.sellFromWallet(naira)
  await world.mine('Polygon', [{ to: sold.address, minor: naira * 100 }])
  return sold
}

const take = async (address: string, minor: number) =>
  world.mine('Polygon', [{ from: address, to: ISSUER, minor }])

async function decide(sell: string, action: 'our_loss' | 'customer_loss'): Promise<void> {
  const file = await world.caseOf(sell, 'recall')
  await world.propose(file, { action })
  await world.approve(file)
}

const sumOf = async (kind: string, owner: string, asset = 'NGNC'): Promise<number> => {
  const { rows } = await world.owner.query<{ sum: string }>(
    `select account_sum('test', $1::account_kind, $2, $3::asset)::text as sum`,
    [kind, owner, asset],
  )
  return Number(rows[0]?.sum)
}

test('two operators decide that we bear the loss: the sell is checked again and paid', async () => {
  const lossBefore = await sumOf('expense', 'loss')
  const { sell, address } = await deposited()
  await take(address, 100_000)
  expect(await world.statusOf(sell)).toBe('on_hold')
  await decide(sell, 'our_loss')
  expect(await world.statusOf(sell)).toBe('deposit_received')
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toMatchObject([
    'cleared',
    { amount_minor: '100000' },
  ])
  expect((await sumOf('expense', 'loss')) - lossBefore).toBe(100_000)
})

test('two operators decide that the customer bears the loss: the sell ends, and no naira is paid', async () => {
  const lossBefore = await sumOf('expense', 'loss')
  const { shop, sell, address } = await deposited()
  await take(address, 100_000)
  await decide(sell, 'customer_loss')
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['recalled', undefined])
  expect([await sumOf('expense', 'loss'), await world.tokensOf(shop)]).toEqual([lossBefore, 0n])
})

test('if the customer bears a partial loss, the rest is returned', async () => {
  const { shop, sell, address } = await deposited()
  await take(address, 30_000)
  await decide(sell, 'customer_loss')
  expect(await world.statusOf(sell)).toBe('refunding')
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 70_000n])
})

test('a sell that waits for its payout leaves the queue of its account', async () => {
  const { sell, address } = await deposited()
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
  await take(address, 100_000)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['on_hold', undefined])
})

test('a sell whose payout failed is not paid again before a decision', async () => {
  const { sell, address } = await deposited()
  await world.advance(sell)
  const { rows } = await world.owner.query('select * from payout_order where transaction_id = $1', [sell])
  expect(rows).toHaveLength(1)
  await world.failPayout(sell, 1)
  await take(address, 100_000)
  await world.advance(sell).catch(() => undefined)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['on_hold', undefined])
})

test('before a decision, nothing is returned to the business', async () => {
  const { sell, address } = await world.sellFromWallet(1_000)
  await world.mine('Polygon', [{ to: address, minor: 40_000 }])
  expect(await world.statusOf(sell)).toBe('part_deposited')
  await take(address, 40_000)
  await world.advance(sell)
  const part = await world.caseOf(sell, 'part_deposited')
  await world.propose(part, { action: 'return_all' })
  await expect(world.approve(part)).rejects.toThrow('Decide who bears the loss first')
  world.clock.advance(3 * 86_400_000)
  await world.owner.query('update chain_cursor set read_until = $1', [world.clock.now()])
  await world.advance(sell)
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('refunding')
  await decide(sell, 'customer_loss')
  expect(await world.statusOf(sell)).toBe('recalled')
})

test('if a part of the tokens of a sell was taken, the sell is held when its remaining tokens arrive, and is not cleared', async () => {
  const { sell, address } = await world.sellFromWallet(1_000)
  await world.mine('Polygon', [{ to: address, minor: 40_000 }])
  await take(address, 40_000)
  await world.mine('Polygon', [{ to: address, minor: 60_000 }])
  expect(await world.statusOf(sell)).toBe('deposit_received')
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['on_hold', ['recall']])
})

test('tokens that are taken while a proposal waits are not covered by it', async () => {
  const { sell, address } = await deposited()
  await take(address, 10_000)
  const file = await world.caseOf(sell, 'recall')
  await world.propose(file, { action: 'our_loss' })
  await take(address, 10_000)
  await expect(world.approve(file)).rejects.toThrow('differs from the proposal')
})

test('after the naira was paid, the business owes the loss that the customer bears', async () => {
  const { shop, sell, address } = await deposited()
  for (const event of ['checks_passed', 'payout_ordered', 'payout_succeeded'])
    await world.owner.query(
      `select move_transaction(id, version, $2, '{}', $3, null) from transaction where id = $1`,
      [sell, event, world.clock.now()],
    )
  await take(address, 100_000)
  expect(await world.statusOf(sell)).toBe('completed')
  await decide(sell, 'customer_loss')
  expect([await world.statusOf(sell), await sumOf('receivable', shop, 'NGN')]).toEqual(['completed', 100_000])
})
