import { defaultScopes, type KeyScope, keyScopes } from '../../../src/records/keys/key-rights.ts'
import type { Probe, Row, Verdict } from './rows.ts'
import type { KeyKind, Tenancy } from './tenancies.ts'

/** A caller with its key and rights. */
export type Actor = Readonly<{
  name: string
  keyOf(own: Tenancy, suspended: Tenancy): string | undefined
  /** Answer of a route that needs a key. Undefined: the scopes decide. */
  stoppedWith?: Verdict
  scopes: readonly KeyScope[]
  /** A person with a token. Some routes ask less of them than of a key. */
  isPerson?: true
}>

const stopped = (kind: KeyKind, verdict: Verdict): Actor => ({
  name: kind,
  keyOf: ({ keys }) => keys[kind],
  stoppedWith: verdict,
  scopes: [],
})

const scoped = (kind: KeyKind, scopes: readonly KeyScope[]): Actor => ({
  name: kind,
  keyOf: ({ keys }) => keys[kind],
  scopes,
})

export const actors: readonly Actor[] = [
  { name: 'no key', keyOf: () => undefined, stoppedWith: '401 key_missing', scopes: [] },
  { name: 'an empty key', keyOf: () => '', stoppedWith: '401 key_missing', scopes: [] },
  { name: 'garbage', keyOf: () => "' or 1=1 --", stoppedWith: '401 key_malformed', scopes: [] },
  stopped('mistyped', '401 key_mistyped'),
  stopped('never issued', '401 key_unknown'),
  stopped('of another cell', '401 key_wrong_cell'),
  stopped('revoked', '401 key_revoked'),
  stopped('expired', '401 key_expired'),
  stopped('issued until yesterday', '401 key_expired'),
  stopped('from a wrong address', '403 ip_not_allowed'),
  {
    name: 'a suspended business',
    keyOf: (_own, suspended) => suspended.keys['all scopes'],
    stoppedWith: '403 business_suspended',
    scopes: [],
  },
  scoped('read only', ['read']),
  scoped('buy only', ['buy']),
  scoped('sell only', ['sell']),
  scoped('payouts only', ['payouts']),
  scoped('webhooks only', ['webhooks']),
  scoped('default scopes', defaultScopes),
  scoped('all scopes', keyScopes),
  {
    name: 'a token of a viewer',
    keyOf: ({ members, mode }) => members.viewer.token(mode),
    scopes: ['read'],
    isPerson: true,
  },
  {
    name: 'a token of an owner',
    keyOf: ({ members, mode }) => members.owner.token(mode),
    scopes: ['read', 'buy'],
    isPerson: true,
  },
  {
    name: 'a token that was changed',
    keyOf: ({ members, mode }) => members.owner.token(mode).replace('token_e', 'token_f'),
    stoppedWith: '401 token_invalid',
    scopes: [],
  },
  {
    name: 'a token for another business',
    keyOf: ({ members, mode }, suspended) => members.owner.token(mode, { businessId: suspended.uuid }),
    stoppedWith: '403 role_missing',
    scopes: [],
  },
]

/** Returns the expected answer for this actor and probe. */
export function expectedVerdict(
  { access, personAccess, keyNeedsOneOf }: Row,
  probe: Probe,
  actor: Actor,
  { mode }: Tenancy,
): Verdict {
  if (access === 'public') return probe.passed[mode]
  if (actor.stoppedWith !== undefined) return actor.stoppedWith
  const asked = actor.isPerson === true ? (personAccess ?? access) : access
  const needed = probe.alsoNeeds === undefined ? [asked] : [asked, probe.alsoNeeds]
  const mayMove =
    actor.isPerson === true || (keyNeedsOneOf?.some((scope) => actor.scopes.includes(scope)) ?? true)
  return mayMove && needed.every((scope) => actor.scopes.includes(scope))
    ? probe.passed[mode]
    : '403 scope_missing'
}
