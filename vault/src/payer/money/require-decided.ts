import type { Decisions, Found } from '../../shared/decisions/decisions.ts'
import { refuseUnless } from '../answers.ts'
import { legOf } from '../journal/payer-record.ts'
import type { FundedPayout } from './judge-payout.ts'
import type { PayoutFacts } from './payout-facts.ts'

/** Names the transactions whose payouts may rest on decisions. Most rest on none, and nothing is read for them. */
export function decisionsAbout(
  facts: readonly PayoutFacts[],
  isSentBefore: (one: PayoutFacts) => boolean,
): Readonly<{ transactionIds: readonly string[]; lineIds: readonly string[] }> {
  const decided = facts.filter(
    (one) =>
      one.transaction?.is_short === true ||
      (one.transaction?.releases ?? 0) > 0 ||
      (one.sell?.payee ?? null) !== null ||
      one.losses.length > 0 ||
      (one.right !== null && legOf(one.right.leg).redirect > 0) ||
      isSentBefore(one),
  )
  return { transactionIds: decided.flatMap(({ right }) => right?.transaction_id ?? []), lineIds: [] }
}

type DecidedPayout = Pick<
  FundedPayout,
  'transactionId' | 'heldMinor' | 'amountMinor' | 'bankCode' | 'accountNumber'
>

/**
 * Requires the decisions that a payout rests on: signed ones of operators, or those of its business about exactly this amount or account. A
 * refund to the account that the bank's record of the credit names rests on that record, and needs no decision.
 */
export function requireDecided(facts: PayoutFacts, payout: DecidedPayout, decisions: Decisions): void {
  if (facts.right?.purpose === 'refund') requireRedirect(facts, payout, decisions)
  else requireSell(facts, payout, decisions)
}

function requireRedirect(
  { mode, right, refund }: PayoutFacts,
  payout: DecidedPayout,
  decisions: Decisions,
): void {
  const { place, redirect } = legOf(right?.leg ?? 0)
  if (redirect === 0) return
  const about = {
    transaction: payout.transactionId,
    'decision.return_id': refund?.returns[place - 1]?.id,
  }
  const found = decisions.find({
    mode,
    actions: ['redirect'],
    says: {
      ...about,
      'decision.amount_minor': String(payout.amountMinor),
      'decision.bank_code': payout.bankCode,
      'decision.account_number': payout.accountNumber,
    },
  })
  refuse(found, 1, 'operators did not sign that it is paid to this account')
  // An earlier decision must not bring back an account that a later one replaced.
  const all = decisions.find({ mode, actions: ['redirect'], says: about })
  refuse(all, redirect, 'operators did not sign each of its redirects')
}

function requireSell(facts: PayoutFacts, payout: DecidedPayout, decisions: Decisions): void {
  const { mode, transaction, sell, losses } = facts
  const about = { transaction: payout.transactionId }
  const isAccepted = transaction?.accepted_minor.includes(String(payout.heldMinor)) ?? false
  if (payout.heldMinor < BigInt(transaction?.amount_minor ?? 0) && !isAccepted) {
    const found = decisions.find({
      mode,
      actions: ['accept_short', 'fix'],
      says: about,
      mayStand: { amountMinor: payout.heldMinor, businessId: transaction?.business_id ?? null },
    })
    refuse(found, 1, 'neither its business nor operators decided that it continues with less than its amount')
  }
  for (const loss of losses) {
    const found = decisions.find({ mode, actions: ['our_loss'], says: { ...about, case: loss } })
    refuseUnless(
      found.cases.length > 0,
      found.isUnknown ? 'operators_unavailable' : 'tokens_taken',
      `the issuer seized tokens of the sell, and operators did not sign that we bear the loss: ${found.why}`,
    )
  }
  const payee = sell?.payee ?? null
  // Members signed the account of a payment order, so only operators may change it. A key of the business may change that of its own sell.
  if (payee !== null && !(payee.is_by_business && facts.payment === null)) {
    const isSame = payee.bank_code === sell?.bank_code && payee.account_number === sell.account_number
    const changed = { 'decision.bank_code': payee.bank_code, 'decision.account_number': payee.account_number }
    const says = { ...about, case: payee.case_id, 'decision.account_name': payee.account_name }
    const found = decisions.find({ mode, actions: ['fix'], says: isSame ? says : { ...says, ...changed } })
    refuse(found, 1, 'operators did not sign its beneficiary')
  }
  requireReleases(facts, payout, decisions)
}

function requireReleases(
  { mode, transaction }: PayoutFacts,
  payout: DecidedPayout,
  decisions: Decisions,
): void {
  const releases = transaction?.releases ?? 0
  if (releases === 0) return
  const about = { transaction: payout.transactionId }
  const release = { mode, actions: ['release'] }
  refuse(
    decisions.find({
      ...release,
      says: {
        ...about,
        'decision.amount_minor': String(payout.heldMinor),
        'decision.bank_code': payout.bankCode,
        'decision.account_number': payout.accountNumber,
      },
    }),
    1,
    'operators did not sign its release with this amount and account',
  )
  refuse(decisions.find({ ...release, says: about }), releases, 'operators did not sign each of its releases')
}

function refuse({ cases, why, isUnknown }: Found, needed: number, message: string): void {
  refuseUnless(
    cases.length >= needed,
    isUnknown ? 'operators_unavailable' : 'decision_unsigned',
    `${message}: ${why}`,
  )
}
