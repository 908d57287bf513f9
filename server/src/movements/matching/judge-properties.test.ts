import fc from 'fast-check'
import { expect, test } from 'vitest'
import { before, claim, credit, hour, naira, now, question } from '../../../test/judging.ts'
import { judgeCredits } from './judge-credits.ts'
import type { Allocation, Candidate, OpenCredit, Question, Verdict } from './open-credit.ts'

// Few values of each kind, so that claims and credits often match and compete.
const numbers = ['0123456789', '9876543789', '5555555555']
const names = ['Adaeze Obi', 'OBI ADAEZE NKECHI', 'Chukwudi Obi', 'Musa Danjuma']
const banks = ['000013', '000015']
const amounts = [naira(20_000), naira(30_000), naira(50_000), naira(50_000, 37)]
const businesses = ['a', 'b', 'c']
const codes = ['K7M2QX', 'P3R8WD']
const hoursAgo = [0, 0.2, 0.6, 2, 23, 26, 50, 80, 110, 200]

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const time = fc.constantFrom(...hoursAgo).map((hours) => before(hours * hour))

const payer = fc
  .record({
    shown: fc.constantFrom('number', 'mask', 'nothing'),
    number: fc.constantFrom(...numbers),
    name: some(fc.constantFrom(...names)),
    bankCode: some(fc.constantFrom(...banks)),
  })
  .map(({ shown, number, name, bankCode }) => ({
    ...(shown === 'number' && { accountNumber: number }),
    ...(shown === 'mask' && { accountMask: `*******${number.slice(7)}` }),
    ...(name !== undefined && { name }),
    ...(bankCode !== undefined && { bankCode }),
  }))

const anyCredit = (prefix: string): fc.Arbitrary<OpenCredit> =>
  fc
    .record({
      id: fc.nat(1_000_000),
      minor: fc.constantFrom(...amounts),
      bookedAt: time,
      payer,
      narration: fc.constantFrom('', ...codes),
      followsEqual: fc.boolean(),
      isKnownPayer: fc.boolean(),
      paysAgain: fc.constantFrom(null, null, null, null, 'told' as const, 'tail' as const),
    })
    .map(({ id, ...rest }) => credit({ ...rest, lineId: `${prefix}line ${id}` }))

const anyClaim = (prefix: string): fc.Arbitrary<Candidate> =>
  fc
    .record({
      id: fc.nat(1_000_000),
      businessId: fc.constantFrom(...businesses).map((business) => prefix + business),
      status: fc.constantFrom('pending_payment', 'pending_payment', 'part_paid', 'expired', 'cancelled'),
      amountMinor: fc.constantFrom(...amounts),
      paidMinor: fc.constantFrom(naira(10_000), naira(20_000)),
      acceptedAt: time,
      number: fc.option(fc.constantFrom(...numbers)),
      bankCode: fc.option(fc.constantFrom(...banks)),
      name: fc.option(fc.constantFrom(...names)),
      code: fc.option(fc.constantFrom(...codes)),
      knownPayer: fc.constantFrom('bound', 'known', 'no'),
      isKnownElsewhere: fc.boolean(),
      isSuspended: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
      firstPartFrom: fc.option(fc.constantFrom(...numbers, '*******789')),
    })
    .map((drawn) => {
      const isPart = drawn.status === 'part_paid' && drawn.paidMinor < drawn.amountMinor
      const made = claim({
        transactionId: `${prefix}buy ${drawn.id}`,
        businessId: drawn.businessId,
        status: isPart || drawn.status !== 'part_paid' ? drawn.status : 'pending_payment',
        minor: drawn.amountMinor,
        leftMinor: isPart ? drawn.amountMinor - drawn.paidMinor : drawn.amountMinor,
        acceptedAt: drawn.acceptedAt,
        payer: { accountNumber: drawn.number, bankCode: drawn.bankCode, name: drawn.name },
        knownPayer: drawn.knownPayer,
        isKnownElsewhere: drawn.isKnownElsewhere,
        isSuspended: drawn.isSuspended,
        firstPartFrom: isPart ? drawn.firstPartFrom : null,
      })
      return {
        ...made,
        expected: drawn.code === null ? null : { code: drawn.code, expiresAt: made.expiresAt },
      }
    })

const unique = {
  selector: (one: { transactionId: string } | { lineId: string }) =>
    'lineId' in one ? one.lineId : one.transactionId,
}

