import { isLockTimeout } from '../../kernel/postgres/lock-timeout.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { recordLines } from '../../movements/credits/record-lines.ts'
import type { BankAccount } from '../../movements/feeds/bank-account-store.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import { type FeedHint, finishHints } from '../../movements/feeds/feed-hint-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import type { HintAnswer } from './reread-hints.ts'

type Plain = Readonly<{ hint: FeedHint; lines: readonly BankLine[] }>

/** How many lines were new, and the answers that are left to be settled one by one. */
export type AnswersRecorded = Readonly<{ count: number; left: readonly HintAnswer[] }>

/**
 * Records the plain answers of a bank together, in one commit in which their hints are gone: a busy account would else wait for a
 * commit for each. What is not plain, and all of it when one cannot be recorded, is left to be settled one by one.
 */
export async function recordAnswers(
  { pool, clock, feeds }: CreditDeps,
  answers: readonly HintAnswer[],
  account: BankAccount,
): Promise<AnswersRecorded> {
  const plain = plainAnswers(answers, account)
  const [first, second] = plain
  if (first === undefined || second === undefined) return { count: 0, left: answers }
  const { mode, vendor } = first.hint
  try {
    const outcomes = await inTransaction(pool, async (sql) => {
      const recorded = await recordLines(sql, {
        accountId: account.id,
        source: feeds[mode].get(vendor)?.source ?? vendor,
        lines: plain.flatMap(({ lines }) => lines),
        unreadable: [],
        cursor: undefined,
        at: clock.now(),
      })
      await finishHints(
        sql,
        { mode, vendor },
        plain.map(({ hint }) => hint.key),
      )
      return recorded
    })
    const done = new Set(plain.map(({ hint }) => hint))
    return {
      count: outcomes.filter(({ outcome }) => outcome === 'new').length,
      left: answers.filter(({ hint }) => !done.has(hint)),
    }
  } catch (error) {
    if (isLockTimeout(error)) throw error
    return { count: 0, left: answers }
  }
}

/** Lines of one vendor that can be read, all of them about this account, and none told by two of the answers. */
function plainAnswers(answers: readonly HintAnswer[], account: BankAccount): Plain[] {
  const vendor = answers[0]?.hint.vendor
  const told = new Set<string>()
  return answers.flatMap(({ hint, reread }) => {
    if (reread.kind !== 'found' || hint.vendor !== vendor) return []
    const { lines, unreadable } = reread
    const isPlain =
      lines.length > 0 &&
      unreadable.length === 0 &&
      lines.every(
        ({ accountNumber, externalId }) => accountNumber === account.accountNumber && !told.has(externalId),
      )
    if (!isPlain) return []
    for (const { externalId } of lines) told.add(externalId)
    return [{ hint, lines }]
  })
}
