import { createHash } from 'node:crypto'
import { type BankAnswer, createAskBank } from '../../shared/banks/ask-bank.ts'
import { type Fields, fieldsOf, koboOf, koboOfNaira, listOf, textOf } from '../../shared/banks/exact-json.ts'

/** A payment as its vendor reports it now. */
type BankPayment = Readonly<{
  grossMinor: bigint
  /** The number that was paid, or the name under which the vendor knows our account or our request for a number. */
  paidTo: string
}>

/** Asks a vendor for one payment by its name there. Undefined: the vendor has no such payment, or nothing was paid. Throws if it is unknown. */
export type AskVendor = (name: string, signal: AbortSignal) => Promise<BankPayment | undefined>

export type VendorAccess = Readonly<{
  baseUrl: string
  secretKey: string
  /** Monnify's API key, or the client id of Providus. */
  clientId: string
}>

const DEADLINE_MS = 4_000
const LOGIN_MS = 240_000

/** How each vendor is asked. Every request is a GET, except Monnify's login, so none of them can change anything. */
export const bankVendors: Readonly<Record<string, (access: VendorAccess) => AskVendor>> = {
  paystack: (access) => {
    const ask = createGet(access, async () => ({ authorization: `Bearer ${access.secretKey}` }))
    return async (name, signal) => {
      const { status, body } = await ask(`/transaction/verify/${encodeURIComponent(name)}`, signal)
      const { status: isGood, code, message, data } = fieldsOf(body)
      const isMissing =
        code === 'transaction_not_found' || /^transaction reference not found/i.test(String(message))
      if ((status === 400 || status === 404) && isMissing) return undefined
      if (status !== 200 || isGood !== true) throw unknown(status)
      return readPaystack(fieldsOf(data), name)
    }
  },
  kora: (access) => {
    const ask = createGet(access, async () => ({ authorization: `Bearer ${access.secretKey}` }))
    return async (name, signal) => {
      const { status, body } = await ask(`/merchant/api/v1/charges/${encodeURIComponent(name)}`, signal)
      const { status: isGood, data } = fieldsOf(body)
      if (status === 404 && isGood === false) return undefined
      if (status !== 200 || isGood !== true) throw unknown(status)
      const { reference, currency, status: word, amount_paid, virtual_bank_account_details } = fieldsOf(data)
      const account = fieldsOf(fieldsOf(virtual_bank_account_details)['virtual_bank_account'])
      if (reference !== name || currency !== 'NGN' || word !== 'success') return undefined
      return paymentOf(koboOfNaira(amount_paid), account['account_number'])
    }
  },
  providus: (access) => {
    const signature = createHash('sha512').update(`${access.clientId}:${access.secretKey}`).digest('hex')
    const headers = { 'client-id': access.clientId, 'x-auth-signature': signature.toUpperCase() }
    const ask = createGet(access, async () => headers)
    return async (name, signal) => {
      const path = `/PiPverifyTransaction_settlementid?settlement_id=${encodeURIComponent(name)}`
      const { status, body } = await ask(path, signal)
      const { settlementId, tranRemarks, currency, transactionAmount, accountNumber } = fieldsOf(body)
      if (settlementId === '' && /^transaction not found\b/i.test(String(tranRemarks))) return undefined
      if (status !== 200) throw unknown(status)
      if (settlementId !== name || currency !== 'NGN') return undefined
      return paymentOf(koboOfNaira(transactionAmount), textOf(accountNumber)?.trim())
    }
  },
  monnify: (access) => {
    const ask = createGet(access, createMonnifyLogin(access))
    return async (name, signal) => {
      const [reference = ''] = name.split('#')
      const { status, body } = await ask(`/api/v2/transactions/${encodeURIComponent(reference)}`, signal)
      if (status === 404) return undefined
      const { requestSuccessful, responseBody } = fieldsOf(body)
      if (status !== 200 || requestSuccessful !== true) throw unknown(status)
      return readMonnify(fieldsOf(responseBody), reference, name)
    }
  },
}

