import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type Business, parseLinkTag, parseName } from '../businesses/business.ts'
import { generateKey, newestHmac, type Peppers } from '../keys/key-text.ts'
import { parseEmail } from '../operators/operator.ts'
import { queueLink } from './mail/queue-link.ts'
import { type CeremonyDeps, requestPasskey, verifyNewPasskey } from './passkey-ceremony.ts'
import type { Person } from './person.ts'
import { insertPersonPasskey } from './person-passkey-store.ts'
import { hashConfirmationToken, newConfirmationToken } from './secret-token.ts'
import { findFreeTag, insertConfirmation, insertSignUp, updateConfirmed } from './sign-up-store.ts'
import { type StartedSession, startSession } from './start-session.ts'

export type SignUpDeps = CeremonyDeps & Readonly<{ cell: string; peppers: Peppers; mailKey: Buffer }>

/** What a person types to sign up. */
export type SignUp = Readonly<{ name: string; email: string; businessName: string; linkTag: string }>

/** How long the link that confirms an address works. */
const CONFIRMATION_MS = 3 * 24 * 3_600_000

/** Whether no business has the link tag. Refuses a text that no business could have. */
export async function isLinkTagFree(sql: Sql, text: string): Promise<boolean> {
  return findFreeTag(sql, parseLinkTag(text))
}

/**
 * Checks what a person typed, and returns what a browser needs to create their passkey. Nothing is stored until the passkey exists. It does
 * not tell whether the address has an account: only the link that we mail to the address does.
 */
export async function requestSignUp(deps: CeremonyDeps, input: SignUp) {
  const wanted = parseSignUp(input)
  if (!(await isLinkTagFree(deps.pool, wanted.linkTag))) refuseTaken(wanted.linkTag)
  const person = newMember(newId(), wanted)
  const options = await requestPasskey(deps, { purpose: 'sign_up', subjectId: person.id }, person, [])
  return { memberId: person.id, options }
}

export type SignedUp = Readonly<{
  business: Business
  /** The first test key. The secret is shown only here. */
  key: Readonly<{ id: string; secret: string }>
  started: StartedSession
}>

/** Creates the person, their passkey, their business and its first test key in one commit, and signs the person in. */
export async function signUp(
  deps: SignUpDeps,
  memberId: string,
  input: SignUp & Readonly<{ answer: RegistrationResponseJSON; userAgent: string }>,
): Promise<SignedUp> {
  const wanted = parseSignUp(input)
  const created = await verifyNewPasskey(deps, { purpose: 'sign_up', subjectId: memberId }, input.answer)
  const business = { id: newId(), name: wanted.businessName, linkTag: wanted.linkTag }
  const key = { id: newId(), secret: generateKey({ mode: 'test', cell: deps.cell }) }
  const hmac = newestHmac(key.secret, deps.peppers)
  const at = deps.clock.now()
  return inTransaction(deps.pool, async (sql) => {
    const member = { id: memberId, email: wanted.email, name: wanted.name }
    if (!(await insertSignUp(sql, member, business, { keyId: key.id, ...hmac }, at)))
      refuseTaken(business.linkTag)
    const person = newMember(memberId, wanted, business.id)
    const passkeyId = newId()
    const passkey = { id: passkeyId, ...created, name: 'First passkey', at }
    if (!(await insertPersonPasskey(sql, person, passkey)))
      throw new Refusal('passkey_exists', 'This passkey is enrolled already. Create another one.')
    await addConfirmation(sql, deps, memberId)
    const how = { method: 'passkey', client: 'browser', userAgent: input.userAgent } as const
    return { business, key, started: await startSession(sql, { id: passkeyId, person }, how, at) }
  })
}

/** Mails a new link to a person who has not confirmed their address. */
export async function sendConfirmation(deps: SignUpDeps, person: Person): Promise<void> {
  if (person.side === 'operator' || person.isEmailConfirmed) return
  await inTransaction(deps.pool, async (sql) => addConfirmation(sql, deps, person.id))
}

/** Confirms the address to which the link was mailed, and returns it. Safe to repeat. */
export async function confirmEmail({ pool, clock }: CeremonyDeps, token: string): Promise<string> {
  const hash = hashConfirmationToken(token)
  if (hash === undefined) return refuseLink()
  return updateConfirmed(pool, hash, clock.now()).catch(throwRefusal)
}

async function addConfirmation(
  sql: Sql,
  { clock, mailKey }: Pick<SignUpDeps, 'clock' | 'mailKey'>,
  memberId: string,
): Promise<void> {
  const token = newConfirmationToken()
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + CONFIRMATION_MS)
  const link = { id: newId(), memberId, tokenHash: token.hash, at, expiresAt }
  await insertConfirmation(sql, link).catch(throwRefusal)
  await queueLink(
    sql,
    mailKey,
    { side: 'member', id: memberId },
    { kind: 'confirmation', token, at, expiresAt },
  )
}

function parseSignUp(input: SignUp): SignUp {
  return {
    name: parseName(input.name),
    email: parseEmail(input.email),
    businessName: parseName(input.businessName),
    linkTag: parseLinkTag(input.linkTag),
  }
}

function newMember(id: string, { email, name }: SignUp, businessId?: string): Person {
  const memberships = businessId === undefined ? [] : [{ businessId, role: 'owner' as const }]
  return { side: 'member', id, email, name, isEmailConfirmed: false, signsFrom: null, memberships }
}

function refuseTaken(linkTag: string): never {
  throw new Refusal('link_tag_taken', `The link tag "${linkTag}" is taken. Choose another.`)
}

function refuseLink(cause?: unknown): never {
  throw new Refusal(
    'confirmation_unknown',
    'This link is unknown or has expired. Sign in and send yourself a new one.',
    { cause },
  )
}

function throwRefusal(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === 'AF489')
    throw new Refusal('rate_limited', 'We sent five links in the last day. Try again tomorrow.', {
      cause: error,
    })
  if (code === 'AF490')
    throw new Refusal('email_taken', 'Another account has this address. Sign in there.', { cause: error })
  if (code === 'AF491') refuseLink(error)
  throw error
}
