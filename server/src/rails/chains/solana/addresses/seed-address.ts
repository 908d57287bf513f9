import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { TOKEN_PROGRAM } from './solana-address.ts'

const ADDRESS_BYTES = 32
const SEED_CHARACTERS = 32
const VARIANTS = 256

/**
 * Returns the address that the network derives from a base, a seed of at most 32 bytes and the owning program. Only the key of the base can
 * open an account there.
 */
export function addressWithSeed(base: string, seed: string, program: string): string {
  const hash = createHash('sha256')
    .update(decodeBase58(base, ADDRESS_BYTES))
    .update(seed, 'utf8')
    .update(decodeBase58(program, ADDRESS_BYTES))
    .digest()
  return encodeBase58(hash)
}

/**
 * Returns the seed of a salt's token account: 128 bits, too many to search. The seed is the first variant whose account is off the curve.
 * An account on the curve looks like a wallet: the software of a sender would open a token account for that "wallet" and send the tokens
 * there, where nobody can move them.
 */
export function depositSeed(sweeper: string, salt: string, tokenProgram: string): string {
  const bytes = Buffer.from(salt.slice(2), 'hex')
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const hash = createHash('sha256').update(bytes).update(Uint8Array.of(variant)).digest('hex')
    const seed = hash.slice(0, SEED_CHARACTERS)
    if (!isOnCurve(decodeBase58(addressWithSeed(sweeper, seed, tokenProgram), ADDRESS_BYTES))) return seed
  }
  throw new Error('no deposit account of this salt is off the curve')
}

/** Computes the token account of a salt. The api shows it to customers and needs no client library for this. */
export function createSeedAddresses(sweeper: string, tokenProgram = TOKEN_PROGRAM): (salt: string) => string {
  return (salt) => addressWithSeed(sweeper, depositSeed(sweeper, salt, tokenProgram), tokenProgram)
}

/** Whether 32 bytes are a point on the curve, decoded as loosely as the network does. A key may exist for such an address. */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
