import type { Payer } from '../../movements/feeds/bank-line.ts'
import { resolveBank } from '../../records/banks/resolve-bank.ts'
import { cleanText } from './line-fields.ts'

type Told = Readonly<{
  number?: string | undefined
  name?: string | undefined
  /** A bank code of any code system. */
  bankCode?: string | undefined
  bankName?: string | undefined
}>

/** Texts that vendors send for an unknown value. */
const BLANK = /^(|null|undefined|nil|none|n\/?a|-+|\.+)$/i
const ACCOUNT_NUMBER = /^[0-9]{10}$/
const LEADING_MASK = /^[*Xx•#]{1,9}[0-9]{1,9}$/
const ANY_MASK = /^(?=.*[*Xx•#])[*Xx•#0-9]{10}$/

/** Returns the payer as the vendor describes it. Blank values are omitted, and nothing is guessed. */
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

/**
 * Reads a mask of ten places. A shorter mask is accepted only if it hides the beginning, because its digits are then surely the last ones.
 */
function readMask(text: string): string | undefined {
  if (!ANY_MASK.test(text) && !LEADING_MASK.test(text)) return undefined
  const mask = text.replace(/[^0-9]/g, '*')
  if (!/[0-9]/.test(mask) || mask.length > 10) return undefined
  return mask.padStart(10, '*')
}

/** Finds the bank by code and by name. Returns undefined if the two name different banks. */
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
