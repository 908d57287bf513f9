import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'

const NAIRA = 1_000_000n
const NOBODY = '0x0000000000000000000000000000000000000000'
const ISSUER = '0x00000000000000000000000000000000000a11ce'

let world: Awaited<ReturnType<typeof createDepositWorld>>
let reconciler: ReturnType<typeof createReconciler>
beforeAll(async () => {
  world = await createDepositWorld()
  reconciler = createReconciler(world, { deposits: world.deps().watched })
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Polygon', number: world.lane.number }, 1_000_000)
  await world.owner.query(
    `select post_entry(uuidv7(), 'test', null, 'test', now(), '{gas}', '{Polygon}', '{capital}', '{""}', '{POL}', '{100000000000000000000}')`,
  )
})
afterAll(async () => {
  await reconciler?.close()
  await world?.close()
})

async function deposited(naira: number) {
  const sell = await world.sell(naira)
  await world.send(sell.address, BigInt(naira) * NAIRA)
  await world.settle()
  expect(await world.statusOf(sell.id)).toBe('deposit_received')
  return sell
}

async function expectAgreement(): Promise<void> {
  await reconciler.look(2)
  expect(await reconciler.stateOf('deposits', 'Polygon')).toEqual(['agrees', 0])
  expect(await reconciler.stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await reconciler.alarms()).toEqual([])
  expect((await world.findings()).map(({ check, problem }) => `${check}: ${problem}`)).toEqual([])
}

test.each([
  ['seizes', ISSUER],
  ['burns', NOBODY],
])(
  'the issuer %s the tokens of one sell: that sell is held, the loss is booked, and other deposits continue',
  async (_, to) => {
    const lossBefore = await world.sumOf('expense', 'loss')
    const seized = await deposited(100)
    await world.evm.ownerCalls('seize', [seized.address, to, 100n * NAIRA])
    const other = await deposited(200)
    expect(await world.statusOf(seized.id)).toBe('on_hold')
    expect(await world.casesOf(seized.id)).toEqual(['recall'])
    expect((await world.sumOf('expense', 'loss')) - lossBefore).toBe(100_00)
    expect(await world.sumOf('held', seized.id)).toBe(100_00)
    expect(await world.casesOf(other.id)).toEqual([])
    await expectAgreement()
  },
)

test('the issuer takes a part, and the rest is swept, exact to the kobo', async () => {
  const lossBefore = await world.sumOf('expense', 'loss')
  const { id, address } = await deposited(100)
  await world.evm.ownerCalls('seize', [address, ISSUER, NAIRA / 100n + 1n])
  await world.settle()
  expect((await world.sumOf('expense', 'loss')) - lossBefore).toBe(2)
  const floatBefore = await world.sumOf('float', 'Polygon:1')
  await world.sweep([id])
  await world.settle()
  expect((await world.sumOf('float', 'Polygon:1')) - floatBefore).toBe(100_00 - 2)
  await expectAgreement()
})

test('a partial sweep leaves the rest in the ledger, and the rest is swept later, exact to the kobo', async () => {
  const { id, address } = await deposited(100)
  const floatBefore = await world.sumOf('float', 'Polygon:1')
  const depositsBefore = await world.sumOf('deposit', 'Polygon')
  // One unit more than ₦40.00. The rest is worth ₦59.99.
  await world.evm.ownerCalls('seize', [address, world.evm.lane, 40n * NAIRA + 1n])
  await world.settle()
  expect((await world.sumOf('float', 'Polygon:1')) - floatBefore).toBe(40_01)
  expect(depositsBefore - (await world.sumOf('deposit', 'Polygon'))).toBe(40_01)
  expect([await world.statusOf(id), await world.casesOf(id)]).toEqual(['deposit_received', []])
  await world.sweep([id])
  await world.settle()
  expect((await world.sumOf('float', 'Polygon:1')) - floatBefore).toBe(100_00)
  await expectAgreement()
})

test('tokens that arrive and are taken in the same pass are a deposit and a loss', async () => {
  const { id, address } = await world.sell(50)
  await world.send(address, 50n * NAIRA)
  await world.evm.ownerCalls('seize', [address, ISSUER, 50n * NAIRA])
  await world.settle()
  expect(await world.depositsOf(id)).toEqual([['funded', 50_00, 50_00, 0]])
  expect(await world.statusOf(id)).toBe('on_hold')
  await expectAgreement()
})

test('a loss is recorded once, however often its blocks are read', async () => {
  const { id, address } = await deposited(100)
  await world.evm.ownerCalls('seize', [address, ISSUER, NAIRA])
  for (let turn = 0; turn < 3; turn += 1) await world.settle()
  const { rows } = await world.owner.query(
    `select w.swept_minor::text as minor, q.problem from deposit_sweep w
     join deposit_quarantine q on q.tx_hash = w.tx_hash and q.log_index = w.log_index where w.address = $1`,
    [address],
  )
  expect(rows).toEqual([
    { minor: '100', problem: 'the issuer seized these tokens and moved them to a wallet that is not ours' },
  ])
  expect(await world.statusOf(id)).toBe('on_hold')
})
