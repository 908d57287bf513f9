import { FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { encodeCancel, encodePayment } from './encode-transaction.ts'
import { haveExpired, raiseTerms, readTerms, type StellarTerms, termsIn, toTerms } from './terms.ts'

const passphrase = 'Standalone Network ; February 2017'
const [hot, channel, to] = [Keypair.random(), Keypair.random(), Keypair.random().publicKey()]
const asset = { code: 'NGNC', issuer: Keypair.random().publicKey() }
const place = { channel: channel.publicKey(), sequence: 42n }
const MOST = 10_000_000n
const NOW = 1_800_000_000n
const suggestedAt = (now: bigint, fee = 1_000n): StellarTerms => ({ fee, minTime: 0n, maxTime: now + 120n })

const pay = (terms: StellarTerms, units = 12_3400000n) =>
  encodePayment({ ...place, passphrase, asset, hot: hot.publicKey(), to, units, terms })
const cancel = (terms: StellarTerms) => encodeCancel({ ...place, passphrase, hot: hot.publicKey(), terms })
const read = (bytes: Uint8Array) =>
  TransactionBuilder.fromXdr(Buffer.from(bytes).toString('base64'), passphrase)
const bump = (bytes: Uint8Array): FeeBumpTransaction => {
  const transaction = read(bytes)
  if (!(transaction instanceof FeeBumpTransaction)) throw new Error('this is no fee bump')
  return transaction
}
/** Signs the inner transaction first, because the fee bump covers its signatures. */
const sign = (bytes: Uint8Array): Uint8Array => {
  const { innerTransaction: inner, fee, feeSource } = bump(bytes)
  if (inner.signatures.length === 0) inner.sign(channel, hot)
  const each = String(BigInt(fee) / 2n)
  const outer = TransactionBuilder.buildFeeBumpTransaction(feeSource, each, inner, passphrase)
  outer.sign(hot)
  return Buffer.from(outer.toXdr(), 'base64')
}
const isFresh = (bytes: Uint8Array) => bump(bytes).innerTransaction.signatures.length === 0

describe('the bytes that are signed', () => {
  test('contain one payment of the token with a sequence number of the channel, valid for two minutes, and the lane pays the fee', () => {
    const bytes = pay(suggestedAt(NOW))
    expect(Buffer.from(bytes).readUInt32BE()).toBe(5)
    const outer = bump(bytes)
    expect(outer).toMatchObject({ fee: '1000', feeSource: hot.publicKey(), signatures: [] })
    const { innerTransaction: transaction } = outer
    expect(transaction).toMatchObject({
      source: place.channel,
      sequence: '42',
      fee: '0',
      timeBounds: { minTime: '0', maxTime: `${NOW + 120n}` },
      memo: { type: 'none' },
      signatures: [],
      operations: [
        { type: 'payment', source: hot.publicKey(), destination: to, asset, amount: '12.3400000' },
      ],
    })
    expect(transaction.operations).toHaveLength(1)
  })

  test('of a cancel move nothing', () => {
    const outer = bump(cancel(suggestedAt(NOW)))
    expect(outer).toMatchObject({ fee: '1000', feeSource: hot.publicKey() })
    expect(outer.innerTransaction).toMatchObject({
      source: place.channel,
      sequence: '42',
      fee: '0',
      operations: [{ type: 'bumpSequence', bumpTo: '0' }],
    })
  })
})

describe('raised terms', () => {
  const first = termsIn(sign(pay(suggestedAt(NOW))), passphrase)

  test('wrap a transaction that is still valid, for ten times the fee per operation, and leave the inner payment unchanged', () => {
    const raised = raiseTerms(first, suggestedAt(NOW + 90n), MOST)
    const outer = bump(pay(raised))
    expect(Buffer.from(pay(raised)).readUInt32BE()).toBe(5)
    expect(outer).toMatchObject({ fee: '10000', feeSource: hot.publicKey(), signatures: [] })
    expect(outer.innerTransaction.toXdr()).toBe(first.wraps)
    expect(outer.innerTransaction.signatures).toHaveLength(2)
  })

  test('are raised again around the same transaction', () => {
    const second = termsIn(sign(pay(raiseTerms(first, suggestedAt(NOW + 10n), MOST))), passphrase)
    expect(second).toMatchObject({ fee: 10_000n, maxTime: NOW + 120n, wraps: first.wraps })
    const third = bump(pay(raiseTerms(second, suggestedAt(NOW + 20n), MOST)))
    expect(third.fee).toBe('100000')
    expect(third.innerTransaction.toXdr()).toBe(first.wraps)
  })

  test('wrap a transaction that was signed without a fee bump', () => {
    const plain = bump(pay(suggestedAt(NOW))).innerTransaction
    plain.sign(channel, hot)
    const before = { ...termsIn(Buffer.from(plain.toXdr(), 'base64'), passphrase), fee: 1_000n }
    expect(before.envelope).toBe(plain.toXdr())
    const outer = bump(pay(raiseTerms(before, suggestedAt(NOW + 10n), MOST)))
    expect(outer.fee).toBe('20000')
    expect(outer.innerTransaction.toXdr()).toBe(before.envelope)
  })

  test('cause a new signature if no fee bump could offer more per operation than the inner transaction', () => {
    const dear = termsIn(sign(pay(suggestedAt(NOW, MOST))), passphrase)
    const raised = pay(raiseTerms(dear, suggestedAt(NOW + 20n), MOST))
    expect(isFresh(raised)).toBe(true)
    expect(bump(raised)).toMatchObject({ fee: `${MOST}`, innerTransaction: { sequence: '42' } })
  })

  test('cause a new signature on the same number if the transaction has expired or is about to expire', () => {
    const late = pay(raiseTerms(first, suggestedAt(NOW + 91n), MOST))
    expect(isFresh(late)).toBe(true)
    expect(bump(late)).toMatchObject({
      fee: '1126',
      innerTransaction: { sequence: '42', timeBounds: { maxTime: `${NOW + 211n}` } },
    })
    const second = termsIn(sign(pay(raiseTerms(first, suggestedAt(NOW + 10n), MOST))), passphrase)
    const dead = pay(raiseTerms(second, suggestedAt(NOW + 500n), MOST))
    expect(isFresh(dead)).toBe(true)
    expect(bump(dead)).toMatchObject({ fee: '10000', innerTransaction: { sequence: '42' } })
  })

  test('of an expired transaction never exceed the fee that the signer accepted before', () => {
    let terms = first
    for (let now = NOW + 200n; now < NOW + 20_000n; now += 200n) {
      terms = termsIn(sign(pay(raiseTerms(terms, suggestedAt(now), MOST))), passphrase)
    }
    expect(terms.fee).toBe(first.fee)
  })

  test('are due as soon as a transaction has expired, and not before', () => {
    expect(haveExpired(first, suggestedAt(NOW + 120n))).toBe(false)
    expect(haveExpired(first, suggestedAt(NOW + 121n))).toBe(true)
  })

  test('never exceed the maximum fee; a transaction that cannot be outbid is signed again with a later expiry', () => {
    const dear = termsIn(sign(pay(suggestedAt(NOW, MOST))), passphrase)
    const raised = raiseTerms(dear, suggestedAt(NOW + 10n), MOST)
    expect(raised).toEqual({ fee: MOST, minTime: 0n, maxTime: NOW + 130n })
    expect(raiseTerms(first, suggestedAt(NOW + 10n, 8_000_000n), MOST).fee).toBe(8_000_000n)
    expect(raiseTerms(first, suggestedAt(NOW + 10n, 60_000_000n), MOST).fee).toBe(MOST)
  })

  test('of a payment give a new cancel, and those of a cancel give the same cancel with a higher fee', () => {
    const raised = raiseTerms(first, suggestedAt(NOW + 10n), MOST)
    const bytes = cancel(raised)
    expect(isFresh(bytes)).toBe(true)
    expect(bump(bytes)).toMatchObject({
      fee: '10000',
      innerTransaction: { operations: [{ type: 'bumpSequence' }] },
    })
    const again = bump(cancel(raiseTerms(termsIn(sign(bytes), passphrase), suggestedAt(NOW + 20n), MOST)))
    expect(again.innerTransaction.operations).toMatchObject([{ type: 'bumpSequence' }])
  })

  test('never wrap another payment', () => {
    const raised = raiseTerms(first, suggestedAt(NOW + 10n), MOST)
    expect(isFresh(pay(raised, 1n))).toBe(true)
    const elsewhere = encodePayment({
      ...place,
      sequence: 43n,
      passphrase,
      asset,
      hot: hot.publicKey(),
      to,
      units: 12_3400000n,
      terms: raised,
    })
    expect(isFresh(elsewhere)).toBe(true)
    expect(bump(elsewhere).innerTransaction.sequence).toBe('43')
  })

  test('are stored as strings', () => {
    expect(readTerms(toTerms(first))).toEqual(first)
    expect(() => readTerms({ gas: '1' })).toThrow('the terms of a Stellar transaction must have')
  })
})
