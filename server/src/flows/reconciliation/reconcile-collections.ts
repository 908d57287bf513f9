import { type MissingLine } from '../../movements/credits/duplicate-lines.ts'
import { selectLinesMissingFromStatement } from '../../movements/credits/import-store.ts'
import {
  countTold,
  type LastStatement,
  listLastStatements,
} from '../../movements/reconciliation/account-books-store.ts'
import { findStanding, type Look } from '../../movements/reconciliation/reconciliation-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

// A statement does not change, but feeds may still report lines of its days for a while.
const AGAIN_MS = 3_600_000
// A bank may print lines of the last hours of a day under the next day.
const EVENING_HOUR = 21

/** Reconciles collection accounts: compares their newest statements with the lines that feeds reported for the same days. */
export async function lookAtCollections(deps: ReconcileDeps): Promise<readonly Look[]> {
  const looks: Look[] = []
  for (const statement of await listLastStatements(deps.pool)) {
    const before = await findStanding(deps.pool, 'collection', statement.accountId, statement.mode)
    const isOld =
      before?.state !== 'agrees' ||
      before.basis?.['statement'] !== statement.runId ||
      deps.clock.now().getTime() - before.lookedAt.getTime() > AGAIN_MS
    if (isOld) looks.push(await lookAtStatement(deps, statement))
  }
  return looks
}

async function lookAtStatement({ pool }: ReconcileDeps, statement: LastStatement): Promise<Look> {
  const { accountId, mode, days, oursMinor, openingMinor, closingBeforeMinor = openingMinor } = statement
  const unprinted = await selectLinesMissingFromStatement(pool, accountId, days)
  const told = await countTold(pool, accountId, days)
  const missing = unprinted.filter((line) => !mayBePrintedLater(line, days.to))
  const apart = openingMinor - closingBeforeMinor
  const differenceMinor = missing.reduce((sum, line) => sum - signed(line), apart)
  return {
    kind: 'collection',
    scope: accountId,
    mode,
    oursMinor,
    theirsMinor: oursMinor + differenceMinor,
    differenceMinor,
    items: [
      {
        statement: `${days.from} to ${days.to}`,
        closing_minor: String(statement.closingMinor),
        lines: told.lines,
        only_in_statement: told.onlyStatement,
      },
      ...(apart === 0n ? [] : [{ opening_apart_minor: String(apart) }]),
      ...unprinted.slice(0, 100).map((line) => ({
        line: line.lineId,
        settled_minor: String(signed(line)),
        is: missing.includes(line) ? 'missing in the statement' : 'may appear in the next statement',
      })),
    ],
    basis: { statement: statement.runId },
  }
}

function signed({ direction, settledMinor }: MissingLine): bigint {
  return direction === 'credit' ? settledMinor : -settledMinor
}

function mayBePrintedLater({ bookedAt }: MissingLine, lastDay: string): boolean {
  const evening = Date.parse(`${lastDay}T${EVENING_HOUR}:00:00+01:00`)
  return bookedAt.getTime() >= evening
}
