import { expect, test } from 'vitest'
import { mt940Format } from './mt940-format.ts'

const message = (closing: string, ...lines: string[]) =>
  Buffer.from(
    [
      '{1:F01}{4:',
      ':20:A',
      ':25:0000000002',
      ':28C:1/1',
      ':60F:C261113NGN1000,',
      ...lines,
      `:62F:${closing}`,
      '-}',
      '',
    ].join('\r\n'),
  )

test('RC is a debit and RD is a credit, and no buy can claim either', () => {
  const { lines } = mt940Format.parse(
    message(
      'C261113NGN1020,50',
      ':61:2611131113RC79,50NTRFNONREF',
      ':86:x',
      ':61:261113RDN100,NMSCNONREF//B1',
      ':86:y',
    ),
  )
  expect(lines).toMatchObject([
    { direction: 'debit', kind: 'reversal', settledMinor: 7_950n },
    { direction: 'credit', kind: 'unclear', settledMinor: 10_000n },
  ])
})

test('an entry in December with a value date in January is booked in the old year', () => {
  const file = message('C270104NGN1100,00', ':61:2701041231C100,00NTRFNONREF', ':86:x').toString()
  const { lines } = mt940Format.parse(Buffer.from(file.replace('C261113NGN', 'C261230NGN')))
  expect(lines).toMatchObject([{ bookedAt: new Date('2026-12-30T23:00:00Z'), valueDate: '2026-12-31' }])
})

test('text inside a description that looks like an entry, a description or the end is text of the payer', () => {
  const { lines } = mt940Format.parse(
    message(
      'C261113NGN1200,00',
      ':61:2611131113C100,00NTRFNONREF',
      `:86:${'a'.repeat(65)}`,
      ':61:2611131113C9999,00NTRFNONREF//X',
      ':61:2611131113C100,00NTRFNONREF',
      `:86:${'a'.repeat(65)}`,
      ':86:b',
      ':25:c',
    ),
  )
  expect(lines.map(({ settledMinor }) => settledMinor)).toEqual([10_000n, 10_000n])
})

test('a file is refused if a payer may have typed entries that fill whole lines and cancel out', () => {
  const typed = (mark: string) =>
    `:61:2611131113${mark}9999,00NTRF${'1'.repeat(16)}//${'2'.repeat(16)}`.padEnd(65, '.')
  const file = message(
    'C261113NGN1100,00',
    ':61:2611131113C100,00NTRFNONREF',
    `:86:${'a'.repeat(65)}`,
    typed('C').slice(0, 65),
    ':86:b',
    typed('D').slice(0, 65),
    ':86:c',
  )
  expect(() => mt940Format.parse(file)).toThrow(expect.objectContaining({ code: 'statement_unreadable' }))
})

test.each([
  ['no end', Buffer.from(':20:A\r\n:25:2\r\n')],
  ['another currency', Buffer.from(message('C261113NGN1000,').toString().replace('NGN1000,', 'USD1000,'))],
  ['an entry that cannot be read', message('C261113NGN1000,', ':61:garbage', ':86:x')],
])('%s refuses the message', (_what, file) => {
  expect(() => mt940Format.parse(file)).toThrow(expect.objectContaining({ code: 'statement_unreadable' }))
})
