import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { listCursors } from '../../movements/deposits/cursor-store.ts'
import { depositSalt, formerDepositSalt } from '../../movements/deposits/deposit-address.ts'
import { watchDeposits } from './watch-deposits.ts'

const NAIRA = 1_000_000n
const transferTo = (address: string, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(address), units] })

let world: Awaited<ReturnType<typeof createDepositWorld>>
beforeAll(async () => {
  world = await createDepositWorld()
})
afterAll(async () => {
  await world.close()
})

test('tokens count when the network calls them final, and the sell continues', async () => {
  const { id, address } = await world.sell(500)
  await world.send(address, 500n * NAIRA)
  await world.evm.mine(1)
  await world.look()
  expect(await world.statusOf(id)).toBe('pending_deposit')
  await world.settle()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect(await world.depositsOf(id)).toEqual([['funded', 50_000, 50_000, 0]])
  expect(await world.sumOf('held', id)).toBe(50_000)
  expect(world.nudged.map(({ subjectId }) => subjectId)).toContain(id)
})

test('a partial deposit waits for the rest, and fractions of a kobo stay out of the ledger', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 40n * NAIRA + 9_999n)
  await world.settle()
  expect(await world.statusOf(id)).toBe('part_deposited')
  await world.send(address, 20n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('part_deposited')
  await world.send(address, 40n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect(await world.depositsOf(id)).toEqual([
    ['funded', 4_000, 4_000, 9_999],
    ['funded', 2_000, 2_000, 0],
    ['funded', 4_000, 4_000, 0],
  ])
  expect(await world.casesOf(id)).toEqual([])
})

test('an excessive deposit is booked up to the amount of the sell, and a case covers the rest', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 150n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect(await world.depositsOf(id)).toEqual([['over', 15_000, 10_000, 0]])
  expect(await world.casesOf(id)).toEqual(['over_deposited'])
})

test('a sell that holds a part takes only what it lacks of the next transfer', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 60n * NAIRA)
  await world.settle()
  await world.send(address, 60n * NAIRA)
  await world.settle()
  expect(await world.depositsOf(id)).toEqual([
    ['funded', 6_000, 6_000, 0],
    ['over', 6_000, 4_000, 0],
  ])
  expect(await world.sumOf('held', id)).toBe(10_000)
  expect(await world.casesOf(id)).toEqual(['over_deposited'])
})

test('of two transfers in one block the first funds the sell and the second gets a case', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 100n * NAIRA)
  await world.send(address, 100n * NAIRA)
  await world.settle()
  expect(await world.depositsOf(id)).toEqual([
    ['funded', 10_000, 10_000, 0],
    ['second', 10_000, 0, 0],
  ])
  expect(await world.casesOf(id)).toEqual(['second_deposit'])
})

test('a deposit after the sell expired is held for it until a decision', async () => {
  const { id, address } = await world.sell(100)
  await world.owner.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [
    id,
    world.clock.now(),
  ])
  await world.send(address, 100n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('action_required')
  expect(await world.depositsOf(id)).toEqual([['late', 10_000, 10_000, 0]])
  expect(await world.casesOf(id)).toEqual(['late_deposit'])
})

test('tokens on a network other than the one that the sell names are found, and are not credited to the sell', async () => {
  const { id, address } = await world.sell(100, 'Avalanche')
  await world.send(address, 100n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('pending_deposit')
  expect(await world.depositsOf(id)).toEqual([['wrong_chain', 10_000, 0, 0]])
  expect(await world.casesOf(id)).toEqual(['wrong_chain'])
})

test('a transfer of zero, or of less than a kobo, changes nothing', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 0n)
  await world.send(address, 9_999n)
  await world.settle()
  expect(await world.statusOf(id)).toBe('pending_deposit')
  expect(await world.depositsOf(id)).toEqual([['dust', 0, 0, 9_999]])
})

test('four concurrent watchers record a deposit once', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 100n * NAIRA)
  await world.evm.mine(1)
  await world.evm.finalize()
  const [cursor] = await listCursors(world.worker)
  const watched = world.deps().watched.get('test:Polygon')
  if (cursor === undefined || watched === undefined) throw new Error('nothing is watched')
  await Promise.all([1, 2, 3, 4].map(async () => watchDeposits(world.deps(), watched, cursor)))
  expect(await world.depositsOf(id)).toEqual([['funded', 10_000, 10_000, 0]])
})

