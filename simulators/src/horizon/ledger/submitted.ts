import { FeeBumpTransaction, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { type Party, partyOf } from './party.ts'

/** A parsed signed envelope. */
export type Submitted = Readonly<{
  envelopeXdr: string
  /** Hash of the outer transaction of a fee bump. */
  hash: string
  transaction: Transaction
  /** Hash of the inner transaction; equals `hash` without a fee bump. */
  innerHash: string
  bump: FeeBumpTransaction | undefined
  source: Party
  feeSource: Party
  sequence: bigint
  /** Maximum fee of the whole transaction, in stroops. */
  maxFee: bigint
  /** Number of operations that are charged. */
  feeUnits: bigint
}>

/** Throws if the bytes are not an envelope. */
export function readEnvelope(envelopeXdr: string, passphrase: string): Submitted {
  const read = TransactionBuilder.fromXdr(envelopeXdr, passphrase)
  const bump = read instanceof FeeBumpTransaction ? read : undefined
  const transaction = bump === undefined ? (read as Transaction) : bump.innerTransaction
  const source = partyOf(transaction.source)
  return {
    envelopeXdr,
    hash: hexOf(read.hash()),
    transaction,
    innerHash: hexOf(transaction.hash()),
    bump,
    source,
    feeSource: bump === undefined ? source : partyOf(bump.feeSource),
    sequence: BigInt(transaction.sequence),
    maxFee: BigInt(read.fee),
    feeUnits: BigInt(transaction.operations.length + (bump === undefined ? 0 : 1)),
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
