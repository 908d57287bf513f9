import type { FastifyInstance } from 'fastify'
import { type FaultName, faultNames, faults } from '../faults/catalogue.ts'
import type { FaultRule } from '../faults/fault-rules.ts'
import { parseNaira } from '../kobo.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { type Vendor, vendors } from '../vendor.ts'
import { AdminRefusal } from './admin-refusal.ts'

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['fault'],
  properties: {
    fault: { type: 'string', enum: faultNames },
    vendor: { type: 'string', enum: vendors },
    account: { type: 'string' },
    line: { type: 'string' },
    reference: { type: 'string' },
    number: { type: 'string', pattern: '^[0-9]{10}$' },
    amount: { type: 'string' },
    probability: { type: 'number', minimum: 0, maximum: 1 },
    times: { type: 'integer', minimum: 1 },
    seconds: { type: 'number', minimum: 0 },
    code: { type: 'string', minLength: 1 },
  },
} as const

type NewRule = {
  fault: FaultName
  vendor?: Vendor
  account?: string
  line?: string
  reference?: string
  number?: string
  amount?: string
  probability?: number
  times?: number
  seconds?: number
  code?: string
}

// Faults that can be set for one line, which must already exist.
const aboutOneLine = /^(requery_(?!late$|lags$|lies_|wrong_)|feed_gap$|old_dates$)/
// Faults that can be set for one payout, which need not exist yet: the caller knows its reference.
const isAboutPayout = (fault: FaultName) =>
  faults[fault].when === 'payout' || /^(requery_(lies_|wrong_)|payout_requery_)/.test(fault)
// Faults that can be set for one beneficiary account, during a payout or a name enquiry.
const isAboutSomebody = (fault: FaultName) =>
  faults[fault].when === 'payout' ||
  /^name_(not_found|unavailable|other|changed|truncated|reordered|spaced)$/.test(fault)

/** Routes for the possible faults and the active ones. */
export function faultRoutes(app: FastifyInstance, bank: SimulatedBank, catchUp: () => void): void {
  app.get('/admin/faults', async () => ({
    faults: faultNames.map((name) => ({ name, ...faults[name] })),
    rules: bank.rules.list(),
  }))

  app.post<{ Body: NewRule }>('/admin/faults', { schema: { body: rule } }, async ({ body }, reply) => {
    const { amount, ...scope } = body
    const { fault, vendor, account, line, seconds, reference, number, code } = scope
    if (account !== undefined && bank.ledger.account(account) === undefined) {
      throw new AdminRefusal(404, `there is no account ${account}`)
    }
    if (line !== undefined && bank.ledger.line(line) === undefined) {
      throw new AdminRefusal(404, `no line has the id ${line}`)
    }
    if (line !== undefined && !aboutOneLine.test(fault)) {
      throw new AdminRefusal(
        400,
        `${fault} cannot be set for a line. Set it with the payment, account or vendor`,
      )
    }
    if (account !== undefined && fault === 'hooks_down') {
      throw new AdminRefusal(400, 'notifications cannot be down for one account only. Name a vendor')
    }
    if (vendor !== undefined && faults[fault].vendors?.includes(vendor) === false) {
      throw new AdminRefusal(400, `${fault} is not a fault of ${vendor}`)
    }
    if (reference !== undefined && !isAboutPayout(fault)) {
      throw new AdminRefusal(400, `${fault} is not a fault of one payout`)
    }
    if (number !== undefined && !isAboutSomebody(fault)) {
      throw new AdminRefusal(400, `${fault} is not a fault of a beneficiary account`)
    }
    const kobo = amount === undefined ? undefined : parseNaira(amount)
    if (amount !== undefined && (kobo === undefined || faults[fault].when !== 'payout')) {
      throw new AdminRefusal(400, 'amount must be naira as text, and is allowed only with a payout fault')
    }
    if (code !== undefined && faults[fault].code === undefined) {
      throw new AdminRefusal(400, `${fault} accepts no code`)
    }
    if (seconds !== undefined && faults[fault].seconds === undefined) {
      throw new AdminRefusal(400, `${fault} accepts no seconds`)
    }
    const made: FaultRule = {
      id: bank.rules.nextId(),
      ...scope,
      ...(kobo === undefined ? {} : { kobo: kobo.toString() }),
    }
    bank.commit({ is: 'rule', rule: made })
    return reply.code(201).send(made)
  })

  app.delete<{ Params: { id: string } }>('/admin/faults/:id', async ({ params }) => {
    if (!bank.rules.has(params.id)) throw new AdminRefusal(404, `no rule has the id ${params.id}`)
    bank.commit({ is: 'rule_gone', id: params.id })
    catchUp()
    return { rules: bank.rules.list() }
  })

  app.delete('/admin/faults', async () => {
    for (const { id } of bank.rules.list()) bank.commit({ is: 'rule_gone', id })
    catchUp()
    return { rules: [] }
  })
}
