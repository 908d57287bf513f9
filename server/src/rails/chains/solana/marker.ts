import { createHmac } from 'node:crypto'
import { SYSTEM_PROGRAM } from './programs.ts'
import { addressWithSeed } from './seed-address.ts'

/** What an account without data must hold to stay, in lamports. */
export const MARKER_RENT = 890_880n

const SEED_CHARACTERS = 32

export type Markers = Readonly<{
  seedOf(lane: string, lock: bigint): string
  addressOf(lane: string, lock: bigint): string
}>

/**
 * A lock is an account that everything signed for it must open first. The network opens it once, so of all these bytes it carries out one, whatever
 * their blockhashes; and that it is there is a state that any node can show. Its address cannot be told without the secret: who knew it
 * could send something there and so use the lock up.
 */
export function createMarkers(secret: string): Markers {
  const seedOf = (lane: string, lock: bigint): string =>
    createHmac('sha256', secret).update(`${lane}:${lock}`).digest('hex').slice(0, SEED_CHARACTERS)
  return { seedOf, addressOf: (lane, lock) => addressWithSeed(lane, seedOf(lane, lock), SYSTEM_PROGRAM) }
}
