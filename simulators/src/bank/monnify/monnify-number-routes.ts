import type { FastifyInstance, FastifyReply } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { feedPage, listed } from '../feed-page.ts'
import { tellingOf } from '../find-transaction.ts'
import { parseNaira, writeNaira } from '../kobo.ts'
import { giveNumber } from '../numbers/give-number.ts'
import type { IssuedNumber } from '../numbers/number.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorBanks } from '../vendor.ts'
import { refusal, refuseToken, success } from './monnify-envelope.ts'
import { writeMonnifyReference } from './monnify-face.ts'
import { writePage } from './monnify-list.ts'
import type { MonnifyTokens } from './monnify-tokens.ts'

type NewTransaction = Readonly<{
  amount?: unknown
  customerName?: unknown
  customerEmail?: unknown
  paymentReference?: unknown
  currencyCode?: unknown
  contractCode?: unknown
}>

type NewReservation = Readonly<{
  accountReference?: unknown
  accountName?: unknown
  customerEmail?: unknown
  bvn?: unknown
  nin?: unknown
}>

type Begun = Readonly<{ transactionReference: string; paymentReference: string; name: string; kobo: bigint }>

// Transactions that begin without a payment are numbered apart from the lines of accounts.
const FIRST_NUMBER = 500_000

/** Transactions that were begun, by both references. They are forgotten when the process ends; issued numbers are not. */
export function createMonnifyBegun() {
  const begun = new Map<string, Begun>()
  return {
    put: (one: Begun) => {
      begun.set(one.transactionReference, one)
      begun.set(one.paymentReference, one)
    },
    find: (reference: string) => begun.get(reference),
    count: () => begun.size / 2,
    clear: () => begun.clear(),
  }
}

/**
 * Monnify's numbers. For one payment, a transaction is begun, then a number is requested for it; for a customer, an account is reserved.
 * Also the list of all transactions.
 */
