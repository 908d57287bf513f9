import type { KeyObject } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Mode } from '../../kernel/mode.ts'
import { type Change, requestConfirmation, withConfirmation } from './confirm-change.ts'
import type { CeremonyDeps } from './passkey-ceremony.ts'
import { requireMembership } from './person.ts'
import type { SignedIn } from './start-session.ts'
import {
  confirmedScopesOf,
  digestOfRequest,
  signTenantToken,
  TOKEN_LIFE_MS,
  type WantedRequest,
} from './tenant-token.ts'

/** A request to the API that a person confirms, for a business in one mode. */
type RequestToConfirm = Readonly<{ businessId: string; mode: Mode; request: WantedRequest }>

/** Returns the text of a request to the API, and what a browser needs to have it signed with a passkey of this person. */
export async function requestRequestConfirmation(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  wanted: RequestToConfirm,
) {
  return requestConfirmation(deps, signedIn, toChange(wanted))
}

/** Stores the signature, and returns a token with which the API serves this request for one minute, and nothing else. */
export async function confirmRequest(
  deps: CeremonyDeps & Readonly<{ tokenKey: KeyObject }>,
  signedIn: SignedIn,
  wanted: RequestToConfirm,
  signed: Readonly<{ id: string; answer: AuthenticationResponseJSON }>,
): Promise<Readonly<{ token: string; expiresAt: Date }>> {
  const { person, session } = signedIn
  const { businessId, mode, request } = wanted
  const change = { ...toChange(wanted), ...signed }
  return withConfirmation(deps, signedIn, change, async (_sql, now) => {
    const expiresAtMs = now.getTime() + TOKEN_LIFE_MS
    const token = signTenantToken(deps.tokenKey, {
      businessId,
      mode,
      memberId: person.id,
      sessionId: session.id,
      scopes: confirmedScopesOf(requireMembership(person, businessId).role),
      confirms: digestOfRequest(request),
      expiresAtMs,
    })
    return { token, expiresAt: new Date(expiresAtMs) }
  })
}

function toChange({ businessId, mode, request }: RequestToConfirm): Change {
  const { method, path, body } = request
  return {
    businessId,
    what: {
      action: path.startsWith('/cases/') ? 'decide_case' : 'change_webhooks',
      mode,
      request: `${method} ${path}`,
      body,
    },
  }
}
