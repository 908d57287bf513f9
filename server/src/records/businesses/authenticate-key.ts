import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { readKey } from './api-key.ts'
import { type FoundKey, findKeyByHmacs, touchKey } from './api-key-store.ts'
import type { BusinessTerms } from './business-terms.ts'
import { isAllowedFrom } from './ip-list.ts'
import { type Peppers, possibleHmacs } from './key-pepper.ts'
import type { KeyScope } from './key-scope.ts'

export type AuthenticatedKey = Readonly<{
  id: string
  tenant: Tenant
  linkTag: string
  scopes: readonly KeyScope[]
  /** In each window of ten seconds. */
  requestsPerWindow: number
  terms: BusinessTerms
}>

export type KeyAuthenticator = Readonly<{
  /** The key behind a text that came from `address`; throws a Refusal. The holder of the right secret is told exactly why; anyone else learns nothing. */
  authenticate(text: string, address: string): Promise<AuthenticatedKey>
}>

const TOUCH_EVERY_MS = 60_000

/** `pool` is the api's own: it can find a key by its secret and read no other. */
export function createKeyAuthenticator(deps: {
  pool: Pool
  cell: string
  peppers: Peppers
  clock: Clock
}): KeyAuthenticator {
  const touchedAtMs = new Map<string, number>()

  return {
    authenticate: async (text, address) => {
      checkText(text, deps.cell)
      const found = await findKeyByHmacs(deps.pool, possibleHmacs(text, deps.peppers))
      const now = deps.clock.now()
      const key = admitKey(found, now, address)
      // The row guards itself as well; this only spares the round trip.
      if (now.getTime() - (touchedAtMs.get(key.id) ?? 0) >= TOUCH_EVERY_MS) {
        touchedAtMs.set(key.id, now.getTime())
        await touchKey(deps.pool, key.id, now)
      }
      return key
    },
  }
}

/** What can be told from the text alone, so that a typing error costs the database nothing. */
function checkText(text: string, cell: string): void {
  const reading = readKey(text)
  switch (reading.outcome) {
    case 'malformed':
      return refuse(
        'key_malformed',
        'This is not a secret key: it starts with svc_live_ or svc_test_. Copy it whole.',
      )
    case 'mistyped':
      return refuse('key_mistyped', 'The key has a typing error or is cut short: copy it again.')
    case 'well_formed':
      if (reading.key.cell !== cell) {
        refuse(
          'key_wrong_cell',
          `This key belongs to cell "${reading.key.cell}", not "${cell}": use that base address.`,
        )
      }
  }
}

function admitKey(found: FoundKey | undefined, now: Date, address: string): AuthenticatedKey {
  if (found === undefined) return refuse('key_unknown', 'No such key: use one that was issued to you.')
  if (found.revokedAt !== null)
    refuse('key_revoked', 'This key was revoked: use another, or ask for a new one.')
  if (found.expiresAt !== null && found.expiresAt <= now) {
    refuse('key_expired', 'This key expired after it was rotated: use its successor.')
  }
  if (!isAllowedFrom(found.ipList, address)) {
    refuse(
      'ip_not_allowed',
      `This key may not be used from ${address}: call from a listed address or extend the list.`,
    )
  }
  if (found.businessStatus !== 'active') {
    refuse('business_suspended', 'The business is suspended in this mode: contact support.')
  }
  return {
    id: found.id,
    tenant: { businessId: found.businessId, mode: found.mode },
    linkTag: found.linkTag,
    scopes: found.scopes,
    requestsPerWindow: found.requestsPerWindow,
    terms: found.terms,
  }
}

function refuse(code: RefusalCode, message: string): never {
  throw new Refusal(code, message)
}
