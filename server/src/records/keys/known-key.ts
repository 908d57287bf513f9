import type { Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import type { BusinessTerms } from '../businesses/business-terms.ts'
import type { FoundKey } from './api-key-store.ts'
import { type AllowedNetworks, compileNetworks } from './ip-list.ts'
import type { GrantedScope } from './key-rights.ts'

export type AuthenticatedKey = Readonly<{
  /** The id of the key, or of the session in which a person acts. */
  id: string
  /** The person who acts with a token. Undefined for a key. */
  memberId?: string
  /** The digest of the only request that the person confirmed. Undefined for a key, and for a token that needs no confirmation. */
  confirms?: string
  tenant: Tenant
  linkTag: string
  scopes: readonly GrantedScope[]
  /** Limit in each window of ten seconds. */
  requestsPerWindow: number
  expiresAt: Date | null
  terms: BusinessTerms
  /** Whether the requests of its business that take money out of the balance must be signed. */
  mustSign?: boolean
  /** The public key that verifies the signatures of this key. */
  publicKey?: Buffer
}>

/** Origin of a request. The address is read only for a key that is restricted to networks. */
export type Caller = Readonly<{ ip: string }>

/** The result of a key's last look-up, prepared for checking requests. Updated in place, so that every holder sees the newest state. */
export type KnownKey = {
  admitted: AuthenticatedKey
  isRevoked: boolean
  isSuspended: boolean
  expiresAtMs: number
  networks: AllowedNetworks | undefined
  askedAtMs: number
  nextLookUpAtMs: number
  touchedAtMs: number
}

export function learnKey(
  found: FoundKey,
  asked: Pick<KnownKey, 'askedAtMs' | 'nextLookUpAtMs'>,
  before: KnownKey | undefined,
): KnownKey {
  const now: KnownKey = {
    admitted: {
      id: found.id,
      tenant: { businessId: found.businessId, mode: found.mode },
      linkTag: found.linkTag,
      scopes: found.scopes,
      requestsPerWindow: found.requestsPerWindow,
      expiresAt: found.expiresAt,
      terms: found.terms,
      mustSign: found.mustSign,
      ...(found.publicKey && { publicKey: found.publicKey }),
    },
    isRevoked: found.revokedAt !== null,
    isSuspended: found.businessStatus !== 'active',
    expiresAtMs: found.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    networks: compileNetworks(found.ipList),
    touchedAtMs: before?.touchedAtMs ?? 0,
    ...asked,
  }
  return before === undefined ? now : Object.assign(before, now)
}

/** Checks a cached key again for every request, because the time and the caller's address change. */
export function admitKey(key: KnownKey, nowMs: number, caller: Caller): AuthenticatedKey {
  if (key.isRevoked) refuse('key_revoked', 'This key was revoked. Use another key, or create a new one.')
  if (nowMs >= key.expiresAtMs) {
    const expiredAt = new Date(key.expiresAtMs).toISOString()
    refuse(
      'key_expired',
      `This key expired on ${expiredAt}. Use your newer key. If you have none, ask us for one.`,
    )
  }
  if (key.networks !== undefined && !key.networks.allow(caller.ip)) {
    refuse(
      'ip_not_allowed',
      `This key cannot be used from ${caller.ip}. Call from an allowed address, or add yours to the list.`,
    )
  }
  if (key.isSuspended) {
    refuse('business_suspended', 'The business is suspended in this mode. Contact support.')
  }
  return key.admitted
}

function refuse(code: RefusalCode, message: string): never {
  throw new Refusal(code, message)
}
