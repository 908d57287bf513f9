import { FeeBumpTransaction, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { type Party, partyOf } from './party.ts'

/** A signed envelope, taken apart. */
export type Submitted = Readonly<{
  envelopeXdr: string
  /** Of the outer transaction where a fee bump is around it. */
  hash: string
  transaction: Transaction
  /** Of what the fee bump is around; the same as `hash` without one. */
  innerHash: string
  bump: FeeBumpTransaction | undefined
  source: Party
  feeSource: Party
  sequence: bigint
  /** At most, for the whole, in stroops. */
  maxFee: bigint
  /** For how many operations a fee is due. */
  feeUnits: bigint
}>

/** Throws where the bytes are no envelope. */
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
