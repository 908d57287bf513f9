import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  PROVIDUS,
} from '../../../../simulators/test/bank-under-test.ts'
import { type Booked, findOmissions, findUntruths, readTruth } from '../../../test/booked-lines.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import { type Days, type Statement, settleDays } from '../../movements/feeds/statement.ts'
import { statementFormats } from './statement-formats.ts'

const START = '2026-11-02T09:00:00Z'
const DAY_SECONDS = 86_400
const PERIOD = { from: '2026-11-03', to: '2026-12-31' }
const OPENING = 100_000_000n
const byProfile = statementFormats.map((format) => [format.profile, format] as const)

const LETTERS = Array.from('ABz019 ,"\'/:|-=()+.%\n\t\u00a0\u200b\u202eé₦')
const remark = fc.oneof(
  fc.string({ maxLength: 90, unit: fc.constantFrom(...LETTERS) }),
  // Texts that would be a row, a balance, a field or a session id in another place.
  fc.constantFrom(
    'AFR-7K2',
    'x/000013261103100000123456789012',
    'x 000013261103100000123456789012',
    'BALANCE C/F',
    'CLOSING BALANCE: 1.00',
    '03/11/2026,NIP/GTB/OKAFOR ADA/,0.00,"50,000.00"',
    ...[
      ':61:2611031103C50000,00NTRFNONREF//x',
      ':86:NIP/GTB/OKAFOR ADA/x',
      ':62F:C261103NGN1,00',
      '-}',
    ].flatMap((field) => [`${'.'.repeat(40)}${field}`, `${'.'.repeat(44)}${field}`]),
  ),
)
const faults = [
  'stamp_duty_line charge_line vat_line reversed_soon recalled_later own_payout_returned',
  'session_missing session_repeated session_odd twin_payment split settled_less value_date_later at_midnight',
  'narration_other_bank narration_blank narration_coded narration_hostile',
].flatMap((names) => names.split(' '))
const payment = fc.record({
  amount: fc.oneof(
    fc.constantFrom('50000', '15000.37'),
    fc
      .bigInt({ min: 100n, max: 200_000_000_000n })
      .map((kobo) => `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`),
  ),
  remark,
  faults: fc.subarray(faults, { maxLength: 3 }),
  waitSeconds: fc.constantFrom(0, 0, 1, 3600, DAY_SECONDS, 5 * DAY_SECONDS),
})
type World = Readonly<{
  seed: number
  payments: ReadonlyArray<{ amount: string; remark: string; faults: string[]; waitSeconds: number }>
}>
const world: fc.Arbitrary<World> = fc.record({
  seed: fc.nat(),
  payments: fc.array(payment, { maxLength: 8 }),
})

/** Creates a bank with a million naira from the day before, and then makes the payments. */
async function inWorld(
  { seed, payments }: World,
  look: (bank: BankUnderTest) => Promise<void>,
): Promise<void> {
  const bank = await createBankUnderTest({ stoppedAt: START, seed: String(seed) })
  try {
    await bank.pay({ account: PROVIDUS, amount: '1000000', remark: 'the day before' })
    await bank.wait(DAY_SECONDS)
    for (const { waitSeconds, ...order } of payments) {
      await bank.pay({ account: PROVIDUS, ...order })
      if (waitSeconds > 0) await bank.wait(waitSeconds)
    }
    await look(bank)
  } finally {
    await bank.close()
  }
}

async function expectInWorlds(numRuns: number, look: (bank: BankUnderTest) => Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(world, async (one) => inWorld(one, look)),
    { numRuns },
  )
}

async function print(bank: BankUnderTest, profile: string, { from, to }: Days = PERIOD): Promise<Buffer> {
  const url = `/admin/accounts/${PROVIDUS}/statement?from=${from}&to=${to}&profile=${profile}`
  return Buffer.from((await bank.ask({ url })).body)
}

async function truthOf(bank: BankUnderTest, { from, to }: Days = PERIOD): Promise<Booked[]> {
  const { body } = await bank.ask({ url: `/admin/truth?account=${PROVIDUS}` })
  return readTruth(body).filter(({ day }) => day >= from && day <= to)
}

