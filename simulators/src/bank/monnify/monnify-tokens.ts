import { createHash } from 'node:crypto'
import type { SimulatedBank } from '../simulated-bank.ts'

const LIVES_SECONDS = 3600

/** Bearers, which run out by the simulator's clock and with the secret. They end with the process. */
export function createMonnifyTokens(bank: SimulatedBank) {
  const tokens = new Map<string, Readonly<{ secret: string; expiresAt: number }>>()
  let given = 0
  return {
    /** Undefined when the header is not `Basic base64(apiKey:secretKey)` with the right ones. */
    login: (authorization: string | undefined): { accessToken: string; expiresIn: number } | undefined => {
      const { keyId, secret } = bank.setting('monnify')
      if (authorization !== `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`) return undefined
      given += 1
      const accessToken = `eyJ${createHash('sha256').update(`${bank.seed}:${given}`).digest('base64url')}`
      tokens.set(accessToken, { secret, expiresAt: bank.clock.now() + LIVES_SECONDS * 1000 })
      return { accessToken, expiresIn: LIVES_SECONDS - 1 }
    },
    isGood: (authorization: string | undefined): boolean => {
      const token = tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
      if (token === undefined) return false
      return token.expiresAt > bank.clock.now() && token.secret === bank.setting('monnify').secret
    },
    clear: () => tokens.clear(),
  }
}
