import type { FastifyInstance } from 'fastify'
import { enquireName } from '../../../flows/banks/enquire-name.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireBank } from '../../../records/banks/require-bank.ts'
import type { AppDeps } from '../app-deps.ts'
import { readFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { enquireNameOperation } from './enquire-name-operation.ts'
import { NameEnquiryBody, toNameEnquiryReply } from './name-enquiry-wire.ts'

/** 200: what the bank said, or that it said nothing. */
export function enquireNameRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: NameEnquiryBody }>({
    method: 'POST',
    url: '/banks/v1/name-enquiry',
    // Whoever may not pay anybody has no reason to ask who they are.
    config: { access: 'sell', operation: enquireNameOperation },
    schema: { body: NameEnquiryBody },
    handler: async (request, reply) => {
      const { id: keyId, tenant } = keyOf(request)
      const { account_number: accountNumber, account_name: accountName = null } = request.body
      const { bank_name: bank } = readFields({ bank_name: () => requireBank(request.body.bank_name) })
      const question = { tenant, keyId, bankCode: bank.key, accountNumber, accountName }
      try {
        return toNameEnquiryReply(bank, accountNumber, await enquireName(deps, question))
      } catch (error) {
        const seconds = error instanceof Refusal ? error.detail?.retry_after_seconds : undefined
        if (typeof seconds === 'number') reply.header('retry-after', seconds)
        throw error
      }
    },
  })
}
