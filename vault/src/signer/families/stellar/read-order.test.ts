import {
  Asset,
  FeeBumpTransaction,
  Keypair,
  Memo,
  Operation,
  StrKey,
  Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  build,
  bumpAround,
  type Changes,
  cancel,
  chain,
  channels,
  context,
  hex,
  hot,
  issuer,
  judge,
  LOCK,
  muxed,
  NOW,
  PASSPHRASE,
  pairOf,
  settings,
  sign,
  stranger,
  wallet,
  write,
} from '../../../../test/stellar-orders.ts'
import { createSettingReader } from '../../../shared/settings.ts'
import { stellar } from './stellar.ts'

test('a payment that another library wrote is read correctly, to an account and to an address with a number', () => {
  expect(judge(write(build()))).toBe('signed')
  const to = muxed(wallet, '77')
  expect(judge(write(build({ to })), to)).toBe('signed')
  expect(judge(write(build({ to })), wallet)).toBe('wrong_destination')
  expect(judge(write(build({ to })), muxed(wallet, '78'))).toBe('wrong_destination')
})

test('channel and lane sign it, byte for byte as another library does, with the same hash', async () => {
  const { raw, hash, keys: names } = await sign(write(build()))
  expect(names).toEqual(['channel-11', 'hot'])
  const signed = build()
  signed.sign(pairOf(11), pairOf(1))
  expect(hex(raw)).toBe(hex(write(signed)))
  expect(hash).toBe(Buffer.from(signed.hash()).toString('hex'))
})

test('a lock keeps the sequence that it was signed on, even after the channels changed', async () => {
  const { raw } = await sign(write(build()))
  const renewed = [channels[0], { address: addressOf(13), base: '500', key: 'channel-13' }, channels[2]]
  const changed = stellar.readLane(
    { address: hot, key: 'hot', decimals: 7 },
    createSettingReader(
      { ...settings, channels: renewed.map((channel) => ({ ...channel, base: String(channel?.base) })) },
      new Set(stellar.laneSettings),
      'lane 1 of the policy',
    ),
  )
  const place = { source: addressOf(13), sequence: '503' }
  expect(changed.readPayment(write(build(place)), context()).isOnLock(LOCK)).toBe(true)
  const inner = new Transaction(Buffer.from(raw).toString('base64'), PASSPHRASE)
  const bumped = await sign(write(bumpAround(inner)), 'pay', [hex(raw)])
  for (const signed of [[hex(raw)], [hex(bumped.raw), hex(raw)]]) {
    const used = expect.objectContaining({ code: 'lock_used' })
    expect(() => changed.readPayment(write(build(place)), context(signed))).toThrow(used)
    const up = write(build({ ...place, operation: cancel }))
    expect(() => changed.readCancel(up, context(signed))).toThrow(used)
  }
})

describe('a transaction that would do anything else is refused', () => {
  const pay = Operation.payment({ destination: stranger, asset: Asset.native(), amount: '1' })
  const cases: readonly [string, Changes, string][] = [
    ['another sequence of the channel', { sequence: '1004' }, 'wrong_lock'],
    ['another channel', { source: channels[2]?.address ?? '' }, 'wrong_lock'],
    ['the lane’s own sequence', { source: hot }, 'wrong_call'],
    ['a muxed address of the channel', { source: muxed(channels[1]?.address ?? '', '1') }, 'wrong_call'],
    ['another wallet', { to: stranger }, 'wrong_destination'],
    ['another amount', { amount: '5.0100000' }, 'wrong_amount'],
    ['a part of a kobo', { amount: '5.0000001' }, 'wrong_amount'],
    ['another asset code', { asset: new Asset('NGNX', issuer) }, 'wrong_call'],
    ['a longer asset code', { asset: new Asset('NGNCC', issuer) }, 'wrong_call'],
    ['another issuer', { asset: new Asset('NGNC', stranger) }, 'wrong_call'],
    ['lumens instead of tokens', { asset: Asset.native() }, 'wrong_call'],
    ['tokens of another account', { from: stranger }, 'wrong_call'],
    ['tokens of the channel', { from: channels[1]?.address ?? '' }, 'wrong_call'],
    ['a muxed address of the lane', { from: muxed(hot, '1') }, 'wrong_call'],
    ['a fee that is too high', { fee: '1001' }, 'fee_too_high'],
    ['no time limit', { maxTime: 0 }, 'wrong_call'],
    ['a time limit that is too late', { maxTime: NOW + 601 }, 'wrong_call'],
    ['a start in the future', { minTime: NOW + 60 }, 'wrong_call'],
    ['a memo', { memo: Memo.text('hello') }, 'malformed'],
    ['a memo with a number', { memo: Memo.id('7') }, 'malformed'],
    ['a second operation', { more: pay }, 'malformed'],
    ['extra preconditions', { ledgerbounds: { minLedger: 1, maxLedger: 2 } }, 'malformed'],
    ['a cancel', { operation: cancel }, 'wrong_call'],
    ['another operation', { operation: Operation.accountMerge({ destination: stranger }) }, 'malformed'],
    [
      'the creation of an account',
      { operation: Operation.createAccount({ destination: stranger, startingBalance: '5' }) },
      'malformed',
    ],
  ]
  test.each(cases)('%s', (_what, changes, code) => {
    expect(judge(write(build(changes)))).toBe(code)
  })

  test('bytes that are already signed, too long or empty', () => {
    const signed = build()
    signed.sign(pairOf(11))
    expect(judge(write(signed))).toBe('malformed')
    expect(judge(Uint8Array.from([...write(build()), 0]))).toBe('malformed')
    expect(judge(new Uint8Array())).toBe('malformed')
    expect(judge(Uint8Array.from([0, 0, 0, 0, ...write(build()).subarray(4)]))).toBe('malformed')
  })
})

