import { parseId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type LineOutcome, recordStatementLines } from '../../movements/credits/bank-line-store.ts'
import { findImportOfFile } from '../../movements/credits/import-store.ts'
import {
  type BankAccount,
  findBankAccount,
  lockBankAccount,
} from '../../movements/feeds/bank-account-store.ts'
import type { BankLine, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import type { Statement, StatementFormat } from '../../movements/feeds/statement.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { selectCasesOfThisCommit } from '../../records/cases/case-store.ts'
import type { ImportDetails } from './quarantine-import.ts'

export type RecordedStatement = Readonly<{
  outcomes: readonly LineOutcome[]
  opened: readonly CaseFile[]
}>

type Page = Readonly<{ lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }>

// Recording locks the account, and payments wait meanwhile. A page of this size takes less than a second.
const LINES_A_COMMIT = 200

/**
 * Records a statement page by page in the statement's order, so that a credit comes before its reversal. The commit of each page also
 * blocks the page's new credits, so after a crash between pages no new credit can be used. A repeated import finds the first pages recorded
 * and continues with the same case.
 */
export async function recordStatement(
  pool: Pool,
  accountId: string,
  statement: Statement,
  by: ImportDetails,
): Promise<RecordedStatement> {
  const outcomes: LineOutcome[] = []
  const opened: CaseFile[] = []
  for (const page of pagesOf(statement)) {
    const done = await inTransaction(pool, async (sql) => recordPage(sql, accountId, statement, page, by))
    outcomes.push(...done.outcomes)
    opened.push(...done.opened)
  }
  return { outcomes, opened }
}

async function recordPage(
  sql: Sql,
  accountId: string,
  statement: Statement,
  page: Page,
  by: ImportDetails,
): Promise<RecordedStatement> {
  const account = await lockAccount(sql, accountId)
  refuseOtherAccount(account, statement)
  await refuseSecondImport(sql, account.id, by.sha256)
  const { operatorId, profile, sha256, days, at } = by
  const outcomes = await recordStatementLines(sql, {
    accountId: account.id,
    ...page,
    operatorId,
    facts: { subject: sha256, profile, first_day: days.from, last_day: days.to, sha256 },
    at,
  })
  return { outcomes, opened: await selectCasesOfThisCommit(sql) }
}

/** Returns at least one page, so that a statement without rows is recorded too. */
function pagesOf({ lines, unreadable }: Statement): Page[] {
  const pages: Page[] = [{ lines: lines.slice(0, LINES_A_COMMIT), unreadable }]
  for (let first = LINES_A_COMMIT; first < lines.length; first += LINES_A_COMMIT) {
    pages.push({ lines: lines.slice(first, first + LINES_A_COMMIT), unreadable: [] })
  }
  return pages
}

/** Returns the parser of the bank export that the operator named. */
export function requireFormat(formats: readonly StatementFormat[], profile: string): StatementFormat {
  const format = formats.find((known) => known.profile === profile)
  if (format !== undefined) return format
  const known = formats.map((one) => one.profile).join(', ')
  throw new Refusal('statement_profile_unknown', `No profile is called "${profile}". Choose from ${known}.`)
}

/** Locks an account, so that only one import or recording runs for it at a time. */
export async function lockAccount(sql: Sql, text: string): Promise<BankAccount> {
  const id = parseId('vendorAccount', text) ?? parseId('vendorAccount', `vac_${text.replaceAll('-', '')}`)
  if (id !== undefined) {
    await lockBankAccount(sql, id)
    const account = await findBankAccount(sql, id)
    if (account !== undefined) return account
  }
  throw new Refusal(
    'vendor_account_unknown',
    `No vendor account is called "${text}". Copy its id (vac_…) from "npx afara ops account list".`,
  )
}

function refuseOtherAccount({ accountNumber }: BankAccount, statement: Statement): void {
  if (statement.accountNumber === accountNumber) return
  throw new Refusal(
    'statement_of_another_account',
    `The file is for account ${statement.accountNumber}, but you named ${accountNumber}. Nothing was imported.`,
  )
}

export async function refuseSecondImport(sql: Sql, accountId: string, sha256: string): Promise<void> {
  const before = await findImportOfFile(sql, accountId, Buffer.from(sha256, 'hex'))
  if (before === undefined) return
  throw new Refusal(
    'statement_already_imported',
    `This file was imported on ${lagosDay(before)}. Nothing was done.`,
    { detail: { importedAt: before.toISOString() } },
  )
}

/** Returns the day in Lagos, where the time is UTC+1 all year. */
export function lagosDay(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
}
