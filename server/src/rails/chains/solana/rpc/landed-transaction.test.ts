import { expect, test } from 'vitest'
import { parseJsonText } from '../../../vendor-json.ts'
import { depositLogs } from '../deposits/list-deposits.ts'
import { readTransaction } from './landed-transaction.ts'

const balance = (accountIndex: number, amount: string, owner: string, mint = 'mint') => ({
  accountIndex,
  mint,
  owner,
  uiTokenAmount: { amount },
})

/** An unknown program moves tokens by calling another program. The deposit account comes from a lookup table. */
const shown = {
  slot: 77,
  version: 0,
  transaction: {
    signatures: ['signature'],
    message: {
      accountKeys: ['payer', 'pool', 'unknown program'],
      instructions: [{ programIdIndex: 2, accounts: [0, 1, 3], data: '3' }],
    },
  },
  meta: {
    err: null,
    loadedAddresses: { writable: ['deposit', 'other deposit'], readonly: ['token program'] },
    preBalances: [10_000, 5, 1, 7, 7, 1],
    postBalances: [4_000, 5, 1, 7, 7, 1],
    preTokenBalances: [
      balance(1, '900', 'pool owner'),
      balance(3, '1', 'sweeper'),
      balance(4, '5', 'sweeper'),
    ],
    postTokenBalances: [
      balance(1, '600', 'pool owner'),
      balance(3, '301', 'sweeper'),
      balance(4, '5', 'sweeper'),
    ],
  },
}
const read = (value: object | null) =>
  readTransaction(parseJsonText(JSON.stringify(value)), { signature: 'signature', mint: 'mint' })
const words = { mint: 'mint', treasury: 'treasury', treasuryAccount: 'treasury account' }
const isDeposit = (address: string) => address.endsWith('deposit')
const logsOf = (meta: object) => {
  const landed = read({ ...shown, meta: { ...shown.meta, ...meta } })
  return landed === undefined ? [] : depositLogs(landed, isDeposit, words)
}

test('tokens that a program moved by calling another are a deposit, computed from the balances before and after', () => {
  expect(read(shown)).toMatchObject({ slot: 77n, feePayer: 'payer', cost: 6_000n, error: undefined })
  expect(logsOf({})).toEqual([
    {
      txHash: 'signature',
      logIndex: 3,
      block: 77n,
      token: 'mint',
      sender: 'pool owner',
      address: 'deposit',
      units: 300n,
    },
  ])
})

test('another mint and a failed transaction give no deposit', () => {
  const other = { preTokenBalances: [], postTokenBalances: [balance(3, '900', 'sweeper', 'another mint')] }
  expect(logsOf(other)).toEqual([])
  expect(logsOf({ err: { InstructionError: [0, { Custom: 1 }] } })).toEqual([])
})

test('tokens minted to a deposit account have the fee payer as sender', () => {
  const minted = { preTokenBalances: [], postTokenBalances: [balance(4, '8', 'sweeper')] }
  expect(logsOf(minted)).toMatchObject([{ sender: 'payer', address: 'other deposit', units: 8n }])
})

test('a closed account has no tokens, whether the node lists it or not', () => {
  const closed = { postBalances: [4_000, 5, 1, 7, 0, 1] }
  const gone = shown.meta.postTokenBalances.filter(({ accountIndex }) => accountIndex !== 4)
  for (const postTokenBalances of [shown.meta.postTokenBalances, gone])
    expect(logsOf({ ...closed, postTokenBalances })).toMatchObject([
      { address: 'deposit', units: 300n },
      { sender: 'other deposit', units: 5n },
    ])
})

test('an impossible answer is refused', () => {
  expect(read(null)).toBeUndefined()
  expect(() => read({ ...shown, meta: null })).toThrow(/meta is not an object/)
  expect(() => logsOf({ preBalances: [1] })).toThrow(/1 balances for the [0-9]+ accounts/)
  expect(() => logsOf({ postTokenBalances: null })).toThrow(/not a list/)
  expect(() => logsOf({ postTokenBalances: [balance(3, '1.5', 'sweeper')] })).toThrow(/not an amount/)
  expect(() => logsOf({ postTokenBalances: [balance(9, '1', 'sweeper')] })).toThrow(/for account 9/)
  const other = { ...shown.transaction, signatures: ['another'] }
  expect(() => read({ ...shown, transaction: other })).toThrow(/returned another transaction/)
})
