import { hash } from 'node:crypto'
import { toBase58 } from '../../../shared/bytes.ts'
import { Malformed } from '../byte-reader.ts'
import type { Signable } from '../family.ts'

/** A message of one signer, with its key. The signature is what the network calls the transaction. */
export function signable(message: Uint8Array, key: string): Signable {
  return {
    digest: new Uint8Array(hash('sha256', message, 'buffer')),
    payload: message,
    keys: [key],
    assemble: ([signature]) => {
      if (!(signature instanceof Uint8Array) || signature.length !== 64)
        throw new Malformed('the signature is of another curve')
      return {
        raw: new Uint8Array(Buffer.concat([Uint8Array.of(1), signature, message])),
        hash: toBase58(signature),
      }
    },
  }
}
