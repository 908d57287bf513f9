import type { FastifyInstance } from 'fastify'
import type { ScenarioDeps } from '../../../flows/sandbox/scenario.ts'
import {
  payTestAccount,
  sendTestDeposit,
  type WantedPayment,
} from '../../../flows/sandbox/simulate-payments.ts'
import {
  moveTestClock,
  readTestClock,
  refuseLiveKey,
  resetTestBusiness,
} from '../../../flows/sandbox/test-business.ts'
import type { Money } from '../../../kernel/money/money.ts'
import { type FieldProblem, Refusal } from '../../../kernel/refusal.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import {
  type AmountBounds,
  requireWithin,
  testDepositBounds,
  testPaymentBounds,
} from '../../../records/limits/transaction-bounds.ts'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import { readFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { readAmount } from '../transaction-wire.ts'
import { readTransactionId } from '../transactions/told-transaction-wire.ts'
import {
  moveTestClockOperation,
  payTestAccountOperation,
  readTestClockOperation,
  resetTestBusinessOperation,
  sendTestDepositOperation,
} from './sandbox-operations.ts'
import {
  ClockBody,
  DepositBody,
  PaymentBody,
  toClock,
  toDeposit,
  toPayment,
  toReset,
} from './sandbox-wire.ts'

const CLOCK_PATH = '/sandbox/v1/clock'

const DAY_SECONDS = 86_400

/** 200: the payer has paid, or will. The bank notifies us as usual. */
export function payTestAccountRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: PaymentBody }>({
    method: 'POST',
    url: '/sandbox/v1/payments',
    config: { access: 'buy', operation: payTestAccountOperation },
    schema: { body: PaymentBody },
    attachValidation: true,
    handler: async (request) => {
      const { tenant } = keyOf(request)
      refuseLiveKey(tenant)
      const wanted = readWantedPayment(request.body, schemaProblems(request))
      const paid = await payTestAccount(sandboxOf(deps), tenant, wanted)
      const message = wanted.afterSeconds
        ? `Scheduled: paid in ${wanted.afterSeconds} seconds.`
        : 'Paid. The bank reports it in a moment.'
      return { status: 'success', message, payment: toPayment(paid) }
    },
  })
}

/** 200: the tokens are in transit. The network is watched as usual. */
export function sendTestDepositRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: DepositBody }>({
    method: 'POST',
    url: '/sandbox/v1/deposits',
    config: { access: 'buy', operation: sendTestDepositOperation },
    schema: { body: DepositBody },
    handler: async (request) => {
      const { tenant } = keyOf(request)
      refuseLiveKey(tenant)
      const transactionId = readTransactionId({ id: request.body.transaction_id })
      const amount = readTestAmount(request.body, testDepositBounds)
      const sent = await sendTestDeposit(sandboxOf(deps), tenant, { transactionId, amount })
      return {
        status: 'success',
        message: 'Sent. The network shows it in a moment.',
        deposit: toDeposit(sent),
      }
    },
  })
}

/** 200: how far ahead the clock of this business is in test mode. */
export function readTestClockRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get(CLOCK_PATH, { config: { access: 'buy', operation: readTestClockOperation } }, async (request) => {
    const clock = await readTestClock(deps, keyOf(request).tenant)
    return { status: 'success', message: clockMessage(clock.aheadSeconds), clock: toClock(clock) }
  })
}

/** 200: the clock has moved, and the work that became due is being processed. */
export function moveTestClockRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: ClockBody }>({
    method: 'POST',
    url: CLOCK_PATH,
    config: { access: 'buy', operation: moveTestClockOperation },
    schema: { body: ClockBody },
    handler: async (request) => {
      const { woken, ...clock } = await moveTestClock(
        deps,
        keyOf(request).tenant,
        request.body.advance_seconds,
      )
      return {
        status: 'success',
        message: clockMessage(clock.aheadSeconds),
        clock: { ...toClock(clock), woken },
      }
    },
  })
}

/** 200: transactions that could be ended are ended, and the others are counted. */
export function resetTestBusinessRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post(
    '/sandbox/v1/reset',
    { config: { access: 'buy', operation: resetTestBusinessOperation } },
    async (request) => {
      const counts = await resetTestBusiness(deps, keyOf(request).tenant)
      return { status: 'success', message: resetMessage(counts.stillOpen), reset: toReset(counts) }
    },
  )
}

function readWantedPayment(body: PaymentBody, problems: readonly FieldProblem[]): WantedPayment {
  const { bank_name, account_number, account_name, transaction_id } = body
  const readers = {
    amount: () => readTestAmount(body, testPaymentBounds),
    bank_name: () => (bank_name === undefined ? undefined : requireBank(bank_name)),
  }
  const read = readFields(readers, problems)
  return {
    transactionId: transaction_id === undefined ? undefined : readTransactionId({ id: transaction_id }),
    amount: read.amount,
    accountNumber: body.vendor_number,
    payer: {
      ...(read.bank_name === undefined ? {} : { bank: { code: read.bank_name.key, name: bank_name ?? '' } }),
      ...(account_number === undefined ? {} : { accountNumber: account_number }),
      ...(account_name === undefined ? {} : { name: account_name }),
    },
    remark: body.remark,
    afterSeconds: body.after_seconds,
  }
}

function clockMessage(ahead: number): string {
  if (ahead === 0) return 'Your clock is not ahead.'
  const [count, unit] = ahead % DAY_SECONDS === 0 ? [ahead / DAY_SECONDS, 'day'] : [ahead, 'second']
  return `Your clock is ${count} ${unit}${count === 1 ? '' : 's'} ahead.`
}

function resetMessage(stillOpen: Readonly<Record<string, number>>): string {
  const open = Object.values(stillOpen).reduce((sum, count) => sum + count, 0)
  if (open === 0) return 'No transaction is open, and your clock is back to real time.'
  return `${open} ${open === 1 ? 'transaction is' : 'transactions are'} still open, so your clock was not set back.`
}

/** Reads any amount that someone may send by mistake, even one below the minimum of a transaction. Undefined if none was given. */
function readTestAmount(
  body: Readonly<{ amount?: number | string }>,
  bounds: AmountBounds,
): Money | undefined {
  if (!hasAmount(body)) return undefined
  return readFields({ amount: () => requireWithin(bounds, readAmount(body, bounds.minimum.asset)) }).amount
}

/** Returns whether a body contains an amount. It narrows the body itself, because a copy would lose the text of its numbers. */
export function hasAmount<Body extends Readonly<{ amount?: number | string }>>(
  body: Body,
): body is Body & Readonly<{ amount: number | string }> {
  return body.amount !== undefined
}

/** Returns the dependencies that act on the simulated world. Refuses if there is none. */
export function sandboxOf(deps: AppDeps): ScenarioDeps {
  const { sandboxWorld: world } = deps
  if (world !== undefined) return { ...deps, world }
  throw new Refusal('sandbox_unavailable', 'This service has no sandbox.')
}
