import { money, printMoney } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { assert } from '../../../kernel/refusal.ts'
import { machines } from '../machines/machines.ts'
import { waitMessages } from '../wait-messages.ts'
import { waitsForWallet } from '../wallets/wallet-store.ts'
import { sideSteps } from './side-steps.ts'
import {
  selectOwnTimelineFacts,
  selectTimelineFacts,
  selectToldTimelineFacts,
  type TimelineFacts,
} from './timeline-facts-store.ts'
import { evidenceOfMove, type Timeline, type TimelineStep } from './timeline-step.ts'

/** Returns the full timeline, for operators. */
export async function readTimeline(sql: Sql, transactionId: string): Promise<Timeline | undefined> {
  const facts = await selectTimelineFacts(sql, transactionId)
  return facts && buildTimeline(facts)
}

/** Returns the timeline that the business of the transaction sees, for operators. */
export async function readToldTimeline(sql: Sql, transactionId: string): Promise<Timeline | undefined> {
  const facts = await selectToldTimelineFacts(sql, transactionId)
  return facts && buildTimeline(facts)
}

/** Returns the timeline that a business may see. Runs for one tenant; another tenant's transaction is undefined. */
export async function readOwnTimeline(sql: Sql, transactionId: string): Promise<Timeline | undefined> {
  const facts = await selectOwnTimelineFacts(sql, transactionId)
  return facts && buildTimeline(facts)
}

/** Builds the timeline: the holder of the money and every step that led there. */
export function buildTimeline(facts: TimelineFacts): Timeline {
  const moves = facts.events.map((event) => moveStep(facts, event))
  const steps = [...moves]
  for (const side of sideSteps(facts)) {
    const next = steps.findIndex((step) => isBefore(side, step))
    const place = next < 0 ? steps.length : next
    // The payer may have paid before the buy was requested.
    const before = steps[place - 1] ?? moves[0]
    assert(before !== undefined, 'a transaction must begin with an event')
    steps.splice(place, 0, {
      expectedBy: null,
      ...side,
      status: before.status,
      holder: side.holder ?? before.holder,
    })
  }
  const now = moves.at(-1)
  assert(now !== undefined, 'a transaction must begin with an event')
  const { status, sentence, holder, expectedBy } = {
    ...now,
    ...stopOf(facts, now),
    ...payoutOf(facts, now),
    ...seenOf(facts),
  }
  return { status, sentence, holder, expectedBy, received: receivedOf(facts), frozen: facts.frozen, steps }
}

/** Adds what was given to the buy, and what is surely meant for it. */
function receivedOf({ type, credits, seen }: TimelineFacts): Timeline['received'] {
  if (type !== 'buy') return null
  const given = credits.filter(({ endedAt }) => endedAt === null)
  const minor = given.reduce((sum, { amountMinor }) => sum + amountMinor, seen?.amountMinor ?? 0n)
  if (minor > 0n) return { amount: money('NGN', minor), isMatched: seen?.amountMinor == null }
  return seen === null ? null : { amount: null, isMatched: false }
}

const DAY_MS = 24 * 60 * 60_000
/** A case is opened when a wallet has blocked a transaction for this long. */
const WALLET_CASE_AFTER_MS = 2 * DAY_MS

/** Explains a transaction that waits for its wallet, and how to fix the wallet. */
function stopOf({ walletBlocks, wait }: TimelineFacts, { status, at }: TimelineStep): Partial<TimelineStep> {
  const last = walletBlocks.at(-1)
  if (last === undefined || last.endedAt !== null || !waitsForWallet(status))
    return wait === null ? {} : { sentence: `Your money is safe. ${waitMessages[wait]}` }
  return {
    sentence:
      last.code === 'network_unavailable'
        ? `Your money is safe. ${last.message}`
        : `Your money is safe, but the wallet cannot receive yet. ${last.message} Delivery continues when the wallet is ready.`,
    ...(status !== 'action_required' &&
      last.code !== 'network_unavailable' && { expectedBy: new Date(at.getTime() + WALLET_CASE_AFTER_MS) }),
  }
}