type Headers = Readonly<Record<string, string>>

function createGet({ baseUrl }: VendorAccess, headers: () => Promise<Headers>) {
  const ask = createAskBank(baseUrl, DEADLINE_MS)
  return async (path: string, signal: AbortSignal): Promise<BankAnswer> =>
    ask({ path, headers: await headers(), signal })
}

/** A payment to a number of its own names no account at Paystack. Its reference is that of our request. */
function readPaystack(data: Fields, name: string): BankPayment | undefined {
  const { reference, currency, status, amount, channel } = data
  if (reference !== name || currency !== 'NGN' || status !== 'success') return undefined
  if (channel === 'bank_transfer' && /^[0-9a-f]{32}$/.test(name)) return paymentOf(koboOf(amount), name)
  if (channel !== 'dedicated_nuban' && channel !== 'bank_transfer') return undefined
  const named = [
    fieldsOf(data['authorization'])['receiver_bank_account_number'],
    fieldsOf(data['metadata'])['receiver_account_number'],
  ].filter((number) => textOf(number) !== null)
  return paymentOf(koboOf(amount), new Set(named).size === 1 ? named[0] : undefined)
}

/**
 * Several payers can pay one transaction of Monnify. A part of it is called by its place among the amounts, or, if it was paid to a number
 * for one payment, by its amount and by how many parts have the same amount.
 */
function readMonnify(data: Fields, reference: string, name: string): BankPayment | undefined {
  const { transactionReference, currency, paymentStatus, amountPaid, product, paymentReference } = data
  const isPaid = ['PAID', 'PARTIALLY_PAID', 'OVERPAID'].includes(String(paymentStatus))
  if (transactionReference !== reference || currency !== 'NGN' || !isPaid) return undefined
  const { type, reference: reserved } = fieldsOf(product)
  const isReserved = type === 'RESERVED_ACCOUNT'
  const told = listOf(data['accountPayments'] ?? data['paymentSourceInformation']) ?? []
  const parts =
    told.length > 1
      ? told.map((part) => koboOfNaira(fieldsOf(part)['amountPaid']))
      : [koboOfNaira(amountPaid)]
  const amounts = parts.filter((part) => part !== undefined).toSorted((one, other) => (one < other ? -1 : 1))
  const part = name.slice(reference.length + 1)
  const [amount = '', time = '1'] = part.split('-')
  const found = isReserved
    ? part === ''
      ? amounts.length === 1 && amounts[0]
      : amounts.length > 1 && amounts[Number(part) - 1]
    : amounts.filter((one) => String(one) === amount)[Number(time) - 1]
  return paymentOf(found || undefined, isReserved ? reserved : paymentReference)
}

function createMonnifyLogin({ baseUrl, clientId, secretKey }: VendorAccess): () => Promise<Headers> {
  const ask = createAskBank(baseUrl, DEADLINE_MS)
  const basic = Buffer.from(`${clientId}:${secretKey}`).toString('base64')
  let known: Readonly<{ token: string; untilMs: number }> | undefined
  return async () => {
    if (known === undefined || known.untilMs < performance.now()) {
      const { status, body } = await ask({
        path: '/api/v1/auth/login',
        headers: { authorization: `Basic ${basic}` },
        signal: AbortSignal.timeout(DEADLINE_MS),
        method: 'POST',
      })
      const token = fieldsOf(fieldsOf(body)['responseBody'])['accessToken']
      if (status !== 200 || typeof token !== 'string') throw unknown(status)
      known = { token, untilMs: performance.now() + LOGIN_MS }
    }
    return { authorization: `Bearer ${known.token}` }
  }
}

function paymentOf(grossMinor: bigint | undefined, paidTo: unknown): BankPayment | undefined {
  return grossMinor === undefined || typeof paidTo !== 'string' ? undefined : { grossMinor, paidTo }
}

function unknown(status: number): Error {
  return new Error(`the bank answered ${status}`)
}
