import { afterAll, afterEach, expect, test } from 'vitest'
import { clearedWithdrawal } from '../../../test/cleared-withdrawal.ts'
import { createLaneWorld } from '../../../test/lane-world.ts'
import { committed, outgoing } from '../../../test/ledger-accounts.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { business, float as floatOf } from '../../records/ledger/account.ts'
import { readBalance, sumAccount } from '../../records/ledger/ledger-store.ts'

const world = await createLaneWorld()
const { worker, evm } = world
const refusal = { outcome: 'refused', code: 'not_funded', message: 'no' } as const

afterEach(async () => {
  world.theSigner('signs')
  await world.thaw()
})
afterAll(world.close)

const float = async () => (await readBalance(worker, 'test', floatOf(world.lane), 'NGNC')).minor
const balance = async () => (await readBalance(worker, 'test', business(world.business), 'NGNC')).minor
const sum = async (account: ReturnType<typeof business>) =>
  (await sumAccount(worker, 'test', account, 'NGNC')).minor

const withdraw = async (naira: number) => clearedWithdrawal(world, naira)

test('a lane sends withdrawals among buys, and each is booked by its type', async () => {
  const before = { float: await float(), outgoing: await sum(outgoing('Polygon')) }
  const buys = await world.clear(2)
  const taken = await withdraw(5_000)
  await world.round()
  expect(await world.statusOf(taken.id)).toBe('sending')
  expect(await sum(committed(taken.id))).toBe(taken.minor)
  expect(await world.findings()).toEqual([])
  await world.settle()
  for (const id of [...buys, taken.id]) expect(await world.statusOf(id)).toBe('completed')
  expect(await evm.tokensOf(taken.address)).toBe(taken.minor)
  expect([await sum(committed(taken.id)), await sum(outgoing('Polygon')), await balance()]).toEqual([
    0n,
    before.outgoing,
    0n,
  ])
  const bought = (await Promise.all(buys.map(async (id) => world.delivered(id)))).reduce((a, b) => a + b)
  expect(before.float - (await float())).toBe(taken.minor + bought)
  expect(await world.findings()).toEqual([])
})

test('a withdrawal that could not be sent is retried by two operators, or returned to the balance', async () => {
  const [again, givenUp] = [await withdraw(3_000), await withdraw(4_000)]
  const before = await float()
  world.theSigner(async ({ kind }) => (kind === 'cancel' ? undefined : refusal))
  await world.round()
  await world.settle()
  for (const { id } of [again, givenUp]) expect(await world.statusOf(id)).toBe('send_failed')
  expect(await float()).toBe(before)
  expect(await world.findings()).toEqual([])

  world.theSigner('signs')
  await world.decide(again.id, { action: 'retry_send' })
  await world.decide(givenUp.id, { action: 'return_all' })
  expect([await world.statusOf(givenUp.id), await balance()]).toEqual(['returned_to_balance', givenUp.minor])
  await world.round()
  await world.settle()
  expect([await world.statusOf(again.id), await evm.tokensOf(again.address)]).toEqual([
    'completed',
    again.minor,
  ])
  expect(await evm.tokensOf(givenUp.address)).toBe(0n)
  expect(await world.findings()).toEqual([])
})

test('a withdrawal with an open transfer is not returned to the balance', async () => {
  const taken = await withdraw(3_500)
  world.theSigner(async ({ kind }) => (kind === 'cancel' ? undefined : refusal))
  await world.round()
  await world.settle()
  expect(await world.statusOf(taken.id)).toBe('send_failed')
  // The retry has a lock, but the signer does not answer yet.
  await world.decide(taken.id, { action: 'retry_send' })
  world.theSigner('is gone')
  await world.round().catch(() => undefined)
  expect(await world.transfersOf(taken.id)).toMatchObject([{ state: 'final_void' }, { state: 'reserved' }])
  const before = await balance()
  await world.owner.query(
    `select open_case($1, 'test', 'send_failed', null, null, $2, $3, 'a test', '{}', null, $4, $4)`,
    [newId(), taken.id, world.business, world.clock.now()],
  )
  await expect(world.decide(taken.id, { action: 'return_all' })).rejects.toThrow('is pending')
  expect(await balance()).toBe(before)
  world.theSigner('signs')
  await world.round()
  await world.settle()
  expect([await world.statusOf(taken.id), await evm.tokensOf(taken.address)]).toEqual([
    'completed',
    taken.minor,
  ])
  expect(await world.findings()).toEqual([])
})

test('a withdrawal that is frozen after it was cleared is not opened, and continues when the freeze is lifted', async () => {
  const taken = await withdraw(2_000)
  await world.freeze('business', world.business)
  await world.round()
  expect(await world.transfersOf(taken.id)).toEqual([])
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await evm.tokensOf(taken.address)).toBe(taken.minor)
})
