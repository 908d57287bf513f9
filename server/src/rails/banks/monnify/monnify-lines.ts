import { type BankLine, isNumberReference } from '../../../movements/feeds/bank-line.ts'
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

/** Returns the lines of a transaction that was paid, or paid and then reversed. Each payer has a credit, and a debit if reversed. */
export function toMonnifyLines(data: Fields, context: Context): BankLine[] {
  requireSame(data['transactionReference'], context.reference, 'transactionReference')
  requireSame(data['currency'], 'NGN', 'currency')
  const grossMinor = readNaira(data['amountPaid'], 'amountPaid')
  const settledMinor = readNaira(data['settlementAmount'], 'settlementAmount')
  requireSettled(grossMinor, settledMinor)
  const bookedAt = readPaidOn(readText(data['paidOn'], 'paidOn'))
  const arrival = readArrival(data, context.accounts)
  const shared = {
    ...arrival,
    direction: 'credit',
    kind: 'payment',
    bookedAt,
    valueDate: lagosDay(bookedAt),
    narration: cleanText(readOptionalText(data['paymentDescription'], 'paymentDescription') ?? ''),
    raw: context.raw,
  } as const
  const parts = readParts(data, grossMinor)
  const isReserved = readObject(data['product'], 'product')['type'] === 'RESERVED_ACCOUNT'
  const nameOf = isReserved ? nameByPlace : nameByAmount
  const credits = parts.map(({ payer, paidMinor }, place) => ({
    ...shared,
    externalId: nameOf(context.reference, parts, place),
    payer,
    grossMinor: paidMinor,
    settledMinor: parts.length === 1 ? settledMinor : settledPart(paidMinor, grossMinor, settledMinor),
  }))
  if (data['paymentStatus'] !== 'REVERSED') return credits
  return [...credits, ...credits.map((line) => reversedLine(line, context.seenAt))]
}

/** Two payers of one transaction of a reserved account pay at once, so their places never change. */
function nameByPlace(reference: string, parts: readonly Part[], place: number): string {
  return parts.length === 1 ? reference : `${reference}#${place + 1}`
}

/**
 * A number for one payment can be paid again later, in the same transaction. A part is therefore named by its amount and, if others before
 * it have the same amount, by their number: the name stays the same when parts are added, in any order.
 */
function nameByAmount(reference: string, parts: readonly Part[], place: number): string {
  const { paidMinor } = parts[place] ?? {}
  const before = parts.slice(0, place).filter((part) => part.paidMinor === paidMinor).length
  return `${reference}#${paidMinor}${before === 0 ? '' : `-${before + 1}`}`
}

/**
 * Returns our request for the number that was paid. A transaction names the request and not the number: as the payment of a transaction that
 * we began, or as the account that we reserved for a customer.
 */
export function paidForOf(data: Fields): string | undefined {
  const { type, reference: reserved } = (data['product'] ?? {}) as Fields
  const reference = type === 'RESERVED_ACCOUNT' ? reserved : data['paymentReference']
  return typeof reference === 'string' && isNumberReference(reference) ? reference : undefined
}

/** Finds the account. The vendor's response has only the reference under which the account was reserved or the number was requested. */
function readArrival(data: Fields, accounts: AccountReferences): Pick<BankLine, 'accountNumber' | 'paidFor'> {
  const product = readObject(data['product'], 'product')
  const paidFor = paidForOf(data)
  if (paidFor !== undefined && accounts.pool !== undefined && accounts.toNumber(paidFor) === undefined)
    return { accountNumber: accounts.pool, paidFor }
  requireSame(product['type'], 'RESERVED_ACCOUNT', 'product.type')
  const reference = readText(product['reference'], 'product.reference')
  const number = accounts.toNumber(reference)
  if (number === undefined) throw new OddAnswer(`it names an unknown account: ${reference.slice(0, 60)}`)
  return { accountNumber: number }
}

/** Reads the current time format, or the one that the vendor's documentation still shows. */
function readPaidOn(text: string): Date {
  return text.includes('/') ? readLagosSlashes(text, 'paidOn') : readLagosStamp(text, 'paidOn')
}

type Part = Readonly<{ payer: BankLine['payer']; paidMinor: bigint }>

/** Returns each payer and amount, sorted independently of the response, because a line's id contains its place in this order. */
function readParts(data: Fields, grossMinor: bigint): Part[] {
  // Responses use the first field. Newer pages of the vendor's documentation show the second.
  const told = data['accountPayments'] ?? data['paymentSourceInformation'] ?? []
  const payments = readList(told, 'accountPayments')
  if (payments.length <= 1) {
    const first = readPart(data['accountDetails'] ?? payments[0], 'accountDetails')
    if (first.paidMinor !== grossMinor)
      throw new OddAnswer('its only payer paid another amount than the total')
    return [first]
  }
  // `accountDetails` names the bank of only one payer, so with several payers the banks stay unknown.
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

/** Returns the settled part of one payer. The vendor gives only the total fee, so a fee with several payers cannot be divided. */
function settledPart(paidMinor: bigint, grossMinor: bigint, settledMinor: bigint): bigint {
  if (grossMinor === settledMinor) return paidMinor
  throw new OddAnswer('several payers and a fee: the settled amount of each is unknown')
}

export type AccountReferences = Readonly<{
  ofNumber(accountNumber: string): string
  /** Returns undefined for a reference that is not ours. */
  toNumber(reference: string): string | undefined
  /** Our account on which payments to numbers for one payment arrive. */
  pool: string | undefined
}>

const OUR_REFERENCE = /^afara-([0-9]{10})$/

/** Maps between our account numbers and the references under which Monnify reserved the accounts. */
export function createAccountReferences(
  named: Readonly<Record<string, string>> = {},
  pool?: string,
): AccountReferences {
  const numbers = new Map(Object.entries(named).map(([number, reference]) => [reference, number]))
  return {
    pool,
    ofNumber: (accountNumber) => named[accountNumber] ?? `afara-${accountNumber}`,
    toNumber: (reference) => {
      const usual = OUR_REFERENCE.exec(reference)?.[1]
      // An account with a configured reference is never named by the usual reference.
      const isUsual = usual !== undefined && named[usual] === undefined
      return numbers.get(reference) ?? (isUsual ? usual : undefined)
    },
  }
}
