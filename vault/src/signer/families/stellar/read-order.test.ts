import {
  Account,
  Asset,
  FeeBumpTransaction,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  StrKey,
  Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSettingReader } from '../../../shared/settings.ts'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { signWithKeys } from '../../sign-with-keys.ts'
import { stellar } from './stellar.ts'

const secretOf = (byte: number) => new Uint8Array(32).fill(byte)
const pairOf = (byte: number) => Keypair.fromRawEd25519Seed(Buffer.from(secretOf(byte)))
const addressOf = (byte: number) => pairOf(byte).publicKey()
const [hot, issuer, wallet, stranger] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)] as const
const channels = [10, 11, 12].map((byte, place) => ({
  address: addressOf(byte),
  base: BigInt(place * 1_000),
  key: `channel-${byte}`,
}))
const keys = new Map(
  [['hot', 1] as const, ...[10, 11, 12].map((byte) => [`channel-${byte}`, byte] as const)].map(
    ([name, byte]) => [name, verifiedKey(createLocalKey(secretOf(byte), 'ed25519'))],
  ),
)
const PASSPHRASE = 'A network of the test only'
const NOW = 1_800_000_000
const settings = {
  passphrase: PASSPHRASE,
  asset: `NGNC:${issuer}`,
  channels: channels.map((channel) => ({ ...channel, base: String(channel.base) })),
  max_fee: '1000',
}
const chain = stellar.readLane(
  { address: hot, key: 'hot', decimals: 7 },
  createSettingReader(settings, new Set(stellar.laneSettings), 'lane 1 of the policy'),
)
// Lock 7 of three channels is on the second channel, whose base is 1000.
const LOCK = 7n
const context = (signed: readonly string[] = [], seconds = NOW) => ({
  atMs: seconds * 1000,
  signed,
  lately: signed.length,
})
const muxed = (account: string, id: string) => new MuxedAccount(new Account(account, '0'), id).accountId()

type Changes = Partial<{
  source: string
  sequence: string
  fee: string
  minTime: number
  maxTime: number
  memo: Memo
  from: string
  to: string
  asset: Asset
  amount: string
  operation: xdr.Operation
  more: xdr.Operation
  ledgerbounds: { minLedger: number; maxLedger: number }
  passphrase: string
}>

function build(changes: Changes = {}): Transaction {
  const sequence = BigInt(changes.sequence ?? '1003')
  const source = changes.source ?? channels[1]?.address ?? ''
  const builder = new TransactionBuilder(
    source.startsWith('M')
      ? MuxedAccount.fromAddress(source, String(sequence - 1n))
      : new Account(source, String(sequence - 1n)),
    {
      fee: changes.fee ?? '200',
      networkPassphrase: changes.passphrase ?? PASSPHRASE,
      timebounds: { minTime: changes.minTime ?? 0, maxTime: changes.maxTime ?? NOW + 120 },
      ...(changes.ledgerbounds ? { ledgerbounds: changes.ledgerbounds } : {}),
      ...(changes.memo ? { memo: changes.memo } : {}),
    },
  )
  builder.addOperation(
    changes.operation ??
      Operation.payment({
        source: changes.from ?? hot,
        destination: changes.to ?? wallet,
        asset: changes.asset ?? new Asset('NGNC', issuer),
        amount: changes.amount ?? '5.0000000',
      }),
  )
  if (changes.more !== undefined) builder.addOperation(changes.more)
  return builder.build()
}
const write = (transaction: Transaction | FeeBumpTransaction): Uint8Array =>
  new Uint8Array(transaction.toEnvelope().toXdr())
const cancel = Operation.bumpSequence({ bumpTo: '0' })

