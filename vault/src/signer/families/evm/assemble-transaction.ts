import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Signature } from '../../keys/verified-key.ts'
import { Malformed } from '../byte-reader.ts'
import { decodeRlp, encodeRlp, numberBytes } from './rlp.ts'

/** The bytes that a node takes, from bytes that were decoded before and the signature over their hash. */
export function assembleTransaction(unsigned: Uint8Array, { r, s, recovery }: Signature): Uint8Array {
  const fields = decodeRlp(unsigned.subarray(1))
  if (fields instanceof Uint8Array) throw new Malformed('it does not have nine fields')
  const signed = encodeRlp([...fields, numberBytes(BigInt(recovery)), numberBytes(r), numberBytes(s)])
  return new Uint8Array(Buffer.concat([unsigned.subarray(0, 1), signed]))
}

/** What is signed, and of signed bytes what the network calls them. */
export function hashTransaction(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes)
}
