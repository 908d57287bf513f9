import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturningWorld } from '../../../test/returning-world.ts'
import { formatId } from '../../kernel/ids/ids.ts'

const world = await createReturningWorld()
const { owner, bank } = world
const wallet = { network: 'Polygon', address: '0xde709f2102306220921060314715629080e2fb77' }
const toWallet = { action: 'return_to_wallet', ...wallet, confirmed: 'mail of its director, 15 November' }

beforeAll(async () => {
  await world.openPayoutAccount('main', 1_000_000)
  await world.openLane(1)
})
afterAll(world.close)

async function decide(sell: string, kind: string, wanted: Record<string, unknown>): Promise<void> {
  const file = await world.caseOf(sell, kind)
  await world.propose(file, wanted)
  await world.approve(file)
}

/** Returns a sell with tokens that it could not book, for each of the three reasons. */
async function tokensBeside(kind: string) {
  const sold = await world.sellFromWallet(1_000)
  const { address: to, sell } = sold
  if (kind === 'over_deposited') await world.mine('Polygon', [{ to, minor: 150_000 }])
  if (kind === 'wrong_chain') await world.mine('Avalanche', [{ to, minor: 50_000 }])
  if (kind === 'second_deposit') {
    await world.mine('Polygon', [{ to, minor: 100_000 }])
    await world.mine('Polygon', [{ to, minor: 50_000 }])
  }
  expect(await world.casesOf(sell)).toContain(kind)
  return sold
}

const kinds = ['wrong_chain', 'over_deposited', 'second_deposit'] as const

test.each(kinds)('%s: two operators credit the tokens to the balance of the business', async (kind) => {
  const before = await world.suspenseOf('NGNC')
  const { shop, sell } = await tokensBeside(kind)
  await decide(sell, kind, { action: 'to_balance' })
  expect([await world.tokensOf(shop), await world.suspenseOf('NGNC')]).toEqual([50_000n, before])
  expect(await world.casesOf(sell)).not.toContain(kind)
})

test.each(kinds)('%s: the tokens are sent at once to a wallet that the business confirmed', async (kind) => {
  const { shop, sell } = await tokensBeside(kind)
  await world.holdNoBalance(shop)
  await expect(world.propose(await world.caseOf(sell, kind), { action: 'to_balance' })).rejects.toThrow(
    'cannot hold a balance',
  )
  await decide(sell, kind, toWallet)
  expect(await world.tokensOf(shop)).toBe(0n)
  expect(await world.withdrawalsOf(shop)).toEqual([
    {
      reference: expect.stringMatching(/^return-dep_/) as string,
      status: 'requested',
      amount: '50000',
      ...wallet,
    },
  ])
})

test('tokens that arrive while a proposal waits are not covered by it', async () => {
  const { sell, address } = await tokensBeside('second_deposit')
  const file = await world.caseOf(sell, 'second_deposit')
  await world.propose(file, { action: 'to_balance' })
  await world.mine('Polygon', [{ to: address, minor: 7_000 }])
  await expect(world.approve(file)).rejects.toThrow('changed since the proposal')
})

test('several deposits of one case are returned together, each under its own reference', async () => {
  const { shop, sell, address } = await tokensBeside('second_deposit')
  await world.mine('Polygon', [{ to: address, minor: 7_000 }])
  await decide(sell, 'second_deposit', toWallet)
  expect((await world.withdrawalsOf(shop)).map(({ amount }) => amount)).toEqual(['50000', '7000'])
})

test('tokens are not returned to an unconfirmed wallet or to one of our own', async () => {
  const { sell, address } = await tokensBeside('over_deposited')
  const file = await world.caseOf(sell, 'over_deposited')
  await expect(world.propose(file, { ...toWallet, confirmed: ' ' })).rejects.toThrow('--evidence')
  await expect(world.propose(file, { ...toWallet, address })).rejects.toThrow('our own')
  await world.propose(file, { ...toWallet, network: 'Stellar' })
  await expect(world.approve(file)).rejects.toThrow('there is no lane on Stellar in test mode')
})

test('tokens held by the sanctions list are not returned', async () => {
  const { sell } = await tokensBeside('over_deposited')
  world.listed.add('ADA OBI')
  await world.advance(sell)
  world.listed.clear()
  expect(await world.statusOf(sell)).toBe('on_hold')
  for (const wanted of [{ action: 'to_balance' }, toWallet]) {
    const file = await world.caseOf(sell, 'over_deposited')
    await expect(world.propose(file, wanted)).rejects.toThrow('sanctions list')
  }
})

/** Returns a sell that is being refunded, of a business that may hold no balance. */
async function refunding() {
  const sold = await world.sell(2_000)
  bank.answer = { outcome: 'not_found' }
  await world.advance(sold.sell)
  bank.answer = { outcome: 'found', accountName: 'ADA OBI' }
  await decide(sold.sell, 'name_differs', { action: 'return_all' })
  await world.holdNoBalance(sold.shop)
  await world.advance(sold.sell)
  return sold
}

test('a sell is refunded to a wallet: the refund and the withdrawal are one commit', async () => {
  const { shop, sell } = await refunding()
  await decide(sell, 'refund_choice', toWallet)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 0n])
  const reference = `return-${formatId('transaction', sell)}`
  expect(await world.withdrawalsOf(shop)).toEqual([
    { reference, status: 'requested', amount: '200000', ...wallet },
  ])
  const { rows } = await owner.query<{ data: object; withdrawal: string }>(
    `select e.data, w.id as withdrawal from transaction_event e join transaction w on w.reference = $2
     where e.transaction_id = $1 and e.event = 'refund_paid'`,
    [sell, reference],
  )
  expect(rows[0]?.data).toMatchObject({
    to: 'wallet',
    amount_minor: '200000',
    withdrawal: formatId('transaction', rows[0]?.withdrawal ?? ''),
  })
})

test('a business that has since been allowed a balance gets its tokens there', async () => {
  const { shop, sell } = await refunding()
  await world.holdNoBalance(shop, true)
  await decide(sell, 'refund_choice', { action: 'to_balance' })
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 200_000n])
})

test('one operator alone returns nothing', async () => {
  const { sell } = await refunding()
  const file = await world.caseOf(sell, 'refund_choice')
  await world.propose(file, toWallet)
  await expect(world.approve(file, world.bisi)).rejects.toThrow('Another operator')
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and kind = 'refund_choice'`,
    [sell],
  )
  await expect(owner.query('select carry_out($1, now())', [rows[0]?.id])).rejects.toThrow('was not approved')
})

test('after all of this the checks find nothing', async () => {
  const findings = await world.findings()
  expect(findings.filter(({ check }) => check === 'check_returns' || check === 'check_decisions')).toEqual([])
  expect(findings).toEqual([])
})
