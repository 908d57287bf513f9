import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { countHeldByImport, holdForImport, selectFreeFunds } from '../../movements/credits/import-store.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import type { Days } from '../../movements/feeds/statement.ts'
import { lockCase } from '../../records/cases/case-store.ts'
import { openUnconfirmedImport } from '../../records/cases/open-request-store.ts'
import type { Signing } from '../../records/decisions/sign-decision.ts'
import { storeSigned } from '../cases/propose-resolution.ts'

const CONFIRMATION_DUE_MS = 86_400_000

export type QuarantinedCredits = Readonly<{ caseId: string; count: number }>

export type ImportDetails = Readonly<{
  profile: string
  sha256: string
  days: Days
  operatorId: string
  reason: string
  at: Date
}>

/**
 * Notes the free funds of an account before an import. After the import, `hold` blocks the credits that the import added or whose payer it
 * changed. One person could have forged the file, so another operator must confirm that the bank issued it.
 */
export async function watchFreeFunds(sql: Sql, account: BankAccount) {
  const before = await selectFreeFunds(sql, account.id)
  return {
    /** Opens one case per file, however often the import is started. */
    hold: async (by: ImportDetails): Promise<void> => {
      const after = await selectFreeFunds(sql, account.id)
      const lineIds = [...after].filter(([id, words]) => before.get(id) !== words).map(([id]) => id)
      if (lineIds.length === 0) return
      const id = await openUnconfirmedImport(sql, {
        id: newId(),
        mode: account.mode,
        operatorId: by.operatorId,
        vendorAccountId: account.id,
        summary: `A statement of ${account.accountNumber} has credits that no feed reported. Did the bank issue it?`,
        facts: {
          subject: by.sha256,
          profile: by.profile,
          first_day: by.days.from,
          last_day: by.days.to,
          sha256: by.sha256,
        },
        at: by.at,
        dueAt: new Date(by.at.getTime() + CONFIRMATION_DUE_MS),
      })
      await holdForImport(sql, id, lineIds)
    },
  }
}

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
