import type { Payer } from '../../movements/feeds/bank-line.ts'
import { resolveBank } from '../../records/banks/resolve-bank.ts'
import { cleanText } from './line-fields.ts'

type Told = Readonly<{
  number?: string | undefined
  name?: string | undefined
  /** A code of any family. */
  bankCode?: string | undefined
  bankName?: string | undefined
}>

/** What a vendor says when it knows nothing. */
const BLANK = /^(|null|undefined|nil|none|n\/?a|-+|\.+)$/i
const ACCOUNT_NUMBER = /^[0-9]{10}$/
const LEADING_MASK = /^[*Xx•#]{1,9}[0-9]{1,9}$/
const ANY_MASK = /^(?=.*[*Xx•#])[*Xx•#0-9]{10}$/

/** The payer as far as the vendor's words go: blanks are left out, and nothing is filled in. */
export function readPayer(told: Told): Payer {
  const [number, name, bankName] = [told.number, told.name, told.bankName].map(optionalWord)
  const accountMask = number === undefined ? undefined : readMask(number)
  const bankCode = findBankKey(optionalWord(told.bankCode), bankName)
  return {
    ...(number !== undefined && ACCOUNT_NUMBER.test(number) && number !== '0000000000'
      ? { accountNumber: number }
      : {}),
    ...(accountMask === undefined ? {} : { accountMask }),
    ...(name === undefined ? {} : { name }),
    ...(bankCode === undefined ? {} : { bankCode }),
    ...(bankName === undefined ? {} : { bankName }),
  }
}

/** Whether the digits agree with the mask in every place that it shows. */
export function fitsMask(accountNumber: string, mask: string): boolean {
  return (
    accountNumber.length === mask.length &&
    Array.from(mask).every((sign, place) => sign === '*' || sign === accountNumber[place])
  )
}

/** Ten places. A shorter one that hides its beginning shows the end; any other could stand for several places. */
function readMask(text: string): string | undefined {
  if (!ANY_MASK.test(text) && !LEADING_MASK.test(text)) return undefined
  const mask = text.replace(/[^0-9]/g, '*')
  if (!/[0-9]/.test(mask) || mask.length > 10) return undefined
  return mask.padStart(10, '*')
}

/** Code and name each name at most one bank; where they name two, neither is believed. */
function findBankKey(code: string | undefined, name: string | undefined): string | undefined {
  const [byCode, byName] = [code, name].map((text) => {
    const found = text === undefined ? undefined : resolveBank(text)
    return found?.outcome === 'found' ? found.bank.key : undefined
  })
  if (byCode !== undefined && byName !== undefined && byCode !== byName) return undefined
  return byCode ?? byName
}

function optionalWord(text: string | undefined): string | undefined {
  const word = text === undefined ? '' : cleanText(text).replace(/\s+/g, ' ').trim()
  return BLANK.test(word) ? undefined : word
}
