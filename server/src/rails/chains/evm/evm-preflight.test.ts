import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EvmWorld, raiseEvmWorld } from '../../../../test/contracts/evm-world.ts'
import { networkNamed } from '../../../kernel/networks.ts'
import { createEvmChain } from './evm-chain.ts'

const avalanche = networkNamed('Avalanche')
const polygon = networkNamed('Polygon')

let here: EvmWorld
let there: EvmWorld
let chain: EvmWorld['chain']

beforeAll(async () => {
  ;[here, there] = await Promise.all([
    raiseEvmWorld(polygon, { artifact: 'FaultyToken' }),
    raiseEvmWorld(avalanche),
  ])
  chain = createEvmChain({
    mode: 'test',
    network: polygon,
    url: here.proxy.url,
    token: here.token,
    decimals: 6,
    deadlineMs: 5_000,
    elsewhere: [{ network: avalanche, url: there.proxy.url }],
  })
})
afterEach(async () => {
  here.proxy.setLie(undefined)
  here.setFault('none')
  there.setFault('none')
  await here.ownerCalls('setFault', [0])
})
afterAll(async () => Promise.all([here.stop(), there.stop()]))

const signal = () => AbortSignal.timeout(30_000)
const AMOUNT = 500_00n
const CODE = '0x6001600101'
const ask = async (to: string) => chain.preflight(to, AMOUNT, signal())
const knowLane = async () => chain.readLane({ address: here.lane, nextLock: 0n }, signal())

test('a wallet with a key is fine, and one that was never used has a warning', async () => {
  const [used, fresh] = [here.newWallet(), here.newWallet()]
  await here.ask('anvil_setBalance', used, '0x1')
  expect(await ask(used)).toEqual({ outcome: 'fine' })
  expect(await ask(fresh)).toEqual({
    outcome: 'fine',
    warning: expect.stringMatching(/no history on Polygon/),
  })
})

test('a contract that exists only on the other network is blocked until it is set up here', async () => {
  const wallet = here.newWallet()
  await there.ask('anvil_setCode', wallet, CODE)
  const blocked = await ask(wallet)
  expect(blocked).toMatchObject({ outcome: 'blocked', code: 'contract_elsewhere' })
  expect(blocked).toMatchObject({ message: expect.stringMatching(/Avalanche.*Set up .* on Polygon/) })
  expect(JSON.stringify(blocked)).not.toContain(wallet)
  await here.ask('anvil_setCode', wallet, CODE)
  expect(await ask(wallet)).toEqual({ outcome: 'fine' })
})

test('a wallet that delegates to code on the other network (EIP-7702) is a wallet here too', async () => {
  const wallet = here.newWallet()
  await there.ask('anvil_setCode', wallet, `0xef0100${'ab'.repeat(20)}`)
  expect(await ask(wallet)).toMatchObject({ outcome: 'fine' })
})

test('a transfer to a contract here is simulated with the full amount, from a lane', async () => {
  const wallet = here.newWallet()
  await here.ask('anvil_setCode', wallet, CODE)
  await knowLane()
  const tried: string[] = []
  here.proxy.setLie(({ method, params }, result) => {
    if (method === 'eth_call') tried.push(JSON.stringify(params[0]))
    return result
  })
  expect(await ask(wallet)).toEqual({ outcome: 'fine' })
  const units = (AMOUNT * 10_000n).toString(16)
  expect(tried.some((call) => call.includes(here.lane) && call.includes(units))).toBe(true)
})

test.each(['an error', 'a false'])('a token that refuses this wallet with %s blocks it', async (how) => {
  const wallet = here.newWallet()
  here.proxy.setLie(({ method, params }, result) => {
    const { data = '' } = (params[0] ?? {}) as { data?: string }
    const isTransfer = method === 'eth_call' && data.startsWith('0xa9059cbb')
    if (!isTransfer || !data.includes(wallet.slice(2).toLowerCase())) return result
    if (how === 'an error') throw new Error('recipient is denied')
    return `0x${'0'.repeat(64)}`
  })
  expect(await ask(wallet)).toMatchObject({ outcome: 'blocked', code: 'token_refuses' })
})

test('concurrent checks each receive their own answer', async () => {
  const wallets = Array.from({ length: 25 }, () => here.newWallet())
  const [elsewhere = '', used = ''] = [wallets[3], wallets[20]]
  await there.ask('anvil_setCode', elsewhere, CODE)
  await here.ask('anvil_setBalance', used, '0x1')
  const answers = await Promise.all(wallets.map(ask))
  expect(answers.filter(({ outcome }) => outcome === 'blocked')).toEqual([answers[3]])
  expect(answers.filter((answer) => answer.outcome === 'fine' && answer.warning === undefined)).toEqual([
    answers[20],
  ])
})

test('while the token is paused, nothing is decided about a wallet', async () => {
  await here.ownerCalls('setFault', [1])
  await expect(ask(here.newWallet())).rejects.toThrow('the token may be paused')
})

test.each([
  ['here', () => here.setFault('error_500')],
  ['there', () => there.setFault('silence')],
])('when the node %s does not answer, the check is unavailable', async (_, spoil) => {
  spoil()
  await expect(ask(here.newWallet())).rejects.toMatchObject({ name: 'ChainUnavailable' })
})

test('when the other node is on another network, the check is unavailable', async () => {
  const lost = createEvmChain({
    mode: 'test',
    network: polygon,
    url: here.proxy.url,
    token: here.token,
    decimals: 6,
    elsewhere: [{ network: avalanche, url: here.proxy.url }],
  })
  await expect(lost.preflight(here.newWallet(), AMOUNT, signal())).rejects.toThrow(/not 43113/)
})
