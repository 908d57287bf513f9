import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { type LineOutcome, recordLines } from '../../movements/credits/record-lines.ts'
import type { BankLine, UnreadableLine } from '../../movements/feeds/bank-line.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { selectCasesOfThisCommit } from '../../records/cases/case-store.ts'
import { lockAccount, refuseAgain, refuseOther } from './admit-statement.ts'
import { type BroughtBy, watchFunds } from './hold-brought.ts'

export type RecordedStatement = Readonly<{
  outcomes: readonly LineOutcome[]
  opened: readonly CaseFile[]
}>

type Page = Readonly<{ lines: readonly BankLine[]; unreadable: readonly UnreadableLine[] }>

// Whoever records has the account to himself, and what is paid meanwhile waits: less than a second at a time.
const LINES_A_COMMIT = 200

/**
 * Records a statement a page at a time, in its own order, so that a credit comes before what takes it back. Each page is a
 * commit with what it brought held, so that a crash in between leaves nothing free; whoever begins again finds the first pages
 * known and goes on with the same case.
 */
export async function recordStatement(
  pool: Pool,
  accountId: string,
  statement: Statement,
  by: BroughtBy,
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
  by: BroughtBy,
): Promise<RecordedStatement> {
  const account = await lockAccount(sql, accountId)
  refuseOther(account, statement)
  await refuseAgain(sql, account.id, by.sha256)
  const funds = await watchFunds(sql, account)
  const outcomes = await recordLines(sql, {
    accountId: account.id,
    source: 'statement',
    ...page,
    cursor: undefined,
    at: by.at,
  })
  await funds.hold(by)
  return { outcomes, opened: await selectCasesOfThisCommit(sql) }
}

/** At least one, so that a statement without rows is looked at too. */
function pagesOf({ lines, unreadable }: Statement): Page[] {
  const pages: Page[] = [{ lines: lines.slice(0, LINES_A_COMMIT), unreadable }]
  for (let first = LINES_A_COMMIT; first < lines.length; first += LINES_A_COMMIT) {
    pages.push({ lines: lines.slice(first, first + LINES_A_COMMIT), unreadable: [] })
  }
  return pages
}
