import type { LineKind, Payer } from '../../movements/feeds/bank-line.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import { resolveBank } from '../../records/banks/resolve-bank.ts'
import { readDay } from './printed-fields.ts'

const MARK = String.raw`(RVSL|RSVL|REVERSAL|REVERSED)\b`
const marked = new RegExp(`\\b${MARK}`, 'i')
const beginsMarked = new RegExp(`^[^A-Z0-9]*${MARK}`, 'i')
const beginsRecall = /^[^A-Z0-9]*RECALL\b/i
const beginsCharge =
  /^[^A-Z0-9]*(STAMP DUTY|ELECTRONIC MONEY TRANSFER LEVY|EMTL|COMMISSION|VAT|VALUE ADDED TAX|SMS|ACCOUNT MAINTENANCE|TRANSFER LEVY|TRANSFER CHARGE|NIP CHARGE)\b/i
const beginsInterest = /^[^A-Z0-9]*((CREDIT )?INTEREST|OWEALTH)\b/i

/**
 * Returns the kind of a row from the fixed words with which banks begin their own rows. A payer must not gain anything by typing such a
 * word, so a credit with such a word anywhere is only `unclear`. No claim is then matched to it automatically.
 */
export function classifyLine(
  direction: 'credit' | 'debit',
  narration: string,
  { hasSession, isReversal }: { hasSession: boolean; isReversal: boolean },
): LineKind {
  if (direction === 'credit') {
    const isTheBanks = beginsCharge.test(narration) || beginsInterest.test(narration)
    return isReversal || isTheBanks || marked.test(narration) ? 'unclear' : 'payment'
  }
  if (isReversal || beginsMarked.test(narration)) return 'reversal'
  if (beginsRecall.test(narration)) return 'recall'
  // A charge has no session id. With one, the row is a payment whose text only looks like a charge.
  return beginsCharge.test(narration) && !hasSession ? 'charge' : 'unclear'
}

/** Whether the narration marks a reversal or recall. A session id in such a row may belong to the row that it reverses. */
export function isReversalNarration(narration: string): boolean {
  return marked.test(narration) || beginsRecall.test(narration)
}

/** Abbreviations of banks that occur in narrations but not in the bank directory. */
const abbreviations: Readonly<Record<string, string>> = { STBC: '000012', PAL: '100033' }

/**
 * Formats in which the bank's text comes first, so that a payer's text cannot take the place of the name. No payer is read from formats
 * with the payer's text before the name (`TRANSFER BETWEEN CUSTOMERS words-NAME`) or without a name.
 */
const forms: readonly RegExp[] = [
  /^NIP\/(?<bank>[^/]+)\/TRF BO (?<name>[^/]+?) ?\/KIP /,
  /^NIP\/(?<bank>[^/]+)\/(?<name>[^/]+)(\/|$)/,
  /^FROM (?<bank>[^/]+)\/(?<name>[^/]+)\//,
  /^CIP CR\/ ?(?<name>[^/]+)\/Transfer from /,
  /^NIP TRF FROM (?<name>[^/]+)$/,
  /^USSD NIP Transfer from (?<name>[^/]+)$/,
  /^BANKNIP From (?<bank>\d{6}) PAYREF: \S+ SENDER: (?<name>.+?) REMARK:/,
]

/** Returns the payer that the narration of a credit names, if its format can be trusted. */
export function readNarrationPayer(narration: string): Payer {
  for (const form of forms) {
    const { bank, name } = form.exec(narration)?.groups ?? {}
    if (name !== undefined) return namedPayer(name, bank)
  }
  return {}
}

/** Returns the printed name and bank, and omits values that are blank, "null" or not a word. */
export function namedPayer(name: string, bank: string | undefined): Payer {
  const bankName = bank === undefined ? undefined : meaningful(bank)
  const bankCode = bankName === undefined ? undefined : keyOfBank(bankName)
  const person = meaningful(name)
  return {
    ...(person === undefined || !/\p{L}{2}/u.test(person) ? {} : { name: person }),
    ...(bankName === undefined ? {} : { bankName }),
    ...(bankCode === undefined ? {} : { bankCode }),
  }
}

function keyOfBank(text: string): string | undefined {
  const found = resolveBank(text)
  return found.outcome === 'found' ? found.bank.key : abbreviations[text.toUpperCase()]
}

function meaningful(text: string): string | undefined {
  const plain = text.trim()
  return plain === '' || /^(null|none|n\/a|-+)$/i.test(plain) ? undefined : plain
}

/** A session id, and the day on which it was made, which may be wrong by one day. */
type SessionId = Readonly<{ id: string; day: string }>

/**
 * Reads a session id, the payment's id on the interbank rail: six digits of the sender's bank, twelve of the time and twelve of a number.
 * Leading zeros that a spreadsheet removed are added again if the result begins with the code of a known bank. Any other reference is the
 * bank's own: if it counted as a session id, one payment would look like two.
 */
export function readSessionId(reference: string): SessionId | undefined {
  if (!/^\d+$/.test(reference) || reference.length < 25 || reference.length > 30) return undefined
  const id = reference.padStart(30, '0')
  const isWhole = id === reference
  if (!isWhole && nigerianBanks.byKey(id.slice(0, 6)) === undefined) return undefined
  const day = readDay(id.slice(6, 12), 'yyMMdd')
  const isTime = /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(id.slice(12, 18))
  return day === undefined || !isTime ? undefined : { id, day }
}
