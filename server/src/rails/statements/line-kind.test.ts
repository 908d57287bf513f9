import { expect, test } from 'vitest'
import { lineKind } from './line-kind.ts'

const plain = { hasSession: false, isTakeBack: false }

test.each([
  ['credit', 'NIP/GTB/OKAFOR ADA/rent', 'payment'],
  ['credit', '', 'payment'],
  ['credit', '***RSVL NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank', 'unclear'],
  ['credit', 'RVSL NIP/GTB/OKAFOR ADA/1', 'unclear'],
  ['credit', 'REVERSAL: TRF TO OKAFOR ADA', 'unclear'],
  // The payer typed it, and may have: it costs only the payer a look by a person.
  ['credit', 'NIP/GTB/OKAFOR ADA/reversal of yesterday', 'unclear'],
  ['credit', 'Commission on NIP Transfer', 'unclear'],
  ['credit', 'OWealth Interest Earned', 'unclear'],
  ['credit', 'NIP/GTB/REVERSALS LIMITED/x', 'payment'],
  ['debit', 'RVSL NIP/Guaranty Trust Bank/OKAFOR ADA/1', 'reversal'],
  ['debit', 'RECALL OF FUNDS/Guaranty Trust Bank/OKAFOR ADA/1', 'recall'],
  ['debit', 'Stamp Duty (Electronic Money Transfer Levy)', 'charge'],
  ['debit', 'Electronic Money Transfer Levy', 'charge'],
  ['debit', 'Commission on NIP Transfer', 'charge'],
  ['debit', 'VAT on NIP Transfer Commission', 'charge'],
  ['debit', 'SMS alerts of October', 'charge'],
  // Says CR, and is a debit: the column decides.
  ['debit', 'NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank', 'unclear'],
  ['debit', 'NIP/ZIB/SOMEBODY/VAT', 'unclear'],
  ['debit', 'NIP/ZIB/SOMEBODY/RVSL', 'unclear'],
] as const)('a %s that says "%s" is %s', (direction, narration, kind) => {
  expect(lineKind(direction, narration, plain)).toBe(kind)
})

test('a charge that crossed the rail is none', () => {
  expect(lineKind('debit', 'Stamp Duty', { ...plain, hasSession: true })).toBe('unclear')
})

test('where the format itself says that a row takes another back, no words are needed', () => {
  expect(lineKind('debit', 'anything', { ...plain, isTakeBack: true })).toBe('reversal')
  expect(lineKind('credit', 'anything', { ...plain, isTakeBack: true })).toBe('unclear')
})
