import { expect, test } from 'vitest'
import type { ExportedTransaction } from '../../../flows/transactions/export-transactions.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { csvHeader, csvLines, exportColumns } from './export-transactions-route.ts'

const settlement = {
  completedAt: new Date('2026-12-31T23:31:00.000Z'),
  sessionIds: ['0904', '0905'],
  hashes: ['0xabc'],
}

const sellTo = (accountName: string, bankName = 'GTBank'): ExportedTransaction => ({
  settlement,
  told: {
    type: 'sell',
    sell: {
      id: newId(),
      businessId: newId(),
      mode: 'test',
      status: 'completed',
      reference: 'order-1',
      amount: money('NGNC', 123_456_789_012_345_678_901_05n),
      fee: money('NGNC', 5n),
      payee: { bankCode: '000013', bankName, accountNumber: '0123456789', accountName },
      wallet: null,
      depositAddress: null,
      createdAt: new Date('2026-12-31T23:30:00.500Z'),
    },
  },
})

test.each([
  ['=1+1', `'=1+1`],
  ['+234', `'+234`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\tADA', `'\tADA`],
  ['\rADA', `"'\rADA"`],
  ['ADA =1', 'ADA =1'],
  ['OBI, ADA', '"OBI, ADA"'],
  ['ADA "THE" OBI', '"ADA ""THE"" OBI"'],
])('the name %j is written as %j', (name, cell) => {
  expect(csvLines([sellTo(name)])).toContain(`,${cell},`)
})

test('a line break inside a cell stays inside it', () => {
  expect(csvLines([sellTo('ADA\nOBI')])).toContain(',"ADA\nOBI",')
})

test('an amount has all its digits, and the year changes in Lagos time', () => {
  const line = csvLines([sellTo('ADA OBI')])
  expect(line).toContain(',123456789012345678901.05,0.05,NGNC,')
  expect(
    line.endsWith(
      ',2026-12-31T23:30:00.500Z,2027-01-01 00:30:00,,2026-12-31T23:31:00.000Z,0904 0905,0xabc,123456789012345678901\r\n',
    ),
  ).toBe(true)
})

test('every line has a cell for each column', () => {
  expect(csvHeader()).toBe(`${exportColumns.join(',')}\r\n`)
  expect(csvLines([sellTo('ADA OBI')]).split(',')).toHaveLength(exportColumns.length)
})
