import { hash } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type Clock, within } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { findKeyByHmacs, touchKey } from './api-key-store.ts'
import { type Peppers, possibleHmacs, readKey } from './key-text.ts'
import { type AuthenticatedKey, admitKey, type Caller, type KnownKey, learnKey } from './known-key.ts'

export type KeyAuthenticator = Readonly<{
  /** The key behind a text that came from `address`; throws a Refusal. The holder of the right secret is told exactly why; anyone else learns nothing. */
  authenticate(text: string, address: string): Promise<AuthenticatedKey>
  /** The same without waiting, for a key that was looked up moments ago; undefined for any other. */
  tryCached(text: string, caller: Caller & Readonly<{ socket: object }>): AuthenticatedKey | undefined
  /** Whether the text was a key lately, or is being looked up: asking about it once more is then no other guess. */
  isFamiliar(text: string): boolean
  readonly counts: Readonly<{ hits: number; lookUps: number; failures: number }>
  sizes(): Readonly<{ known: number; unknown: number }>
}>

// A revoked key is dead everywhere within five seconds: this, and a second for the look-up itself.
const KEY_CACHE_TTL_MS = 4_000
// A key in use is looked up again before it is too old, so that no request waits for it.
const KEY_REFRESH_AFTER_MS = 2_000
const KEY_LOOKUP_TIMEOUT_MS = 2_000
const KEY_LOOKUP_RETRY_MS = 250
const KEY_TOUCH_INTERVAL_MS = 60_000
const MOST_KNOWN_KEYS = 10_000
// Apart from the good ones, so that a flood of unknown keys cannot push those out.
const MOST_UNKNOWN_KEYS = 2_000
// So many look-ups at once of keys never seen before; a flood from many addresses ends here.
const MOST_NEW_KEY_LOOKUPS = 200

/** `pool` is the api's own: it can find a key by its secret and read no other. */
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
  // What a connection sent last. To hash the text costs more than all other checks; most connections send one key, and
  // then a comparison will do. The text is kept no longer than the connection it came by.
  const lastOf = new WeakMap<object, Readonly<{ text: string; key: KnownKey }>>()
  const counts = { hits: 0, lookUps: 0, failures: 0 }

  const lookUp = async (digest: string, text: string): Promise<KnownKey | undefined> => {
    // Counted from before the question, because the answer may be that old.
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

  /** Nobody waits for this: when a key was last used is for people to read. The row, too, takes one write a minute. */
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
        // A failure shows when the key is too old and somebody has to wait.
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

/** The secret itself is in no map. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** What was asked in the future was asked before the clock was set back, and nobody knows how long ago. */
function isFresh(askedAtMs: number, nowMs: number): boolean {
  const ageMs = nowMs - askedAtMs
  return ageMs >= 0 && ageMs <= KEY_CACHE_TTL_MS
}

/** What can be told from the text alone, so that a typing error costs the database nothing. */
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
