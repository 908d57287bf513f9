import { toHex } from '../../../shared/bytes.ts'
import { Malformed } from '../byte-reader.ts'
import type { Signable } from '../family.ts'
import { assembleTransaction, hashTransaction } from './assemble-transaction.ts'

/** Unsigned bytes, with the key that is to sign their hash. */
export function signable(unsigned: Uint8Array, key: string): Signable {
  const digest = hashTransaction(unsigned)
  return {
    digest,
    payload: digest,
    keys: [key],
    assemble: ([signature]) => {
      if (signature === undefined || signature instanceof Uint8Array)
        throw new Malformed('the signature is of another curve')
      const raw = assembleTransaction(unsigned, signature)
      return { raw, hash: toHex(hashTransaction(raw)) }
    },
  }
}
