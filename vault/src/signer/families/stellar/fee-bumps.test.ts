import { FeeBumpTransaction, Transaction } from '@stellar/stellar-sdk'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  build,
  bumpAround,
  type Changes,
  cancel,
  chain,
  context,
  hex,
  hot,
  judge,
  muxed,
  NOW,
  PASSPHRASE,
  pairOf,
  sign,
  stranger,
  wallet,
  write,
} from '../../../../test/stellar-orders.ts'

test('a fee bump contains exactly the bytes signed for the lock, and the lane signs it', async () => {
  const { raw } = await sign(write(build()))
  const inner = new Transaction(Buffer.from(raw).toString('base64'), PASSPHRASE)
  const bytes = write(bumpAround(inner))
  expect(judge(bytes, wallet, [hex(raw)])).toBe('signed')
  const bumped = await sign(bytes, 'pay', [hex(raw)])
  expect(bumped.keys).toEqual(['hot'])
  const read = new FeeBumpTransaction(Buffer.from(bumped.raw).toString('base64'), PASSPHRASE)
  expect(bumped.hash).toBe(Buffer.from(read.hash()).toString('hex'))
  expect(Buffer.from(read.innerTransaction.hash()).toString('hex')).toBe(
    Buffer.from(inner.hash()).toString('hex'),
  )
  const refused: readonly [FeeBumpTransaction, readonly string[], string][] = [
    [bumpAround(inner), [], 'wrong_call'],
    [bumpAround(build()), [hex(raw)], 'wrong_call'],
    [bumpAround(inner, '400', stranger), [hex(raw)], 'wrong_call'],
    [bumpAround(inner, '400', muxed(hot, '1')), [hex(raw)], 'wrong_call'],
    [bumpAround(inner, '501'), [hex(raw)], 'fee_too_high'],
  ]
  for (const [bump, signed, code] of refused) expect(judge(write(bump), wallet, signed)).toBe(code)
  // The fee of a cancel is raised as that of a cancel, never as that of a payment.
  const given = await sign(write(build({ operation: cancel })), 'cancel')
  const up = write(bumpAround(new Transaction(Buffer.from(given.raw).toString('base64'), PASSPHRASE)))
  expect(chain.readCancel(up, context([hex(given.raw)])).keys).toEqual(['hot'])
  expect(judge(up, wallet, [hex(given.raw)])).toBe('wrong_call')
})

describe('a fee bump around an unsigned transaction', () => {
  const unsigned = (changes: Changes = {}) => bumpAround(build({ fee: '0', ...changes }))

  test('is signed inside by channel and lane and outside by the lane, byte for byte as another library does', async () => {
    const { raw, hash, keys: names } = await sign(write(unsigned()))
    expect(names).toEqual(['channel-11', 'hot'])
    const inner = build({ fee: '0' })
    inner.sign(pairOf(11), pairOf(1))
    const outer = bumpAround(inner)
    outer.sign(pairOf(1))
    expect(hex(raw)).toBe(hex(write(outer)))
    expect(hash).toBe(Buffer.from(inner.hash()).toString('hex'))
  })

  test('only consumes the lock if it is a cancel, which the lane signs only outside', async () => {
    const { raw, hash } = await sign(write(unsigned({ operation: cancel })), 'cancel')
    const inner = build({ fee: '0', operation: cancel })
    inner.sign(pairOf(11))
    const outer = bumpAround(inner)
    outer.sign(pairOf(1))
    expect(hex(raw)).toBe(hex(write(outer)))
    expect(hash).toBe(Buffer.from(inner.hash()).toString('hex'))
    expect(judge(write(unsigned({ operation: cancel })))).toBe('wrong_call')
  })

  test('is raised around exactly the same payment, with only the signature of the lane', async () => {
    const { raw } = await sign(write(unsigned()))
    const { innerTransaction: inner } = new FeeBumpTransaction(
      Buffer.from(raw).toString('base64'),
      PASSPHRASE,
    )
    const raised = await sign(write(bumpAround(inner, '500')), 'pay', [hex(raw)])
    expect(raised.keys).toEqual(['hot'])
    const read = new FeeBumpTransaction(Buffer.from(raised.raw).toString('base64'), PASSPHRASE)
    expect(raised.hash).toBe(Buffer.from(read.hash()).toString('hex'))
    const other = build({ fee: '0', amount: '6.0000000' })
    other.sign(pairOf(11), pairOf(1))
    expect(judge(write(bumpAround(other)), wallet, [hex(raw)])).toBe('wrong_call')
    expect(judge(write(bumpAround(inner)), wallet, [])).toBe('wrong_call')
  })

  test.each<[string, FeeBumpTransaction, string]>([
    ['is signed if the lane pays its fee', unsigned(), 'signed'],
    [
      'is refused if the inner transaction has a fee, which the channel could be charged',
      unsigned({ fee: '1' }),
      'wrong_call',
    ],
    ['is refused if a stranger pays its fee', bumpAround(build({ fee: '0' }), '400', stranger), 'wrong_call'],
    [
      'is refused if the channel pays its fee',
      bumpAround(build({ fee: '0' }), '400', addressOf(11)),
      'wrong_call',
    ],
    [
      'is refused if its fee is above the limit of the lane',
      bumpAround(build({ fee: '0' }), '501'),
      'fee_too_high',
    ],
    ['is refused with another amount', unsigned({ amount: '5.0100000' }), 'wrong_amount'],
    ['is refused with another wallet', unsigned({ to: stranger }), 'wrong_destination'],
    ['is refused on another lock', unsigned({ sequence: '1004' }), 'wrong_lock'],
    ['is refused with a time limit that is too late', unsigned({ maxTime: NOW + 601 }), 'wrong_call'],
    ['is refused with a second operation', unsigned({ more: cancel }), 'malformed'],
  ])('%s', (_what, bump, outcome) => {
    expect(judge(write(bump))).toBe(outcome)
  })
})
