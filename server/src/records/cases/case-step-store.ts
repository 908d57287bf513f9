import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Resolution } from './resolution.ts'

/** Who does what to a case, at which version, and why. Each step returns the next version, or null when the case has moved on. */
export type Step = Readonly<{ caseId: string; version: number; operatorId: string; reason: string; at: Date }>

export async function takeCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'take_case($1, $2, $3, $4, $5)', step, [])
}

export async function noteCase(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'note_case($1, $2, $3, $4, $5)', step, [])
}

export async function proposeResolution(
  sql: Sql,
  step: Step,
  resolution: Resolution,
  seen: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  return call(sql, 'propose_resolution($1, $2, $3, $6, $7, $4, $5)', step, [resolution, seen])
}

export async function declineResolution(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'decline_resolution($1, $2, $3, $4, $5)', step, [])
}

/** The caller carries the resolution out, and writes the line in the audit, in the same commit. */
export async function approveResolution(sql: Sql, step: Step): Promise<number | null> {
  return call(sql, 'approve_resolution($1, $2, $3, $4, $5)', step, [])
}

/** For what means no money, one person is enough; the caller has made sure of that. */
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
    throw new Refusal('reason_required', 'Say why: --reason "…" is kept with the case for ever.')
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
    throw refusalFor(error) ?? error
  }
}

function refusalFor(error: unknown): Refusal | undefined {
  const { code } = error as { code?: string }
  if (code === 'AF030') {
    return new Refusal(
      'approval_by_same_person',
      'You proposed this yourself: another operator must approve it, with their own key.',
      { cause: error },
    )
  }
  if (code === 'AF031') {
    return new Refusal(
      'operator_disabled',
      'The operator who proposed this, or you, is disabled: decline it, and let somebody else propose it.',
      { cause: error },
    )
  }
  return undefined
}