/** Matching or an operator decides about a credit within this time. */
const DECIDED_WITHIN_MS = DAY_MS

const UNPROVED = {
  only: 'A payment has arrived that may belong here. We hold it and find out whose it is. A payer who has paid must not pay again.',
  some: 'Payments have arrived that may belong here or elsewhere. We hold them and find out whose they are. A payer who has paid must not pay again.',
} as const

/** Nobody is told that we wait for naira while our bank holds naira that is probably meant. The amount is told only if that is proved. */
function seenOf({ seen }: TimelineFacts): Partial<TimelineStep> {
  if (seen === null) return {}
  const expectedBy = new Date(seen.seenAt.getTime() + DECIDED_WITHIN_MS)
  if (seen.amountMinor === null) {
    return { sentence: UNPROVED[seen.kind === 'only' ? 'only' : 'some'], expectedBy }
  }
  const received = printMoney(money('NGN', seen.amountMinor))
  return {
    sentence: `We have received ${received} and hold it. We check that it pays for this, or return it. Nobody has to pay again.`,
    holder: 'afara',
    expectedBy,
  }
}

const QUEUED = {
  sentence: 'The payout is queued. We have not instructed a bank yet.',
  holder: 'afara',
} as const

/** A payout exists before a bank is instructed. Until then we hold the naira. */
function payoutOf({ payouts }: TimelineFacts, { status }: TimelineStep): Partial<TimelineStep> {
  if (status !== 'paying_out') return {}
  const isAsked = payouts.some(({ sentAt, backAt }) => sentAt !== null && backAt === null)
  if (!isAsked) return QUEUED
  return {
    sentence: 'We instructed the bank to pay. It has not confirmed the payment yet.',
    holder: 'in flight',
  }
}

function moveStep(
  facts: TimelineFacts,
  { event, status, at }: TimelineFacts['events'][number],
): TimelineStep {
  const meaning = machines[facts.type].meanings[status]
  assert(meaning !== undefined, `the state machine must know the status ${status}`)
  const { expectedWithinMs } = meaning
  return {
    at,
    event,
    status,
    sentence: meaning.sentence,
    holder: meaning.holder,
    expectedBy: expectedWithinMs === null ? null : new Date(at.getTime() + expectedWithinMs),
    ...(event === 'credited_to_balance' && {
      sentence: 'The tokens are in the balance.',
      holder: 'business',
    }),
    ...(event === 'payout_ordered' && QUEUED),
    evidence: evidenceOfMove(facts, event, at),
  }
}

/** Events of one commit have the same time. A side step comes before the moves that it leads to, and after all other moves. */
const leadsTo: Readonly<Record<string, readonly string[]>> = {
  credit_seen: ['paid_in_full', 'paid_in_part', 'topped_up', 'late_credit'],
  deposit_seen: ['deposited_in_full', 'deposited_in_part', 'topped_up', 'late_deposit'],
  bank_asked: ['payout_succeeded', 'payout_dead', 'refund_paid', 'refund_dead'],
  paid_back: ['refund_paid'],
  wallet_mended: ['checks_passed', 'check_failed', 'choice_needed', 'fixed', 'released'],
  wallet_blocked: ['choice_needed', 'check_failed'],
  screened: ['checks_passed', 'check_failed', 'choice_needed'],
  transfer_opened: ['transfer_signed'],
  signed_again: ['transfer_final', 'transfer_dead'],
  handed_over: ['transfer_final', 'transfer_dead'],
}

type Moment = Readonly<{ at: Date; event: string }>

function isBefore(side: Moment, step: Moment): boolean {
  const difference = side.at.getTime() - step.at.getTime()
  return difference < 0 || (difference === 0 && (leadsTo[side.event] ?? []).includes(step.event))
}
