import { randomBytes } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RelyingParty } from '../decisions/sign-decision.ts'
import { type ChallengeFor, storeChallenge, takeChallenge } from './challenge-store.ts'
import type { Person } from './person.ts'

export type CeremonyDeps = Readonly<{ pool: Pool; clock: Clock; relyingParty: RelyingParty }>

/** How long a person has to answer. */
const CHALLENGE_MS = 5 * 60_000
/** ES256, EdDSA and RS256, as COSE numbers. The signer and the payer verify the same. */
const ALGORITHMS = [-7, -8, -257]

/** Returns what a browser needs to ask for any passkey of this site. It names no person, so it tells nobody who has an account. */
export async function requestSignIn(deps: CeremonyDeps) {
  return requestAssertion(deps, { purpose: 'sign_in' })
}

/** Returns what a browser needs to ask for one of these passkeys, or for any of this site. */
export async function requestAssertion(
  deps: CeremonyDeps,
  wanted: ChallengeFor,
  credentialIds: readonly Buffer[] = [],
) {
  const challenge = await issueChallenge(deps, wanted)
  return generateAuthenticationOptions({
    rpID: deps.relyingParty.id,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(credentialIds.length > 0 && {
      allowCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
    }),
  })
}

/** Returns what a browser needs to create a passkey for a person, on an authenticator that has none of their passkeys yet. */
export async function requestPasskey(
  deps: CeremonyDeps,
  wanted: ChallengeFor,
  person: Person,
  enrolled: readonly Buffer[],
) {
  const challenge = await issueChallenge(deps, wanted)
  return generateRegistrationOptions({
    rpName: 'Afara',
    rpID: deps.relyingParty.id,
    userID: userHandleOf(person),
    userName: person.email,
    userDisplayName: person.name,
    challenge,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: enrolled.map((id) => ({ id: id.toString('base64url') })),
    // Discoverable, because sign-in names no person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Verifies an answer to requestAssertion and returns the counter of the passkey. The challenge is used up even if the answer is wrong. */
export async function verifyAssertion(
  deps: CeremonyDeps,
  wanted: ChallengeFor,
  answer: AuthenticationResponseJSON,
  passkey: Readonly<{ publicKey: Buffer; person: Person }>,
): Promise<number> {
  const { userHandle } = answer.response
  const isOwn =
    userHandle === undefined ||
    userHandle === '' ||
    Buffer.from(userHandle, 'base64url').equals(userHandleOf(passkey.person))
  const { authenticationInfo, verified } = await judge(async () =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challengeCheck(deps, wanted),
      expectedOrigin: deps.relyingParty.origin,
      expectedRPID: deps.relyingParty.id,
      requireUserVerification: true,
      // The counter is compared in the commit that stores it (usePasskey), so that of two equal answers one wins.
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  )
  if (!verified || !isOwn) refusePasskey()
  return authenticationInfo.newCounter
}

/** A passkey that an authenticator created. */
export type NewPasskey = Readonly<{ credentialId: Buffer; publicKey: Buffer; signCount: number }>

/** Verifies an answer to requestPasskey. The challenge is used up even if the answer is wrong. */
export async function verifyNewPasskey(
  deps: CeremonyDeps,
  wanted: ChallengeFor,
  answer: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const { verified, registrationInfo } = await judge(async () =>
    verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challengeCheck(deps, wanted),
      expectedOrigin: deps.relyingParty.origin,
      expectedRPID: deps.relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) return refusePasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
  }
}

async function issueChallenge(
  { pool, clock }: CeremonyDeps,
  wanted: ChallengeFor,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = 'challenge' in wanted ? wanted.challenge : randomBytes(32)
  const now = clock.now()
  await storeChallenge(pool, challenge, wanted, now, new Date(now.getTime() + CHALLENGE_MS))
  return new Uint8Array(challenge)
}

/** Uses up the challenge outside any transaction, so that a refused answer cannot bring it back. */
function challengeCheck({ pool, clock }: CeremonyDeps, wanted: ChallengeFor) {
  return async (text: string): Promise<boolean> => {
    const challenge = Buffer.from(text, 'base64url')
    const isForThis = !('challenge' in wanted) || wanted.challenge.equals(challenge)
    if (isForThis && (await takeChallenge(pool, challenge, wanted, clock.now()))) return true
    throw new Refusal(
      'challenge_invalid',
      'This challenge was used, has expired after five minutes, or is not ours. Start again.',
    )
  }
}

/** The library throws for everything that is wrong with an answer. What exactly was wrong helps only an attacker. */
async function judge<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Refusal || isDatabaseError(error)) throw error
    return refusePasskey(error)
  }
}

/** Errors of PostgreSQL and of its connection have a code. Errors of the library about an answer have none. */
function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    !error.code.startsWith('ERR_')
  )
}

function refusePasskey(cause?: unknown): never {
  throw new Refusal(
    'passkey_refused',
    'The answer of the passkey is not valid here. Unlock the passkey with your PIN, fingerprint or face, and try again.',
    { cause },
  )
}

/** The id under which authenticators store the passkeys of a person: the 16 bytes of the person's id. */
function userHandleOf({ id }: Person): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'))
}
