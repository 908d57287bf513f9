import { hash } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { findKeyByHmacs, touchKey } from './api-key-store.ts'
import { type Peppers, possibleHmacs, readKey } from './key-text.ts'
import { type AuthenticatedKey, admitKey, type Caller, type KnownKey, learnKey } from './known-key.ts'

export type KeyAuthenticator = Readonly<{
  /** Returns the key of a text that came from `address`, or throws a Refusal. Only the holder of a valid secret learns the exact reason. */
  authenticate(text: string, address: string): Promise<AuthenticatedKey>
  /** Does the same without waiting, for a recently cached key. Undefined for any other text. */
  tryCached(text: string, caller: Caller & Readonly<{ socket: object }>): AuthenticatedKey | undefined
  /** Whether the text was recently found to be a key, or is being looked up. Such a text does not count as a new guess. */
  isFamiliar(text: string): boolean
  readonly counts: Readonly<{ hits: number; lookUps: number; failures: number }>
  sizes(): Readonly<{ known: number; unknown: number }>
}>

// A revoked key stops working everywhere within five seconds. The age of an entry counts from the start of its look-up, so this time
// includes the look-up. The cache accounts for four of these seconds, and the fifth is for the commit of the revocation.
const KEY_CACHE_TTL_MS = 4_000
// A key in use is refreshed before its cache entry expires, so that no request waits.
const KEY_REFRESH_AFTER_MS = 2_000
const KEY_LOOKUP_TIMEOUT_MS = 2_000
const KEY_LOOKUP_RETRY_MS = 250
const KEY_TOUCH_INTERVAL_MS = 60_000
const MOST_KNOWN_KEYS = 10_000
// Unknown keys have their own cache, so that a flood of them cannot evict known keys.
const MOST_UNKNOWN_KEYS = 2_000
// Maximum of concurrent look-ups of new keys. Limits a flood from many addresses.
const MOST_NEW_KEY_LOOKUPS = 200

