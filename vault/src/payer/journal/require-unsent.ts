import type { Decisions } from '../../shared/decisions/decisions.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import type { FundedPayout } from '../money/judge-payout.ts'
import type { PayerJournal, SentReference } from './payer-journal.ts'
import { type SendIntent, sourceNames } from './payer-record.ts'

type Meaning = Pick<
  SendIntent,
  'right' | 'attempt' | 'account' | 'bank_code' | 'account_number' | 'amount_minor'
>

// Limits the attempts. Otherwise an attacker who can mark a payout as dead in the database could be paid again and again.
const MOST_ATTEMPTS = 10
const REPEAT_WITHIN_MS = 24 * 3_600_000
const CONCLUSIVE: ReadonlySet<string> = new Set(['failed', 'reversed', 'rejected'])

/** Requires that a reference is always used for the same right, attempt, payout account, beneficiary and amount. */
export function requireSameMeaning({ intent }: SentReference, meaning: Meaning): void {
  refuseUnless(
    intent.right === meaning.right &&
      intent.attempt === meaning.attempt &&
      intent.account === meaning.account &&
      intent.bank_code === meaning.bank_code &&
      intent.account_number === meaning.account_number &&
      intent.amount_minor === meaning.amount_minor,
    'reference_used',
    'the reference was sent before with other values',
  )
}

/** Allows a repeat of a reference only after the bank answered "not found" for long enough, and only within the first day. */
export function requireRepeatable(
  { intent, known }: SentReference,
  {
    repeatAfterMs,
    atMs,
    refusesDuplicates,
  }: Readonly<{ repeatAfterMs: number; atMs: number; refusesDuplicates: boolean }>,
): void {
  refuseUnless(
    refusesDuplicates,
    'cannot_repeat',
    'the vendor is not known to reject duplicates, so a repeat could pay twice',
  )
  refuseUnless(
    atMs - Date.parse(intent.at) < REPEAT_WITHIN_MS,
    'too_late',
    'the payout was first sent more than a day ago',
  )
  refuseUnless(
    known.said === 'not_found' &&
      known.notFoundFromMs > 0 &&
      known.notFoundToMs - known.notFoundFromMs >= repeatAfterMs,
    'too_soon',
    `the bank must answer "not found" for ${repeatAfterMs / 1000} seconds before a repeat; its last answer was ${known.said}`,
  )
}

/** Database facts about earlier payments of the same debt. */
export type Former = Readonly<{
  /** References whose payout is dead in the ledger: the naira came back, or was never seen to leave. */
  dead: ReadonlySet<string>
  /** References whose naira may be gone according to the vendor's ledger, whatever other sources say. */
  gone: ReadonlySet<string>
  /** The decisions of operators, for example that a payout was not paid. */
  decisions: Decisions
}>

/**
 * Requires that every earlier payment of the same debt is dead. The ledger must show that the naira is back, and the bank must have told us
 * that it did not pay. If a bank never answers, operators must have signed that the payment was not made, once for each payment. The
 * vendor's ledger must show no debit that is or may be the payment. The source money must be the same as for the first attempt.
 */
export function requireFormerDead(
  journal: Pick<PayerJournal, 'ofDebt'>,
  payout: FundedPayout,
  { dead, gone, decisions }: Former,
): void {
  const former = journal.ofDebt(payout.right)
  refuseUnless(
    former.length < MOST_ATTEMPTS,
    'right_used',
    `the payout was already sent ${former.length} times, the maximum`,
  )
  for (const { intent, known } of former) {
    refuseUnless(
      known.said !== 'success' && dead.has(intent.reference),
      'former_alive',
      `${intent.reference} was sent for the same debt: its bank last answered ${known.said}, and the ledger does not show it as failed`,
    )
    refuseUnless(
      !gone.has(intent.reference),
      'former_alive',
      `${intent.reference} was sent for the same debt: the vendor's ledger shows its debit, or an unexplained debit that may be its own`,
    )
  }
  const untold = former.filter(({ known }) => !CONCLUSIVE.has(known.said))
  if (untold.length > 0) {
    const { cases, why, isUnknown } = decisions.find({
      mode: payout.account.mode,
      actions: ['not_paid'],
      says: { transaction: payout.transactionId },
    })
    refuseUnless(
      untold.length <= cases.length,
      isUnknown ? 'operators_unavailable' : 'former_alive',
      `the bank has not reported the result of ${untold[0]?.intent.reference}, and operators did not sign that it was not paid: ${why}`,
    )
  }
  const counted = former.at(-1)?.intent.source
  if (counted === undefined) return
  const most = new Map(
    counted.flatMap((share) => sourceNames(share).map((name) => [name, BigInt(share.amount_minor)] as const)),
  )
  refuseUnless(
    payout.source.every((share) =>
      sourceNames(share).some((name) => BigInt(share.amount_minor) <= (most.get(name) ?? 0n)),
    ),
    'right_used',
    'the money behind the payout differs from when it was first sent',
  )
}

/** Requires that no more is paid out for a source than arrived, whatever the database says about earlier payments. */
export function requireUnusedSource(
  journal: Pick<PayerJournal, 'sourceUsed' | 'ofDebt'>,
  { right, source }: FundedPayout,
): void {
  // The first attempt already counted the source.
  if (journal.ofDebt(right).length > 0) return
  const names = source.flatMap(sourceNames)
  refuseUnless(new Set(names).size === names.length, 'source_used', 'the payout uses the same money twice')
  for (const share of source) {
    const { amount_minor, gross_minor } = share
    const used = journal.sourceUsed(sourceNames(share))
    refuseUnless(
      used + BigInt(amount_minor) <= BigInt(gross_minor),
      'source_used',
      `${sayNaira(used)} of the ${sayNaira(gross_minor)} behind the payout was already paid out`,
    )
  }
}
