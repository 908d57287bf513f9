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
 * What a row is, by the fixed words that banks begin their own rows with. A word of the payer's must never make a line
 * more than it is, so a credit that bears a mark anywhere is only unclear: nobody's claim may have it by itself.
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
  // A charge crosses no rail: with a session id it is a payment that calls itself one.
  return beginsCharge.test(narration) && !hasSession ? 'charge' : 'unclear'
}

/** Whether the row takes another back, or says so: a session id that it bears may be the other's. */
export function isReversalNarration(narration: string): boolean {
  return marked.test(narration) || beginsRecall.test(narration)
}

/** As narrations shorten banks, beside what the directory knows. */
const abbreviations: Readonly<Record<string, string>> = { STBC: '000012', PAL: '100033' }

/**
 * Forms in which the bank's words come first, so that nothing a payer types can stand where the name is. Where the
 * payer's words come before the name (`TRANSFER BETWEEN CUSTOMERS words-NAME`), or none is there, nobody is named.
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

/** The payer as a credit's narration names them, where the form is one of those that can be trusted. */
export function readNarrationPayer(narration: string): Payer {
  for (const form of forms) {
    const { bank, name } = form.exec(narration)?.groups ?? {}
    if (name !== undefined) return namedPayer(name, bank)
  }
  return {}
}

/** A name and a bank as printed; what is blank, "null" or no word is left out. */
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

type SessionId = Readonly<{ id: string /** On which it was made, give or take one. */; day: string }>

/**
 * The rail's name of a payment: six digits of the sender's bank, twelve of the time, twelve of a number. Whole, or with
 * leading zeros that a spreadsheet took, if what is left can only be that. Any other reference is a bank's own affair:
 * taken for a session id it would make one payment look like two.
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
