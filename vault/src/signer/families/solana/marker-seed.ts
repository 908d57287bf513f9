import { createHmac } from 'node:crypto'

const CHARACTERS = 32

/**
 * Of what a lock's account is made. Who does not have the secret cannot tell the account, and so cannot send anything there, which would
 * use the lock up.
 */
export function markerSeed(secret: string, lane: string, lock: bigint): string {
  return createHmac('sha256', secret).update(`${lane}:${lock}`).digest('hex').slice(0, CHARACTERS)
}