export function monnifyNumberRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  tokens: MonnifyTokens,
  begun: ReturnType<typeof createMonnifyBegun>,
  count: CountRequest,
): void {
  app.post<{ Body: NewTransaction | null }>(
    '/monnify/api/v1/merchant/transactions/init-transaction',
    async (request, reply) => {
      count('monnify', 'number')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const { amount, customerName, customerEmail, paymentReference, ...rest } = request.body ?? {}
      const kobo = typeof amount === 'number' ? parseNaira(String(amount)) : undefined
      const isComplete =
        kobo !== undefined &&
        kobo >= 2_000n &&
        typeof customerEmail === 'string' &&
        typeof paymentReference === 'string' &&
        rest.currencyCode === 'NGN' &&
        typeof rest.contractCode === 'string'
      if (!isComplete) return reply.code(400).send(refusal('Bad request'))
      if (begun.find(paymentReference) !== undefined) {
        return reply.code(422).send(refusal('Duplicate payment reference'))
      }
      const transactionReference = writeMonnifyReference(
        bank.clock.now(),
        FIRST_NUMBER + begun.count(),
        bank.draw,
      )
      const name = typeof customerName === 'string' ? customerName : 'Afara'
      begun.put({ transactionReference, paymentReference, name, kobo })
      return success({
        transactionReference,
        paymentReference,
        merchantName: 'Afara',
        apiKey: bank.setting('monnify').keyId,
        enabledPaymentMethod: ['ACCOUNT_TRANSFER'],
        checkoutUrl: `https://sandbox.sdk.monnify.com/checkout/${encodeURIComponent(transactionReference)}`,
      })
    },
  )

  app.get<{ Querystring: { paymentReference?: string } }>(
    '/monnify/api/v2/merchant/transactions/query',
    async (request, reply) => {
      count('monnify', 'requery')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const found = begun.find(request.query.paymentReference ?? '')
      if (found === undefined) return notFound(reply)
      const { transactionReference, paymentReference } = found
      return success({ transactionReference, paymentReference, paymentStatus: 'PENDING' })
    },
  )

  app.post<{ Body: Readonly<{ transactionReference?: unknown }> | null }>(
    '/monnify/api/v1/merchant/bank-transfer/init-payment',
    async (request, reply) => {
      count('monnify', 'number')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const found = begun.find(String(request.body?.transactionReference))
      if (found === undefined) return notFound(reply)
      const { paymentReference: reference, transactionReference: vendorReference, name, kobo } = found
      return giveNumber(
        bank,
        reply,
        { vendor: 'monnify', reference, vendorReference, name, amount: kobo },
        {
          given: (issued) => ({ status: 200, body: success(showNumber(bank, issued, kobo)) }),
          none: { status: 422, body: refusal('Unable to generate a payment account') },
        },
      )
    },
  )

  app.post<{ Body: NewReservation | null }>(
    '/monnify/api/v2/bank-transfer/reserved-accounts',
    async (request, reply) => {
      count('monnify', 'number')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const { accountReference: reference, accountName: name, customerEmail, bvn, nin } = request.body ?? {}
      const isComplete =
        typeof reference === 'string' &&
        typeof name === 'string' &&
        typeof customerEmail === 'string' &&
        typeof (bvn ?? nin) === 'string'
      if (!isComplete) return reply.code(400).send(refusal('Bad request'))
      if (bank.numbers.findByReference('monnify', reference) !== undefined)
        return reply.code(422).send(refusal('You can not reserve more than 1 account(s) for a customer'))
      return giveNumber(
        bank,
        reply,
        { vendor: 'monnify', reference, name, amount: null, isStanding: true },
        {
          given: (issued) => ({ status: 200, body: success(showReserved(issued)) }),
          none: { status: 422, body: refusal('Unable to reserve an account') },
        },
      )
    },
  )

  app.get<{ Params: { reference: string } }>(
    '/monnify/api/v2/bank-transfer/reserved-accounts/:reference',
    async (request, reply) => {
      count('monnify', 'requery')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const issued = bank.numbers.findByReference('monnify', request.params.reference)
      if (issued?.isStanding !== true || bank.numbers.isClosed(issued.id)) return notFound(reply)
      return success(showReserved(issued))
    },
  )

  app.delete<{ Params: { reference: string } }>(
    '/monnify/api/v1/bank-transfer/reserved-accounts/reference/:reference',
    async (request, reply) => {
      count('monnify', 'number')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const { reference } = request.params
      const issued = bank.numbers.findByReference('monnify', reference)
      if (issued?.isStanding !== true || bank.numbers.isClosed(issued.id)) return notFound(reply)
      bank.commit({ is: 'number_closed', id: issued.id })
      const on = { vendor: 'monnify', reference } as const
      return answer(bank, reply, { face: 'number', on }, { status: 200, body: success(showReserved(issued)) })
    },
  )

  app.get<{ Querystring: { page?: string; size?: string } }>(
    '/monnify/api/v1/transactions/search',
    async (request, reply) => {
      count('monnify', 'feed')
      if (!tokens.isGood(request.headers.authorization)) return refuseToken(reply)
      const { page = '0', size = '10' } = request.query
      const asked = { page: Number(page), size: Math.min(Number(size), 100) }
      if (!Number.isInteger(asked.page) || !(asked.size >= 1))
        return reply.code(400).send(refusal('Bad request'))
      const on = { vendor: 'monnify' } as const
      const repeats = bank.rules.strikes('feed_page_repeats', on) !== undefined
      const found = feedPage(listed(bank, 'monnify', 'monnify'), asked.page, asked.size, repeats)
      const body = success(writePage(bank, found, asked, tellingOf(bank, 'monnify')))
      return answer(bank, reply, { face: 'feed', on }, { status: 200, body })
    },
  )
}

function showReserved(issued: IssuedNumber): object {
  return {
    contractCode: '7059707855',
    accountReference: issued.reference,
    accountName: issued.name,
    currencyCode: 'NGN',
    customerName: issued.name,
    accounts: [
      {
        bankCode: vendorBanks.monnify.code,
        bankName: vendorBanks.monnify.name,
        accountNumber: issued.number,
        accountName: issued.name,
      },
    ],
    collectionChannel: 'RESERVED_ACCOUNT',
    status: 'ACTIVE',
    restrictPaymentSource: false,
  }
}

function showNumber({ clock }: SimulatedBank, issued: IssuedNumber, kobo: bigint): object {
  const naira = rawNumber(writeNaira(kobo))
  return {
    accountNumber: issued.number,
    accountName: issued.name,
    bankName: vendorBanks.monnify.name,
    bankCode: vendorBanks.monnify.code,
    accountDurationSeconds: Math.floor((issued.statedUntil - clock.now()) / 1000),
    ussdPayment: null,
    transactionReference: issued.vendorReference,
    paymentReference: issued.reference,
    amount: naira,
    fee: rawNumber('0.00'),
    totalPayable: naira,
    collectionChannel: 'API_NOTIFICATION',
    productInformation: null,
  }
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send(refusal("There's no transaction matching supplied reference."))
}
