import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { selectCasesAround } from '../../records/cases/case-store.ts'
import { findLien, type Lien } from '../../records/cases/credit-fund-store.ts'
import { type CreditStory, readCreditStory } from '../../records/cases/stories/credit-story-store.ts'
import {
  type EntryLine,
  readTransactionStory,
  readWaiting,
  selectEntryLines,
  selectTransferStories,
  type TransactionStory,
  type TransferStory,
} from '../../records/cases/stories/transaction-story-store.ts'
import { readMargin, type TransactionMargin } from '../../records/fees/margin-store.ts'
import { readToldTimeline } from '../../records/transactions/timeline/timeline.ts'
import type { Timeline } from '../../records/transactions/timeline/timeline-step.ts'
import {
  type DepositEffect,
  type PayoutEffect,
  type SentEvent,
  selectDepositEffects,
  selectPayoutEffects,
  selectSentEvents,
} from './effects-store.ts'

/** A bank line that paid for the transaction, and what stops its money. */
export type CreditEffect = Readonly<{ credit: CreditStory; lien: Lien | undefined }>

/** Everything about one transaction, for operators. */
export type WholeTransaction = Readonly<{
  story: TransactionStory
  frozen: string | null
  waitsForLane: string | null
  credits: readonly CreditEffect[]
  deposits: readonly DepositEffect[]
  transfers: readonly TransferStory[]
  payouts: readonly PayoutEffect[]
  entries: readonly EntryLine[]
  margin: TransactionMargin | undefined
  events: readonly SentEvent[]
  /** What the business reads about it now. */
  told: Timeline
  cases: readonly CaseFile[]
}>

export async function readWholeTransaction(sql: Sql, mode: Mode, id: string): Promise<WholeTransaction> {
  const story = await readTransactionStory(sql, id)
  const told = await readToldTimeline(sql, id)
  if (story === undefined || told === undefined || story.mode !== mode) {
    throw new Refusal('not_found', `There is no such transaction in ${mode} mode. Search for it with ⌘K.`)
  }
  const lineIds = [...new Set(story.allocations.map(({ lineId }) => lineId))]
  const credits = await Promise.all(lineIds.map(async (lineId) => readCreditEffect(sql, lineId)))
  const [waiting, deposits, transfers, payouts, entries] = await Promise.all([
    readWaiting(sql, id),
    selectDepositEffects(sql, id),
    selectTransferStories(sql, id),
    selectPayoutEffects(sql, id),
    selectEntryLines(sql, { transactionId: id }),
  ])
  return {
    story,
    frozen: waiting.frozen ?? story.timeline.frozen,
    waitsForLane: waiting.lane,
    credits: credits.flatMap((one) => one ?? []),
    deposits,
    transfers,
    payouts,
    entries,
    margin: await readMargin(sql, id),
    events: await selectSentEvents(sql, id),
    told,
    cases: await selectCasesAround(sql, { kind: 'transaction', id }),
  }
}

async function readCreditEffect(sql: Sql, lineId: string): Promise<CreditEffect | undefined> {
  const credit = await readCreditStory(sql, lineId)
  return credit && { credit, lien: await findLien(sql, lineId) }
}
