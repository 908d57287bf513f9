import type { Random } from '../../fuzz/random.ts'
import { DIGITS } from '../../fuzz/random.ts'
import { givenNames, surnames } from './names.ts'

/** A person who pays from their own account. */
export type Person = Readonly<{
  index: number
  surname: string
  given: string
  middle: string | null
  accountNumber: string
  bank: SendingBank
}>

export type SendingBank = Readonly<{ key: string; name: string; isWallet?: true }>

/** Banks with their keys in the bank directory. */
export const sendingBanks: readonly SendingBank[] = [
  { key: '000013', name: 'GTBank' },
  { key: '000014', name: 'Access Bank' },
  { key: '000015', name: 'Zenith Bank' },
  { key: '000016', name: 'First Bank of Nigeria' },
  { key: '000004', name: 'United Bank For Africa' },
  { key: '000001', name: 'Sterling Bank' },
  { key: '000003', name: 'First City Monument Bank' },
  { key: '000017', name: 'Wema Bank' },
  { key: '090267', name: 'Kuda Bank' },
  { key: '100004', name: 'OPay', isWallet: true },
  { key: '100033', name: 'PalmPay', isWallet: true },
]

export function drawPerson(random: Random, index: number): Person {
  const bank = random.pick(sendingBanks)
  return {
    index,
    surname: random.pick(surnames),
    given: random.pick(givenNames),
    middle: random.below(10) < 6 ? random.pick(givenNames) : null,
    accountNumber: drawAccountNumber(random, bank),
    bank,
  }
}

/** Draws an account number. Wallets use the telephone number without its first zero; many bank numbers begin with a zero. */
function drawAccountNumber(random: Random, bank: SendingBank): string {
  return bank.isWallet === true
    ? random.pick(['70', '80', '81', '90']) + random.text(8, DIGITS)
    : random.pick(['0', '0', '2', '3']) + random.text(9, DIGITS)
}

/** Returns the name with the surname first, cut to the length of the bank's field. */
export function bankName({ surname, given, middle }: Person): string {
  return [surname, given, middle]
    .filter((word) => word !== null)
    .join(' ')
    .slice(0, 30)
    .trim()
}
