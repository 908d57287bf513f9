import type { Draw } from '../draw.ts'
import type { Payer } from '../ledger/line.ts'
import { findSendingBank, type SendingBank, sendingBanks } from '../sending-banks.ts'

const surnames = [
  'ADEYEMI',
  'OKAFOR',
  'IBRAHIM',
  'EZE',
  'BALOGUN',
  'MUSA',
  'NWOSU',
  'OGUNLEYE',
  'BELLO',
  'ETIM',
] as const
const givenNames = [
  'OLUWASEUN',
  'CHINEDU',
  'AISHA',
  'NGOZI',
  'TUNDE',
  'FATIMA',
  'EMEKA',
  'BISI',
  'SADIQ',
  'UDUAK',
] as const
const middleNames = ['', ' GRACE', ' DAVID', ' ABDUL', ' IFEANYI', ' TEMITOPE'] as const

/** Draws a realistic payer: surname first, as banks print it, and an account number that is valid for the bank. */
export function drawPayer(draw: Draw, ...key: Array<string | number>): Payer {
  const bank = draw.pick(sendingBanks, 'bank', ...key)
  const name = `${draw.pick(surnames, 'surname', ...key)} ${draw.pick(givenNames, 'given', ...key)}`
  return {
    accountNumber: drawAccountNumber(draw, bank, ...key),
    name: name + draw.pick(middleNames, 'middle', ...key),
    bankCode: bank.nipCode,
    bankName: bank.name,
  }
}

type PartialPayer = Readonly<{ accountNumber?: string; name?: string; bank?: string; bankCode?: string }>

/** Fills the missing fields. An unknown bank keeps the given code and name. */
export function completePayer(given: PartialPayer, draw: Draw, ...key: Array<string | number>): Payer {
  const drawn = drawPayer(draw, ...key)
  const known = findSendingBank(given.bankCode ?? given.bank ?? drawn.bankCode)
  return {
    accountNumber:
      given.accountNumber ?? (known ? drawAccountNumber(draw, known, ...key) : drawn.accountNumber),
    name: given.name ?? drawn.name,
    bankCode: known?.nipCode ?? given.bankCode ?? '',
    bankName: known?.name ?? given.bank ?? '',
  }
}

function drawAccountNumber(draw: Draw, bank: SendingBank, ...key: Array<string | number>): string {
  if (bank.isWallet)
    return `${draw.pick(['70', '80', '81', '90'], 'phone', ...key)}${draw.digits(8, 'account', ...key)}`
  const serial = `0${draw.digits(8, 'account', ...key)}`
  return serial + checkDigit(bank.cbnCode, serial)
}

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/** Returns the tenth digit of an account number, by the central bank's standard. */
function checkDigit(cbnCode: string, serial: string): string {
  const institution = cbnCode.length === 3 ? `000${cbnCode}` : `9${cbnCode}`
  const digits = institution + serial
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  return String((10 - (sum % 10)) % 10)
}
