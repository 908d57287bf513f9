import type { Candidate, OpenCredit, Question } from '@afara/server/movements/matching/open-credit.ts'

/** A judge without one rule. Its question is changed so that the rule finds nothing. */
export type Mutant = Readonly<{ name: string; change(question: Question): Question }>

const ENDLESS = 10n ** 30n

export const judgeMutants: readonly Mutant[] = [
  {
    name: 'the exposure limit is ignored',
    change: (question) => ({
      ...question,
      capLeftMinor: new Map(
        question.credits.flatMap(({ candidates }) =>
          candidates.map(({ businessId }) => [businessId, ENDLESS]),
        ),
      ),
    }),
  },
  everyCandidate('every payer counts as known to the business', (claim) => ({
    ...claim,
    knownPayer: 'bound',
    isKnownElsewhere: false,
  })),
  everyCandidate('payers that another business knows are ignored', (claim) => ({
    ...claim,
    isKnownElsewhere: false,
  })),
  {
    name: 'claims of a second business are ignored',
    change: everyCredit(({ credit, candidates }) => ({
      credit,
      candidates: candidates.filter(({ businessId }) => businessId === candidates[0]?.businessId),
    })),
  },
  everyCandidate('the time window is ignored', (claim, { bookedAt }) => ({
    ...claim,
    acceptedAt: claim.acceptedAt < bookedAt ? claim.acceptedAt : bookedAt,
  })),
  everyCandidate('the bank of a masked number is ignored', (claim, { payer }) => ({
    ...claim,
    payer: { ...claim.payer, bankCode: payer.bankCode ?? claim.payer.bankCode },
  })),
  everyCandidate('the name with a masked number is ignored', (claim, { payer }) => ({
    ...claim,
    payer: { ...claim.payer, name: payer.name ?? claim.payer.name },
  })),
  everyCandidate('the account number is ignored', (claim, { payer }) => ({
    ...claim,
    payer: { ...claim.payer, accountNumber: payer.accountNumber ?? claim.payer.accountNumber },
  })),
  {
    name: 'a blank payer counts as a matching number',
    change: everyCredit(({ credit, candidates }) => {
      const isBlank = credit.payer.accountNumber === undefined && credit.payer.accountMask === undefined
      const { accountNumber, bankCode } = candidates[0]?.payer ?? { accountNumber: null, bankCode: null }
      if (!isBlank || accountNumber === null || bankCode === null) return { credit, candidates }
      return { credit: { ...credit, payer: { ...credit.payer, accountNumber, bankCode } }, candidates }
    }),
  },
  {
    name: 'a shared account counts as dedicated',
    change(question) {
      const businessId = question.credits.find(({ candidates }) => candidates.length > 0)?.candidates[0]
        ?.businessId
      return { ...question, account: { ...question.account, dedicatedTo: businessId ?? null } }
    },
  },
  everyCandidate('every claim counts as an expected payment', (claim) => ({
    ...claim,
    acceptedAt: new Date(0),
    expected: { code: 'NOCODE', expiresAt: claim.expiresAt },
  })),
  // A lost tail is tolerated, so that the amount alone must not be taken for the tail of another payment.
  everyCandidate('the kobo of an amount are ignored', (claim, { leftMinor }) => {
    if (leftMinor / 100n !== claim.leftMinor / 100n) return claim
    return claim.leftMinor === claim.amountMinor
      ? { ...claim, leftMinor, amountMinor: leftMinor }
      : { ...claim, leftMinor }
  }),
]

function everyCandidate(name: string, change: (claim: Candidate, credit: OpenCredit) => Candidate): Mutant {
  return {
    name,
    change: everyCredit(({ credit, candidates }) => ({
      credit,
      candidates: candidates.map((claim) => change(claim, credit)),
    })),
  }
}

type Asked = Question['credits'][number]

function everyCredit(change: (asked: Asked) => Asked): Mutant['change'] {
  return (question) => ({ ...question, credits: question.credits.map(change) })
}
