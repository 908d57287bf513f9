import { findUnproven, type ProvenBalances } from '../shared/balances/prove-balances.ts'
import { toHex } from '../shared/bytes.ts'
import { describeDoubt } from '../shared/decisions/decision-book.ts'
import { rightKey } from '../shared/money/facts.ts'
import { sayTokens } from '../shared/money/say-amount.ts'
import { refuseUnless, type SignRequest } from './answers.ts'
import { type BankWords, requireConfirmed } from './banks/require-confirmed.ts'
import type { LockContext, Signable } from './families/family.ts'
import type { Journal, PastIntent } from './journal/journal.ts'
import type { Intent, LockName } from './journal/journal-record.ts'
import {
  type Earlier,
  requireFreeLock,
  requireUnusedCredits,
  requireUnusedRight,
} from './journal/require-free.ts'
import { type FundedRight, findLane, judgeRight } from './money/judge-right.ts'
import { requireDecided, requireReturnDecided } from './money/require-decided.ts'
import type { TransferFacts } from './money/transfer-facts.ts'
import { type LanePolicy, type Policy, requireWithinCaps } from './policy.ts'
import { requireOrdered, type WithdrawalOrders } from './withdrawals/require-ordered.ts'

const HOUR_MS = 3_600_000

/** A request that may be signed, with the intent to record first, or with a past intent that is already recorded. */
export type Permitted = Readonly<{
  signable: Signable
  intent: Intent
  past: PastIntent | undefined
}>

export type JudgementContext = Readonly<{
  policy: Policy
  journal: Journal
  earlier: Earlier
  /** The orders of members behind the withdrawals. */
  orders: WithdrawalOrders
  /** The balances that the withdrawals debit, as they follow from their causes. */
  balances: ProvenBalances
  /** Why withdrawals are not what their businesses signed, by transaction. */
  unsigned: ReadonlyMap<string, string>
  /** Why members did not enrol the wallets of withdrawals, by transaction. */
  strangers: ReadonlyMap<string, string>
  /** What banks said about the credits of large payments. */
  words: BankWords
  atMs: number
}>

/** Makes every check that precedes a signature. Throws Refused. */
export function judgeRequest(
  request: SignRequest,
  facts: TransferFacts | undefined,
  context: JudgementContext,
): Permitted {
  refuseUnless(
    facts === undefined || facts.state === 'reserved' || facts.state === 'signed',
    'transfer_over',
    `the transfer is ${facts?.state}`,
  )
  return request.kind === 'cancel'
    ? judgeCancel(request, facts, context)
    : judgePayment(request, facts, context)
}

function judgePayment(
  request: SignRequest,
  facts: TransferFacts | undefined,
  context: JudgementContext,
): Permitted {
  const { policy, journal, atMs } = context
  refuseUnless(facts !== undefined, 'unknown_transfer', 'no transfer has this id')
  const lane = findLane(facts, policy)
  const lock = { mode: lane.mode, network: lane.network, address: lane.address, lock: facts.lock }
  requireJournalAhead(facts, lane, journal)
  const past = journal.ofLock(lock)
  const order = lane.chain.readPayment(request.unsigned, lockContextOf(past, atMs))
  refuseUnless(
    order.isOnLock(BigInt(facts.lock)),
    'wrong_lock',
    `the bytes are not for lock ${facts.lock}, which the transfer is on`,
  )
  refuseUnless(facts.lane?.state !== 'halted', 'lane_halted', 'the lane is halted')
  const right = judgeRight(facts, lane, policy)
  refuseUnless(order.isTo(right.to), 'wrong_destination', 'the bytes pay another wallet')
  refuseUnless(
    order.tokensMinor === right.tokensMinor,
    'wrong_amount',
    `the bytes pay ${sayTokens(order.tokensMinor)}, but ${sayTokens(right.tokensMinor)} is due`,
  )
  requireFreeLock(past, facts.transfer_id, right)
  if (past.length === 0) {
    requireRoom(lane, lock, right, context)
    requireDecided(facts, right, context.earlier.decisions)
    requireOrdered(facts, context.orders)
    const unsigned = context.unsigned.get(right.transactionId)
    refuseUnless(unsigned === undefined, 'request_unsigned', unsigned ?? '')
    const stranger = context.strangers.get(right.transactionId)
    refuseUnless(stranger === undefined, 'wallet_not_enrolled', stranger ?? '')
    if (facts.mode === 'live' || journal.mustSign(facts.right?.business_id ?? '', facts.mode))
      requireReturnDecided(facts, context.earlier.decisions)
    requireProvenBalance(facts, right, context)
    requireConfirmed(facts, right, { ...context, lane })
    const doubt = describeDoubt(journal)
    refuseUnless(doubt === undefined, 'decision_in_doubt', doubt ?? '')
  }
  const permitted = permit(order, past, {
    at: new Date(atMs).toISOString(),
    lock,
    action: 'pay',
    right: right.right,
    transaction_id: right.transactionId,
    right_id: right.rightId,
    transfer_id: facts.transfer_id,
    to: right.to,
    tokens_minor: String(right.tokensMinor),
    credits: right.credits,
  })
  // A request for a payment that was signed before returns the same bytes, whatever fees it names now. Only a bump creates new ones.
  const first = past.find(({ intent, signed }) => intent.action === 'pay' && signed !== undefined)
  return request.kind === 'pay' && first !== undefined ? { ...permitted, past: first } : permitted
}