test('anyone may sweep an address: its tokens are then in one of our lanes, and in the float of that lane', async () => {
  const [first, second] = [await world.sell(100), await world.sell(200)]
  await world.send(first.address, 100n * NAIRA + 6_000n)
  await world.send(second.address, 200n * NAIRA)
  await world.settle()
  const owner = `${world.lane.network}:${world.lane.number}`
  const before = await world.sumOf('float', owner)
  await world.sweep([first.id, second.id])
  await world.settle()
  expect((await world.sumOf('float', owner)) - before).toBe(30_000)
  // More dust, and a second sweep of the same address, whose contract exists by now.
  await world.send(first.address, 6_000n)
  await world.send(first.address, 5n * NAIRA)
  await world.sweep([first.id])
  await world.settle()
  expect((await world.sumOf('float', owner)) - before).toBe(30_500)
  expect(await world.evm.tokensOf(first.address)).toBe(0n)
})

test('an address that was derived from the id of a sell is still watched and swept', async () => {
  const { id, address } = await world.sell(100, 'Polygon', (of) => world.addressOf(formerDepositSalt(of)))
  await world.send(address, 100n * NAIRA)
  await world.settle()
  expect(await world.statusOf(id)).toBe('deposit_received')
  await world.sweep([id])
  await world.settle()
  expect(await world.evm.tokensOf(address)).toBe(0n)
})

test('tokens of a lost sell are found when the sell is repeated and the blocks are read again', async () => {
  const names = { businessId: world.business, mode: 'test', reference: 'came-back' } as const
  const address = world.addressOf(depositSalt(names))
  const [before] = await listCursors(world.worker)
  await world.send(address, 100n * NAIRA)
  await world.settle()
  await world.evm.mine(40)
  await world.evm.finalize()
  await world.look()
  const sell = await world.sell(100, 'Polygon', undefined, names.reference)
  expect(sell.address).toBe(address)
  await world.settle()
  expect(await world.statusOf(sell.id)).toBe('pending_deposit')
  // Done by an operator with owner access after a restore: the cursor is set back to a block that was read before.
  await world.owner.query('update chain_cursor set block = $1, block_hash = $2', [
    String(before?.block),
    before?.hash,
  ])
  await world.look()
  expect([await world.statusOf(sell.id), await world.depositsOf(sell.id)]).toEqual([
    'deposit_received',
    [['funded', 10_000, 10_000, 0]],
  ])
})

test('after all of this the checks find nothing', async () => {
  expect(await world.findings()).toEqual([])
})

test('the metrics show how far behind the watch is', async () => {
  await world.look()
  const { rows } = await world.api.query<{ name: string; value: number }>(
    'select name, value from deposit_figures($1)',
    [world.clock.now()],
  )
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject({
    deposit_lag_blocks: 0,
    deposit_read_age_seconds: 0,
    deposit_halted: 0,
  })
})

test('an address that is not the sell’s own brings nothing, because it could not send to us', async () => {
  const [, , thief = ''] = await world.evm.ask<string[]>('eth_accounts')
  const { id } = await world.sell(500, 'Polygon', getAddress(thief))
  await world.send(thief, 500n * NAIRA)
  await world.settle()
  expect([await world.statusOf(id), await world.depositsOf(id)]).toEqual(['pending_deposit', []])
  const { rows } = await world.owner.query<{ problem: string }>('select problem from deposit_quarantine')
  expect(rows.at(-1)?.problem).toMatch(/cannot send to us/)
  // A transfer from that address does not delay other sells.
  await world.sendAs(thief, { to: world.evm.token, data: transferTo(world.customer, 400n * NAIRA) })
  const honest = await world.sell(100)
  await world.send(honest.address, 100n * NAIRA)
  await world.settle()
  expect(await world.statusOf(honest.id)).toBe('deposit_received')
})

test('an address belongs to one sell on all networks', async () => {
  const { address } = await world.sell(100)
  await expect(world.sell(100, 'Avalanche', address)).rejects.toMatchObject({
    constraint: 'deposit_address_anywhere',
  })
})