async function sign(bytes: Uint8Array, kind: 'pay' | 'cancel' = 'pay', signed: readonly string[] = []) {
  const read =
    kind === 'pay' ? chain.readPayment(bytes, context(signed)) : chain.readCancel(bytes, context(signed))
  const [given] = await signWithKeys(keys, [read])
  if (given === undefined) throw new Error('nothing was signed')
  return { ...given, keys: read.keys }
}
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const bumpAround = (inner: Transaction, fee = '400', source = hot): FeeBumpTransaction =>
  TransactionBuilder.buildFeeBumpTransaction(source, fee, inner, PASSPHRASE)

/** The vault's verdict on bytes, for a payment of 500 kobo on the lock. */
function judge(bytes: Uint8Array, to = wallet, signed: readonly string[] = []): string {
  try {
    const payment = chain.readPayment(bytes, context(signed))
    if (!payment.isOnLock(LOCK)) return 'wrong_lock'
    if (!payment.isTo(to)) return 'wrong_destination'
    return payment.tokensMinor === 500n ? 'signed' : 'wrong_amount'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

test('a payment that another library wrote is read correctly, to an account and to a number of one', () => {
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
    ['is what the lane pays', unsigned(), 'signed'],
    [
      'charges its channel nothing, whichever account sends the inner transaction',
      unsigned({ fee: '1' }),
      'wrong_call',
    ],
    ['is not what another pays', bumpAround(build({ fee: '0' }), '400', stranger), 'wrong_call'],
    ['is not what the channel pays', bumpAround(build({ fee: '0' }), '400', addressOf(11)), 'wrong_call'],
    ['costs no more than the lane may spend', bumpAround(build({ fee: '0' }), '501'), 'fee_too_high'],
    ['pays what is due', unsigned({ amount: '5.0100000' }), 'wrong_amount'],
    ['pays whom it is due to', unsigned({ to: stranger }), 'wrong_destination'],
    ['is on its lock', unsigned({ sequence: '1004' }), 'wrong_lock'],
    ['ends soon', unsigned({ maxTime: NOW + 601 }), 'wrong_call'],
    ['does nothing else', unsigned({ more: cancel }), 'malformed'],
  ])('%s', (_what, bump, outcome) => {
    expect(judge(write(bump))).toBe(outcome)
  })
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
    ['a channel with a number', { source: muxed(channels[1]?.address ?? '', '1') }, 'wrong_call'],
    ['another wallet', { to: stranger }, 'wrong_destination'],
    ['another amount', { amount: '5.0100000' }, 'wrong_amount'],
    ['a part of a kobo', { amount: '5.0000001' }, 'wrong_amount'],
    ['another code', { asset: new Asset('NGNX', issuer) }, 'wrong_call'],
    ['a longer code', { asset: new Asset('NGNCC', issuer) }, 'wrong_call'],
    ['another issuer', { asset: new Asset('NGNC', stranger) }, 'wrong_call'],
    ['the coin of the network', { asset: Asset.native() }, 'wrong_call'],
    ['tokens of another account', { from: stranger }, 'wrong_call'],
    ['tokens of the channel', { from: channels[1]?.address ?? '' }, 'wrong_call'],
    ['a number beside the lane', { from: muxed(hot, '1') }, 'wrong_call'],
    ['a fee that is too high', { fee: '1001' }, 'fee_too_high'],
    ['no end', { maxTime: 0 }, 'wrong_call'],
    ['an end that is far away', { maxTime: NOW + 601 }, 'wrong_call'],
    ['a beginning that is to come', { minTime: NOW + 60 }, 'wrong_call'],
    ['a memo', { memo: Memo.text('hello') }, 'malformed'],
    ['a memo with a number', { memo: Memo.id('7') }, 'malformed'],
    ['a second operation', { more: pay }, 'malformed'],
    ['more conditions', { ledgerbounds: { minLedger: 1, maxLedger: 2 } }, 'malformed'],
    ['a cancel', { operation: cancel }, 'wrong_call'],
    ['another operation', { operation: Operation.accountMerge({ destination: stranger }) }, 'malformed'],
    [
      'an account made',
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
  for (const changes of other) expect(() => read(changes)).toThrow(/it/)
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
