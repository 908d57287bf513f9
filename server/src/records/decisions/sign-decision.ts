import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseKind } from '../cases/case-file.ts'
import type { Resolution } from '../cases/resolution.ts'
import { hashDecision, shortCode } from './decision-text.ts'
import { type Passkey, selectPasskeys } from './passkey-store.ts'

/** What an authenticator returns when its owner signs. */
export type Assertion = Readonly<{
  credentialId: Buffer
  authenticatorData: Buffer
  clientData: Buffer
  signature: Buffer
}>

/** The site that passkeys belong to. */
export type RelyingParty = Readonly<{
  /** Host name of the origin. */
  id: string
  origin: string
}>

/** What is decided. `sign_off` is no decision of a case: it says that somebody compared a closed day. */
type SignedAction = Resolution['action'] | 'sign_off'

/** What an operator is asked to sign, and with which passkeys. */
export type SigningRequest = Readonly<{
  text: string
  /** The hash of the text. */
  challenge: Buffer
  /** For people to compare. */
  code: string
  operatorId: string
  /** What is decided, for the rules of who may decide it. */
  kind: CaseKind
  action: SignedAction
  relyingParty: RelyingParty
  credentialIds: readonly Buffer[]
}>

/** Obtains signatures of operators. */
export type Signing = Readonly<{
  relyingParty: RelyingParty
  /** Returns the id of a case that is opened together with its proposal. The text contains the id, so it must exist before the text. */
  newCaseId(): string
  /** Returns the id of a row that the approval creates, for the text. An operator who repeats a command to sign it gets the same id. */
  newRowId(): string
  /**
   * Asks the operator for a signature. The answer is verified afterwards. What it reads, it reads with the connection of the decision: if
   * each decision needed a second one, decisions at the same time would wait for each other.
   */
  sign(request: SigningRequest, sql: Sql): Promise<Assertion>
}>

type SigningPasskey = Pick<Passkey, 'credentialId' | 'publicKey'>

/** Has an operator sign the text of a decision, and verifies the signature with the operator's passkeys. */
export async function signDecision(
  sql: Sql,
  { relyingParty, sign }: Signing,
  { text, ...decided }: Pick<SigningRequest, 'text' | 'operatorId' | 'kind' | 'action'>,
): Promise<Assertion> {
  const passkeys = await selectPasskeys(sql, decided.operatorId)
  if (passkeys.length === 0) {
    throw new Refusal('passkey_missing', 'You have no passkey. Accept your invitation to enrol one.')
  }
  const challenge = hashDecision(text)
  const request = {
    text,
    challenge,
    code: shortCode(text),
    ...decided,
    relyingParty,
    credentialIds: passkeys.map(({ credentialId }) => credentialId),
  }
  const assertion = await sign(request, sql)
  await requireSignedBy(passkeys, relyingParty, text, assertion)
  return assertion
}

/** Refuses an assertion that no passkey of the operator made for this text. */
export async function requireSigned(
  sql: Sql,
  relyingParty: RelyingParty,
  { text, operatorId }: Readonly<{ text: string; operatorId: string }>,
  assertion: Assertion,
): Promise<void> {
  await requireSignedBy(await selectPasskeys(sql, operatorId), relyingParty, text, assertion)
}

/** Refuses an assertion that none of these passkeys made for this text. */
export async function requireSignedBy(
  passkeys: readonly SigningPasskey[],
  relyingParty: RelyingParty,
  text: string,
  assertion: Assertion,
  what = 'decision',
): Promise<void> {
  const passkey = passkeys.find(({ credentialId }) => credentialId.equals(assertion.credentialId))
  if (passkey !== undefined && (await isSignedBy(passkey, assertion, hashDecision(text), relyingParty)))
    return
  throw new Refusal(
    'signature_invalid',
    `This signature is not yours, or not for the ${what} ${shortCode(text)}. Read the ${what} again and sign it with your own passkey.`,
  )
}

/**
 * Verifies a kept signature again. Returns the site at which it was made, or undefined if it does not match the text, the passkey, or a site
 * that the passkey belongs to.
 */
export async function verifyKept(
  publicKey: Buffer,
  { id }: Pick<RelyingParty, 'id'>,
  text: string,
  assertion: Assertion,
): Promise<string | undefined> {
  const origin = originOf(assertion.clientData)
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  if (host !== id && !host.endsWith(`.${id}`)) return undefined
  const passkey = { credentialId: assertion.credentialId, publicKey }
  return (await isSignedBy(passkey, assertion, hashDecision(text), { id, origin })) ? origin : undefined
}

function originOf(clientData: Buffer): string {
  try {
    const { origin } = JSON.parse(clientData.toString()) as { origin?: unknown }
    return typeof origin === 'string' ? origin : ''
  } catch {
    return ''
  }
}

async function isSignedBy(
  { publicKey }: SigningPasskey,
  { credentialId, authenticatorData, clientData, signature }: Assertion,
  challenge: Buffer,
  { id, origin }: RelyingParty,
): Promise<boolean> {
  const name = credentialId.toString('base64url')
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: authenticatorData.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // Sign-in detects copied passkeys by their counter. Decisions may be signed in another order than they are stored.
      credential: { id: name, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified
  } catch {
    // The library throws for everything that is wrong with an assertion.
    return false
  }
}
