import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../movements/feeds/statement.ts'
import {
  type CollectionAccount,
  type RecordedDays,
  readRecordedDays,
  selectCollectionAccounts,
} from './money-store.ts'

/** What a file says, beside what we have recorded. Nothing is recorded. */
export type StatementPreview = Readonly<{
  profile: string
  account: CollectionAccount
  statement: Statement
  /** Undefined: the file does not show its days. */
  recorded: RecordedDays | undefined
}>

/**
 * Reads a statement without recording it: which bank made it, which of our accounts it is of, and whether its rows add up. A file is of the
 * one format that reads it. The import itself reads it again.
 */
export async function previewStatement(
  sql: Sql,
  mode: Mode,
  formats: readonly StatementFormat[],
  file: Uint8Array,
): Promise<StatementPreview> {
  const { profile, statement } = readWithAny(formats, file)
  const accounts = await selectCollectionAccounts(sql, mode)
  const account = accounts.find(({ accountNumber }) => accountNumber === statement.accountNumber)
  if (account === undefined) {
    throw new Refusal(
      'vendor_account_unknown',
      `The statement is of account ${statement.accountNumber}, which is not one of our open accounts in ${mode} mode.`,
    )
  }
  const { from, to } = statement
  const days = from === undefined || to === undefined ? undefined : { from, to }
  return {
    profile,
    account,
    statement,
    recorded: days && (await readRecordedDays(sql, account.id, days)),
  }
}

/** A file that one format knows and refuses, because its rows do not add up, is refused with that reason. */
function readWithAny(formats: readonly StatementFormat[], file: Uint8Array) {
  let known: Refusal | undefined
  for (const format of formats) {
    try {
      return { profile: format.profile, statement: format.parse(file) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'statement_unreadable') known ??= error
    }
  }
  throw (
    known ??
    new Refusal(
      'statement_unreadable',
      `No format reads this file. Export the statement again, in one of these formats: ${formats.map(({ profile }) => profile).join(', ')}.`,
    )
  )
}