test('a cancel consumes its sequence and does nothing else', () => {
  const read = (changes: Changes) => chain.readCancel(write(build(changes)), context())
  expect(read({ operation: cancel }).isOnLock(LOCK)).toBe(true)
  expect(read({ operation: cancel }).keys).toEqual(['channel-11'])
  expect(read({ operation: cancel, sequence: '1004' }).isOnLock(LOCK)).toBe(false)
  const other: readonly Changes[] = [
    {},
    { operation: Operation.bumpSequence({ bumpTo: '9' }) },
    { operation: Operation.bumpSequence({ bumpTo: '0', source: hot }) },
    { operation: cancel, more: cancel },
    { operation: cancel, maxTime: 0 },
  ]
  for (const changes of other)
    expect(() => read(changes)).toThrow(/a cancel must|exactly one operation|valid now/)
})

test('bytes with one changed byte are refused, unless only the fee or the time differs', async () => {
  const { raw } = await sign(write(build()))
  const plain = { bytes: write(build()), to: wallet }
  const numbered = { bytes: write(build({ to: muxed(wallet, '77') })), to: muxed(wallet, '77') }
  const inner = new Transaction(Buffer.from(raw).toString('base64'), PASSPHRASE)
  const bumped = { bytes: write(bumpAround(inner)), to: wallet }
  const fresh = { bytes: write(bumpAround(build({ fee: '0' }))), to: wallet }
  let signed = 0
  fc.assert(
    fc.property(
      fc.constantFrom(plain, numbered, bumped, fresh),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'change', 'change', 'drop', 'insert'),
      ({ bytes: honest, to }, place, change, kind) => {
        const bytes = [...honest]
        const at = place % bytes.length
        if (kind === 'change') bytes[at] = (bytes[at] ?? 0) ^ change
        else bytes.splice(at, kind === 'drop' ? 1 : 0, ...(kind === 'drop' ? [] : [change]))
        const changed = Uint8Array.from(bytes)
        if (judge(changed, to, [hex(raw)]) !== 'signed') return
        signed += 1
        expect(meaningOf(changed)).toEqual(meaningOf(honest))
      },
    ),
    { numRuns: 4_000 },
  )
  expect(signed).toBeGreaterThan(10)
})

test('addresses are read only in their canonical spelling', () => {
  expect(stellar.holderOf(wallet)).toBe(wallet)
  expect(stellar.holderOf(muxed(wallet, '18446744073709551615'))).toBe(wallet)
  const odd = [
    '',
    wallet.toLowerCase(),
    `${wallet.slice(0, -1)}A`,
    `${wallet}A`,
    Keypair.random().secret(),
    StrKey.encodeContract(Buffer.alloc(32)),
  ]
  for (const text of odd) expect(stellar.holderOf(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.bigInt(0n, 2n ** 64n - 1n), (key, id) => {
      const account = StrKey.encodeEd25519PublicKey(Buffer.from(key))
      expect(stellar.holderOf(account)).toBe(account)
      expect(stellar.holderOf(muxed(account, String(id)))).toBe(account)
    }),
    { numRuns: 50 },
  )
})

/** The transaction as another library reads it, without fee and time. */
function meaningOf(bytes: Uint8Array): unknown {
  const read = TransactionBuilder.fromXDR(Buffer.from(bytes).toString('base64'), PASSPHRASE)
  const bump = read instanceof FeeBumpTransaction ? read : undefined
  const { source, sequence, operations, memo, signatures } = bump?.innerTransaction ?? (read as Transaction)
  return {
    feeSource: bump?.feeSource,
    source,
    sequence,
    memo: memo.type,
    signatures: signatures.length,
    operations: operations.map((operation) => JSON.stringify(operation)),
  }
}
