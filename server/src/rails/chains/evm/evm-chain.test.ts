import { decodeFunctionData, parseAbi, parseTransaction, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EvmWorld, raiseEvmWorld } from '../../../../test/contracts/evm-world.ts'
import { networkNamed } from '../../../kernel/networks.ts'
import type { LockStatus, Terms } from '../../../movements/transfers/chain.ts'
import { createEvmChain } from './evm-chain.ts'
import { type Fees, toFees, toTerms } from './fees.ts'

const avalanche = networkNamed('Avalanche')
const polygon = networkNamed('Polygon')

type Attempt = Readonly<{ lock: bigint; to: string; raw: Uint8Array; hash: string }>

let world: EvmWorld
let terms: Terms
beforeAll(async () => {
  world = await raiseEvmWorld(polygon, { artifact: 'FaultyToken' })
  await world.chain.readLane(lane(), signal())
  terms = await world.chain.suggestTerms(signal())
})
afterEach(() => world.proxy.setLie(undefined))
afterAll(async () => world.stop())

const signal = () => AbortSignal.timeout(30_000)
const AMOUNT = 12_34n
const lane = () => ({ address: world.lane, nextLock: 0n })

async function pay(paid = terms): Promise<Attempt> {
  const { lockLatest: lock } = await world.chain.readLane(lane(), signal())
  const to = world.newWallet()
  const unsigned = await world.chain.prepare({ from: world.lane, lock, to, tokensMinor: AMOUNT, terms: paid })
  return { lock, to, ...(await world.sign(unsigned)) }
}

async function send({ raw }: Attempt): Promise<string | undefined> {
  return (await world.chain.broadcast([raw], signal()))[0]
}

async function statusOf({ lock, to, hash }: Attempt): Promise<LockStatus | undefined> {
  const out = { lock, to, tokensMinor: AMOUNT, attempts: [{ kind: 'pay' as const, hash }] }
  return (await world.chain.status(world.lane, [out], signal()))[0]
}

async function sendAndFinalize(): Promise<Attempt> {
  const attempt = await pay()
  await send(attempt)
  await world.finalize()
  return attempt
}

describe('the bytes that are signed', () => {
  const abi = parseAbi(['function transfer(address to, uint256 value)'])
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

  test('contain one transfer of the token, on this chain, with this lock, and no coins', async () => {
    const bytes = await world.chain.prepare({ from: world.lane, lock: 7n, to, tokensMinor: 99_50n, terms })
    const { data, value, gas: _gas, ...rest } = parseTransaction(toHex(bytes) as `0x02${string}`)
    expect(rest).toMatchObject({ type: 'eip1559', chainId: 80_002, nonce: 7, to: world.token })
    expect(value ?? 0n).toBe(0n)
    expect(decodeFunctionData({ abi, data: data ?? '0x' }).args).toEqual([to, 99_500_000n])
  })

  test('of a cancel are an empty transaction from the wallet to itself', async () => {
    const bytes = await world.chain.prepareCancel({ from: world.lane, lock: 7n, terms })
    const parsed = parseTransaction(toHex(bytes) as `0x02${string}`)
    expect(parsed).toMatchObject({ nonce: 7, chainId: 80_002 })
    expect(parsed.to?.toLowerCase()).toBe(world.lane.toLowerCase())
    expect([parsed.data, parsed.value]).toEqual([undefined, undefined])
  })
})

