import { refuseUnless } from '../answers.ts'
import type { FundedPayout } from '../money/judge-payout.ts'
import type { PayerJournal, SentReference } from './payer-journal.ts'
import { type SendIntent, sourceNames } from './payer-record.ts'

type Meaning = Pick<
  SendIntent,
  'right' | 'attempt' | 'account' | 'bank_code' | 'account_number' | 'amount_minor'
>

// Otherwise an attacker who can mark a payout as dead in the database could be paid again and again.
const MOST_ATTEMPTS = 10
const REPEAT_WITHIN_MS = 24 * 3_600_000
const CONCLUSIVE: ReadonlySet<string> = new Set(['failed', 'reversed', 'rejected'])

/** A reference is for one right, one account of ours, one beneficiary and one amount, for ever. */
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

/** The same reference again: only where the bank said for long enough that it knows of nothing, and never after the first day. */
export function requireRepeatable(
  { intent, known }: SentReference,
  {
    repeatAfterMs,
    atMs,
    refusesDuplicates,
  }: Readonly<{ repeatAfterMs: number; atMs: number; refusesDuplicates: boolean }>,
): void {
  refuseUnless(refusesDuplicates, 'cannot_repeat', 'its vendor is not known to reject duplicates')
  refuseUnless(
    atMs - Date.parse(intent.at) < REPEAT_WITHIN_MS,
    'too_late',
    'it was first sent more than a day ago',
  )
  refuseUnless(
    known.said === 'not_found' &&
      known.notFoundFromMs > 0 &&
      known.notFoundToMs - known.notFoundFromMs >= repeatAfterMs,
    'too_soon',
    `the bank has not reported for ${repeatAfterMs / 1000} seconds that it has no such payment; its last answer was ${known.said}`,
  )
}

/** What the database says about what was sent before for the same. */
export type Former = Readonly<{
  /** References whose payout is dead by the books: the naira was seen back, or never seen to leave. */
  dead: ReadonlySet<string>
  /** References whose naira may be gone by the vendor's own book, whatever else is said. */
  gone: ReadonlySet<string>
  /** How often two people decided, with the bank's own evidence, that a payout of a transaction was not paid; by transaction. */
  unpaid: ReadonlyMap<string, number>
}>

/**
 * What was sent for the same before must be over by the books, which saw the naira back, and by the bank's own word, which we heard
 * ourselves; where a bank never says, two people must have decided it, once for each. The vendor's own book must show no debit that is it
 * or may be it. The tokens behind it are those counted then.
 */
export function requireFormerDead(
  journal: Pick<PayerJournal, 'ofDebt'>,
  payout: FundedPayout,
  { dead, gone, unpaid }: Former,
): void {
  const former = journal.ofDebt(payout.right)
  refuseUnless(former.length < MOST_ATTEMPTS, 'right_used', `it was sent ${former.length} times`)
  for (const { intent, known } of former) {
    refuseUnless(
      known.said !== 'success' && dead.has(intent.reference),
      'former_alive',
      `${intent.reference} was sent for it, its bank last answered ${known.said}, and the books do not have it as failed`,
    )
    refuseUnless(
      !gone.has(intent.reference),
      'former_alive',
      `${intent.reference} was sent for it, and its vendor shows a debit that matches, or an unexplained one that may match`,
    )
  }
  const untold = former.filter(({ known }) => !CONCLUSIVE.has(known.said))
  refuseUnless(
    untold.length <= (unpaid.get(payout.transactionId) ?? 0),
    'former_alive',
    `no bank has reported the result of ${untold[0]?.intent.reference}, and two people have not decided it`,
  )
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
    'its source money differs from when it was first sent',
  )
}

/** Of nothing that came more is paid out for than came, whatever the database says was paid of it before. */
export function requireUnusedSource(
  journal: Pick<PayerJournal, 'sourceUsed' | 'ofDebt'>,
  { right, source }: FundedPayout,
): void {
  // What was counted with the first attempt is not counted again.
  if (journal.ofDebt(right).length > 0) return
  const names = source.flatMap(sourceNames)
  refuseUnless(new Set(names).size === names.length, 'source_used', 'the same money is used for it twice')
  for (const share of source) {
    const { amount_minor, gross_minor } = share
    const used = journal.sourceUsed(sourceNames(share))
    refuseUnless(
      used + BigInt(amount_minor) <= BigInt(gross_minor),
      'source_used',
      `${used} of ${gross_minor} was already paid out`,
    )
  }
}
