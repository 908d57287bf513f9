import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankUnderTest, createBankUnderTest, PROVIDUS } from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }

beforeAll(async () => {
  bank = await createBankUnderTest({ stoppedAt: '2026-11-02T09:00:00Z' })
  await bank.pay({ account: PROVIDUS, amount: '1000000', payer: ada, remark: 'the day before' })
  await bank.wait(86_400)
  await bank.pay(
    { account: PROVIDUS, amount: '50000.37', payer: ada, remark: 'AFR-7K2', faults: ['stamp_duty_line'] },
    { account: PROVIDUS, amount: '200', payer: ada, faults: ['session_missing', 'value_date_later'] },
    { account: PROVIDUS, amount: '3000', payer: ada, faults: ['own_payout_returned'] },
    { account: PROVIDUS, amount: '40', payer: ada, faults: ['narration_hostile'] },
  )
})
beforeEach(async () => {
  await bank.admin('DELETE', '/faults')
})
afterAll(async () => bank.close())

const read = async (profile: string, from = '2026-11-03', to = '2026-11-03') =>
  (await bank.ask({ url: `/admin/accounts/${PROVIDUS}/statement?from=${from}&to=${to}&profile=${profile}` }))
    .body

/** Reads naira in any format of the profiles, as kobo. */
const kobo = (text: string) => BigInt(text.replace(/[^0-9]/g, ''))

test('GTB: apostrophes, month names, non-breaking spaces, and remarks that continue in rows without a date', async () => {
  const text = await read('gtb')
  expect(text).toContain('Opening Balance,"1,000,000.00"')
  expect(text).toContain('Closing Balance,"1,050,190.37"')
  expect(text).toMatch(/\r\n03-Nov-2026,03-Nov-2026,'000013261103\d+,,"50,000.37","1,050,000.37",E-CHANNELS,/)
  expect(text).toMatch(/\r\n,,,,,,,vy\)\r\n/)
  expect(text).toContain('\u00a0')
})

test('Zenith: zeros for empty amounts, and an outward payment that is called NIP CR', async () => {
  const text = await read('zenith')
  expect(text).toContain('03/11/2026,NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank,"3,000.00",0.00,')
  expect(text).toContain('03/11/2026,***RSVL NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank,0.00,"3,000.00",')
  expect(text).toMatch(/NIP\/GTB\/OKAFOR ADA\/,?.*,0\.00,200\.00,04\/11\/2026,/)
})

test('Sterling: credits before debits, a dash for empty amounts', async () => {
  const text = await read('sterling')
  expect(text).toMatch(
    /03-11-2026,000013\d{24},BANKNIP From 000013 PAYREF: - SENDER: OKAFOR ADA REMARK: AFR-7K2,"50,000\.37",-,/,
  )
  expect(text).toContain('03-11-2026,-,BANKNIP')
})

test('OPay: sweeps into savings that look like payments and cancel out', async () => {
  const text = await read('opay')
  expect(text).toContain(
    '2026/11/03 10:00:00,2026/11/03,Transfer from OKAFOR ADA | Guaranty Trust Bank | 012***6789',
  )
  expect(text.match(/OWealth Withdrawal/g)).toHaveLength(4)
})

test('UBA: a printed page, with CR after the balances and no payer', async () => {
  const text = await read('uba')
  expect(text).toMatch(
    /^03\/11\/2026 {2}03\/11\/2026 {2}MOB\/UTO\/AFR-7K2\/6789\u200b +50,000\.37 +1,050,000\.37CR$/m,
  )
  expect(text).toContain('CLOSING BALANCE: 1,050,190.37CR')
})

test('Access: brackets around debits, and column headers that change', async () => {
  const text = await read('access')
  expect(text).toContain('NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank')
  expect(text).toMatch(/,"\(3,000\.00\)",,"N/)
  const heads = new Set<string | undefined>()
  for (let day = 1; day <= 9; day += 1) heads.add((await read('access', `2026-11-0${day}`)).split('\r\n')[1])
  expect(heads.size).toBeGreaterThan(1)
})

test('MT940: balances, entries and narrations in the fields of the message', async () => {
  const text = await read('mt940')
  expect(text).toContain(':60F:C261103NGN1000000,00\r\n')
  expect(text).toMatch(
    /:61:2611031103C50000,37NTRF0000132611031000\/\/line_2\r\n:86:NIP\/GTB\/OKAFOR ADA\/AFR-7K2 000013/,
  )
  expect(text).toContain(':61:2611041103C200,00NTRFNONREF//line_4')
  expect(text).toContain(':62F:C261103NGN1050190,37\r\n-}')
  expect(text).not.toMatch(/[<"=]/)
})

test.each(['gtb', 'zenith', 'sterling', 'opay', 'uba', 'access', 'mt940'])(
  '%s: all rows of the day are there, and the balance agrees with the truth',
  async (profile) => {
    const lines = (await bank.truth()).slice(1)
    const text = await read(profile)
    const closing = profile === 'mt940' ? '1050190,37' : '1,050,190.37'
    expect(text).toContain(closing)
    expect(kobo(closing)).toBe(BigInt(String(lines.at(-1)?.['balance_after_kobo'])))
    for (const { session_id: sessionId, shown_session_id: shown } of lines) {
      // The UBA and Zenith formats do not show the session id.
      if (shown === null || profile === 'uba' || profile === 'zenith') continue
      expect(text.replaceAll('\r\n', '')).toContain(sessionId)
    }
  },
)

test('the opening balance is that of the previous evening, and days are in Lagos time', async () => {
  const both = await read('zenith', '2026-11-02', '2026-11-03')
  expect(both).toContain('02/11/2026,NIP/GTB/OKAFOR ADA/the day before')
  expect(both).toContain(',Opening Balance,0.00,0.00,02/11/2026,0.00')
})

test('statement_missing_row: a row is missing and the balances show the gap', async () => {
  const whole = (await read('zenith')).split('\r\n')
  await bank.fault('statement_missing_row', { account: PROVIDUS })
  const holed = (await read('zenith')).split('\r\n')
  expect(holed).toHaveLength(whole.length - 1)
  expect(holed.at(-2)).toBe(whole.at(-2))
})

test('statement_wrong_closing: a thousand naira too much at the foot', async () => {
  await bank.fault('statement_wrong_closing')
  expect(await read('gtb')).toContain('Closing Balance,"1,051,190.37"')
  expect(await read('mt940')).toContain(':62F:C261103NGN1051190,37')
})

test('statement_lost_zero: text that was converted to numbers', async () => {
  await bank.fault('statement_lost_zero')
  expect(await read('gtb')).toContain("Account No,'2\r\n")
  expect(await read('sterling')).toMatch(/03-11-2026,132611031\d+,BANKNIP/)
})

test('statement_day_month_swap: the third of November becomes the eleventh of March', async () => {
  await bank.fault('statement_day_month_swap')
  expect(await read('zenith')).toContain('\r\n11/03/2026,NIP/GTB')
})

test('a profile or a day that does not exist is refused', async () => {
  expect(await read('barclays')).toContain('profile must be one of gtb')
  expect(await read('gtb', 'yesterday')).toContain('from and to must be dates')
})
