import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import {
  OddAnswer,
  readList,
  readObject,
  readOptionalText,
  readText,
  requireSame,
} from '../../vendor-json.ts'
import { reversedLine } from '../gather-lines.ts'
import {
  cleanText,
  lagosDay,
  readLagosSlashes,
  readLagosStamp,
  readNaira,
  requireSettled,
} from '../line-fields.ts'
import { readPayer } from '../read-payer.ts'

type Fields = Readonly<Record<string, unknown>>
type Context = Readonly<{ reference: string; accounts: AccountReferences; seenAt: Date; raw: unknown }>

/** The lines of a transaction whose status says that it was paid, or paid and reversed. One line for each payer. */
export function toMonnifyLines(data: Fields, context: Context): BankLine[] {
  requireSame(data['transactionReference'], context.reference, 'transactionReference')
  requireSame(data['currency'], 'NGN', 'currency')
  const grossMinor = readNaira(data['amountPaid'], 'amountPaid')
  const settledMinor = readNaira(data['settlementAmount'], 'settlementAmount')
  requireSettled(grossMinor, settledMinor)
  const bookedAt = readPaidOn(readText(data['paidOn'], 'paidOn'))
  const shared = {
    accountNumber: readAccount(data, context.accounts),
    direction: 'credit',
    kind: 'payment',
    bookedAt,
    valueDate: lagosDay(bookedAt),
    narration: cleanText(readOptionalText(data['paymentDescription'], 'paymentDescription') ?? ''),
    raw: context.raw,
  } as const
  const parts = readParts(data, grossMinor)
  const credits = parts.map(({ payer, paidMinor }, place) => ({
    ...shared,
    externalId: parts.length === 1 ? context.reference : `${context.reference}#${place + 1}`,
    payer,
    grossMinor: paidMinor,
    settledMinor: parts.length === 1 ? settledMinor : settledPart(paidMinor, grossMinor, settledMinor),
  }))
  if (data['paymentStatus'] !== 'REVERSED') return credits
  return [...credits, ...credits.map((line) => reversedLine(line, context.seenAt))]
}

/** The status names no account, only what the account was called when it was reserved. */
function readAccount(data: Fields, accounts: AccountReferences): string {
  const product = readObject(data['product'], 'product')
  requireSame(product['type'], 'RESERVED_ACCOUNT', 'product.type')
  const reference = readText(product['reference'], 'product.reference')
  const number = accounts.toNumber(reference)
  if (number === undefined) throw new OddAnswer(`it names an unknown account: ${reference.slice(0, 60)}`)
  return number
}

/** Today's form, or the one that the vendor's reference still shows. */
function readPaidOn(text: string): Date {
  return text.includes('/') ? readLagosSlashes(text, 'paidOn') : readLagosStamp(text, 'paidOn')
}

type Part = Readonly<{ payer: BankLine['payer']; paidMinor: bigint }>

/** Who paid how much, in an order that does not depend on the answer's: the place in it is part of a line's name. */
function readParts(data: Fields, grossMinor: bigint): Part[] {
  // Answers have the first, newer pages of their reference show the second.
  const told = data['accountPayments'] ?? data['paymentSourceInformation'] ?? []
  const payments = readList(told, 'accountPayments')
  if (payments.length <= 1) {
    const first = readPart(data['accountDetails'] ?? payments[0], 'accountDetails')
    if (first.paidMinor !== grossMinor)
      throw new OddAnswer('its only payer paid another amount than the total')
    return [first]
  }
  // The bank is told of one payer alone; of the others there is no knowing.
  const parts = payments.map((payment) => readPart(payment, 'accountPayments'))
  const sum = parts.reduce((total, { paidMinor }) => total + paidMinor, 0n)
  if (sum !== grossMinor) throw new OddAnswer('the amounts of its payers do not add up to the total')
  return parts.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function readPart(value: unknown, what: string): Part {
  const told = readObject(value, what)
  const payer = readPayer({
    number: readOptionalText(told['accountNumber'], `${what}.accountNumber`),
    name: readOptionalText(told['accountName'], `${what}.accountName`),
    bankCode: readOptionalText(told['bankCode'], `${what}.bankCode`),
  })
  const paidMinor = readNaira(told['amountPaid'], `${what}.amountPaid`)
  if (paidMinor === 0n) throw new OddAnswer('a payer with a zero amount')
  return { payer, paidMinor }
}

function orderOf({ payer, paidMinor }: Part): string {
  const { accountNumber, accountMask, name } = payer
  return [String(paidMinor).padStart(20, '0'), accountNumber ?? accountMask ?? '', name ?? ''].join('/')
}

/** The fee is told for all payers together, and how it was divided is not. */
function settledPart(paidMinor: bigint, grossMinor: bigint, settledMinor: bigint): bigint {
  if (grossMinor === settledMinor) return paidMinor
  throw new OddAnswer('several payers and a fee: the settled amount of each is unknown')
}

export type AccountReferences = Readonly<{
  ofNumber(accountNumber: string): string
  /** Undefined for a reference that is none of ours. */
  toNumber(reference: string): string | undefined
}>

const OUR_REFERENCE = /^afara-([0-9]{10})$/

/** Monnify speaks of an account by the reference that it was reserved under, and we by its number. */
export function createAccountReferences(named: Readonly<Record<string, string>> = {}): AccountReferences {
  const numbers = new Map(Object.entries(named).map(([number, reference]) => [reference, number]))
  return {
    ofNumber: (accountNumber) => named[accountNumber] ?? `afara-${accountNumber}`,
    toNumber: (reference) => {
      const usual = OUR_REFERENCE.exec(reference)?.[1]
      // An account that was given another reference no longer goes by the usual one.
      const isUsual = usual !== undefined && named[usual] === undefined
      return numbers.get(reference) ?? (isUsual ? usual : undefined)
    },
  }
}
