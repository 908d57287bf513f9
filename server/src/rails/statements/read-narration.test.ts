import { expect, test } from 'vitest'
import { classifyLine, readNarrationPayer, readSessionId } from './read-narration.ts'

const plain = { hasSession: false, isReversal: false }

test.each([
  ['credit', 'NIP/GTB/OKAFOR ADA/rent', 'payment'],
  ['credit', '', 'payment'],
  ['credit', '***RSVL NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank', 'unclear'],
  ['credit', 'RVSL NIP/GTB/OKAFOR ADA/1', 'unclear'],
  ['credit', 'REVERSAL: TRF TO OKAFOR ADA', 'unclear'],
  // The payer may type this. The only effect is that an operator reviews the credit.
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
  // The text says CR, but the row is a debit: the column decides.
  ['debit', 'NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank', 'unclear'],
  ['debit', 'NIP/ZIB/SOMEBODY/VAT', 'unclear'],
  ['debit', 'NIP/ZIB/SOMEBODY/RVSL', 'unclear'],
] as const)('a %s that says "%s" is %s', (direction, narration, kind) => {
  expect(classifyLine(direction, narration, plain)).toBe(kind)
})

test('a debit that reads like a charge but has a session id is unclear', () => {
  expect(classifyLine('debit', 'Stamp Duty', { ...plain, hasSession: true })).toBe('unclear')
})

test('a row that the format marks as a reversal is classified by its mark and direction, whatever its narration says', () => {
  expect(classifyLine('debit', 'anything', { ...plain, isReversal: true })).toBe('reversal')
  expect(classifyLine('credit', 'anything', { ...plain, isReversal: true })).toBe('unclear')
})

test.each([
  ['NIP/GTB/OKAFOR ADA/Loan refund to X', 'OKAFOR ADA', '000013'],
  ['NIP/KBL/TRF BO OKAFOR ADA /KIP ZENITH/9999999999', 'OKAFOR ADA', '000002'],
  ['NIP/ZIB/OKAFOR ADA', 'OKAFOR ADA', '000015'],
  ['NIP/STBC/OKAFOR ADA/x', 'OKAFOR ADA', '000012'],
  ['NIP/PAL/OKAFOR ADA/x', 'OKAFOR ADA', '100033'],
  ['NIP/FCMB/OKAFOR ADA/x', 'OKAFOR ADA', '000003'],
  ['NIP/A BANK NOBODY KNOWS/OKAFOR ADA/x', 'OKAFOR ADA', undefined],
  ['FROM UBA/OKAFOR ADA/rent/1', 'OKAFOR ADA', '000004'],
  ['CIP CR/ OKAFOR ADA/Transfer from OKAFOR ADA', 'OKAFOR ADA', undefined],
  ['NIP TRF FROM OKAFOR ADA', 'OKAFOR ADA', undefined],
  ['USSD NIP Transfer from OKAFOR ADA', 'OKAFOR ADA', undefined],
  [
    'BANKNIP From 000014 PAYREF: - SENDER: OKAFOR ADA REMARK: SENDER: EZE NGOZI REMARK: x',
    'OKAFOR ADA',
    '000014',
  ],
  ['FROM 701/null/AT124_TRF|x', undefined, undefined],
  ['TRANSFER BETWEEN CUSTOMERS NIP/GTB/EZE NGOZI/-OKAFOR ADA', undefined, undefined],
  ['MOB/UTO/NIP/GTB/EZE NGOZI/x/6789', undefined, undefined],
  ['3373260214/10000226 - AFRC - 08061234567', undefined, undefined],
  ['x NIP TRF FROM EZE NGOZI', undefined, undefined],
  ['', undefined, undefined],
])('%s', (narration, name, bankCode) => {
  const payer = readNarrationPayer(narration)
  expect([payer.name, payer.bankCode]).toEqual([name, bankCode])
  expect(payer.accountNumber ?? payer.accountMask).toBeUndefined()
})

test.each([
  ['a complete session id', '000013261103100000123456789012'],
  ['a session id whose leading zeros a spreadsheet removed', '13261103100000123456789012'],
])('%s is read with the day on which it was sent', (_how, text) => {
  expect(readSessionId(text)).toEqual({ id: '000013261103100000123456789012', day: '2026-11-03' })
})

test.each([
  ['a number with letters', '09FG261103100000123XTTGA'],
  ['a reference of the bank', '3373260214'],
  ['a day that does not exist', '000013263103100000123456789012'],
  ['an hour that does not exist', '000013261103240000123456789012'],
  ['lost zeros before the code of an unknown bank', '99999261103100000123456789012'],
  ['a lost last digit', '00001326110310000012345678901'],
  ['too many digits', '0000132611031000001234567890123'],
])('%s: no session id is read', (_what, text) => {
  expect(readSessionId(text)).toBeUndefined()
})
