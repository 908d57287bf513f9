import { hash } from 'node:crypto'
import { highBytes } from '../../../shared/bytes.ts'
import { readAddress } from '../../../shared/stellar-address.ts'
import { Malformed } from '../byte-reader.ts'
import type { Signable, Wallet } from '../family.ts'

const COUNT = 4
const HINT = 4

/** An envelope without signatures, and who is to sign its hash, which the network calls it by. */
export function signable(unsigned: Uint8Array, passphrase: string, signers: readonly Wallet[]): Signable {
  const body = unsigned.subarray(0, -COUNT)
  const digest = sha256(Buffer.concat([sha256(Buffer.from(passphrase, 'utf8')), body]))
  return {
    digest,
    payload: digest,
    keys: signers.map(({ key }) => key),
    assemble: (signatures) => ({
      raw: new Uint8Array(
        Buffer.concat([
          body,
          highBytes(BigInt(signers.length), COUNT),
          ...signers.flatMap(({ address }, place) => decorate(address, signatures[place])),
        ]),
      ),
      hash: Buffer.from(digest).toString('hex'),
    }),
  }
}

/** A hint at whose it is, which is the end of the key, its length, and the signature. */
function decorate(address: string, signature: unknown): readonly Uint8Array[] {
  const account = readAddress(address)
  if (account === undefined || !(signature instanceof Uint8Array) || signature.length !== 64)
    throw new Malformed('the signature is of another curve')
  return [account.key.subarray(-HINT), highBytes(64n, 4), signature]
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'))
}
