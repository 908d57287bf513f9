import { judgeCredits } from '../src/movements/matching/judge-credits.ts'
import type { Candidate, OpenCredit, Question, Verdict } from '../src/movements/matching/open-credit.ts'

export const now = new Date('2026-11-16T12:00:00Z')
export const hour = 3_600_000
export const before = (ms: number): Date => new Date(now.getTime() - ms)
/** Longer ago than the half hour that a credit waits for another claim. */
export const late = before(31 * 60_000)
export const yesterday = before(24 * hour + 1)

export const ada = { accountNumber: '0123456789', bankCode: '000013', name: 'OBI ADAEZE NKECHI' } as const
export const masked = { accountMask: '*******789', bankCode: '000013', name: 'OBI ADAEZE NKECHI' } as const
export const naira = (whole: number, kobo = 0): bigint => BigInt(whole) * 100n + BigInt(kobo)
export const dedicated = { account: { dedicatedTo: 'honest', state: 'active', claimedLateAt: null } } as const
export const nobody = { accountNumber: null, bankCode: null, name: null }
export const noCaps = { caps: {} }

/** A credit of ₦50,000 from Ada, booked a minute ago and not yet allocated. */
export function credit(more: Partial<OpenCredit> & { minor?: bigint } = {}): OpenCredit {
  const { minor = naira(50_000), ...rest } = more
  return {
    lineId: 'line',
    leftMinor: minor,
    grossMinor: minor,
    bookedAt: before(60_000),
    payer: ada,
    narration: 'NIP/GTB/OBI ADAEZE',
    openCases: [],
    followsEqual: false,
    isKnownPayer: false,
    paysAgain: null,
    ...rest,
  }
}

/** An open claim of ₦50,000 by Ada with the business "honest", made five minutes ago and valid for a day. */
export function claim(more: Partial<Candidate> & { minor?: bigint } = {}): Candidate {
  const { minor = naira(50_000), ...rest } = more
  const acceptedAt = rest.acceptedAt ?? before(5 * 60_000)
  return {
    transactionId: 'buy',
    businessId: 'honest',
    status: 'pending_payment',
    amountMinor: minor,
    leftMinor: minor,
    acceptedAt,
    expiresAt: new Date(acceptedAt.getTime() + 24 * hour),
    payer: { accountNumber: ada.accountNumber, bankCode: ada.bankCode, name: 'Adaeze Obi' },
    expected: null,
    isToOwnNumber: false,
    knownPayer: 'no',
    isKnownElsewhere: false,
    isSuspended: false,
    toleranceMinor: naira(1),
    firstPartFrom: null,
    ...rest,
  }
}

/** An expected payment: its payer is not named, but its kobo are unique. */
export function expected(more: Partial<Candidate> & { minor?: bigint } = {}): Candidate {
  const asked = claim({
    minor: naira(50_000, 37),
    payer: nobody,
    ...more,
  })
  return { ...asked, expected: { code: 'K7M2QX', expiresAt: asked.expiresAt } }
}

export function question(
  credits: Question['credits'],
  more: Partial<Omit<Question, 'credits'>> & { caps?: Readonly<Record<string, bigint>> } = {},
): Question {
  const { caps = { honest: naira(1_000_000), thief: naira(1_000_000) }, ...rest } = more
  return {
    account: { dedicatedTo: null, state: 'active', claimedLateAt: null },
    now,
    capLeftMinor: new Map(Object.entries(caps)),
    credits,
    ...rest,
  }
}

/** Judges one credit. */
export function judge(
  one: OpenCredit,
  candidates: readonly Candidate[],
  more: Parameters<typeof question>[1] = {},
): Verdict {
  return judgeCredits(question([{ credit: one, candidates }], more))
}

/** Summarises a verdict: the allocations with their reasons, and the cases. */
export function told({ allocations, cases }: Verdict): string[] {
  return [
    ...allocations.map(
      ({ transactionId, event, evidence, ground }) => `${transactionId}: ${event} by ${evidence}, ${ground}`,
    ),
    ...cases.map(({ kind, isBlocking }) => (isBlocking ? `${kind}!` : kind)),
  ]
}
