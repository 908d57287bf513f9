import { expect, test } from 'vitest'
import { checkDigitFits } from '../../records/banks/nuban.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import { seedAccounts } from './seed-data.ts'

test('a live account of the seed has a check digit that its bank never issues', () => {
  for (const account of seedAccounts.filter(({ mode }) => mode === 'live')) {
    expect(checkDigitFits(requireBank(account.bank ?? ''), account.accountNumber)).toBe(false)
  }
})
