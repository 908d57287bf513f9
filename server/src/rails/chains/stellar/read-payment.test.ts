import { Keypair } from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { readPayment } from './read-payment.ts'
import { createMuxedIds } from './stellar-address.ts'

const [address, sender, issuer, treasury] = Array.from({ length: 4 }, () => Keypair.random().publicKey())
const addressOf = createMuxedIds(address ?? '')
const account = { address: address ?? '', addressOf, asset: { code: 'NGNC', issuer: issuer ?? '' } }
const LEDGER = 1_234n
const txHash = 'ab'.repeat(32)

const token = { asset_type: 'credit_alphanum4', asset_code: 'NGNC', asset_issuer: issuer }
const payment = {
  id: ((LEDGER << 32n) | (3n << 12n) | 2n).toString(),
  type: 'payment',
  transaction_successful: true,
  transaction_hash: txHash,
  ...token,
  from: sender,
  to: address,
  amount: '12.3400000',
  transaction: { memo_type: 'id', memo: '77', envelope_xdr: 'long' },
}
const muxed = { to_muxed: addressOf(77n), to_muxed_id: '77' }
const noMemo = { transaction: { memo_type: 'none' } }
const log = {
  txHash,
  logIndex: 1,
  block: LEDGER,
  token: `NGNC:${issuer}`,
  sender,
  address: addressOf(77n),
  units: 123_400_000n,
}

describe('a deposit', () => {
  test.each([
    ['with the number in the memo', {}],
    ['to the muxed address with the number', { ...muxed, ...noMemo }],
    ['with the same number in address and memo', muxed],
    [
      'to the muxed address with the number, and a text memo',
      { ...muxed, transaction: { memo_type: 'text', memo: 'rent' } },
    ],
    [
      'by a path payment, with the amount that arrived',
      {
        type: 'path_payment_strict_send',
        source_asset_type: 'native',
        source_amount: '900.0000000',
      },
    ],
  ])('%s belongs to the sell', (_, change) => {
    expect(readPayment({ ...payment, ...change }, account)).toEqual({ log })
  })

  test('from a muxed address names that address', () => {
    const from = createMuxedIds(sender ?? '')(5n)
    expect(readPayment({ ...payment, from_muxed: from, from_muxed_id: '5' }, account)).toEqual({
      log: { ...log, sender: from },
    })
  })

  test('that is swept names its sell', () => {
    const swept = {
      ...payment,
      ...noMemo,
      from: address,
      from_muxed: addressOf(77n),
      from_muxed_id: '77',
      to: treasury,
    }
    expect(readPayment(swept, account)).toEqual({
      log: { ...log, sender: addressOf(77n), address: treasury },
    })
  })
})

describe('a payment for no sell is odd, with the amount that arrived', () => {
  test.each([
    ['no memo', noMemo, 'the payment has no memo'],
    [
      'a text',
      { transaction: { memo_type: 'text', memo: '77' } },
      'the memo of the payment is a text, not a number',
    ],
    [
      'a hash',
      { transaction: { memo_type: 'hash', memo: 'YWI=' } },
      'the memo of the payment is a hash, not a number',
    ],
    [
      'a returned payment',
      { transaction: { memo_type: 'return', memo: 'YWI=' } },
      'the memo of the payment is a return, not a number',
    ],
    [
      'two numbers',
      { ...muxed, transaction: { memo_type: 'id', memo: '78' } },
      'the address of the payment has memo 77, but its transaction has memo 78',
    ],
    [
      "a contract's transfer",
      {
        type: 'invoke_host_function',
        asset_balance_changes: [
          { ...token, type: 'transfer', from: sender, to: address, amount: '12.3400000' },
          { asset_type: 'native', type: 'transfer', from: sender, to: address, amount: '1.0000000' },
        ],
      },
      'a contract sent the tokens, so there is no memo',
    ],
  ])('%s', (_, change, problem) => {
    expect(readPayment({ ...payment, ...change }, account)).toMatchObject({
      block: LEDGER,
      odd: { txHash, logIndex: 1, problem, arrived: { block: LEDGER, units: 123_400_000n } },
    })
  })

  test('a payment out for no sell, with the amount that left', () => {
    const left = { ...payment, from: address, to: treasury }
    expect(readPayment(left, account)).toMatchObject({
      odd: {
        problem: 'the deposit account sent the tokens, but not for a sell',
        arrived: { units: -123_400_000n },
      },
    })
  })

  test('does not contain the XDR of the transaction', () => {
    const read = readPayment(
      { ...payment, transaction: { memo_type: 'text', memo: 'x', envelope_xdr: 'long' } },
      account,
    )
    expect(JSON.stringify(read && 'odd' in read ? read.odd.raw : undefined)).not.toContain('long')
  })
})

describe('no payment is read from', () => {
  test.each([
    ['a failed transaction', { transaction_successful: false }],
    ['lumens', { asset_type: 'native', asset_code: undefined, asset_issuer: undefined }],
    ['another asset', { asset_code: 'USDC' }],
    ['an asset of the same name by another issuer', { asset_issuer: sender }],
    ['a payment to somebody else', { to: treasury }],
    ['the opening of an account', { type: 'create_account' }],
    ['the merging of an account', { type: 'account_merge' }],
    ['a claimable balance', { type: 'create_claimable_balance' }],
    ['a contract that moved other things', { type: 'invoke_host_function', asset_balance_changes: [] }],
    [
      'a contract that sent nothing',
      {
        type: 'invoke_host_function',
        asset_balance_changes: [
          { ...token, type: 'transfer', from: sender, to: address, amount: '0.0000000' },
        ],
      },
    ],
  ])('%s', (_, change) => {
    expect(readPayment({ ...payment, ...change }, account)).toBeUndefined()
  })
})
