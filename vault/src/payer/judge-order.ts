import { findUnproven, type ProvenBalances } from '../shared/balances/prove-balances.ts'
import { describeDoubt } from '../shared/decisions/decision-book.ts'
import { rightKey } from '../shared/money/facts.ts'
import { refuseUnless, type SendOrder } from './answers.ts'
import type { PayerJournal, SentReference } from './journal/payer-journal.ts'
import { beneficiaryKey, type SendIntent, sameKey } from './journal/payer-record.ts'
import {
  type Former,
  requireFormerDead,
  requireRepeatable,
  requireSameMeaning,
  requireUnusedSource,
} from './journal/require-unsent.ts'
import { type FundedPayout, judgePayout } from './money/judge-payout.ts'
import type { PayoutFacts } from './money/payout-facts.ts'
import { requireDecided } from './money/require-decided.ts'
import { type PayerPolicy, requireWithinPayoutCaps } from './payer-policy.ts'
import { type PaymentOrders, requireOrdered } from './payments/require-ordered.ts'
import type { BankRail } from './rails/bank-rail.ts'

export type JudgementContext = Readonly<{
  policy: PayerPolicy
  journal: PayerJournal
  former: Former
  /** The payment orders of members behind the payouts. */
  orders: PaymentOrders
  /** The balances that sells debit, as they follow from their causes. */
  balances: ProvenBalances
  /** Why sells are not what their businesses signed, by transaction. */
  unsigned: ReadonlyMap<string, string>
  atMs: number
  railOf(account: string): Pick<BankRail, 'refusesDuplicates' | 'sameAgainAfterMs'> | undefined
}>

/**
 * `send`: a bank may be called after the intent is recorded. Otherwise a bank was already called with this reference: it refused
 * (`rejected`), or the payment may exist (`exists`).
 */
export type Judged =
  | Readonly<{ verdict: 'send'; payout: FundedPayout; intent: SendIntent }>
  | Readonly<{ verdict: 'exists' | 'rejected' }>

/** Makes every check that precedes a call to a bank. Throws Refused. */
export function judgeOrder(
  order: SendOrder,
  facts: PayoutFacts | undefined,
  context: JudgementContext,
): Judged {
  const { journal, atMs } = context
  refuseUnless(facts !== undefined, 'unknown_payout', 'no payout has this id')
  const sent = journal.ofReference(facts.reference)
  if (sent !== undefined) requireMeant(sent, facts)
  if (sent !== undefined && order.kind === 'first')
    return { verdict: sent.known.said === 'rejected' ? 'rejected' : 'exists' }
  const payout = judgePayout(facts, context.policy)
  requireDecided(facts, payout, context.former.decisions)
  requireOrdered(facts, context.orders)
  const unsigned = sent === undefined ? context.unsigned.get(payout.transactionId) : undefined
  refuseUnless(unsigned === undefined, 'request_unsigned', unsigned ?? '')
  requireProvenBalance(facts, context)
  const doubt = describeDoubt(journal)
  refuseUnless(doubt === undefined, 'decision_in_doubt', doubt ?? '')
  const rail = context.railOf(facts.account_id)
  refuseUnless(rail !== undefined, 'unknown_account', 'the payout account has no credentials')
  const intent = intentOf(payout, order.kind, atMs)
  if (order.kind === 'repeat') {
    refuseUnless(sent !== undefined, 'cannot_repeat', 'the payout was never sent, so it cannot be repeated')
    const { repeatAfterMs } = payout.account
    requireRepeatable(sent, { repeatAfterMs, atMs, refusesDuplicates: rail.refusesDuplicates })
  } else {
    requireFormerDead(journal, payout, context.former)
    requireUnusedSource(journal, payout)
    requireWithinPayoutCaps(payout.account, journal, {
      beneficiary: beneficiaryKey(intent),
      amountMinor: payout.amountMinor,
      atMs,
    })
  }
  const same = journal.sameSentAt(sameKey(intent), atMs)
  refuseUnless(
    same === undefined || atMs - same >= rail.sameAgainAfterMs,
    'two_minute_rule',
    `the vendor accepts the same amount to the same account only after ${rail.sameAgainAfterMs / 1000} seconds`,
  )
  return { verdict: 'send', payout, intent }
}

/** Requires that a sell from a balance takes tokens that have causes. */
function requireProvenBalance(
  { mode, sell, right, transaction }: PayoutFacts,
  { balances, journal }: JudgementContext,
): void {
  if (sell?.network !== null || right?.purpose !== 'payout') return
  const problem = findUnproven(
    balances,
    { mode, businessId: transaction?.business_id ?? '' },
    {
      what: 'sell',
      transactionId: right.transaction_id,
      isInJournal: journal.ofDebt(rightKey(mode, right)).length > 0,
    },
  )
  refuseUnless(problem === undefined, 'balance_unproven', problem ?? '')
}

/** Requires that a sent reference still has the same meaning in the database, whatever else may be wrong with its rows. */
function requireMeant(sent: SentReference, { right, mode, attempt, account_id }: PayoutFacts): void {
  refuseUnless(
    right !== null,
    'reference_used',
    'the reference was sent before, but the database has no right for it',
  )
  requireSameMeaning(sent, {
    right: rightKey(mode, right),
    attempt,
    account: account_id,
    bank_code: right.bank_code,
    account_number: right.account_number,
    amount_minor: right.amount_minor,
  })
}

function intentOf(payout: FundedPayout, kind: SendOrder['kind'], atMs: number): SendIntent {
  return {
    at: new Date(atMs).toISOString(),
    reference: payout.reference,
    account: payout.account.account,
    mode: payout.account.mode,
    action: kind === 'first' ? 'send' : 'repeat',
    right: payout.right,
    attempt: payout.attempt,
    payout_id: payout.payoutId,
    transaction_id: payout.transactionId,
    bank_code: payout.bankCode,
    account_number: payout.accountNumber,
    amount_minor: String(payout.amountMinor),
    source: payout.source,
  }
}
