import { createHash } from 'node:crypto'

/** A batch of committed rows and the hash that chains it to the one before. */
export type Seal = Readonly<{
  number: bigint
  afterXid: bigint
  throughXid: bigint
  rowCount: number
  leaves: Buffer
  previousHash: Buffer
  hash: Buffer
  sealedAt: Date
}>

/** What the chain starts from, so that the first seal is checked like any other. */
export const genesisHash = createHash('sha256').update('afara seal 1').digest()

export function hashSeal(seal: Omit<Seal, 'hash'>): Buffer {
  return createHash('sha256')
    .update(
      `${seal.number}:${seal.afterXid}:${seal.throughXid}:${seal.rowCount}:${seal.sealedAt.toISOString()}:`,
    )
    .update(seal.previousHash)
    .update(seal.leaves)
    .digest()
}
