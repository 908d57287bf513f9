import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../test/credit-rows.ts'
import type { ArrivedTokens } from '../money/judge-sell.ts'
import { readPayerPolicy, type TokenPolicy } from '../payer-policy.ts'
import { createNodes, type Nodes, requireArrived } from './require-arrived.ts'

const word = (hex: string) => `0x${hex.padStart(64, '0')}`
const line = {
  mode: 'test',
  network: 'Polygon',
  token: `0x${'5f'.repeat(20)}`,
  factory: `0x${'e7'.repeat(20)}`,
  treasury: `0x${'70'.repeat(20)}`,
}
const asking = { ask_above_minor: '1000', ask_above_hour_minor: '100000', chain_id: 80_002, decimals: 6 }
const policyOf = (token: object): TokenPolicy => {
  const [policy] = readPayerPolicy(
    JSON.stringify({ operators_root: ROOT, accounts: [], tokens: [token] }),
  ).tokens
  if (policy === undefined) throw new Error('there is no token')
  return policy
}
const policy = policyOf({ ...line, ...asking })
const arrived: ArrivedTokens = {
  token: policy,
  txHash: word('ab'),
  logIndex: 3,
  address: `0x${'aa'.repeat(20)}`,
  minor: 5_000n,
}
const log = {
  address: line.token,
  logIndex: '0x3',
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    word('22'.repeat(20)),
    word('aa'.repeat(20)),
  ],
  // Fifty naira and a fraction of a kobo.
  data: word((50_000_123).toString(16)),
}
const receipt = { status: '0x1', transactionHash: word('ab'), blockNumber: '0x10', logs: [log] }
const standing = {
  eth_chainId: '0x13882',
  eth_getBlockByNumber: { number: '0x10' },
  eth_call: word('70'.repeat(20)),
  eth_getTransactionReceipt: receipt as unknown,
}

let shown: Record<string, unknown> = standing
let asked = 0
const node = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    asked += 1
    const calls = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string }[]
    response.end(
      JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: shown[method] }))),
    )
  })
})
let nodes: Nodes

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  nodes = createNodes([policy], { PAYER_NODE_TEST_POLYGON_URL: `http://127.0.0.1:${port}` })
})
afterAll(() => {
  node.close()
})
beforeEach(() => {
  shown = standing
  asked = 0
})

const judge = async (of: readonly ArrivedTokens[] = [arrived]): Promise<string> =>
  requireArrived(nodes, of, 0n, AbortSignal.timeout(5_000)).then(
    () => 'shown',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
const withLog = (changes: object) => ({ ...receipt, logs: [{ ...log, ...changes }] })

test('a transfer that our node shows as final is accepted', async () => {
  expect(await judge()).toBe('shown')
})

test('no node is called for amounts up to the threshold, or if no tokens came from a chain', async () => {
  expect(await judge([{ ...arrived, minor: 1_000n }])).toBe('shown')
  expect(await judge([])).toBe('shown')
  expect(asked).toBe(0)
})

test('several small transfers are added up for the threshold', async () => {
  shown = { ...standing, eth_getTransactionReceipt: null }
  expect(
    await judge([
      { ...arrived, minor: 600n },
      { ...arrived, minor: 600n },
    ]),
  ).toBe('chain_unavailable')
})

test.each<[string, Record<string, unknown>]>([
  ['is not in the logs', { eth_getTransactionReceipt: { ...receipt, logs: [] } }],
  ['failed', { eth_getTransactionReceipt: { ...receipt, status: '0x0' } }],
  ['is of another token', { eth_getTransactionReceipt: withLog({ address: `0x${'99'.repeat(20)}` }) }],
  ['has another log index', { eth_getTransactionReceipt: withLog({ logIndex: '0x4' }) }],
  ['is of another amount', { eth_getTransactionReceipt: withLog({ data: word('1') }) }],
  [
    'went to another address',
    { eth_getTransactionReceipt: withLog({ topics: [log.topics[0], log.topics[1], word('bb')] }) },
  ],
  ['went to an address whose factory sends to another treasury', { eth_call: word('99'.repeat(20)) }],
])('nothing is paid for tokens whose transfer %s', async (_what, changes) => {
  shown = { ...standing, ...changes }
  expect(await judge()).toBe('not_funded')
})

test.each<[string, Record<string, unknown>]>([
  ['does not have it yet', { eth_getTransactionReceipt: null }],
  ['does not report it as final', { eth_getBlockByNumber: { number: '0xf' } }],
  ['belongs to another chain', { eth_chainId: '0x1' }],
  ['does not answer', { eth_chainId: undefined }],
  ['answers with nonsense', { eth_getBlockByNumber: 'soon' }],
])('a payout waits while the node %s', async (_what, changes) => {
  shown = { ...standing, ...changes }
  expect(await judge()).toBe('chain_unavailable')
})

test('a policy that requires a node is refused without one', () => {
  expect(() => createNodes([policy], {})).toThrow(/PAYER_NODE_TEST_POLYGON_URL/)
  expect(createNodes([policyOf(line)], {}).size).toBe(0)
})