/** `pool` uses the API's database role, which can find a key by its secret and read no other key. */
export function createKeyAuthenticator(deps: {
  pool: Pool
  cell: string
  peppers: Peppers
  clock: Clock
  onLookUpFailed?: (error: unknown) => void
}): KeyAuthenticator {
  const { pool, clock } = deps
  const known = createBoundedMap<KnownKey>(MOST_KNOWN_KEYS)
  const unknown = createBoundedMap<number>(MOST_UNKNOWN_KEYS)
  const underWay = new Map<string, Promise<KnownKey | undefined>>()
  // The last key text of each connection. Hashing the text costs more than all other checks, and most connections repeat one key, so a
  // comparison is enough. The text is kept only as long as the connection.
  const lastOf = new WeakMap<object, Readonly<{ text: string; key: KnownKey }>>()
  const counts = { hits: 0, lookUps: 0, failures: 0 }

  const lookUp = async (digest: string, text: string): Promise<KnownKey | undefined> => {
    // The age counts from before the query, because the answer may be that old.
    const askedAtMs = clock.now().getTime()
    const before = known.get(digest)
    if (before !== undefined) before.nextLookUpAtMs = askedAtMs + KEY_LOOKUP_RETRY_MS
    counts.lookUps += 1
    const found = await within(
      KEY_LOOKUP_TIMEOUT_MS,
      findKeyByHmacs(pool, possibleHmacs(text, deps.peppers)),
    ).catch((error: unknown) => {
      counts.failures += 1
      deps.onLookUpFailed?.(error)
      throw unavailable()
    })
    if (found === undefined) {
      known.delete(digest)
      if (before !== undefined) before.askedAtMs = 0
      unknown.set(digest, askedAtMs)
      return undefined
    }
    const key = learnKey(found, { askedAtMs, nextLookUpAtMs: askedAtMs + KEY_REFRESH_AFTER_MS }, before)
    known.set(digest, key)
    touch(key)
    return key
  }

  const lookUpOnce = async (digest: string, text: string): Promise<KnownKey | undefined> => {
    let answer = underWay.get(digest)
    if (answer === undefined) {
      answer = lookUp(digest, text).finally(() => underWay.delete(digest))
      underWay.set(digest, answer)
    }
    return answer
  }

  /** Records the last use of a key without waiting, because only operators read it. Writes at most once a minute. */
  const touch = (key: KnownKey): void => {
    const now = clock.now()
    if (now.getTime() - key.touchedAtMs < KEY_TOUCH_INTERVAL_MS) return
    key.touchedAtMs = now.getTime()
    touchKey(pool, key.admitted.id, now).catch(() => {})
  }

  return {
    authenticate: async (text, address) => {
      checkText(text, deps.cell)
      const digest = digestOf(text)
      const nowMs = clock.now().getTime()
      const kept = known.get(digest)
      if (kept !== undefined && isFresh(kept.askedAtMs, nowMs)) {
        counts.hits += 1
        return admitKey(kept, nowMs, { ip: address })
      }
      if (isFresh(unknown.get(digest) ?? 0, nowMs)) return refuseUnknown()
      const mayAsk =
        kept === undefined
          ? underWay.size < MOST_NEW_KEY_LOOKUPS
          : nowMs >= kept.nextLookUpAtMs || nowMs < kept.askedAtMs
      if (!mayAsk && !underWay.has(digest)) throw unavailable()
      const key = await lookUpOnce(digest, text)
      return key === undefined ? refuseUnknown() : admitKey(key, clock.now().getTime(), { ip: address })
    },

    tryCached: (text, caller) => {
      const last = lastOf.get(caller.socket)
      const isRepeated = last !== undefined && last.text === text
      const key = isRepeated ? last.key : known.get(digestOf(text))
      const nowMs = clock.now().getTime()
      if (key === undefined || !isFresh(key.askedAtMs, nowMs)) return undefined
      if (!isRepeated) lastOf.set(caller.socket, { text, key })
      counts.hits += 1
      if (nowMs >= key.nextLookUpAtMs) {
        key.nextLookUpAtMs = nowMs + KEY_LOOKUP_RETRY_MS
        // A failed refresh is ignored here. The failure is reported when the cache entry has expired and a request must wait for the
        // look-up.
        lookUpOnce(digestOf(text), text).catch(() => {})
      }
      return admitKey(key, nowMs, caller)
    },

    isFamiliar: (text) => {
      const digest = digestOf(text)
      return known.get(digest) !== undefined || underWay.has(digest)
    },
    counts,
    sizes: () => ({ known: known.size(), unknown: unknown.size() }),
  }
}

/** Hashes a key text, so that no map contains a secret. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** A future time means that the clock was set back, so the age is unknown. */
function isFresh(askedAtMs: number, nowMs: number): boolean {
  const ageMs = nowMs - askedAtMs
  return ageMs >= 0 && ageMs <= KEY_CACHE_TTL_MS
}

/** Checks the text alone, so that a typing error costs no database query. */
function checkText(text: string, cell: string): void {
  const reading = readKey(text)
  switch (reading.outcome) {
    case 'malformed':
      return refuse(
        'key_malformed',
        'This is not a secret key. Copy the whole key; it starts with svc_live_ or svc_test_.',
      )
    case 'mistyped':
      return refuse('key_mistyped', 'The key has a typing error or is cut off. Copy it again.')
    case 'well_formed':
      if (reading.key.cell !== cell) {
        refuse(
          'key_wrong_cell',
          `This key belongs to cell "${reading.key.cell}", not "${cell}". Use the base URL of that cell.`,
        )
      }
  }
}

function refuseUnknown(): never {
  return refuse('key_unknown', 'This key does not exist. Use a key that was issued to you.')
}

function unavailable(): Refusal {
  return new Refusal('unavailable', 'We cannot check your key now. Try again in a few seconds.')
}

function refuse(code: RefusalCode, message: string): never {
  throw new Refusal(code, message)
}
