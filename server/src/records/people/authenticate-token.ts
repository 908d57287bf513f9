import type { KeyObject } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { AuthenticatedKey } from '../keys/known-key.ts'
import { confirmedScopesOf, readTenantToken, scopesOf, type TenantToken } from './tenant-token.ts'
import { findTokenHolder, noteRequest, type TokenHolder } from './token-holder-store.ts'

export type TokenAuthenticator = Readonly<{
  /** Returns the rights of a token, or throws a Refusal. */
  authenticate(text: string): Promise<AuthenticatedKey>
  /** Writes into the audit which person is about to change what. The caller waits for it before it serves the request. */
  note(key: AuthenticatedKey, request: Readonly<{ id: string; what: string }>): Promise<void>
}>

// A person who was removed, a session that ended and a business that was suspended are refused within five seconds. The age of an entry
// counts from the start of its look-up. The cache accounts for four of these seconds, and the fifth is for the commit.
const CACHE_TTL_MS = 4_000
const LOOKUP_TIMEOUT_MS = 2_000
const MOST_KNOWN = 10_000
/** Limit in each window of ten seconds. A page sends a few requests at once; a program uses a key. */
const REQUESTS_PER_WINDOW = 300

type Known = Readonly<{ holder: TokenHolder | undefined; askedAtMs: number }>

/** Admits people by their tokens. `pool` uses the API's database role, which can ask only how the person of a token stands. */
export function createTokenAuthenticator(deps: {
  pool: Pool
  clock: Clock
  /** Keys that verify tokens. Without any, every token is refused. */
  publicKeys: readonly KeyObject[]
  onLookUpFailed?: (error: unknown) => void
}): TokenAuthenticator {
  const { pool, clock, publicKeys } = deps
  const known = createBoundedMap<Known>(MOST_KNOWN)

  const holderOf = async (token: TenantToken): Promise<TokenHolder | undefined> => {
    const key = [token.sessionId, token.memberId, token.businessId, token.mode].join('/')
    const nowMs = clock.now().getTime()
    const kept = known.get(key)
    const ageMs = nowMs - (kept?.askedAtMs ?? Number.NEGATIVE_INFINITY)
    if (kept !== undefined && ageMs >= 0 && ageMs <= CACHE_TTL_MS) return kept.holder
    const holder = await within(LOOKUP_TIMEOUT_MS, findTokenHolder(pool, token)).catch((error: unknown) => {
      deps.onLookUpFailed?.(error)
      throw new Refusal('unavailable', 'We cannot check your sign-in now. Try again in a few seconds.')
    })
    known.set(key, { holder, askedAtMs: nowMs })
    return holder
  }

  return {
    authenticate: async (text) => {
      const reading = readTenantToken(publicKeys, text, clock.now())
      if (reading.outcome === 'forged') throw new Refusal('token_invalid', 'This token is not one of ours.')
      if (reading.outcome === 'expired')
        throw new Refusal('token_expired', 'This token has expired. A token lasts one minute.')
      const { token } = reading
      return admit(token, await holderOf(token), clock.now())
    },
    note: async ({ memberId, tenant }, { id, what }) => {
      if (memberId !== undefined) await noteRequest(pool, { memberId, tenant, requestId: id, what })
    },
  }
}

/** Checks how the person stands now. The role of now limits the scopes that the token names. */
function admit(token: TenantToken, holder: TokenHolder | undefined, now: Date): AuthenticatedKey {
  if (holder === undefined) throw new Refusal('token_invalid', 'This token is not one of ours.')
  if (holder.isDisabled)
    throw new Refusal('person_disabled', 'An administrator disabled you. You cannot sign in.')
  if (holder.sessionRevokedAt !== null)
    throw new Refusal('session_revoked', 'This session was ended. Sign in again.')
  if (now >= holder.sessionEndsAt)
    throw new Refusal('session_expired', 'This session has expired. Sign in again.')
  const { role } = holder
  if (role === null) throw new Refusal('role_missing', 'You have no role in this business any more.')
  if (holder.businessStatus === 'pending')
    throw new Refusal('business_not_live', 'The business is not live yet.')
  if (holder.businessStatus !== 'active')
    throw new Refusal('business_suspended', 'The business is suspended in this mode. Contact support.')
  const allowed = token.confirms === undefined ? scopesOf(role) : confirmedScopesOf(role)
  return {
    id: token.sessionId,
    memberId: token.memberId,
    ...(token.confirms !== undefined && { confirms: token.confirms }),
    tenant: { businessId: token.businessId, mode: token.mode },
    linkTag: holder.linkTag,
    scopes: allowed.filter((scope) => token.scopes.includes(scope)),
    requestsPerWindow: REQUESTS_PER_WINDOW,
    expiresAt: new Date(token.expiresAtMs),
    terms: holder.terms,
  }
}
