import { isLockTimeout } from '../../kernel/postgres/database-errors.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { type LineOutcome, recordHintedLines, recordLines } from '../../movements/credits/bank-line-store.ts'
import type { RecentLines } from '../../movements/credits/recent-lines.ts'
import {
  type BankAccount,
  findAccountOfFeed,
  findPoolOfNumber,
} from '../../movements/feeds/bank-account-store.ts'
import type { Reread } from '../../movements/feeds/bank-feed.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import { type FeedHint, finishHint } from '../../movements/feeds/feed-hint-store.ts'
import type { Matched } from '../../movements/matching/match-account.ts'
import { wakeNow } from '../../records/transactions/wake-store.ts'
import type { CreditDeps } from './credit-deps.ts'
import { postponeFailed, postponeUnknown } from './postpone-hints.ts'
import { recordAndMatch } from './record-and-match.ts'
import type { HintAnswer } from './reread-hints.ts'

type Plain = Readonly<{ hint: FeedHint; lines: readonly BankLine[] }>

type AnswersRecorded = Readonly<{
  /** The number of new lines. */
  count: number
  /** What their matching did; undefined if they are still to be matched. */
  matched: Matched | undefined
  /** The answers that must be settled one by one. */
  left: readonly HintAnswer[]
}>

/**
 * Records the simple answers of a bank, deletes their hints and matches the new lines in one commit, because one commit per answer would
 * slow down a busy account. Returns the other answers, which the caller settles one by one. If the commit fails, returns all answers.
 */
export async function recordAnswers(
  deps: CreditDeps & Readonly<{ heard: RecentLines }>,
  answers: readonly HintAnswer[],
  account: BankAccount,
): Promise<AnswersRecorded> {
  const { clock, feeds, heard } = deps
  const plain = plainAnswers(answers, account)
  const [first] = plain
  const nothing = { count: 0, matched: undefined, left: answers }
  if (first === undefined) return nothing
  const { mode, vendor } = first.hint
  const list = { accountId: account.id, source: feeds[mode].get(vendor)?.source ?? vendor }
  const lines = plain.flatMap((answer) => answer.lines)
  const at = clock.now()
  try {
    const hints = { mode, vendor, keys: plain.map(({ hint }) => hint.key) }
    const { outcomes, matched } = await recordAndMatch(deps, account.id, async (sql) =>
      recordHintedLines(sql, { ...list, lines, at }, hints),
    )
    heard.keepAnswers(list, withoutAside(lines, outcomes), at)
    const done = new Set(plain.map(({ hint }) => hint))
    return {
      count: outcomes.filter(({ outcome }) => outcome === 'new').length,
      matched,
      left: answers.filter(({ hint }) => !done.has(hint)),
    }
  } catch (error) {
    if (isLockTimeout(error)) throw error
    return nothing
  }
}

/** Returns the lines that were recorded. A line that was set aside is recorded again, because an operator may decide about it. */
export function withoutAside(
  lines: readonly BankLine[],
  outcomes: readonly LineOutcome[],
): readonly BankLine[] {
  const aside = new Set(outcomes.flatMap((one) => (one.outcome === 'aside' ? [one.externalId] : [])))
  return lines.filter(({ externalId }) => !aside.has(externalId))
}

/** Returns the answers whose lines are readable, belong to this account and one vendor, and appear in no other answer. */
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

/** Handles the bank's answer to a hint: records it and deletes the hint, or postpones the hint. */
export async function settleHint(
  deps: CreditDeps,
  hint: FeedHint,
  reread: Reread,
  expected: BankAccount | undefined,
): Promise<Recorded> {
  const about = { vendor: hint.vendor, accountId: expected?.id }
  if (reread.kind === 'unavailable') {
    deps.onFeedFailure(about, reread.why)
    await postponeFailed(deps, hint, reread.why)
    return undefined
  }
  if (reread.kind === 'not_found' || reread.lines.length + reread.unreadable.length === 0) {
    await postponeUnknown(deps, hint, 'the bank has no such payment')
    return undefined
  }
  try {
    const recorded = await recordAnswer(deps, hint, reread, expected)
    if (recorded === undefined)
      await postponeUnknown(deps, hint, 'the bank shows the payment on an account that is not ours')
    return recorded
  } catch (error) {
    // Another process holds the lock of the account. The pass gives way, and the hint stays due.
    if (expected !== undefined && isLockTimeout(error)) throw error
    // One answer that cannot be recorded must not block the rest. If the database is unreachable, postponing the hint fails too and throws.
    await postponeFailed(deps, hint, error instanceof Error ? error.message : String(error))
    deps.onFeedFailure(about, "the bank's answer could not be recorded")
    return undefined
  }
}

type Found = Extract<Reread, { kind: 'found' }>

/** The accounts on which lines were recorded; undefined when the bank's answer names none of our accounts. */
type Recorded = Readonly<{ count: number; accountIds: readonly string[] }> | undefined

/**
 * Records the bank's answer to a hint on those of our accounts that the answer names, and deletes the hint, in one commit. Makes these
 * accounts due, so that the new lines are matched. The account that the notification named is not trusted.
 */
async function recordAnswer(
  { pool, clock, feeds }: CreditDeps,
  hint: FeedHint,
  { lines: told, unreadable }: Found,
  expected: BankAccount | undefined,
): Promise<Recorded> {
  const source = feeds[hint.mode].get(hint.vendor)?.source ?? hint.vendor
  const accounts = new Map<string, BankAccount>()
  let lines = told
  for (const accountNumber of new Set(told.map((line) => line.accountNumber))) {
    const { mode, vendor } = hint
    // Since the notification, the account may have moved to another feed, and would not be found by feed. The answer is still about it.
    const isExpected = expected?.accountNumber === accountNumber
    const account = isExpected ? expected : await findAccountOfFeed(pool, { mode, vendor, accountNumber })
    const poolOfNumber =
      account === undefined
        ? await findPoolOfNumber(pool, { mode, vendor, number: accountNumber })
        : undefined
    if (poolOfNumber !== undefined) lines = lines.map((line) => arriveOn(poolOfNumber, accountNumber, line))
    const found = account ?? poolOfNumber
    if (found !== undefined) accounts.set(found.id, found)
  }
  // An unreadable line names no account. It is recorded on the account of the other lines, or on the expected account.
  const oddOn = [...accounts.values()][0] ?? (unreadable.length > 0 ? expected : undefined)
  if (oddOn === undefined) return undefined
  accounts.set(oddOn.id, oddOn)

  const at = clock.now()
  // Every process locks accounts in this order. Accounts stay locked until the commit, so another order could cause a deadlock.
  const ordered = [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const count = await inTransaction(pool, async (sql) => {
    let fresh = 0
    for (const account of ordered) {
      const outcomes = await recordLines(sql, {
        accountId: account.id,
        source,
        lines: lines.filter((line) => line.accountNumber === account.accountNumber),
        unreadable: account === oddOn ? unreadable : [],
        cursor: undefined,
        at,
      })
      fresh += outcomes.filter(({ outcome }) => outcome === 'new').length
    }
    await finishHint(sql, hint)
    for (const { id } of ordered) if (id !== expected?.id) await wakeNow(sql, 'bank-account', id, at)
    return fresh
  })
  return { count, accountIds: ordered.map(({ id }) => id) }
}

/** Some vendors report the standing number of a customer as if it were an account of ours. What is paid to it arrives on the pool. */
function arriveOn({ accountNumber }: BankAccount, number: string, line: BankLine): BankLine {
  return line.accountNumber === number ? { ...line, accountNumber, paidTo: number } : line
}