/** Returns the lines, or the code of the refusal. Any other error is a bug. */
function takeOrRefuse(take: () => readonly BankLine[]): readonly BankLine[] | string {
  try {
    return take()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const namesOf = (lines: readonly BankLine[]) => lines.map(({ externalId }) => externalId)

function withoutRaw({ lines, ...rest }: Statement) {
  return { ...rest, lines: lines.map((line) => ({ ...line, raw: undefined })) }
}

test('rows have the same names in the exports of two formats', async () => {
  await expectInWorlds(5, async (bank) => {
    const names = []
    for (const [profile, format] of byProfile)
      names.push(namesOf(format.parse(await print(bank, profile)).lines))
    expect(new Set(names.map((list) => list.join())).size).toBe(1)
    expect(new Set(names[0]).size).toBe(names[0]?.length)
  })
})

describe.each(byProfile)('%s', (profile, format) => {
  test('the lines read from a statement are those that the bank booked, whatever payers type', async () => {
    await expectInWorlds(6, async (bank) => {
      const statement = format.parse(await print(bank, profile))
      const truth = await truthOf(bank)
      expect(findUntruths(statement.lines, truth, profile)).toEqual([])
      expect(findOmissions(statement.lines, truth, profile)).toEqual([])
      expect(statement).toMatchObject({
        unreadable: [],
        accountNumber: PROVIDUS,
        openingMinor: OPENING,
        closingMinor: truth.at(-1)?.balance ?? OPENING,
      })
    })
  })

  test('rows have the same names in overlapping statements', async () => {
    await expectInWorlds(4, async (bank) => {
      const whole = format.parse(await print(bank, profile)).lines
      const single = []
      for (const day of new Set((await truthOf(bank)).map(({ day }) => day))) {
        single.push(...format.parse(await print(bank, profile, { from: day, to: day })).lines)
      }
      expect(namesOf(single)).toEqual(namesOf(whole))
    })
  })

  test('a file with a missing row or a wrong closing balance is refused', async () => {
    await expectInWorlds(5, async (bank) => {
      await bank.pay({ account: PROVIDUS, amount: '50000' })
      for (const fault of ['statement_missing_row', 'statement_wrong_closing']) {
        await bank.fault(fault)
        const file = await print(bank, profile)
        expect(() => format.parse(file)).toThrow(
          expect.objectContaining({ code: 'statement_does_not_add_up' }),
        )
        await bank.admin('DELETE', '/faults')
      }
    })
  })

  test('lost leading zeros of account numbers and session ids are restored', async () => {
    await expectInWorlds(5, async (bank) => {
      const whole = format.parse(await print(bank, profile))
      await bank.fault('statement_lost_zero')
      expect(withoutRaw(format.parse(await print(bank, profile)))).toEqual(withoutRaw(whole))
    })
  })

  test.each([
    ['no period is given', undefined],
    ['the period is given', PERIOD],
    ['a period within one month is given', { from: '2026-11-03', to: '2026-11-30' }],
  ])('swapped days and months never become a line: %s', async (_when, asked) => {
    await expectInWorlds(6, async (bank) => {
      await bank.fault('statement_day_month_swap')
      const file = await print(bank, profile, asked)
      const lines = takeOrRefuse(() => {
        const statement = format.parse(file)
        settleDays(statement, asked, '2026-12-31')
        return statement.lines
      })
      const untruths =
        typeof lines === 'string' ? [] : findUntruths(lines, await truthOf(bank, asked), profile)
      expect(untruths).toEqual([])
    })
  })

  test('a truncated file is refused, or its remaining lines are correct', async () => {
    await expectInWorlds(3, async (bank) => {
      const truth = await truthOf(bank)
      const file = await print(bank, profile)
      const names = namesOf(format.parse(file).lines)
      for (let part = 1; part < 20; part += 1) {
        const cut = file.subarray(0, Math.floor((file.length * part) / 20))
        const lines = takeOrRefuse(() => format.parse(cut).lines)
        if (typeof lines === 'string') continue
        // OPay prints its sums only at the top, so rows that cancel out can be lost at the end.
        const left = profile === 'opay' ? truth.slice(0, lines.length) : truth
        expect(findUntruths(lines, left, profile)).toEqual([])
        expect(namesOf(lines)).toEqual(names.slice(0, lines.length))
      }
    })
  })

  test('the export of any other bank is refused', async () => {
    const payments = [{ amount: '50000', remark: 'x', faults: [], waitSeconds: 0 }]
    await inWorld({ seed: 1, payments }, async (bank) => {
      for (const [other] of byProfile) {
        const file = await print(bank, other)
        expect(typeof takeOrRefuse(() => format.parse(file).lines) === 'string').toBe(other !== profile)
      }
    })
    expect.hasAssertions()
  })
})
