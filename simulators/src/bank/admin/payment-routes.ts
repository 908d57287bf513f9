import type { FastifyInstance } from 'fastify'
import type { Line } from '../ledger/line.ts'
import { payIn } from '../payments/pay-in.ts'
import { takeBack } from '../payments/take-back.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { type Payment, paymentSchema, readPayment } from './read-payment.ts'

const payments = {
  type: 'object',
  additionalProperties: false,
  required: ['payments'],
  properties: { payments: { type: 'array', minItems: 1, maxItems: 10_000, items: paymentSchema } },
} as const
const undo = {
  type: 'object',
  additionalProperties: false,
  required: ['line'],
  properties: { line: { type: 'string' }, after_seconds: { type: 'number', minimum: 0 } },
} as const

type Undo = { line: string; after_seconds?: number }

/** Routes for payments, reversals and recalls. `catchUp` first books everything that is due, so that lines stay in order of time. */
export function paymentRoutes(app: FastifyInstance, bank: SimulatedBank, catchUp: () => void): void {
  /** Makes all payments or none: one invalid payment refuses the whole call. */
  app.post<{ Body: { payments: Payment[] } }>(
    '/admin/payments',
    { schema: { body: payments } },
    async ({ body }, reply) => {
      catchUp()
      const first = bank.ledger.nextSeq()
      const orders = body.payments.map((one, place) => readPayment(bank, one, first + place))
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
      if (ledger.line(body.line) === undefined) throw new AdminRefusal(404, `no line has the id ${body.line}`)
      if (body.after_seconds !== undefined && body.after_seconds > 0) {
        const at = clock.now() + Math.round(body.after_seconds * 1000)
        bank.commit({ is: 'scheduled', entry: { id: schedule.nextId(), at, does, line: body.line } })
        return reply.code(202).send({ scheduled_for: new Date(at).toISOString() })
      }
      const line = takeBack(bank, body.line, mark, clock.now())
      if (line === undefined)
        throw new AdminRefusal(409, `${body.line} is not a credit, or has already been reversed`)
      return reply.code(201).send(show(line))
    })
  }
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
