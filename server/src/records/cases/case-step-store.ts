import { hash } from 'node:crypto'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Assertion } from '../decisions/sign-decision.ts'
import { refusalOfSignature } from '../people/require-access.ts'
import { rowOfAttachment } from './attachment-store.ts'
import { refusalOfDecision } from './carry-out-store.ts'
import type { Resolution } from './resolution.ts'

/**
 * One operator's step on a case, at the version that the operator read. Each step function returns the next version, or null if the case
 * has changed since.
 */
type Step = Readonly<{ caseId: string; version: number; operatorId: string; reason: string; at: Date }>

export async function takeCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'take_case($1, $2, $3, $4, $5)', step, [])
}

export async function handOverCase(sql: Sql, step: Step, toId: string): Promise<number | null> {
  return call(sql, 'hand_over_case($1, $2, $3, $4, $5, $6)', step, [toId])
}

export async function noteCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'note_case($1, $2, $3, $4, $5)', step, [])
}

/** Attaches a file as a step of its own. Its content is stored encrypted. */
export async function attachToCase(
  sql: Sql,
  step: Step,
  { name, content }: Readonly<{ name: string; content: Buffer }>,
  keys: Keyring,
): Promise<number | null> {
  const digest = hash('sha256', content, 'hex')
  const sealed = keys.sealBytes(rowOfAttachment(step.caseId, digest), content)
  const more = [name, sealed, content.length, digest]
  return call(sql, 'attach_to_case($1, $2, $3, $4, $5, $6, $7, $8, $9)', step, more)
}

export async function proposeResolution(
  sql: Sql,
  step: Step,
  resolution: Resolution,
  seen: Readonly<Record<string, unknown>>,
  signed: Readonly<{ text: string; assertion: Assertion }>,
): Promise<number | null> {
  const more = [resolution, seen, signed.text, toSignature(signed.assertion)]
  return call(sql, 'propose_resolution($1, $2, $3, $6, $7, $4, $5, $8, $9)', step, more)
}

export async function declineResolution(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'decline_resolution($1, $2, $3, $4, $5)', step, [])
}

/** Approves a proposed resolution. The caller must carry out the resolution and write the audit line in the same commit. */
export async function approveResolution(
  sql: Sql,
  step: Step,
  text: string,
  assertion: Assertion,
): Promise<number | null> {
  return call(sql, 'approve_resolution($1, $2, $3, $4, $5, $6, $7)', step, [text, toSignature(assertion)])
}

function toSignature({ credentialId, authenticatorData, clientData, signature }: Assertion) {
  return {
    credential_id: credentialId.toString('base64'),
    authenticator_data: authenticatorData.toString('base64'),
    client_data: clientData.toString('base64'),
    signature: signature.toString('base64'),
  }
}

/** Dismisses a case with one operator. The caller must have checked that the case is not about money. */
export async function dismissCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'dismiss_case($1, $2, $3, $4, $5)', step, [])
}

async function call(
  sql: Sql,
  signature: string,
  { caseId, version, operatorId, reason, at }: Step,
  more: readonly unknown[],
): Promise<number | null> {
  if (reason.trim() === '') {
    throw new Refusal('reason_required', 'Pass --reason "…". It is stored with the case.')
  }
  try {
    const { rows } = await sql.query<{ version: number | null }>(`select ${signature} as version`, [
      caseId,
      version,
      operatorId,
      reason.trim(),
      at,
      ...more,
    ])
    return rows[0]?.version ?? null
  } catch (error) {
    throw refusalOfStep(error) ?? refusalOfDecision(error) ?? error
  }
}

export function approvalBySamePerson(cause?: unknown): Refusal {
  const message = 'You proposed this yourself. Another operator must approve it with their own passkey.'
  return new Refusal('approval_by_same_person', message, { cause })
}

function refusalOfStep(error: unknown): Refusal | undefined {
  const { code } = error as { code?: string }
  if (code === 'AF030') {
    return approvalBySamePerson(error)
  }
  if (code === 'AF031') {
    return new Refusal(
      'operator_disabled',
      'You or the operator who proposed this are suspended or have left. An active operator must decline the proposal and propose it again.',
      { cause: error },
    )
  }
  if (code === 'AF620') {
    return new Refusal('field_invalid', 'The case has 20 files already. Put several pages into one PDF.', {
      cause: error,
    })
  }
  if (code === 'AF442') {
    return new Refusal('signature_invalid', 'This passkey was revoked. Sign with another one of yours.', {
      cause: error,
    })
  }
  return refusalOfSignature(error)
}
