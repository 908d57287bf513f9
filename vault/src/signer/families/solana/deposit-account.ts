import { hash } from 'node:crypto'
import { isOnCurve, seedAddress } from './solana-address.ts'

type Sweeper = Readonly<{ address: string; tokenProgram: string }>

// The network takes no longer text than this.
const CHARACTERS = 32
const VARIANTS = 256

/** The token account that a salt has, made of the sweeper. */
export function depositAccount(sweeper: Sweeper, salt: string): string {
  return seedAddress(sweeper.address, depositSeed(sweeper, salt), sweeper.tokenProgram)
}

/** Of a salt's variants the first whose account is off the curve: one on it would look like somebody's wallet. */
export function depositSeed({ address, tokenProgram }: Sweeper, salt: string): string {
  const bytes = Buffer.from(salt.slice(2), 'hex')
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const seed = hash('sha256', Buffer.concat([bytes, Uint8Array.of(variant)]), 'hex').slice(0, CHARACTERS)
    if (!isOnCurve(seedAddress(address, seed, tokenProgram))) return seed
  }
  throw new Error('every account of this salt is on the curve')
}