/**
 * A cancel pays nobody, so no reason for it is required. It must be for a transfer in the database, on that transfer's own lock. If the
 * database has lost the transfer, it must be in the journal.
 */
function judgeCancel(
  request: SignRequest,
  facts: TransferFacts | undefined,
  context: JudgementContext,
): Permitted {
  const { policy, journal, atMs } = context
  const lane = facts === undefined ? undefined : findLane(facts, policy)
  const lock =
    lane && facts ? { ...nameOf(lane), lock: facts.lock } : journal.lockOfTransfer(request.transferId)
  refuseUnless(lock !== undefined, 'unknown_transfer', 'no transfer has this id')
  const known = lane ?? policy.find(lock)
  refuseUnless(known !== undefined, 'unknown_lane', 'the policy has no entry for this lane')
  const past = journal.ofLock(lock)
  const order = known.chain.readCancel(request.unsigned, lockContextOf(past, atMs))
  refuseUnless(
    order.isOnLock(BigInt(lock.lock)),
    'wrong_lock',
    `the bytes are not for lock ${lock.lock}, which the transfer is on`,
  )
  return permit(order, past, {
    at: new Date(atMs).toISOString(),
    lock,
    action: 'cancel',
    ...rightOf(facts, past),
    transfer_id: request.transferId,
    to: lock.address,
    tokens_minor: '0',
    credits: [],
  })
}

function permit(signable: Signable, past: readonly PastIntent[], intent: Omit<Intent, 'digest'>): Permitted {
  const digest = toHex(signable.digest)
  const same = past.find((one) => one.intent.digest === digest)
  return { signable, intent: { ...intent, digest }, past: same }
}

function lockContextOf(past: readonly PastIntent[], atMs: number): LockContext {
  return {
    atMs,
    signed: past.flatMap(({ signed }) => (signed === undefined ? [] : [signed.raw])),
    lately: past.filter(({ intent }) => Date.parse(intent.at) > atMs - HOUR_MS).length,
  }
}

/** Makes further checks of the first payment on a lock. A bump on the same lock moves no more tokens. */
function requireRoom(lane: LanePolicy, lock: LockName, right: FundedRight, context: JudgementContext): void {
  const { journal, earlier, atMs } = context
  requireUnusedRight(journal, right, lock, earlier)
  if (journal.ofRight(right.right).length === 0) requireUnusedCredits(journal, lock.mode, right)
  requireWithinCaps(lane, journal, { to: right.to, tokensMinor: right.tokensMinor, atMs })
}

/** Requires that a withdrawal takes tokens that have causes. */
function requireProvenBalance(
  { mode, right }: TransferFacts,
  { transactionId, businessId, right: name }: FundedRight,
  { balances, journal }: JudgementContext,
): void {
  if (right?.purpose !== 'withdrawal') return
  const problem = findUnproven(
    balances,
    { mode, businessId: businessId ?? '' },
    { what: 'withdrawal', transactionId, isInJournal: journal.ofRight(name).length > 0 },
  )
  refuseUnless(problem === undefined, 'balance_unproven', problem ?? '')
}

/** Refuses if the database has signed bytes that our journal lacks: the journal is an old copy, or that of another signer. */
function requireJournalAhead({ highest_signed }: TransferFacts, lane: LanePolicy, journal: Journal): void {
  refuseUnless(
    highest_signed === null || BigInt(highest_signed) < journal.nextLock(lane),
    'journal_behind',
    `the database has signed bytes of lock ${highest_signed}, but the journal ends before that lock: it is an old copy`,
  )
}

function nameOf({ mode, network, address }: LanePolicy): Omit<LockName, 'lock'> {
  return { mode, network, address }
}

/** Returns the names of the right. They only help readers of the journal. */
function rightOf(
  facts: TransferFacts | undefined,
  [last]: readonly PastIntent[],
): Pick<Intent, 'right' | 'transaction_id' | 'right_id'> {
  const right = facts?.right
  return {
    right: facts && right ? rightKey(facts.mode, right) : (last?.intent.right ?? ''),
    transaction_id: right?.transaction_id ?? last?.intent.transaction_id ?? '',
    right_id: right?.id ?? last?.intent.right_id ?? '',
  }
}
