import { parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findImportOfFile } from '../../movements/credits/import-run-store.ts'
import { holdAccount } from '../../movements/feeds/account-look-store.ts'
import { type BankAccount, findBankAccount } from '../../movements/feeds/bank-account-store.ts'
import type { Statement, StatementFormat } from '../../movements/feeds/statement.ts'

/** The reader of the bank's export that the operator named. */
export function requireFormat(formats: readonly StatementFormat[], profile: string): StatementFormat {
  const format = formats.find((known) => known.profile === profile)
  if (format !== undefined) return format
  const known = formats.map((one) => one.profile).join(', ')
  throw new Refusal('statement_profile_unknown', `There is no profile "${profile}": choose from ${known}.`)
}

/** One import or recording at a time for an account, by the lock that recording takes as well. */
export async function lockAccount(sql: Sql, text: string): Promise<BankAccount> {
  const id = parseId('vendorAccount', text) ?? parseId('vendorAccount', `vac_${text.replaceAll('-', '')}`)
  if (id !== undefined) {
    await holdAccount(sql, id)
    const account = await findBankAccount(sql, id)
    if (account !== undefined) return account
  }
  throw new Refusal(
    'vendor_account_unknown',
    `There is no vendor account "${text}": copy its id (vac_…) from "npx afara ops account list".`,
  )
}

/** A file of another account is not taken, whoever brings it. */
export function refuseOther({ accountNumber }: BankAccount, statement: Statement): void {
  if (statement.accountNumber === accountNumber) return
  throw new Refusal(
    'statement_of_another_account',
    `The file is of account ${statement.accountNumber}, and this one is ${accountNumber}. Nothing of it was taken.`,
  )
}

export async function refuseAgain(sql: Sql, accountId: string, sha256: string): Promise<void> {
  const before = await findImportOfFile(sql, accountId, Buffer.from(sha256, 'hex'))
  if (before === undefined) return
  throw new Refusal(
    'statement_already_imported',
    `This file was imported on ${lagosDay(before)}: all of it is here, and nothing has to be done.`,
    { detail: { importedAt: before.toISOString() } },
  )
}

/** Nigeria keeps UTC+1 all year. */
export function lagosDay(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
}
