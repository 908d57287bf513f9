import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { feedPage, listed } from '../feed-page.ts'
import { findTransaction, isReversed, tellingOf } from '../find-transaction.ts'
import { parseNaira, writeShortNaira } from '../kobo.ts'
import { giveNumber } from '../numbers/give-number.ts'
import type { IssuedNumber } from '../numbers/number.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorBanks } from '../vendor.ts'
import { writeCharge } from './kora-charge.ts'

const REFERENCE = /^[A-Za-z0-9_-]{8,50}$/

type NewCharge = Readonly<{
  reference?: unknown
  amount?: unknown
  currency?: unknown
  account_name?: unknown
  customer?: Readonly<{ name?: unknown; email?: unknown }>
}>
type ListQuery = { limit?: string; page?: string; date_from?: string }

/** Kora under `/kora`: a number for one payment, the query of a charge, and the list of pay-ins. */
export function koraRoutes(app: FastifyInstance, bank: SimulatedBank, count: CountRequest): void {
  const isAllowed = (request: FastifyRequest) =>
    request.headers.authorization === `Bearer ${bank.setting('kora').secret}`

  app.post<{ Body: NewCharge | null }>(
    '/kora/merchant/api/v1/charges/bank-transfer',
    async (request, reply) => {
      count('kora', 'number')
      if (!isAllowed(request)) return refuseKey(reply)
      return charge(bank, request.body ?? {}, reply)
    },
  )

  app.get<{ Params: { reference: string } }>(
    '/kora/merchant/api/v1/charges/:reference',
    async (request, reply) => {
      count('kora', 'requery')
      return isAllowed(request) ? query(bank, request.params.reference, reply) : refuseKey(reply)
    },
  )

  app.get<{ Querystring: ListQuery }>('/kora/merchant/api/v1/pay-ins', async (request, reply) => {
    count('kora', 'feed')
    return isAllowed(request) ? list(bank, request.query, reply) : refuseKey(reply)
  })
}

async function charge(bank: SimulatedBank, body: NewCharge, reply: FastifyReply): Promise<FastifyReply> {
  const { reference, amount, currency, customer } = body
  const kobo = typeof amount === 'number' ? parseNaira(String(amount)) : undefined
  if (
    typeof reference !== 'string' ||
    !REFERENCE.test(reference) ||
    kobo === undefined ||
    kobo < 10_000n ||
    currency !== 'NGN' ||
    typeof customer?.email !== 'string'
  ) {
    return reply.code(400).send(refusal('Invalid request data', 'bad_request'))
  }
  if (bank.numbers.findByReference('kora', reference) !== undefined) {
    return reply.code(409).send(refusal('Payment reference already exists', 'duplicate_reference'))
  }
  const name = typeof body.account_name === 'string' ? body.account_name : 'Afara'
  return giveNumber(
    bank,
    reply,
    { vendor: 'kora', reference, name, amount: kobo },
    {
      given: (issued) => ({
        status: 200,
        body: {
          status: true,
          message: 'Bank transfer initiated successfully',
          data: showNumber(issued, kobo),
        },
      }),
      none: {
        status: 422,
        body: refusal('Bank transfer is currently unavailable. Please try again later', 'unavailable'),
      },
    },
  )
}

function showNumber(issued: IssuedNumber, kobo: bigint): object {
  const naira = rawNumber(writeShortNaira(kobo))
  return {
    reference: `KPY-CA-${issued.vendorReference}`,
    payment_reference: issued.reference,
    currency: 'NGN',
    amount: naira,
    amount_expected: naira,
    status: 'processing',
    payment_method: 'bank_transfer',
    bank_account: {
      account_name: issued.name,
      account_number: issued.number,
      bank_name: vendorBanks.kora.name,
      bank_code: vendorBanks.kora.code,
      expiry_date_in_utc: new Date(issued.statedUntil).toISOString(),
    },
  }
}

/** Finds a paid charge by Kora's reference, or an unpaid one by either reference. */
function query(bank: SimulatedBank, reference: string, reply: FastifyReply): FastifyReply {
  const found = findTransaction(bank, 'kora', reference)
  const on = { vendor: 'kora', account: found?.account.number, line: found?.first.id } as const
  if (found === undefined || found.first.requeryFrom > bank.clock.now()) {
    const asked = bank.numbers.findByReference('kora', reference)
    if (asked !== undefined) {
      const body = {
        status: true,
        message: 'Charge retrieved successfully',
        data: showNumber(asked, asked.amount ?? 0n),
      }
      return answer(bank, reply, { face: 'requery', on }, { status: 200, body })
    }
    return answer(
      bank,
      reply,
      { face: 'requery', on },
      { status: 404, body: refusal('Charge not found', 'not_found') },
    )
  }
  const isPending = bank.rules.strikes('requery_pending', on) !== undefined
  const settled = isReversed(bank, found) ? 'reversed' : 'success'
  const status = isPending ? 'processing' : settled
  const data = writeCharge(found, tellingOf(bank, 'kora', on.account), { status })
  const body = { status: true, message: 'Charge retrieved successfully', data }
  return answer(bank, reply, { face: 'requery', on }, { status: 200, body })
}

function list(bank: SimulatedBank, asked: ListQuery, reply: FastifyReply): FastifyReply {
  const limit = Number(asked.limit ?? '20')
  const page = Number(asked.page ?? '1')
  const from = asked.date_from === undefined ? -Infinity : Date.parse(asked.date_from)
  const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most
  if (!isWhole(limit, 100) || !isWhole(page, 1_000_000) || Number.isNaN(from)) {
    return reply.code(400).send(refusal('Invalid request data', 'bad_request'))
  }
  const on = { vendor: 'kora' } as const
  const repeats = bank.rules.strikes('feed_page_repeats', on) !== undefined
  const all = listed(bank, 'kora', 'kora').filter(({ bookedAt }) => bookedAt >= from)
  const { rows, pages } = feedPage(all, page - 1, limit, repeats)
  const telling = tellingOf(bank, 'kora')
  const data = rows.map((line) => {
    const found = findTransaction(bank, 'kora', line.reference)
    const status = found !== undefined && isReversed(bank, found) ? 'reversed' : 'success'
    return found && writeCharge(found, telling, { status })
  })
  const body = {
    status: true,
    message: 'Pay-ins retrieved successfully',
    data: { pay_ins: data, has_more: page < pages },
  }
  return answer(bank, reply, { face: 'feed', on }, { status: 200, body })
}

function refusal(message: string, code: string): object {
  return { status: false, error: code, message, data: null }
}

function refuseKey(reply: FastifyReply): FastifyReply {
  return reply.code(401).send(refusal('Invalid or missing authorization token', 'unauthorized'))
}
