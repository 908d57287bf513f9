import { expect, test } from 'vitest'
import { gtbFormat } from './formats/csv-formats.ts'

const HEADS = 'Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks'

/** Parses a statement with these rows and an opening balance of ₦1,000. */
function read(rows: readonly string[], { closing, debits, credits }: Record<string, string>) {
  const above = [
    'Account No,0000000002',
    'Period,13-Nov-2026 to 30-Nov-2026',
    'Opening Balance,"1,000.00"',
    `Closing Balance,"${closing}"`,
    `Total Debit,"${debits}"`,
    `Total Credit,"${credits}"`,
  ]
  return gtbFormat.parse(Buffer.from([...above, HEADS, ...rows, ''].join('\r\n')))
}

const DAY = '13-Nov-2026,13-Nov-2026'
const good = `${DAY},,,100.00,"1,100.00",E-CHANNELS,NIP/GTB/OKAFOR ADA/x`

test.each([
  ['an amount that cannot be read', `${DAY},,,1OO.OO,"1,200.00",,x`, 'its amount cannot be read'],
  ['a date in another format', '13/11/2026,13-Nov-2026,,,100.00,"1,200.00",,x', 'its date cannot be read'],
  ['a date that does not exist', '31-Nov-2026,13-Nov-2026,,,100.00,"1,200.00",,x', 'its date cannot be read'],
  ['a missing value date', '13-Nov-2026,,,,100.00,"1,200.00",,x', 'its value date cannot be read'],
  [
    'a value date far from the date',
    '13-Nov-2026,13-Jan-2026,,,100.00,"1,200.00",,x',
    'its value date is far from',
  ],
  ['a balance that cannot be read', `${DAY},,,100.00,"1,2OO.OO",,x`, 'its balance cannot be read'],
])('%s makes only that row unreadable', (_what, bad, reason) => {
  const { lines, unreadable } = read([good, bad], { closing: '1,200.00', debits: '0.00', credits: '200.00' })
  expect(lines).toMatchObject([{ settledMinor: 10_000n, payer: { name: 'OKAFOR ADA' } }])
  expect(unreadable).toMatchObject([{ reason: expect.stringContaining(reason), raw: expect.anything() }])
})

test.each([
  ['a row with a debit and a credit', `${DAY},,50.00,150.00,"1,200.00",,x`],
  ['a row without an amount', `${DAY},,,,"1,100.00",,x`],
])('%s is unreadable', (_what, bad) => {
  const closing = bad.includes('1,200') ? '1,200.00' : '1,100.00'
  const credits = bad.includes('1,200') ? '200.00' : '100.00'
  expect(read([good, bad], { closing, debits: '0.00', credits }).unreadable).toHaveLength(1)
})

test.each([
  [
    'a running balance',
    [good, `${DAY},,,100.00,"1,300.00",,x`],
    { closing: '1,300.00', credits: '300.00' },
    'line 9',
  ],
  ['the sum of credits', [good], { closing: '1,100.00', credits: '150.00' }, 'the credits add up to ₦100'],
  [
    'neither amount nor balance',
    [good, `${DAY},,,x,y,,z`],
    { closing: '1,100.00', credits: '100.00' },
    'line 9',
  ],
])('%s that is wrong refuses the file and names the place', (_what, rows, sums, where) => {
  expect(() => read(rows, { debits: '0.00', ...sums })).toThrow(
    expect.objectContaining({ code: 'statement_does_not_add_up', message: expect.stringContaining(where) }),
  )
})

test('a file with a row outside its period is refused', () => {
  expect(() =>
    read([good.replaceAll('13-Nov', '13-Oct')], { closing: '1,100.00', debits: '0.00', credits: '100.00' }),
  ).toThrow(expect.objectContaining({ code: 'statement_days_doubtful' }))
})