/** Every credit has every claim as a candidate, which is the worst case. */
const anyQuestion = (prefix = ''): fc.Arbitrary<Question> =>
  fc
    .record({
      credits: fc.uniqueArray(anyCredit(prefix), { minLength: 1, maxLength: 6, ...unique }),
      claims: fc.uniqueArray(anyClaim(prefix), { maxLength: 8, ...unique }),
      dedicatedTo: fc.constantFrom(null, null, `${prefix}a`),
      caps: fc.array(fc.constantFrom(0n, naira(50_000), naira(70_000)), { minLength: 3, maxLength: 3 }),
    })
    .map(({ credits, claims, dedicatedTo, caps }) =>
      question(
        credits.map((one) => ({ credit: one, candidates: claims })),
        {
          account: { dedicatedTo, state: 'active', claimedLateAt: null },
          caps: Object.fromEntries(
            businesses.map((business, place) => [prefix + business, caps[place] ?? 0n]),
          ),
        },
      ),
    )

/** Every claim of these questions tolerates one naira. */
const isTolerated = (difference: bigint) => difference <= naira(1) && -difference <= naira(1)

const runs = { numRuns: 500 }

function sums(
  allocations: readonly Allocation[],
  key: (allocation: Allocation) => string,
): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const one of allocations) totals.set(key(one), (totals.get(key(one)) ?? 0n) + one.amountMinor)
  return totals
}

/** Returns each allocation with its credit, its claim, and the claims that were still open when it was made. */
function retrace({ credits }: Question, { allocations }: Verdict) {
  const used = new Set<string>()
  return allocations.map((allocation) => {
    const asked = credits.find(({ credit: { lineId } }) => lineId === allocation.lineId)
    const open = (asked?.candidates ?? []).filter(({ transactionId }) => !used.has(transactionId))
    const given = open.find(({ transactionId }) => transactionId === allocation.transactionId)
    used.add(allocation.transactionId)
    if (asked === undefined || given === undefined) throw new TypeError('allocated out of nothing')
    return { allocation, credit: asked.credit, claim: given, open }
  })
}

test('many of these questions end in an allocation, and many in a case', () => {
  const verdicts = fc.sample(anyQuestion(), { numRuns: 1_000, seed: 1 }).map(judgeCredits)
  expect(verdicts.filter(({ allocations }) => allocations.length > 0).length).toBeGreaterThan(60)
  expect(verdicts.filter(({ cases }) => cases.length > 0).length).toBeGreaterThan(120)
  const events = new Set(verdicts.flatMap(({ allocations }) => allocations.map(({ event }) => event)))
  expect([...events].sort()).toEqual(['late_credit', 'paid_in_full', 'paid_in_part', 'topped_up'])
  const grounds = new Set(verdicts.flatMap(({ allocations }) => allocations.map(({ ground }) => ground)))
  expect([...grounds].sort()).toEqual(['bound', 'dedicated', 'expected', 'within_cap'])
})

test('a credit is never allocated while a claim of another business names its number, its bank and its amount', () => {
  fc.assert(
    fc.property(anyQuestion(), (asked) => {
      for (const { credit: given, claim: winner, open } of retrace(asked, judgeCredits(asked))) {
        if (asked.account.dedicatedTo !== null) continue
        const rivals = open.filter(
          (other) =>
            other.businessId !== winner.businessId &&
            other.payer.accountNumber === given.payer.accountNumber &&
            other.payer.bankCode === given.payer.bankCode &&
            other.status === 'pending_payment' &&
            other.leftMinor === given.leftMinor &&
            given.bookedAt >= new Date(other.acceptedAt.getTime() - 72 * hour) &&
            given.bookedAt <= other.expiresAt,
        )
        expect(rivals).toEqual([])
      }
    }),
    runs,
  )
})

test('no more is allocated than a credit, a claim and a limit have', () => {
  fc.assert(
    fc.property(anyQuestion(), (asked) => {
      const { allocations } = judgeCredits(asked)
      const left = new Map(asked.credits.map(({ credit: one }) => [one.lineId, one.leftMinor]))
      const wanted = new Map(
        asked.credits.flatMap(({ candidates }) =>
          candidates.map((one) => [one.transactionId, one.leftMinor + one.toleranceMinor]),
        ),
      )
      for (const [line, sum] of sums(allocations, ({ lineId }) => lineId)) {
        expect(sum <= (left.get(line) ?? 0n)).toBe(true)
      }
      for (const [buy, sum] of sums(allocations, ({ transactionId }) => transactionId)) {
        expect(sum <= (wanted.get(buy) ?? 0n)).toBe(true)
      }
      const onTrust = allocations.filter(({ ground }) => ground === 'within_cap')
      for (const [business, sum] of sums(onTrust, ({ businessId }) => businessId)) {
        expect(sum <= (asked.capLeftMinor.get(business) ?? 0n)).toBe(true)
      }
      expect(new Set(allocations.map(({ lineId }) => lineId)).size).toBe(allocations.length)
      expect(new Set(allocations.map(({ transactionId }) => transactionId)).size).toBe(allocations.length)
      expect(allocations.every(({ amountMinor }) => amountMinor > 0n)).toBe(true)
    }),
    runs,
  )
})

