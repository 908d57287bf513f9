import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool, Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { refusalOfSignature } from '../people/require-access.ts'
import { hashDecision } from './decision-text.ts'
import { type Assertion, type RelyingParty, requireSigned } from './sign-decision.ts'
import {
  deleteSignatureRequest,
  findOpenRequest,
  findSignatureRequest,
  insertSignatureRequest,
  type SignatureRequest,
  storeSignature,
  takeSignature,
} from './signature-request-store.ts'

type Deps = Readonly<{ pool: Pool; clock: Clock }>
type Text = Readonly<{ operatorId: string; text: string }>

/** How long a person has to sign, and the command to fetch the signature. PostgreSQL refuses more. */
const REQUEST_MS = 5 * 60_000

/** Asks an operator to sign a text in the browser. Each text has one request at a time. */
export async function requestSignature(
  { pool, clock }: Deps,
  { operatorId, text }: Text,
): Promise<SignatureRequest> {
  const at = clock.now()
  const hash = hashDecision(text)
  const open = await findOpenRequest(pool, { operatorId, hash, at })
  if (open !== undefined) return open
  const request = {
    id: newId(),
    operatorId,
    text,
    createdAt: at,
    expiresAt: new Date(at.getTime() + REQUEST_MS),
  }
  await insertSignatureRequest(pool, request, hash)
  return { ...request, signedAt: null }
}

/** Returns a request to the operator whom it asks. For others it does not exist. */
export async function readSignatureRequest(
  { pool, clock }: Deps,
  about: Readonly<{ id: string; operatorId: string }>,
): Promise<SignatureRequest> {
  const request = await findSignatureRequest(pool, { ...about, at: clock.now() })
  return request ?? refuseRequest()
}

/** Verifies an operator's signature of the requested text, and keeps it for the command. The command verifies it again. */
export async function signRequest(
  deps: Deps & Readonly<{ relyingParty: RelyingParty }>,
  about: Readonly<{ id: string; operatorId: string }>,
  assertion: Assertion,
): Promise<SignatureRequest> {
  const request = await readSignatureRequest(deps, about)
  await requireSigned(deps.pool, deps.relyingParty, request, assertion)
  const signedAt = deps.clock.now()
  const isStored = await storeSignature(deps.pool, request.id, assertion, signedAt).catch(
    (error: unknown) => {
      throw refusalOfSignature(error) ?? error
    },
  )
  if (!isStored) refuseRequest()
  return { ...request, signedAt }
}

/** Withdraws a request, so that the command stops waiting. */
export async function refuseSignature(
  { pool, clock }: Deps,
  about: Readonly<{ id: string; operatorId: string }>,
): Promise<void> {
  if (!(await deleteSignatureRequest(pool, { ...about, at: clock.now() }))) refuseRequest()
}

/** Returns the operator's kept signature of this text, once. If the commit fails, the signature is kept for the next attempt. */
export async function fetchSignature(
  sql: Sql,
  clock: Clock,
  { operatorId, text }: Text,
): Promise<Assertion | undefined> {
  return takeSignature(sql, { operatorId, hash: hashDecision(text), at: clock.now() })
}

function refuseRequest(): never {
  throw new Refusal(
    'signature_request_unknown',
    'Nothing waits for your signature here. A request works once, for five minutes. Run the command again.',
  )
}
