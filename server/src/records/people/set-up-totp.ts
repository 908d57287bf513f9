import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { sealBytes, unsealBytes } from '../../kernel/seal-bytes.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { idOf, type Person } from './person.ts'
import { requireFresh } from './require-access.ts'
import type { SignedIn } from './start-session.ts'
import { confirmTotp, endTotp, insertTotp, lockWaitingTotp, type Totp } from './totp-store.ts'

/** `totpKey` encrypts the secrets of codes. */
export type TotpDeps = Readonly<{ pool: Pool; clock: Clock; totpKey: Buffer }>

/** How long a member has to type the first code. PostgreSQL refuses more. */
const SET_UP_MS = 10 * 60_000
/** A phone's clock may be wrong by one code. */
const TOLERANCE_SECONDS = 30

/** Begins to set up codes and returns the secret, as text and as the address that apps read. It counts after the first right code. */
export async function requestTotp(
  { pool, clock, totpKey }: TotpDeps,
  signedIn: SignedIn,
): Promise<Readonly<{ secret: string; uri: string }>> {
  requireFresh(signedIn, clock)
  const { person } = signedIn
  const id = newId()
  const secret = generateSecret()
  await inTransaction(pool, async (sql) =>
    insertTotp(sql, {
      id,
      memberId: person.id,
      secret: sealBytes(totpKey, id, Buffer.from(secret)),
      at: clock.now(),
    }),
  )
  return { secret, uri: generateURI({ issuer: 'Afara', label: person.email, secret }) }
}

/** Confirms codes with the first of them. Codes that the member had before end, with their sessions. */
export async function confirmCodes(deps: TotpDeps, signedIn: SignedIn, code: string): Promise<void> {
  requireFresh(signedIn, deps.clock)
  const { person } = signedIn
  const now = deps.clock.now()
  await inTransaction(deps.pool, async (sql) => {
    const waiting = await lockWaitingTotp(sql, person.id, new Date(now.getTime() - SET_UP_MS))
    if (waiting === undefined) refuseUnknown()
    const step = judgeCode(deps, waiting, code, now)
    if (step === undefined) {
      throw new Refusal('code_refused', 'This code is not right. Type the code that your app shows now.')
    }
    const isRepeated = await endTotp(sql, person.id, now)
    await confirmTotp(sql, waiting.id, step, now)
    await audit(sql, person, 'totp.confirmed', isRepeated ? 'replaced the earlier codes' : 'set up codes')
  })
}

/** Removes the codes of a member, and ends the sessions that began with them. */
export async function removeCodes({ pool, clock }: TotpDeps, person: Person): Promise<void> {
  await inTransaction(pool, async (sql) => {
    if (!(await endTotp(sql, person.id, clock.now()))) refuseUnknown()
    await audit(sql, person, 'totp.removed', 'removed by their owner')
  })
}

/** Returns the time step of a right code that was not used before. Otherwise returns undefined. */
export function judgeCode(
  { totpKey }: Pick<TotpDeps, 'totpKey'>,
  { id, secret, lastStep }: Totp,
  code: string,
  now: Date,
): number | undefined {
  const judged = verifySync({
    secret: unsealBytes(totpKey, id, secret).toString(),
    token: code,
    epoch: Math.floor(now.getTime() / 1_000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return judged.valid && 'timeStep' in judged ? judged.timeStep : undefined
}

async function audit(sql: Sql, person: Person, action: string, reason: string): Promise<void> {
  await appendAudit(sql, { actor: person.id, action, subject: idOf(person), reason })
}

function refuseUnknown(): never {
  throw new Refusal(
    'codes_unknown',
    'You have not set up codes, or began to more than ten minutes ago. Set them up again.',
  )
}
