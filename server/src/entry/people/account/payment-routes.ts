import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { checkPayments } from '../../../flows/payments/check-payments.ts'
import {
  addBeneficiary,
  draftLimit,
  endBeneficiary,
  endPayments,
  proposePayments,
  readWholeOrder,
  retryPayments,
  setLimit,
  signPayments,
} from '../../../flows/payments/make-payments.ts'
import { parseMoney } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  listBeneficiaries,
  type Paying,
  readPayeeRestriction,
} from '../../../records/payments/beneficiary-store.ts'
import { listPaymentOrders, readPaymentLimit } from '../../../records/payments/payment-order-store.ts'
import { requireMembership, requireRoleIn } from '../../../records/people/person.ts'
import type { Action } from '../../../records/people/role-actions.ts'
import { closedObject } from '../../http/object-schemas.ts'
import type { Operation } from '../../http/openapi/operation.ts'
import { AssertionWire, toSignature } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { signedInOf } from '../people-gate.ts'
import { readIdOr } from '../people-wire.ts'
import { ACCOUNT_PATH } from './account-wire.ts'
import {
  addBeneficiaryOperation,
  endBeneficiaryOperation,
  listBeneficiariesOperation,
} from './beneficiary-operations.ts'
import {
  checkPaymentsOperation,
  draftLimitOperation,
  endOrderOperation,
  listOrdersOperation,
  proposePaymentsOperation,
  readOrderOperation,
  retryOrderOperation,
  setLimitOperation,
  signOrderOperation,
} from './payment-operations.ts'
import {
  CheckBody,
  ProposeBody,
  toBeneficiaryWire,
  toCheckedWire,
  toLimitWire,
  toListedOrder,
  toOrderWire,
  toPayeeRestrictionWire,
  toSigned,
  toTypedPayment,
} from './payment-wire.ts'

/** Where members act for their business in one mode. */
export const MODE_PATH = `${ACCOUNT_PATH}/businesses/:business_id/:mode`
const ORDER_PATH = `${MODE_PATH}/payment-orders/:payment_order_id`
/** 1,000 rows of a file. */
const MOST_BYTES = 1024 * 1024

const AccountBody = closedObject({
  bank: Type.String({ description: 'The bank.', examples: ['GTBank'], maxLength: 120 }),
  account_number: Type.String({ description: 'Ten digits.', examples: ['0123456789'], maxLength: 40 }),
})
export const SignBody = closedObject({ credential: AssertionWire })
const amount = Type.String({ description: 'The naira, as text.', examples: ['50000'], maxLength: 40 })
const DraftBody = closedObject({ amount })
const LimitBody = closedObject({
  amount,
  version: Type.Integer({ description: 'The version of the draft.', minimum: 1, examples: [1] }),
  credential: AssertionWire,
})

type Asked = FastifyRequest & { params: unknown; body: unknown }

/** Returns a function that adds a route of members who pay. */
export function memberRoutes(app: FastifyInstance) {
  return (
    method: 'GET' | 'POST',
    url: string,
    action: Extract<Action, `payments.${string}`>,
    operation: Operation,
    handler: (paying: Paying, request: Asked) => Promise<object>,
    body?: object,
  ): void => {
    app.route({
      method,
      url,
      bodyLimit: MOST_BYTES,
      config: { person: action, operation },
      ...(body && { schema: { body } }),
      handler: async (request) => {
        const reply = await handler(payingOf(request, action), request)
        return { status: 'success', ...reply }
      },
    })
  }
}

