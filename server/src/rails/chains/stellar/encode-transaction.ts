import { Account, Asset, Operation, Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { readTransaction } from './find-transaction.ts'
import { writeAmount } from './horizon-values.ts'
import type { LockPlace } from './lane-locks.ts'
import type { StellarAsset } from './stellar-settings.ts'
import { FEE_BUMP_OPERATIONS, type StellarTerms } from './terms.ts'

type Content = LockPlace & Readonly<{ passphrase: string; hot: string; terms: StellarTerms }>

export type PaymentContent = Content & Readonly<{ asset: StellarAsset; to: string; units: bigint }>

/**
 * Encodes a payment from the hot account with a sequence number of a channel. It is wrapped in a fee bump from the start, so that the hot
 * account pays the fee and a channel needs no lumens beyond its reserve. If the terms contain a signed transaction of the same payment,
 * only the fee changes.
 */
export function encodePayment(content: PaymentContent): Uint8Array {
  const { hot, to, units, asset } = content
  const inner = signedInner(content)
  if (inner !== undefined && paysOnly(inner, content)) return encodeFeeBump(inner, content)
  return encode(
    content,
    Operation.payment({
      source: hot,
      destination: to,
      asset: new Asset(asset.code, asset.issuer),
      amount: writeAmount(units),
    }),
  )
}

/**
 * Encodes a transaction that uses the sequence number and does nothing. Its only operation, `bumpTo: 0`, has no effect, because a sequence
 * never moves back.
 */
export function encodeCancel(content: Content): Uint8Array {
  const inner = signedInner(content)
  if (inner !== undefined && isAt(inner, content) && isCancel(inner)) return encodeFeeBump(inner, content)
  return encode(content, Operation.bumpSequence({ bumpTo: '0' }))
}

export function isCancel({ operations }: Transaction): boolean {
  const [only] = operations
  return operations.length === 1 && only?.type === 'bumpSequence' && only.bumpTo === '0'
}

/** Whether the transaction is exactly this payment on this sequence number and nothing else. */
export function paysOnly(
  transaction: Transaction,
  content: Omit<PaymentContent, 'passphrase' | 'terms'>,
): boolean {
  const [only] = transaction.operations
  if (transaction.operations.length !== 1 || only?.type !== 'payment') return false
  const { asset } = only
  return (
    isAt(transaction, content) &&
    (only.source ?? transaction.source) === content.hot &&
    only.destination === content.to &&
    asset.code === content.asset.code &&
    asset.issuer === content.asset.issuer &&
    only.amount === writeAmount(content.units)
  )
}

function isAt(transaction: Transaction, { channel, sequence }: LockPlace): boolean {
  return transaction.source === channel && transaction.sequence === sequence.toString()
}

function signedInner({ terms, passphrase }: Content): Transaction | undefined {
  return terms.wraps === undefined ? undefined : readTransaction(terms.wraps, passphrase).inner
}

/**
 * Encodes a fee bump around an inner transaction with a fee of zero. The network accepts such a transaction only inside a fee bump and
 * never charges the channel.
 */
function encode(content: Content, operation: ReturnType<typeof Operation.payment>): Uint8Array {
  const { channel, sequence, passphrase, terms } = content
  const source = new Account(channel, (sequence - 1n).toString())
  const inner = new TransactionBuilder(source, {
    fee: '0',
    networkPassphrase: passphrase,
    timebounds: { minTime: terms.minTime.toString(), maxTime: terms.maxTime.toString() },
  })
    .addOperation(operation)
    .build()
  return encodeFeeBump(inner, content)
}

/** Wraps a transaction in a fee bump. The fee covers the inner operations and the bump itself. */
function encodeFeeBump(inner: Transaction, { terms, passphrase, hot }: Content): Uint8Array {
  const each = terms.fee / BigInt(FEE_BUMP_OPERATIONS)
  return TransactionBuilder.buildFeeBumpTransaction(hot, each.toString(), inner, passphrase)
    .toEnvelope()
    .toXdr()
}