test('every allocation has evidence and a ground that can be verified', () => {
  fc.assert(
    fc.property(anyQuestion(), (asked) => {
      const { dedicatedTo } = asked.account
      for (const { allocation, credit: given, claim: winner } of retrace(asked, judgeCredits(asked))) {
        const { evidence, ground, event } = allocation
        const { accountNumber } = given.payer
        expect(winner.isSuspended).toBe(false)
        expect(dedicatedTo === null || dedicatedTo === winner.businessId).toBe(true)
        const hasOtherNumber =
          accountNumber !== undefined &&
          winner.payer.accountNumber !== null &&
          accountNumber !== winner.payer.accountNumber
        expect(hasOtherNumber).toBe(false)
        const isIts: Record<string, boolean> = {
          number: accountNumber === winner.payer.accountNumber,
          mask:
            given.payer.accountMask?.slice(7) === winner.payer.accountNumber?.slice(7) &&
            (given.payer.bankCode === winner.payer.bankCode || winner.knownPayer !== 'no'),
          tail:
            winner.expected !== null &&
            given.leftMinor === winner.amountMinor &&
            winner.amountMinor % 100n !== 0n,
          code: winner.expected?.code === given.narration,
          account: dedicatedTo === winner.businessId && isTolerated(given.leftMinor - winner.leftMinor),
          bound: winner.knownPayer === 'bound' && !winner.isKnownElsewhere,
          within_cap: evidence === 'number' || evidence === 'mask',
          expected: winner.expected !== null,
          dedicated: dedicatedTo === winner.businessId,
        }
        expect([isIts[evidence], isIts[ground]]).toEqual([true, true])
        const isExact = isTolerated(given.leftMinor - winner.leftMinor)
        expect(isExact || event === 'paid_in_part' || ground !== 'within_cap').toBe(true)
        expect(given.bookedAt.getTime()).toBeGreaterThanOrEqual(winner.acceptedAt.getTime() - 72 * hour)
      }
    }),
    runs,
  )
})

test('a verdict does not depend on unrelated credits and claims', () => {
  fc.assert(
    fc.property(anyQuestion('one '), anyQuestion('other '), (one, other) => {
      const { account } = one
      const both = judgeCredits({
        account,
        now,
        credits: one.credits.flatMap((asked, place) => [asked, ...other.credits.slice(place, place + 1)]),
        capLeftMinor: new Map([...one.capLeftMinor, ...other.capLeftMinor]),
      })
      const alone = judgeCredits(one)
      const isOne = ({ lineId }: { lineId: string }) => lineId.startsWith('one ')
      expect(both.allocations.filter(isOne)).toEqual(alone.allocations)
      expect(both.cases.filter(isOne)).toEqual(alone.cases)
    }),
    runs,
  )
})

test('one more claim never makes a credit go to a third business', () => {
  fc.assert(
    fc.property(anyQuestion(), anyClaim(''), (asked, more) => {
      for (const { credit: one, candidates } of asked.credits) {
        const [before] = judgeCredits({ ...asked, credits: [{ credit: one, candidates }] }).allocations
        const rival = { ...more, transactionId: 'one more' }
        const [after] = judgeCredits({
          ...asked,
          credits: [{ credit: one, candidates: [...candidates, rival] }],
        }).allocations
        const allowed = [undefined, before?.businessId, rival.businessId]
        expect(allowed).toContain(after?.businessId)
      }
    }),
    runs,
  )
})

test('the same question has the same verdict and is not modified', () => {
  fc.assert(
    fc.property(anyQuestion(), (asked) => {
      const copy = structuredClone(asked)
      expect(judgeCredits(asked)).toEqual(judgeCredits(copy))
      expect(asked).toEqual(copy)
    }),
    { numRuns: 200 },
  )
})

test('every credit is allocated, opens a case or is checked again while time can change something', () => {
  fc.assert(
    fc.property(anyQuestion(), (asked) => {
      const { allocations, cases, lookAgainAt } = judgeCredits(asked)
      const settled = new Set([...allocations, ...cases].map(({ lineId }) => lineId))
      const isWaiting = asked.credits.some(({ credit: { lineId } }) => !settled.has(lineId))
      expect(lookAgainAt !== undefined).toBe(isWaiting)
      expect(lookAgainAt === undefined || lookAgainAt >= now).toBe(true)
    }),
    runs,
  )
})
