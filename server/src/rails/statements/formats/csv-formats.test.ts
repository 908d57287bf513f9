import { expect, test } from 'vitest'
import { accessFormat } from './csv-formats.ts'

const parse = (...rows: string[]) => accessFormat.parse(Buffer.from([...rows, ''].join('\n')))

test('columns are found by their headings in any order', () => {
  const { lines } = parse(
    'Account,2,Afara',
    'Balance,CR,DR,Serial,Particulars,Value Date,Posted Date',
    '0.00,,,,BALANCE B/F,,13/11/2026',
    '"N1,000.00","1,000.00",,,NIP TRF FROM OKAFOR ADA,13/11/2026,13/11/2026',
    'N900.00,,(100.00),,NIP CR/MOB/X,13/11/2026,13/11/2026',
    'N900.00,,,,BALANCE C/F,,13/11/2026',
  )
  expect(lines).toMatchObject([
    {
      direction: 'credit',
      settledMinor: 100_000n,
      payer: { name: 'OKAFOR ADA' },
      accountNumber: '0000000002',
    },
    { direction: 'debit', settledMinor: 10_000n, kind: 'unclear' },
  ])
})

test('if one column has both debits and credits, the balance shows the direction', () => {
  const { lines } = parse(
    'Account,0000000002',
    'Date,Value Date,Narration,Ref,Amount,Balance',
    '13/11/2026,,BALANCE B/F,,,500.00',
    '13/11/2026,13/11/2026,a,,100.00,600.00',
    '13/11/2026,13/11/2026,b,,100.00,500.00',
    '13/11/2026,,BALANCE C/F,,,500.00',
  )
  expect(lines.map(({ direction }) => direction)).toEqual(['credit', 'debit'])
})

test('two columns of one name and unknown headings are refused', () => {
  for (const heads of ['Date,Value Date,Narration,Ref,Debit,Credit,Debits,Balance', 'When,What,How much']) {
    expect(() => parse('Account,2', heads, '13/11/2026,x')).toThrow(
      expect.objectContaining({ code: 'statement_unreadable' }),
    )
  }
})