/** Adds the routes with which members pay from the balance of their business. */
export function addPaymentRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  const route = memberRoutes(app)
  const whole = async (paying: Paying, id: string, message: string) => ({
    message,
    payment_order: toOrderWire(await readWholeOrder(deps, paying, id), paying.memberId),
  })

  route('GET', `${MODE_PATH}/beneficiaries`, 'payments.read', listBeneficiariesOperation, async (paying) => {
    const { found, restriction } = await asTenant(deps.memberPool, paying, async (sql) => ({
      found: await listBeneficiaries(sql, paying),
      restriction: await readPayeeRestriction(sql, paying),
    }))
    const message = counted(found.length, 'beneficiary', 'beneficiaries')
    return {
      message,
      beneficiaries: found.map(toBeneficiaryWire),
      restriction: toPayeeRestrictionWire(restriction),
    }
  })
  route(
    'POST',
    `${MODE_PATH}/beneficiaries`,
    'payments.make',
    addBeneficiaryOperation,
    async (paying, request) => {
      const { bank, account_number: accountNumber } = request.body as Static<typeof AccountBody>
      const account = { bank: bank.trim(), accountNumber: accountNumber.trim() }
      const added = await addBeneficiary(deps, paying, account)
      const message = `${added.accountName} is a beneficiary.`
      return { message, beneficiary: toBeneficiaryWire(added) }
    },
    AccountBody,
  )
  route(
    'POST',
    `${MODE_PATH}/beneficiaries/:beneficiary_id/end`,
    'payments.make',
    endBeneficiaryOperation,
    async (paying, request) => {
      const { beneficiary_id: text } = request.params as { beneficiary_id: string }
      const unknown = 'Your business has no such beneficiary in use.'
      await endBeneficiary(deps, paying, readIdOr('beneficiary', text, 'beneficiary_unknown', unknown))
      return { message: 'The beneficiary is removed.' }
    },
  )
  route(
    'POST',
    `${MODE_PATH}/payments/check`,
    'payments.make',
    checkPaymentsOperation,
    async (paying, request) => {
      const { payments } = request.body as Static<typeof CheckBody>
      const checked = await checkPayments(deps, paying, payments.map(toTypedPayment))
      const good = checked.filter(({ problems }) => problems.length === 0).length
      return {
        message: `${counted(good, 'payment', 'payments')} can be made.`,
        payments: checked.map(toCheckedWire),
      }
    },
    CheckBody,
  )
  route('GET', `${MODE_PATH}/payment-orders`, 'payments.read', listOrdersOperation, async (paying) =>
    asTenant(deps.memberPool, paying, async (sql) => {
      const orders = await listPaymentOrders(sql, paying)
      return {
        message: counted(orders.length, 'payment order', 'payment orders'),
        payment_orders: orders.map((order) => toListedOrder(order, paying.memberId)),
        limit: toLimitWire(await readPaymentLimit(sql, paying)),
      }
    }),
  )
  route(
    'POST',
    `${MODE_PATH}/payment-orders`,
    'payments.make',
    proposePaymentsOperation,
    async (paying, request) => {
      const { reference, payments } = request.body as Static<typeof ProposeBody>
      const proposed = { reference, payments: payments.map(toTypedPayment) }
      const order = await proposePayments(deps, paying, proposed)
      return {
        message: 'Sign the order with your passkey.',
        payment_order: toOrderWire(order, paying.memberId),
      }
    },
    ProposeBody,
  )
  route('GET', ORDER_PATH, 'payments.read', readOrderOperation, async (paying, request) =>
    whole(paying, orderIdOf(request), 'This is the payment order.'),
  )
  route(
    'POST',
    `${ORDER_PATH}/sign`,
    'payments.make',
    signOrderOperation,
    async (paying, request) => {
      const id = orderIdOf(request)
      const { credential } = request.body as Static<typeof SignBody>
      const { isApproved } = await signPayments(deps, paying, id, toSignature(credential))
      return whole(
        paying,
        id,
        isApproved ? 'Approved. The payments are made now.' : 'Another member must approve it.',
      )
    },
    SignBody,
  )
  route('POST', `${ORDER_PATH}/end`, 'payments.make', endOrderOperation, async (paying, request) => {
    const id = orderIdOf(request)
    const outcome = await endPayments(deps, paying, id)
    return whole(paying, id, `The order is ${outcome}. Nothing is paid.`)
  })
  route('POST', `${ORDER_PATH}/retry`, 'payments.make', retryOrderOperation, async (paying, request) => {
    const id = orderIdOf(request)
    const count = await retryPayments(deps, paying, id)
    return whole(paying, id, `${counted(count, 'payment is', 'payments are')} tried again.`)
  })
  route(
    'POST',
    `${MODE_PATH}/payment-limit/draft`,
    'payments.limit',
    draftLimitOperation,
    async (paying, request) => {
      const { amount: text } = request.body as Static<typeof DraftBody>
      const draft = await draftLimit(deps, paying, readLimit(text))
      return {
        message: 'Sign the new limit with your passkey.',
        version: draft.version,
        ...toSigned(draft.text),
      }
    },
    DraftBody,
  )
  route(
    'POST',
    `${MODE_PATH}/payment-limit`,
    'payments.limit',
    setLimitOperation,
    async (paying, request) => {
      const { amount: text, version, credential } = request.body as Static<typeof LimitBody>
      await setLimit(deps, paying, { version, limitMinor: readLimit(text) }, toSignature(credential))
      const limit = await asTenant(deps.memberPool, paying, async (sql) => readPaymentLimit(sql, paying))
      return { message: 'The limit is set.', limit: toLimitWire(limit) }
    },
    LimitBody,
  )
}

/** Returns who pays, for the business and the mode in the URL. */
function payingOf(request: FastifyRequest, action: Action): Paying {
  const { person } = signedInOf(request)
  const { business_id: text, mode } = request.params as { business_id: string; mode: string }
  const businessId = readIdOr('business', text, 'business_unknown', 'This business does not exist.')
  requireMembership(person, businessId)
  requireRoleIn(person, businessId, action)
  if (mode !== 'test' && mode !== 'live') throw new Refusal('not_found', 'The mode is test or live.')
  return { memberId: person.id, businessId, mode }
}

function orderIdOf(request: FastifyRequest): string {
  const { payment_order_id: text } = request.params as { payment_order_id: string }
  return readIdOr(
    'paymentOrder',
    text,
    'payment_order_unknown',
    'Your business has no such payment order in this mode.',
  )
}

function readLimit(text: string): bigint {
  return text.trim() === '0' ? 0n : parseMoney(text.trim(), 'NGN').minor
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
