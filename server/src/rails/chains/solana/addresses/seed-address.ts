import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { TOKEN_PROGRAM } from './solana-address.ts'

const ADDRESS_BYTES = 32
const SEED_CHARACTERS = 32
const VARIANTS = 256

/** The address that the network gives to a base, a seed of at most 32 bytes and the program that owns it. Only the base's key can open it. */
export function addressWithSeed(base: string, seed: string, program: string): string {
  const hash = createHash('sha256')
    .update(decodeBase58(base, ADDRESS_BYTES))
    .update(seed, 'utf8')
    .update(decodeBase58(program, ADDRESS_BYTES))
    .digest()
  return encodeBase58(hash)
}

/**
 * The seed of a salt, for the token account that it has: 128 bits, which is more than anybody can search through. Of its variants the first
 * whose account is off the curve. One on it looks like somebody's wallet: a sender would open an account in its name and send there, and nobody
 * could ever move that.
 */
export function depositSeed(sweeper: string, salt: string, tokenProgram: string): string {
  const bytes = Buffer.from(salt.slice(2), 'hex')
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const hash = createHash('sha256').update(bytes).update(Uint8Array.of(variant)).digest('hex')
    const seed = hash.slice(0, SEED_CHARACTERS)
    if (!isOnCurve(decodeBase58(addressWithSeed(sweeper, seed, tokenProgram), ADDRESS_BYTES))) return seed
  }
  throw new Error('every account of this salt is on the curve')
}

/** The token account that a salt has. The api, which tells people where to send, needs no client library of the network for it. */
export function createSeedAddresses(sweeper: string, tokenProgram = TOKEN_PROGRAM): (salt: string) => string {
  return (salt) => addressWithSeed(sweeper, depositSeed(sweeper, salt, tokenProgram), tokenProgram)
}

/** Whether 32 bytes are a point of the curve, in the loose spelling that the network itself reads: then a key may be behind them. */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
