import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine } from '../../../test/bank-line-world.ts'
import type { BankLine } from '../feeds/bank-line.ts'

const world = await createBankLineWorld()
afterAll(world.close)

/** A real payment, and which parts of it the account's feed and the bank's statement show. */
type Payment = Readonly<{ amount: bigint; day: number; payer: number; feed: Shown; statement: Shown }>
type Shown = Readonly<{
  session: 'full' | 'odd' | 'none'
  hasName: boolean
  hasDigits: boolean
  /** Days between the payment and the value date shown, and whether the booking is shown that late too. */
  daysLater: number
  isBookedLater: boolean
}>

/** Notification and poll are one source and give a payment the same id. The notification shows more of the payer. */
const ways = ['notification', 'poll', 'statement'] as const
type Way = (typeof ways)[number]
const payers = [
  { accountNumber: '0123456789', accountMask: '******6789', name: 'ADA OBI' },
  { accountNumber: '2222226780', accountMask: '******6780', name: 'BISI ADEYEMI' },
] as const

const shown = fc.record<Shown>({
  session: fc.constantFrom('full', 'none'),
  hasName: fc.boolean(),
  hasDigits: fc.boolean(),
  // The bank's own booking date may differ by a day. Over a weekend only the value date differs.
  daysLater: fc.constantFrom(0, 0, 1, 3),
  isBookedLater: fc.boolean(),
})
const payment = fc.record<Payment>({
  amount: fc.constantFrom(50_000_00n, 20_000_37n),
  day: fc.integer({ min: 10, max: 13 }),
  payer: fc.nat(1),
  feed: fc
    .record({ each: shown, isOdd: fc.boolean() })
    .map(({ each, isOdd }) => ({ ...each, session: isOdd ? ('odd' as const) : each.session, daysLater: 0 })),
  statement: shown.map((each) => ({ ...each, hasDigits: false })),
})
const arrivals = fc.array(payment, { minLength: 1, maxLength: 7 }).chain((payments) => {
  const told = payments.flatMap((_, index) => ways.map((way) => ({ index, way })))
  return fc.record({
    payments: fc.constant(payments),
    order: fc
      .tuple(
        fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length }),
        fc.array(fc.constantFrom(...told), { maxLength: 5 }),
      )
      .map(([once, again]) => [...once, ...again]),
    atATime: fc.constantFrom(1, 1, 3, 8),
  })
})

test('a payment is recorded once, in whatever way, order and number it is reported', async () => {
  const wrong = { recordedTwice: 0, missed: 0, koboOff: 0 }
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ payments, order, atATime }) => {
      const account = await world.openAccount()
      const seen = new Set<number>()
      let lines = 0
      for (let from = 0; from < order.length; from += atATime) {
        const page = order.slice(from, from + atATime)
        for (const source of ['feed', 'statement']) {
          const told = page.filter(({ way }) => (way === 'statement') === (source === 'statement'))
          if (told.length === 0) continue
          const readings = told.map(({ index, way }) => readingOf(payments, index, way))
          const outcomes = await world.tell(account, source, ...readings)
          for (const { index } of told) seen.add(index)
          lines += outcomes.filter(({ outcome }) => outcome === 'new').length
          if (lines > seen.size) wrong.recordedTwice += 1
        }
      }
      if (lines < payments.length) wrong.missed += 1
      const paid = payments.reduce((sum, { amount }) => sum + amount, 0n)
      if ((await recordedMinor(account.id)) !== paid) wrong.koboOff += 1
    }),
    { numRuns: 40, endOnFailure: true },
  )
  expect(wrong).toEqual({ recordedTwice: 0, missed: 0, koboOff: 0 })
  expect(await world.findings()).toEqual([])
})

function readingOf(payments: readonly Payment[], index: number, way: Way): BankLine {
  const paid = payments[index] as Payment
  const view = way === 'statement' ? paid.statement : paid.feed
  const { accountNumber, accountMask, name } = payers[paid.payer] as (typeof payers)[number]
  const settledMinor = paid.amount - 50_00n
  const isNextDay = view.isBookedLater && view.daysLater === 1
  return creditLine(String(index), {
    grossMinor: way === 'statement' ? settledMinor : paid.amount,
    settledMinor,
    bookedAt: new Date(`2026-11-${paid.day + (isNextDay ? 1 : 0)}T09:00:0${index % 2}Z`),
    valueDate: `2026-11-${paid.day + view.daysLater}`,
    ...(view.session === 'full' ? { sessionId: `000013261110100000${String(index).padStart(12, '0')}` } : {}),
    ...(view.session === 'odd' ? { sessionId: `09FG26111010000000${index}XTTGA` } : {}),
    payer: {
      ...(view.hasDigits && (way === 'notification' ? { accountNumber } : { accountMask })),
      ...(view.hasName && { name }),
    },
  })
}

async function recordedMinor(accountId: string): Promise<bigint> {
  const { rows } = await world.worker.query<{ minor: string }>(
    `select coalesce(sum(l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0)), 0)::text as minor
     from bank_line l left join bank_line_fee f on f.line_id = l.id where l.vendor_account_id = $1`,
    [accountId],
  )
  return BigInt(rows[0]?.minor ?? '0')
}
