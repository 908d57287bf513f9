import { createHash } from 'node:crypto'
import { isForPayouts, type PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

const LIVES_SECONDS = 3600

type Keys = Readonly<{ keyId: string; secret: string }>

/** Bearers. They expire by the simulator's clock, when the secret changes, and when the process ends. */
export function createMonnifyTokens(bank: SimulatedBank) {
  const tokens = new Map<string, Readonly<{ secret: string; expiresAt: number; account?: string }>>()
  let given = 0
  const find = (authorization: string | undefined) =>
    tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
  return {
    /** Returns undefined unless the header is `Basic base64(apiKey:secretKey)` with valid keys. */
    login: (authorization: string | undefined): { accessToken: string; expiresIn: number } | undefined => {
      const isOf = ({ keyId, secret }: Keys) =>
        authorization === `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`
      const account = bank.ledger
        .payoutAccounts()
        .find(({ vendor, payouts }) => vendor === 'monnify' && isOf(payouts))
      const { secret } = account?.payouts ?? bank.setting('monnify')
      if (account === undefined && !isOf(bank.setting('monnify'))) return undefined
      given += 1
      const accessToken = `eyJ${createHash('sha256').update(`${bank.seed}:${given}`).digest('base64url')}`
      tokens.set(accessToken, {
        secret,
        expiresAt: bank.clock.now() + LIVES_SECONDS * 1000,
        ...(account === undefined ? {} : { account: account.number }),
      })
      return { accessToken, expiresIn: LIVES_SECONDS - 1 }
    },
    isGood: (authorization: string | undefined): boolean => {
      const token = find(authorization)
      if (token === undefined || token.account !== undefined) return false
      return token.expiresAt > bank.clock.now() && token.secret === bank.setting('monnify').secret
    },
    /** Returns the payout account of the bearer's keys. The keys of the collections have none. */
    accountOf: (authorization: string | undefined): PayoutAccount | undefined => {
      const token = find(authorization)
      const account = bank.ledger.account(token?.account ?? '')
      if (token === undefined || account === undefined || !isForPayouts(account)) return undefined
      return token.expiresAt > bank.clock.now() && token.secret === account.payouts.secret
        ? account
        : undefined
    },
    clear: () => tokens.clear(),
  }
}

export type MonnifyTokens = ReturnType<typeof createMonnifyTokens>
