import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EvmWorld, raiseEvmWorld } from '../../../test/contracts/evm-world.ts'
import { networkNamed } from '../../kernel/networks.ts'
import type { LockStatus, OutTransfer, Terms } from '../../movements/transfers/chain.ts'
import { createWitnessedChain } from './witnessed-chain.ts'

const polygon = networkNamed('Polygon')

let world: EvmWorld
let terms: Terms

beforeAll(async () => {
  world = await raiseEvmWorld(polygon, { witness: { patienceMs: 200 } })
  await world.chain.readLane({ address: world.lane, nextLock: 0n }, soon())
  terms = await world.chain.suggestTerms(soon())
})
afterEach(() => {
  for (const proxy of [world.proxy, world.witness]) {
    proxy.setFault('none')
    proxy.setLie(undefined)
  }
})
afterAll(async () => world.stop())

const soon = () => AbortSignal.timeout(30_000)
const statusOf = async (transfer: OutTransfer) =>
  (await world.chain.status(world.lane, [transfer], soon()))[0]

/** Sends a payment and finalises it on both nodes. */
async function paid(): Promise<OutTransfer & { hash: string }> {
  const [{ lockLatest: lock }, to] = [
    await world.chain.readLane({ address: world.lane, nextLock: 0n }, soon()),
    world.newWallet(),
  ]
  const signed = await world.sign(
    await world.chain.prepare({ from: world.lane, lock, to, tokensMinor: 1_00n, terms }),
  )
  await world.chain.broadcast([signed.raw], soon())
  await world.mine(1)
  await world.finalize()
  return { lock, to, tokensMinor: 1_00n, attempts: [{ kind: 'pay', hash: signed.hash }], hash: signed.hash }
}

test('a final status that both nodes report is accepted, with the evidence of both', async () => {
  const transfer = await paid()
  const status = await statusOf(transfer)
  expect(status).toMatchObject({ state: 'final_ok', hash: transfer.hash })
  expect(status).toMatchObject({
    evidence: {
      blockHash: expect.stringMatching(/^0x/) as string,
      'witness.blockHash': expect.stringMatching(/^0x/) as string,
      'witness.receiptStatus': '1',
    },
  })
})

test.each(['proxy', 'witness'] as const)(
  'a failure that only one node reports is not accepted (%s lies)',
  async (liar) => {
    const transfer = await paid()
    world[liar].setLie(({ method }, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), status: '0x0', logs: [] } : result,
    )
    const said = { proxy: 'chain', witness: 'witness' }[liar]
    expect(await statusOf(transfer)).toMatchObject({
      state: 'pending',
      doubt: { [said]: expect.stringContaining(`final_failed: ${transfer.hash}`) as string },
    })
    world[liar].setLie(undefined)
    expect(await statusOf(transfer)).toMatchObject({ state: 'final_ok' })
  },
)

test.each([
  ['by another transaction', { hash: `0x${'2'.repeat(64)}` }],
  ['in another block', { block: 8n }],
] as const)('an end that the second node shows %s is not believed', async (_what, other) => {
  const end = {
    state: 'final_ok',
    hash: `0x${'1'.repeat(64)}`,
    block: 7n,
    evidence: {},
    gasUnits: 1n,
  } as const
  const asked = { lock: 1n, to: world.newWallet(), tokensMinor: 1_00n, attempts: [] }
  const ask = async (witness: LockStatus) =>
    createWitnessedChain(
      { ...world.chain, status: async () => [end] },
      { ...world.chain, status: async () => [witness] },
      { nowMs: Date.now },
    ).status(world.lane, [asked], soon())
  expect(await ask(end)).toMatchObject([{ state: 'final_ok' }])
  expect(await ask({ ...end, ...other })).toMatchObject([{ state: 'pending', doubt: {} }])
})

test('a conflict that only one node reports is not accepted', async () => {
  const transfer = await paid()
  world.proxy.setLie(({ method }, result) =>
    method === 'eth_getTransactionReceipt' ? { ...(result as object), logs: [] } : result,
  )
  expect(await statusOf(transfer)).toMatchObject({
    state: 'pending',
    doubt: { chain: expect.stringMatching(/^conflict/) as string },
  })
})

test('a lock used by a stranger is a conflict when both nodes report it', async () => {
  const { lockLatest: lock } = await world.chain.readLane({ address: world.lane, nextLock: 0n }, soon())
  const stranger = await world.strangerUses(lock)
  await world.mine(1)
  await world.finalize()
  const attempts = [{ kind: 'pay', hash: `0x${'1'.repeat(64)}` }] as const
  expect(await statusOf({ lock, to: world.newWallet(), tokensMinor: 1_00n, attempts })).toMatchObject({
    state: 'conflict',
    detail: expect.stringMatching(new RegExp(`${stranger}.*second node: .*${stranger}`)) as string,
  })
})

test('a second node may lag for a while, but if it stays behind, this is reported as a doubt', async () => {
  const transfer = await paid()
  world.witness.setLie(({ method, params }, result) =>
    method === 'eth_getTransactionCount' && params[1] === 'finalized' ? '0x0' : result,
  )
  expect(await statusOf(transfer)).toEqual({ state: 'pending' })
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await statusOf(transfer)).toMatchObject({ state: 'pending', doubt: { witness: 'pending' } })
  world.witness.setLie(undefined)
  expect(await statusOf(transfer)).toMatchObject({ state: 'final_ok' })
})

test.each(['error_500', 'silence', 'html', 'refuses_all'] as const)(
  'no transfer becomes final while the second node does not answer (%s)',
  async (fault) => {
    const transfer = await paid()
    world.witness.setFault(fault)
    expect(await statusOf(transfer)).toEqual({ state: 'pending' })
    await new Promise((resolve) => setTimeout(resolve, 250))
    const status = await statusOf(transfer)
    expect(status).toMatchObject({
      state: 'pending',
      doubt: { witness: expect.stringMatching(/^no response/) as string },
    })
    expect(JSON.stringify(status)).not.toContain('secret-key')
    world.witness.setFault('none')
    expect(await statusOf(transfer)).toMatchObject({ state: 'final_ok' })
  },
)
