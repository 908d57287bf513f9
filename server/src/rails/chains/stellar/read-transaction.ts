import { FeeBumpTransaction, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base'

export type ReadTransaction = Readonly<{
  /** As the network calls it: of a fee bump, the outer one. */
  hash: string
  /** What says whether the money moved. The same as `hash` where there is no fee bump. */
  innerHash: string
  isFeeBump: boolean
  fee: bigint
  inner: Transaction
}>

/** What an envelope (base64) says, with its hashes computed from it: they bind every word of it to this network. */
export function readTransaction(envelope: string, passphrase: string): ReadTransaction {
  const read = TransactionBuilder.fromXdr(envelope, passphrase)
  const inner = read instanceof FeeBumpTransaction ? read.innerTransaction : read
  return {
    hash: toHex(read.hash()),
    innerHash: toHex(inner.hash()),
    isFeeBump: read instanceof FeeBumpTransaction,
    fee: BigInt(read.fee),
    inner,
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
