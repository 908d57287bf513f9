import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toBase58 } from '../../shared/bytes.ts'
import { createSettingReader } from '../../shared/settings.ts'
import { depositAccount } from '../../shared/solana-address.ts'
import { solanaToken } from './solana-token.ts'
import { sellSalt, type Witness } from './token-family.ts'

const spell = (byte: number): string => toBase58(new Uint8Array(32).fill(byte))
const [mint, sweeper, sender, other] = [spell(9), spell(5), spell(4), spell(8)]
const token_program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const chain = solanaToken.readToken(
  createSettingReader({ mint, token_program, sweeper }, new Set(solanaToken.tokenSettings), 'token 1'),
  6,
)
const names = {
  transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  businessId: '01990000-0000-7000-8000-00000000000b',
  mode: 'test',
  reference: 'sell-1',
}
const txHash = toBase58(new Uint8Array(64).fill(7))
const [address = ''] = chain.depositAddresses(names)
const arrived = { txHash, logIndex: 2, address, minor: 5_000n }
const balance = (amount: string, more: object = {}) => ({
  accountIndex: 2,
  mint,
  owner: sweeper,
  programId: token_program,
  uiTokenAmount: { amount },
  ...more,
})
const meta = {
  err: null,
  // Fifty naira and a fraction of a kobo.
  preTokenBalances: [balance('1000000')],
  postTokenBalances: [{ ...balance('1'), accountIndex: 1 }, balance('51000123')],
  loadedAddresses: { writable: [address], readonly: [] },
}
const landed = {
  meta,
  transaction: { signatures: [txHash], message: { accountKeys: [sender, other] } },
}

let shown: unknown
let asked: unknown
const node = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    asked = JSON.parse(Buffer.concat(chunks).toString())
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: shown }))
  })
})
let witness: Witness

beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  const created = chain.createWitness?.(`http://127.0.0.1:${port}`)
  expect.assert(created !== undefined)
  witness = created
})
afterAll(() => {
  node.close()
})
beforeEach(() => {
  shown = landed
})

const judge = async (): Promise<string> =>
  witness([arrived], AbortSignal.timeout(5_000)).then(
    () => 'shown',
    (error: unknown) => (error as { kind?: string }).kind ?? 'unavailable',
  )

test('a sell has one account, derived from its names', () => {
  expect(chain.depositAddresses(names)).toEqual([
    depositAccount({ address: sweeper, tokenProgram: token_program }, sellSalt(names)),
  ])
})

test('an increase of the balance in a final transaction is accepted, whatever instruction caused it', async () => {
  expect(await judge()).toBe('shown')
  expect(asked).toMatchObject({ method: 'getTransaction', params: [txHash, { commitment: 'finalized' }] })
  shown = { ...landed, meta: { ...meta, preTokenBalances: [], postTokenBalances: [balance('50000000')] } }
  expect(await judge()).toBe('shown')
})

test.each<[string, object]>([
  ['failed', { err: { InstructionError: [0, 'Custom'] } }],
  ['delivered less', { postTokenBalances: [balance('50999999')] }],
  ['delivered more', { postTokenBalances: [balance('51010000')] }],
  ['delivered nothing', { postTokenBalances: [] }],
  ['delivered another token', { postTokenBalances: [balance('51000123', { mint: other })] }],
  ['paid another owner', { postTokenBalances: [balance('51000123', { owner: other })] }],
  ['paid another account', { loadedAddresses: { writable: [other], readonly: [address] } }],
])('nothing is paid for tokens whose transaction %s', async (_what, changes) => {
  shown = { ...landed, meta: { ...meta, ...changes } }
  expect(await judge()).toBe('denied')
})

test('a transaction without lookup tables names all accounts itself', async () => {
  const { loadedAddresses: _none, ...plain } = meta
  const message = { accountKeys: [sender, other, address] }
  shown = { meta: plain, transaction: { ...landed.transaction, message } }
  expect(await judge()).toBe('shown')
  shown = { ...landed, meta: plain }
  expect(await judge()).toBe('denied')
})

test('a token whose deposits no node must show has no witness', () => {
  const settings = { mint, token_program, sweeper }
  const reader = createSettingReader(settings, new Set(solanaToken.tokenSettings), 'token 1')
  expect(solanaToken.readToken(reader, undefined).createWitness).toBeUndefined()
})

test('a transaction other than the requested one is denied', async () => {
  shown = { ...landed, transaction: { ...landed.transaction, signatures: [spell(1)] } }
  expect(await judge()).toBe('denied')
})

test.each<[string, unknown]>([
  ['does not have it as final', null],
  ['answers with nonsense', { meta: 'soon', transaction: {} }],
  ['does not answer', undefined],
])('a payout waits while the node %s', async (_what, answer) => {
  shown = answer
  expect(['waits', 'unavailable']).toContain(await judge())
})
