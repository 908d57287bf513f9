import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { TOKEN_PROGRAM } from './programs.ts'

const ADDRESS_BYTES = 32
const SEED_CHARACTERS = 32

/** The address that the network gives to a base, a seed of at most 32 bytes and the program that owns it. Only the base's key can open it. */
export function addressWithSeed(base: string, seed: string, program: string): string {
  const hash = createHash('sha256')
    .update(decodeBase58(base, ADDRESS_BYTES))
    .update(seed, 'utf8')
    .update(decodeBase58(program, ADDRESS_BYTES))
    .digest()
  return encodeBase58(hash)
}

/** What of a salt fits into a seed: 128 bits, which is more than anybody can search through. */
export function seedOfSalt(salt: string): string {
  return salt.slice(2, 2 + SEED_CHARACTERS)
}

/**
 * The token account that a salt has. Computed with hashes alone: the api, which tells people where to send, needs no client library of the network
 * for it.
 */
export function createSeedAddresses(sweeper: string, tokenProgram = TOKEN_PROGRAM): (salt: string) => string {
  return (salt) => addressWithSeed(sweeper, seedOfSalt(salt), tokenProgram)
}
