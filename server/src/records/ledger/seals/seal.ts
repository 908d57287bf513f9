import { createHash, hash } from 'node:crypto'
import { sealedTables } from './sealed-tables.ts'

/** A batch of committed rows and the hash that chains it to the previous batch. */
export type Seal = Readonly<{
  number: bigint
  afterXid: bigint
  throughXid: bigint
  /** The tables whose rows it contains, by their codes in ascending order. */
  codes: readonly number[]
  rowCount: number
  leaves: Buffer
  previousHash: Buffer
  hash: Buffer
  sealedAt: Date
}>

/** Start of the chain, so that the first seal is checked like any other. */
export const genesisHash = createHash('sha256').update('afara seal 1').digest()

/** The tables of the seals that were made before a seal listed its tables. Such a seal was hashed without the list. */
const firstCodes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16].join(',')

export function hashSeal(seal: Omit<Seal, 'hash'>): Buffer {
  const codes = seal.codes.join(',')
  return createHash('sha256')
    .update(
      `${seal.number}:${seal.afterXid}:${seal.throughXid}:${seal.rowCount}:${seal.sealedAt.toISOString()}:`,
    )
    .update(codes === firstCodes ? '' : `${codes}:`)
    .update(seal.previousHash)
    .update(seal.leaves)
    .digest()
}

/** Identifies a row: its table, its id and, if rows share an id, its ordinal. */
export type RowKey = Readonly<{ code: number; id: string; ordinal: number }>
export type Leaf = RowKey & Readonly<{ hash: Buffer }>

export function leafOf(code: number, row: Readonly<{ id: string; ordinal: number; content: string }>): Leaf {
  return { code, id: row.id, ordinal: row.ordinal, hash: hash('sha256', `${code}:${row.content}`, 'buffer') }
}

/** Returns a unique name for a row, for maps and messages. */
export function rowName({ code, id, ordinal }: RowKey): string {
  const table = sealedTables.find((known) => known.code === code)
  return `${table?.name ?? `table ${code}`} ${id}${table?.ordinal === '0' ? '' : `/${ordinal}`}`
}

// table code, uuid, ordinal, sha-256
const RECORD_BYTES = 1 + 16 + 4 + 32

/** Encodes a batch's hashes for storage and hashing: fixed-size records, ordered by table and key. */
export function encodeLeaves(leaves: readonly Leaf[]): Buffer {
  const bytes = Buffer.alloc(leaves.length * RECORD_BYTES)
  sorted(leaves).forEach((leaf, index) => {
    const at = index * RECORD_BYTES
    bytes.writeUInt8(leaf.code, at)
    bytes.write(leaf.id.replaceAll('-', ''), at + 1, 'hex')
    bytes.writeInt32BE(leaf.ordinal, at + 17)
    leaf.hash.copy(bytes, at + 21)
  })
  return bytes
}

export function decodeLeaves(bytes: Buffer): Leaf[] {
  return Array.from({ length: Math.floor(bytes.length / RECORD_BYTES) }, (_, index) => {
    const at = index * RECORD_BYTES
    const hex = bytes.toString('hex', at + 1, at + 17)
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    return {
      code: bytes.readUInt8(at),
      id,
      ordinal: bytes.readInt32BE(at + 17),
      hash: bytes.subarray(at + 21, at + RECORD_BYTES),
    }
  })
}

function sorted(leaves: readonly Leaf[]): Leaf[] {
  return leaves.toSorted(
    (a, b) => a.code - b.code || (a.id < b.id ? -1 : Number(a.id > b.id)) || a.ordinal - b.ordinal,
  )
}
