import type { Leaf } from './sealed-row.ts'

// table code, uuid, ordinal, sha-256
const RECORD_BYTES = 1 + 16 + 4 + 32

/** The list of a batch's hashes as it is stored and hashed: fixed records, in the order of table and key. */
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
