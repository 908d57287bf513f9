import { hash, type KeyObject } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Mode } from '../../kernel/mode.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type CeremonyDeps, requestAssertion } from './passkey-ceremony.ts'
import { requireMembership } from './person.ts'
import { listPasskeys } from './person-passkey-store.ts'
import type { SignedIn } from './start-session.ts'
import {
  confirmedScopesOf,
  digestOfRequest,
  signTenantToken,
  TOKEN_LIFE_MS,
  type WantedRequest,
} from './tenant-token.ts'
import { withPasskey } from './use-passkey.ts'

/** A request to the API that a person confirms, for a business in one mode. */
type RequestToConfirm = Readonly<{ businessId: string; mode: Mode; request: WantedRequest }>

/** Returns what a browser needs to confirm a request with a passkey of this person. The challenge is good for this request only. */
export async function requestRequestConfirmation(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  wanted: RequestToConfirm,
) {
  const passkeys = await listPasskeys(deps.pool, signedIn.person)
  return requestAssertion(
    deps,
    purposeOf(signedIn, wanted),
    passkeys.map(({ credentialId }) => credentialId),
  )
}

/** Returns a token with which the API serves this request for one minute, and nothing else. */
export async function confirmRequest(
  deps: CeremonyDeps & Readonly<{ tokenKey: KeyObject }>,
  signedIn: SignedIn,
  wanted: RequestToConfirm,
  answer: AuthenticationResponseJSON,
): Promise<Readonly<{ token: string; expiresAt: Date }>> {
  const { person, session } = signedIn
  const { businessId, mode, request } = wanted
  return withPasskey(deps, purposeOf(signedIn, wanted), answer, async (_sql, passkey, now) => {
    if (passkey.person.id !== person.id)
      throw new Refusal('passkey_refused', 'This passkey belongs to another person. Use your own.')
    const scopes = confirmedScopesOf(requireMembership(person, businessId).role)
    const expiresAtMs = now.getTime() + TOKEN_LIFE_MS
    const token = signTenantToken(deps.tokenKey, {
      businessId,
      mode,
      memberId: person.id,
      sessionId: session.id,
      scopes,
      confirms: digestOfRequest(request),
      expiresAtMs,
    })
    return { token, expiresAt: new Date(expiresAtMs) }
  })
}

/** The subject is a digest in the form of a uuid, so an answer for one request or session is of no use for another. */
function purposeOf({ session }: SignedIn, { businessId, mode, request }: RequestToConfirm) {
  const digest = hash('sha256', [session.id, businessId, mode, digestOfRequest(request)].join('\n'), 'hex')
  const subjectId = digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { purpose: 'confirm_request', subjectId } as const
}
