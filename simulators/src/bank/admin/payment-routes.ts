import type { FastifyInstance } from 'fastify'
import { faults, isFault } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import { parseNaira } from '../kobo.ts'
import type { Line } from '../ledger/line.ts'
import { completePayer } from '../payments/draw-payer.ts'
import { payIn } from '../payments/pay-in.ts'
import { takeBack } from '../payments/take-back.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Vendor } from '../vendor.ts'
import { AdminRefusal } from './admin-refusal.ts'

const text = { type: 'string', maxLength: 200 } as const
const payment = {
  type: 'object',
  additionalProperties: false,
  required: ['account', 'amount'],
  properties: {
    account: text,
    amount: text,
    payer: {
      type: 'object',
      additionalProperties: false,
      properties: { account_number: text, name: text, bank: text, bank_code: text },
    },
    remark: text,
    at: text,
    faults: {
      type: 'array',
      items: {
        anyOf: [
          text,
          {
            type: 'object',
            additionalProperties: false,
            required: ['fault'],
            properties: { fault: text, seconds: { type: 'number', minimum: 0 } },
          },
        ],
      },
    },
  },
} as const
const payments = {
  type: 'object',
  additionalProperties: false,
  required: ['payments'],
  properties: { payments: { type: 'array', minItems: 1, maxItems: 10_000, items: payment } },
} as const
const undo = {
  type: 'object',
  additionalProperties: false,
  required: ['line'],
  properties: { line: text, after_seconds: { type: 'number', minimum: 0 } },
} as const

type Payment = {
  account: string
  amount: string
  payer?: { account_number?: string; name?: string; bank?: string; bank_code?: string }
  remark?: string
  at?: string
  faults?: Array<string | { fault: string; seconds?: number }>
}
type Undo = { line: string; after_seconds?: number }

/** Payers pay, and banks take back. `catchUp` books what fell due before, so that lines stay in the order of time. */
export function paymentRoutes(app: FastifyInstance, bank: SimulatedBank, catchUp: () => void): void {
  /** All or none: a payment that cannot be read refuses the whole call. */
  app.post<{ Body: { payments: Payment[] } }>(
    '/admin/payments',
    { schema: { body: payments } },
    async ({ body }, reply) => {
      catchUp()
      const first = bank.ledger.nextSeq()
      const orders = body.payments.map((one, place) => read(bank, one, first + place))
      const paid = orders.map(({ order, struck, at }) => payIn(bank, order, struck, at))
      return reply.code(201).send({
        payments: paid.map(({ lines, scheduledFor }) => ({
          lines: lines.map(show),
          ...(scheduledFor === undefined ? {} : { scheduled_for: new Date(scheduledFor).toISOString() }),
        })),
      })
    },
  )

  for (const [url, mark, does] of [
    ['/admin/reversals', 'reversal', 'reverse'],
    ['/admin/recalls', 'recall', 'recall'],
  ] as const) {
    app.post<{ Body: Undo }>(url, { schema: { body: undo } }, async ({ body }, reply) => {
      catchUp()
      const { clock, ledger, schedule } = bank
      if (ledger.line(body.line) === undefined) throw new AdminRefusal(404, `there is no line ${body.line}`)
      if (body.after_seconds !== undefined && body.after_seconds > 0) {
        const at = clock.now() + Math.round(body.after_seconds * 1000)
        bank.commit({ is: 'scheduled', entry: { id: schedule.nextId(), at, does, line: body.line } })
        return reply.code(202).send({ scheduled_for: new Date(at).toISOString() })
      }
      const line = takeBack(bank, body.line, mark, clock.now())
      if (line === undefined)
        throw new AdminRefusal(409, `${body.line} is no credit, or was taken back before`)
      return reply.code(201).send(show(line))
    })
  }
}

function read(bank: SimulatedBank, one: Payment, seq: number) {
  const gross = parseNaira(one.amount)
  if (gross === undefined || gross === 0n) {
    throw new AdminRefusal(400, `amount is naira as a text, like "50000.37": ${one.amount}`)
  }
  const account = bank.ledger.account(one.account)
  if (account === undefined) throw new AdminRefusal(404, `there is no account ${one.account}`)
  const at = one.at === undefined ? undefined : Date.parse(one.at)
  if (at !== undefined && !(at >= bank.clock.now())) {
    throw new AdminRefusal(400, 'at is an ISO time that the simulator’s clock has yet to reach')
  }
  const { account_number: accountNumber, bank_code: bankCode, name, bank: bankName } = one.payer ?? {}
  const given = {
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(bankCode === undefined ? {} : { bankCode }),
    ...(name === undefined ? {} : { name }),
    ...(bankName === undefined ? {} : { bank: bankName }),
  }
  const payer = completePayer(given, bank.draw, seq)
  const order = { account: one.account, gross, payer, remark: one.remark ?? '' }
  return { order, struck: (one.faults ?? []).map((given) => readFault(given, account.vendor)), at }
}

function readFault(given: string | { fault: string; seconds?: number }, vendor: Vendor): Struck {
  const { fault, seconds } = typeof given === 'string' ? { fault: given, seconds: undefined } : given
  if (!isFault(fault) || faults[fault].when !== 'payment') {
    throw new AdminRefusal(400, `${fault} is no fault that a payment can have: see GET /admin/faults`)
  }
  if (faults[fault].vendors?.includes(vendor) === false) {
    throw new AdminRefusal(400, `${fault} is not of ${vendor}`)
  }
  return { fault, seconds: seconds ?? faults[fault].seconds ?? 0 }
}

function show(line: Line): object {
  const { id, account, direction, mark, reference, sessionId, bookedAt } = line
  return {
    id,
    account,
    direction,
    mark,
    reference,
    session_id: sessionId,
    kobo: String(line.gross),
    booked_at: new Date(bookedAt).toISOString(),
  }
}
