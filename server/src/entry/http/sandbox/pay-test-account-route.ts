import type { FastifyInstance } from 'fastify'
import { payTestAccount, type WantedPayment } from '../../../flows/sandbox/simulate-payments.ts'
import { refuseLiveKey } from '../../../flows/sandbox/test-business.ts'
import { requireBank } from '../../../records/banks/require-bank.ts'
import type { AppDeps } from '../app-deps.ts'
import { readFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { readTransactionId } from '../transactions/transaction-path.ts'
import { readTestAmount } from './read-test-amount.ts'
import { sandboxOf } from './sandbox-of.ts'
import { payTestAccountOperation } from './sandbox-operations.ts'
import { PaymentBody, toPayment } from './sandbox-wire.ts'

/** 200: the payer has paid, or will; the bank tells us of it as ever. */
export function payTestAccountRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: PaymentBody }>({
    method: 'POST',
    url: '/sandbox/v1/payments',
    config: { access: 'buy', operation: payTestAccountOperation },
    schema: { body: PaymentBody },
    handler: async (request) => {
      const { tenant } = keyOf(request)
      refuseLiveKey(tenant)
      const wanted = readWanted(request.body)
      const paid = await payTestAccount(sandboxOf(deps), tenant, wanted)
      const message = wanted.afterSeconds
        ? `It is paid in ${wanted.afterSeconds} seconds.`
        : 'Paid: the bank tells us of it in a moment.'
      return { status: 'success', message, payment: toPayment(paid) }
    },
  })
}

function readWanted(body: PaymentBody): WantedPayment {
  const { bank_name, account_number, account_name, transaction_id } = body
  const read = readFields({
    amount: () => readTestAmount(body, 'NGN'),
    bank_name: () => (bank_name === undefined ? undefined : requireBank(bank_name)),
  })
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
