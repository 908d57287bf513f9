import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { countHeldByImport } from '../../movements/credits/import-store.ts'
import type { Days } from '../../movements/feeds/statement.ts'
import { lockCase } from '../../records/cases/case-store.ts'
import type { Signing } from '../../records/decisions/sign-decision.ts'
import { storeSigned } from '../cases/propose-resolution.ts'

export type QuarantinedCredits = Readonly<{ caseId: string; count: number }>

export type ImportDetails = Readonly<{
  profile: string
  sha256: string
  days: Days
  operatorId: string
  reason: string
  at: Date
}>

/** Proposes the confirmation of an import once the whole file is recorded. */
export async function proposeConfirmation(
  sql: Sql,
  signing: Signing,
  id: string | undefined,
  { operatorId, reason, at }: ImportDetails,
): Promise<QuarantinedCredits | undefined> {
  const count = id === undefined ? 0 : await countHeldByImport(sql, id, at)
  const file = id === undefined || count === 0 ? undefined : await lockCase(sql, id)
  if (file === undefined) return undefined
  // If an operator has proposed a decision meanwhile, that proposal stays.
  if (file.state === 'open') {
    const step = { caseId: file.id, version: file.version, operatorId, reason, at }
    await storeSigned(sql, signing, { file, step, resolution: { action: 'confirm_import' } })
  }
  return { caseId: formatId('case', file.id), count }
}
