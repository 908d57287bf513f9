import { describe, expect, test } from 'vitest'
import type { AttemptKind } from '../../../../movements/transfers/chain.ts'
import type { LandedTransaction } from '../rpc/landed-transaction.ts'
import { judgeFree, judgeUsed } from './judge-lock.ts'

describe('a lock without a marker', () => {
  const attempt = (kind: AttemptKind, error?: string, isFinal = true) => ({
    kind,
    hash: `of a ${kind}`,
    status: { slot: 5n, isFinal, error },
  })
  const unseen = { kind: 'bump', hash: 'unseen', status: undefined } as const

  test('is unknown while the node knows none of its attempts', () => {
    expect(judgeFree([unseen])).toEqual({ state: 'unknown' })
  })

  test('is pending if one of its attempts succeeded, final or not', () => {
    expect(judgeFree([unseen, attempt('pay', undefined, false)])).toEqual({ state: 'pending' })
    expect(judgeFree([attempt('pay', undefined), attempt('bump', 'failed')])).toEqual({ state: 'pending' })
  })

  test('has failed when its payment failed and is final', () => {
    const frozen = '{"InstructionError":["4",{"Custom":"17"}]}'
    expect(judgeFree([attempt('pay', frozen), unseen])).toEqual({
      state: 'unknown',
      failed: `of a pay failed: ${frozen}`,
    })
    expect(judgeFree([attempt('pay', frozen, false)])).toEqual({ state: 'unknown' })
  })

  test.each([
    '{"InstructionError":["0",{"Custom":"0"}]}',
    '{"InstructionError":["0",{"Custom":"1"}]}',
    'InsufficientFundsForFee',
    '{"InsufficientFundsForRent":{"account_index":"0"}}',
  ])('has not failed when the lane could not pay the fee, or another attempt was first: %s', (error) => {
    expect(judgeFree([attempt('pay', error)])).toEqual({ state: 'unknown' })
  })

  test('has not failed when only a cancel failed', () => {
    expect(judgeFree([attempt('cancel', 'failed')])).toEqual({ state: 'unknown' })
  })
})

describe('a lock with a marker', () => {
  const move = { lane: 'lane', source: 'from', destination: 'to', units: 5n }
  const used = { marker: 'marker', move, alsoPaid: 7n }
  const change = (address: string, units: bigint) => ({ address, place: 1, owner: undefined, units })
  const landed = (part: Partial<LandedTransaction>): LandedTransaction => ({
    signature: 'signature',
    slot: 9n,
    error: undefined,
    feePayer: 'lane',
    cost: 100n,
    opened: new Set(['marker']),
    changes: [change('from', -5n), change('to', 5n)],
    ...part,
  })
  const judge = (kind: AttemptKind, part: Partial<LandedTransaction> = {}) =>
    judgeUsed({ kind, landed: landed(part) }, used)

  test('was paid if exactly the intended tokens moved to the intended account', () => {
    const end = { hash: 'signature', block: 9n, gasUnits: 107n }
    expect(judge('pay')).toMatchObject({ state: 'final_ok', ...end })
    expect(judge('bump')).toMatchObject({ state: 'final_ok', ...end })
    expect(judge('cancel', { changes: [] })).toMatchObject({ state: 'final_void', ...end })
  })

  test.each<[string, AttemptKind, Partial<LandedTransaction>]>([
    ['less', 'pay', { changes: [change('from', -4n), change('to', 4n)] }],
    ['elsewhere', 'pay', { changes: [change('from', -5n), change('other', 5n)] }],
    ['nothing', 'pay', { changes: [] }],
    [
      'the payment and another transfer',
      'pay',
      { changes: [change('from', -6n), change('to', 5n), change('other', 1n)] },
    ],
    ['anything, although it is a cancel', 'cancel', {}],
    ['the payment, but another account paid the fee', 'pay', { feePayer: 'another' }],
    ['the payment, but another transaction opened the marker', 'pay', { opened: new Set() }],
  ])('is a conflict when what moved is %s', (_what, kind, part) => {
    expect(judge(kind, part)).toMatchObject({ state: 'conflict' })
  })
})
