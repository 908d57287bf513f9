import { Operation } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { createStellarSweepWorld } from '../../../test/stellar-sweep-world.ts'

const MINUTE_MS = 60_000
const REVOCABLE_AND_CLAWBACK = 2 | 8

let world: Awaited<ReturnType<typeof createStellarSweepWorld>>
let reconciler: ReturnType<typeof createReconciler>
beforeAll(async () => {
  world = await createStellarSweepWorld()
  const { chain } = world
  await asIssuer(Operation.setOptions({ setFlags: REVOCABLE_AND_CLAWBACK }))
  // Tokens of a trustline that is older than the clawback flag cannot be clawed back, so the trustline is made again.
  for (const limit of ['0', '1000000000']) {
    await chain.submit(chain.deposit, [Operation.changeTrust({ asset: chain.asset, limit })])
    await chain.mine(1)
  }
  const { gasUnits } = await world.sweeps.read(AbortSignal.timeout(5_000))
  await world.fundGas('Stellar:sweeper', gasUnits - (await world.gasInBooks('Stellar:sweeper')) + 1_000n)
  await world.look()
  reconciler = createReconciler(world, { deposits: world.watched })
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Stellar', number: world.lane.number }, 1_000_000)
})
afterAll(async () => {
  await reconciler?.close()
  await world?.close()
})

async function asIssuer(operation: ReturnType<typeof Operation.setOptions>): Promise<void> {
  await world.chain.submit(world.chain.issuer, [operation])
  await world.chain.mine(1)
}

const clawBack = async (from: string, amount: string) =>
  asIssuer(Operation.clawback({ asset: world.chain.asset, from, amount }))

async function deposited(naira: number) {
  const sell = await world.sell(naira)
  await world.pay(sell.address, naira)
  await world.look()
  expect(await world.statusOf(sell.id)).toBe('deposit_received')
  return sell
}

const lossInBooks = async (): Promise<number> => {
  const { rows } = await world.owner.query<{ sum: string }>(
    `select account_sum('test', 'expense', 'loss', 'NGNC')::text as sum`,
  )
  return Number(rows[0]?.sum)
}

async function expectAgreement(): Promise<void> {
  await reconciler.look(2)
  expect(await reconciler.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  expect(await reconciler.alarms()).toEqual([])
  expect((await world.findings()).map(({ check, problem }) => `${check}: ${problem}`)).toEqual([])
}

async function sweepAll(): Promise<void> {
  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  await world.chain.mine(1)
  await world.look()
  await world.sweepNow()
}

test('a clawback from the shared account is our loss: the sells continue, and the rest is swept', async () => {
  const [one, other] = [await deposited(100), await deposited(200)]
  await clawBack(world.sweeper, '250.5')
  const third = await deposited(40)
  expect(await lossInBooks()).toBe(250_50)
  expect(await world.casesOf('recall')).toBe(1)
  for (const { id } of [one, other, third]) expect(await world.statusOf(id)).toBe('deposit_received')
  await expectAgreement()
  await sweepAll()
  expect(await world.chain.unitsOf(world.sweeper)).toBe(0n)
  await expectAgreement()
})

test('a clawback of more than the sells hold also took tokens that belong to no sell', async () => {
  const before = await lossInBooks()
  const { id } = await deposited(30)
  await world.pay(world.sweeper, 300)
  await world.look()
  await clawBack(world.sweeper, '330')
  await world.look()
  expect((await lossInBooks()) - before).toBe(30_00)
  expect(await world.statusOf(id)).toBe('deposit_received')
  await expectAgreement()
})

test('a clawback that names the memo of a sell takes the tokens of that sell', async () => {
  const { id, address } = await deposited(60)
  const other = await deposited(70)
  await clawBack(address, '60')
  await world.look()
  expect([await world.statusOf(id), await world.statusOf(other.id)]).toEqual(['on_hold', 'deposit_received'])
  await expectAgreement()
})

test('while the issuer does not authorise the account, earlier deposits are recorded and nothing is swept', async () => {
  const { asset } = world.chain
  const { id, address } = await world.sell(90)
  await world.pay(address, 90)
  const flag = async (authorized: boolean) =>
    asIssuer(Operation.setTrustLineFlags({ trustor: world.sweeper, asset, flags: { authorized } }))
  await flag(false)
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
  await sweepAll()
  expect(await world.chain.unitsOf(world.sweeper)).toBeGreaterThan(0n)
  await expectAgreement()
  await flag(true)
  await world.look()
  // A sweep that would have failed is retried, each address alone.
  for (let turn = 0; turn < 6 && (await world.chain.unitsOf(world.sweeper)) > 0n; turn += 1) await sweepAll()
  expect(await world.chain.unitsOf(world.sweeper)).toBe(0n)
  await expectAgreement()
})
