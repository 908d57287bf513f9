import { hash, type KeyObject, sign, verify } from 'node:crypto'
import type { Mode } from '../../kernel/mode.ts'
import type { GrantedScope, KeyScope } from '../keys/key-rights.ts'
import { type Action, type MemberRole, mayMember, sessionsOf } from './role-actions.ts'
import type { SessionMethod } from './session-times.ts'

/**
 * The scopes that a token may have, and the action that a role needs for each. `sell` and `payouts` take money out, so no token has them.
 * `webhooks` sends events to any address: a stolen session must not be enough, so only a token that confirms one request has it.
 * `decide` moves money of the business, so it needs the same.
 */
const scopeActions = {
  read: 'api.read',
  buy: 'api.buy',
  webhooks: 'webhooks.manage',
  decide: 'cases.decide',
} as const satisfies Partial<Record<GrantedScope, Action>>

type TokenScope = keyof typeof scopeActions
const tokenScopes: readonly TokenScope[] = ['read', 'buy']
/** The scopes of a token that confirms one request. */
export const confirmedScopes: ReadonlySet<KeyScope> = new Set<KeyScope>(['webhooks'])

/** Returns what a role allows at the API. A session that began by mail only reads there. */
export function scopesOf(role: MemberRole, method: SessionMethod = 'passkey'): TokenScope[] {
  return tokenScopes.filter((scope) => {
    const action = scopeActions[scope]
    return mayMember(role, action) && (method !== 'email_totp' || sessionsOf(action) === 'any')
  })
}

/** Returns what a role allows at the API in a request that the person confirmed with a passkey. */
export function confirmedScopesOf(role: MemberRole): TokenScope[] {
  return (['webhooks', 'decide'] as const).filter((scope) => mayMember(role, scopeActions[scope]))
}

/** A request to the API. The path has its query, and the body is the text that is sent, empty without one. */
export type WantedRequest = Readonly<{ method: string; path: string; body: string }>

export function digestOfRequest({ method, path, body }: WantedRequest): string {
  return hash('sha256', `afara request 1\n${method} ${path}\n${body}`, 'base64url')
}

/** A person who acts for a business in one mode, in one session, with these rights, until a time. */
export type TenantToken = Readonly<{
  businessId: string
  mode: Mode
  memberId: string
  sessionId: string
  scopes: readonly TokenScope[]
  /** The digest of the only request that the token is good for. Undefined: any that its scopes allow. */
  confirms?: string
  expiresAtMs: number
}>

export const TOKEN_LIFE_MS = 60_000
/** How far the clocks of the two processes may differ. */
const MOST_SKEW_MS = 5_000

/** The prefix lets secret scanners find leaked tokens. No key of a business starts with it. */
const PREFIX = 'svc_token_'
const SHAPE = /^svc_token_([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{86})$/

export function isTenantToken(text: string): boolean {
  return text.startsWith(PREFIX)
}

/** Signs a token with Ed25519. The token names no algorithm, so nobody can choose another one. */
export function signTenantToken(privateKey: KeyObject, token: TenantToken): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `${PREFIX}${payload}.${sign(null, signedBytes(payload), privateKey).toString('base64url')}`
}

export type TokenReading =
  | Readonly<{ outcome: 'signed'; token: TenantToken }>
  | Readonly<{ outcome: 'forged' }>
  | Readonly<{ outcome: 'expired' }>

/** Reads a token that one of these keys signed. A token that claims to last longer than a minute is refused like a forged one. */
export function readTenantToken(publicKeys: readonly KeyObject[], text: string, now: Date): TokenReading {
  const [, payload, signature] = SHAPE.exec(text) ?? []
  if (payload === undefined || signature === undefined) return { outcome: 'forged' }
  const bytes = Buffer.from(signature, 'base64url')
  if (!publicKeys.some((key) => verify(null, signedBytes(payload), key, bytes))) return { outcome: 'forged' }
  // Only our own process signs, so its content has the right shape.
  const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TenantToken
  const leftMs = token.expiresAtMs - now.getTime()
  if (leftMs > TOKEN_LIFE_MS + MOST_SKEW_MS) return { outcome: 'forged' }
  return leftMs > 0 ? { outcome: 'signed', token } : { outcome: 'expired' }
}

/** The first line separates these signatures from any other use of the key. */
function signedBytes(payload: string): Buffer {
  return Buffer.from(`afara tenant token 1\n${payload}`)
}
