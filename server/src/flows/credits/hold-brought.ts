import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { holdFunds, selectFreeFunds } from '../../movements/credits/brought-fund-store.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import type { Days } from '../../movements/feeds/statement-days.ts'
import { openUnconfirmedImport } from '../../records/cases/open-request-store.ts'
import { storeWithMoney } from '../cases/propose-resolution.ts'

const DUE_AFTER_MS = 86_400_000

export type Brought = Readonly<{ caseId: string; count: number }>

export type BroughtBy = Readonly<{
  importId: string
  profile: string
  sha256: string
  days: Days
  operatorId: string
  reason: string
  at: Date
}>

/**
 * Notes what is free on an account, and afterwards keeps from everybody what an import has made of it: credits that are new,
 * and credits whose payer it told. One person could have written the file, so another says that it is the bank's.
 */
export async function watchFunds(sql: Sql, account: BankAccount) {
  const before = await selectFreeFunds(sql, account.id)
  return {
    hold: async (by: BroughtBy): Promise<Brought | undefined> => {
      const after = await selectFreeFunds(sql, account.id)
      const lineIds = [...after].filter(([id, words]) => before.get(id) !== words).map(([id]) => id)
      if (lineIds.length === 0) return undefined
      const { operatorId, reason, at } = by
      const id = await openUnconfirmedImport(sql, {
        id: newId(),
        mode: account.mode,
        operatorId,
        vendorAccountId: account.id,
        summary: `A statement of ${account.accountNumber} brought what no feed had told: is it the bank's?`,
        facts: {
          subject: by.importId,
          profile: by.profile,
          first_day: by.days.from,
          last_day: by.days.to,
          credits: lineIds.length,
          sha256: by.sha256,
        },
        at,
        dueAt: new Date(at.getTime() + DUE_AFTER_MS),
      })
      const count = await holdFunds(sql, id, lineIds)
      await storeWithMoney(
        sql,
        { caseId: id, version: 1, operatorId, reason, at },
        { action: 'confirm_import' },
      )
      return { caseId: formatId('case', id), count }
    },
  }
}