describe('fees', () => {
  test('allow the base fee to double, pay the tip of the network, and estimate gas with a margin', async () => {
    const { baseFeePerGas } = await world.ask<{ baseFeePerGas: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    const fees = toFees(terms)
    expect(fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(polygon.leastTip)
    expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(2n * BigInt(baseFeePerGas) + fees.maxPriorityFeePerGas)
    expect(fees.gas).toBeGreaterThan(55_000n)
    expect(fees.gas).toBeLessThan(100_000n)
    expect(world.chain.mostCost(terms)).toBe(fees.gas * fees.maxFeePerGas)
  })

  const raise = (before: Fees, suggested: Fees) =>
    toFees(world.chain.raiseTerms(toTerms(before), toTerms(suggested)))

  test('each rise by an eighth, or to the suggested fee if that is higher', () => {
    const before = { maxFeePerGas: 801n, maxPriorityFeePerGas: 7n, gas: 60_000n }
    const low = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, gas: 1n }
    expect(raise(before, low)).toEqual({ maxFeePerGas: 902n, maxPriorityFeePerGas: 8n, gas: 60_000n })
    const high = { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 3_000n, gas: 90_000n }
    expect(raise(before, high)).toEqual({ ...high, gas: 60_000n })
  })

  test('raise the maximum fee too if the tip exceeds it', () => {
    const before = { maxFeePerGas: 100n, maxPriorityFeePerGas: 100n, gas: 1n }
    const { maxFeePerGas, maxPriorityFeePerGas } = raise(before, { ...before, maxPriorityFeePerGas: 900n })
    expect(maxFeePerGas).toBeGreaterThanOrEqual(maxPriorityFeePerGas)
  })
})

describe('the node', () => {
  test('of another chain is refused, at the start and at every reading', async () => {
    const lost = createEvmChain({
      mode: 'test',
      network: avalanche,
      url: world.proxy.url,
      token: world.token,
      decimals: 6,
    })
    const why = /the node is on chain 80002, not 43113/
    await expect(lost.check(signal())).rejects.toThrow(why)
    await expect(lost.readLane(lane(), signal())).rejects.toThrow(why)
    await expect(lost.suggestTerms(signal())).rejects.toThrow(why)
    await expect(lost.status(world.lane, [], signal())).rejects.toThrow(why)
    const { lockLatest: lock } = await world.chain.readLane(lane(), signal())
    const order = { from: world.lane, lock, to: world.newWallet(), tokensMinor: 1n, terms }
    const foreign = await lost.prepare(order)
    const { raw } = await world.sign(foreign)
    expect(await world.chain.broadcast([raw], signal())).toEqual([expect.stringMatching(/rejected.*chain/)])
  })

  test('with another token than in the settings is refused', async () => {
    const settings = { mode: 'test', network: polygon, url: world.proxy.url, token: world.token } as const
    await expect(createEvmChain({ ...settings, decimals: 18 }).check(signal())).rejects.toThrow(
      'the token has 6 decimals, not 18',
    )
    const nowhere = createEvmChain({ ...settings, decimals: 6, token: world.newWallet() })
    await expect(nowhere.check(signal())).rejects.toThrow('is not a contract')
    expect(() => createEvmChain({ ...settings, decimals: 1 })).toThrow('cannot represent kobo')
  })

  test('that dropped a transaction proves nothing: the same bytes are mined once the base fee is low again', async () => {
    const { baseFeePerGas } = await world.ask<{ baseFeePerGas: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    const attempt = await pay()
    await send(attempt)
    await world.ask('anvil_setNextBlockBaseFeePerGas', toHex(toFees(terms).maxFeePerGas * 4n))
    await world.mine(1)
    expect(await world.ask('eth_getTransactionReceipt', attempt.hash)).toBeNull()
    expect(await statusOf(attempt)).toEqual({ state: 'unknown' })
    await world.ask('anvil_setNextBlockBaseFeePerGas', baseFeePerGas)
    await world.mine(1)
    await send(attempt)
    await world.finalize()
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_ok' })
    expect(await world.tokensOf(attempt.to)).toBe(AMOUNT)
  })

  test('whose newest blocks are removed shows the payment as unknown again, and sending it again pays once', async () => {
    const attempt = await pay()
    await send(attempt)
    await world.mine(1)
    expect(await statusOf(attempt)).toEqual({ state: 'pending' })
    await world.ask('anvil_reorg', 1, [])
    expect(await statusOf(attempt)).toEqual({ state: 'unknown' })
    await send(attempt)
    await world.finalize()
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_ok' })
    expect(await world.tokensOf(attempt.to)).toBe(AMOUNT)
  })

  test('decides by its tag which blocks are final: without the tag, a hundred later blocks are not enough', async () => {
    const finalized = await world.ask<{ number: string }>('eth_getBlockByNumber', 'finalized', false)
    const nonce = await world.ask<string>('eth_getTransactionCount', world.lane, 'finalized')
    world.proxy.setLie(({ method, params }, result) => {
      if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') return finalized
      return method === 'eth_getTransactionCount' && params[1] === 'finalized' ? nonce : result
    })
    const attempt = await sendAndFinalize()
    await world.mine(100)
    expect(await statusOf(attempt)).toEqual({ state: 'pending' })
    world.proxy.setLie(undefined)
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_ok' })
  })
})

describe('a node that lags or lies', () => {
  test('and has no receipt for a used lock is asked which transaction used it: if it was ours, there is no conflict', async () => {
    const attempt = await sendAndFinalize()
    await world.mine(50)
    world.proxy.setLie(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
    expect(await statusOf(attempt)).toEqual({ state: 'pending' })
  })

  test('and no longer has the state of old blocks gives a conflict without a transaction', async () => {
    const attempt = await pay()
    await world.strangerUses(attempt.lock)
    await world.finalize()
    const { number } = await world.ask<{ number: string }>('eth_getBlockByNumber', 'finalized', false)
    world.proxy.setLie(({ method, params }, result) => {
      const height = String(params[1])
      if (method === 'eth_getTransactionCount' && height.startsWith('0x') && height !== number)
        throw new Error('missing state')
      return result
    })
    expect(await statusOf(attempt)).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining('not ours') as string,
    })
  })

  test('and lags behind the node that answered before is asked again later: our own transaction is no conflict', async () => {
    const attempt = await sendAndFinalize()
    world.proxy.setLie(({ method, params }, result) => {
      if (method === 'eth_getTransactionReceipt') return null
      if (method === 'eth_getTransactionCount' && String(params[1]).startsWith('0x'))
        throw new Error('header not found')
      return result
    })
    await expect(statusOf(attempt)).rejects.toThrow(/does not have block/)
    world.proxy.setLie(undefined)
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_ok' })
  })

  test('and reports a lock as used and as free at the same height is not accepted', async () => {
    const attempt = await pay()
    world.proxy.setLie(({ method, params }, result) =>
      method === 'eth_getTransactionCount' && params[1] === 'finalized' ? toHex(attempt.lock + 1n) : result,
    )
    await expect(statusOf(attempt)).rejects.toThrow(/both as used and as free/)
  })

  test.each([
    [
      'shows a receipt with the hash of a block that does not exist',
      { blockHash: `0x${'ab'.repeat(32)}` },
      'pending',
    ],
    ['shows a block above the final one', { blockNumber: '0xffffffff' }, 'pending'],
    ['leaves out the logs', { logs: [] }, 'conflict'],
    ['shows another sender', { from: `0x${'ab'.repeat(20)}` }, 'conflict'],
  ])('and %s is not accepted', async (_what, change, state) => {
    const attempt = await sendAndFinalize()
    world.proxy.setLie(({ method }, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), ...change } : result,
    )
    expect(await statusOf(attempt)).toMatchObject({ state })
    world.proxy.setLie(undefined)
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_ok' })
  })

  test('and shows the receipt of another transaction is not accepted', async () => {
    const [one, another] = [await sendAndFinalize(), await sendAndFinalize()]
    const foreign = await world.ask('eth_getTransactionReceipt', one.hash)
    world.proxy.setLie(({ method }, result) => (method === 'eth_getTransactionReceipt' ? foreign : result))
    await expect(statusOf(another)).rejects.toThrow(/the node returned/)
  })
})

describe('a token that does something else', () => {
  const faults = { none: 0, paused: 1, silent: 2, taxed: 3, pretended: 4, loggedTwice: 5 }
  afterEach(async () => world.ownerCalls('setFault', [faults.none]))

  test('and reverts has failed: nothing moved', async () => {
    await world.ownerCalls('setFault', [faults.paused])
    const attempt = await sendAndFinalize()
    expect(await statusOf(attempt)).toMatchObject({ state: 'final_failed' })
    expect(await world.tokensOf(attempt.to)).toBe(0n)
  })

  test.each([
    ['says no without reverting', faults.silent],
    ['keeps a part', faults.taxed],
    ['moves nothing while another contract logs the transfer', faults.pretended],
    ['logs it twice', faults.loggedTwice],
  ])('and %s makes the transfer a conflict, not paid and not failed', async (_what, fault) => {
    await world.ownerCalls('setFault', [fault])
    const attempt = await sendAndFinalize()
    expect(await statusOf(attempt)).toMatchObject({
      state: 'conflict',
      detail: expect.stringContaining(attempt.hash) as string,
    })
  })
})
