import { hash } from 'node:crypto'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { insertConfirmation } from './confirmation-store.ts'
import { type CeremonyDeps, requestAssertion } from './passkey-ceremony.ts'
import { idOf } from './person.ts'
import { listPasskeys } from './person-passkey-store.ts'
import { refusalOfSignature } from './require-access.ts'
import type { SignedIn } from './start-session.ts'
import { withPasskey } from './use-passkey.ts'

/** What a member changes in a business. `what` has one line for each value. */
export type Change = Readonly<{ businessId: string; what: Readonly<Record<string, string>> }>

const HEADER = 'Afara change 1'

/** Returns the text of a change, and what a browser needs to have it signed with a passkey of the person. Nothing is stored yet. */
export async function requestConfirmation(deps: CeremonyDeps, signedIn: SignedIn, change: Change) {
  const id = newId()
  const text = formatChange(id, signedIn, change)
  const passkeys = await listPasskeys(deps.pool, signedIn.person)
  const options = await requestAssertion(
    deps,
    wantedOf(signedIn, text),
    passkeys.map(({ credentialId }) => credentialId),
  )
  return { id, text, options }
}

/**
 * Verifies that the person signed this change with a passkey of their own, stores the signature, and runs `write` in the same commit. Each
 * request for a signature works once, for five minutes, in the session that asked.
 */
export async function withConfirmation<T>(
  deps: CeremonyDeps,
  signedIn: SignedIn,
  { id, answer, ...change }: Change & Readonly<{ id: string; answer: AuthenticationResponseJSON }>,
  write: (sql: Sql, now: Date) => Promise<T>,
): Promise<T> {
  const { person } = signedIn
  const text = formatChange(id, signedIn, change)
  return withPasskey(deps, wantedOf(signedIn, text), answer, async (sql, passkey, now) => {
    if (passkey.person.id !== person.id)
      throw new Refusal('passkey_refused', 'This passkey is not yours. Confirm with a passkey of your own.')
    const { businessId } = change
    await insertConfirmation(sql, { id, memberId: person.id, businessId, text, answer, at: now }).catch(
      (error: unknown) => {
        throw refusalOfSignature(error) ?? error
      },
    )
    return write(sql, now)
  })
}

/** Every line after the first is a name and a JSON value, so that no value can look like another line. */
function formatChange(id: string, { person }: SignedIn, { businessId, what }: Change): string {
  const lines = {
    change: formatId('change', id),
    business: formatId('business', businessId),
    by: idOf(person),
    ...what,
  }
  return [HEADER, ...Object.entries(lines).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join(
    '\n',
  )
}

function wantedOf({ session }: SignedIn, text: string) {
  return {
    purpose: 'confirm_request',
    subjectId: session.id,
    challenge: hash('sha256', text, 'buffer'),
  } as const
}
