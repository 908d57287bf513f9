import { claimTiming, type Timing } from './claim-timing.ts'
import { bankLikeness, isOtherName, isSameName, type Weighed } from './evidence.ts'
import type { OpenCredit } from './open-credit.ts'
import { payerLikeness } from './payer-likeness.ts'
import type { Reading } from './reading.ts'

export function creditFacts({ payer, ...credit }: OpenCredit): Record<string, unknown> {
  return {
    amount_minor: credit.grossMinor.toString(),
    left_minor: credit.leftMinor.toString(),
    booked_at: credit.bookedAt.toISOString(),
    payer_account: payer.accountNumber ?? payer.accountMask ?? null,
    payer_name: payer.name ?? null,
    payer_bank_code: payer.bankCode ?? null,
    narration: credit.narration,
  }
}

/** One claim with what speaks for and against it, in words for the person who decides. */
export function claimFacts(reading: Reading, weighed: Weighed): Record<string, unknown> {
  const { claim } = weighed
  const said = sayAll(reading, weighed)
  return {
    transaction_id: claim.transactionId,
    business_id: claim.businessId,
    status: claim.status,
    amount_minor: claim.amountMinor.toString(),
    left_minor: claim.leftMinor.toString(),
    accepted_at: claim.acceptedAt.toISOString(),
    evidence: weighed.evidence,
    for: said.filter(([side]) => side === 'for').map(([, words]) => words),
    against: said.filter(([side]) => side === 'against').map(([, words]) => words),
  }
}

type Said = readonly [side: 'for' | 'against' | 'silent', words: string]

const silent: Said = ['silent', '']

function sayAll({ account, credit, capLeftMinor }: Reading, { claim, isExpected }: Weighed): Said[] {
  const amount = credit.leftMinor - claim.leftMinor
  return [
    amount === 0n
      ? ['for', 'the exact amount']
      : ['against', amount < 0n ? 'less than is claimed' : 'more than is claimed'],
    sayNumber(credit, claim.payer.accountNumber),
    sayFor(bankLikeness(credit, claim), 'the same bank', 'another bank'),
    isSameName(credit, claim) ? ['for', 'the names agree'] : silent,
    isOtherName(credit, claim) ? ['against', 'another name'] : silent,
    sayFor(
      payerLikeness(credit.payer, claim.firstPartFrom),
      'the payer of the first part',
      'not the payer of the first part',
    ),
    isExpected ? ['for', 'the amount or the code of a payment that we asked for'] : silent,
    timings[claimTiming(credit, claim)],
    account.dedicatedTo === claim.businessId ? ['for', 'the account is dedicated to the business'] : silent,
    claim.knownPayer === 'no' ? silent : ['for', `the payer is ${claim.knownPayer} to the business`],
    claim.isKnownElsewhere ? ['against', 'the payer is known to another business'] : silent,
    claim.isSuspended ? ['against', 'the business is suspended'] : silent,
    capLeftMinor(claim.businessId) < credit.leftMinor
      ? ['against', 'more than is left of the cap of the business']
      : silent,
  ]
}

const timings: Readonly<Record<Timing, Said>> = {
  stale: ['against', 'claimed more than 72 hours after it was booked'],
  in_time: ['for', 'booked in the time of the claim'],
  ending: ['against', 'booked after the claim’s end'],
  late: ['against', 'the buy has ended'],
  past: ['against', 'the buy ended long before'],
}

function sayNumber({ payer }: OpenCredit, claimed: string | null): Said {
  const isWhole = payer.accountNumber !== undefined
  const words = isWhole
    ? 'all ten digits of the payer’s number'
    : 'the digits that the bank shows of the payer’s number'
  return sayFor(payerLikeness(payer, claimed), words, 'another number')
}

function sayFor(likeness: 'same' | 'other' | 'unknown', same: string, other: string): Said {
  if (likeness === 'unknown') return silent
  return likeness === 'same' ? ['for', same] : ['against', other]
}
