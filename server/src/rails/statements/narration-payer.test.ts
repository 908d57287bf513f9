import { expect, test } from 'vitest'
import { payerOfNarration } from './narration-payer.ts'

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
  const payer = payerOfNarration(narration)
  expect([payer.name, payer.bankCode]).toEqual([name, bankCode])
  expect(payer.accountNumber ?? payer.accountMask).toBeUndefined()
})
