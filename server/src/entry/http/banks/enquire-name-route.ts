import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { enquireName, type NameVerdict, nameOutcomes } from '../../../flows/banks/enquire-name.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import type { AppDeps } from '../app-deps.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { accountNumberField, textField } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'

const NameEnquiryBody = namedObject('NameEnquiryRequest', {
  bank_name: textField('The bank: its name, a common short name, or its code.', ['GTBank']),
  account_number: accountNumberField,
  account_name: Type.Optional(
    textField('The name that you were given, to be compared with the bank’s.', ['ADA OBI']),
  ),
})

type NameEnquiryBody = Static<typeof NameEnquiryBody>

const NameEnquiry = namedObject('NameEnquiry', {
  bank_name: textReply('The bank that was asked.', 'Guaranty Trust Bank'),
  bank_code: textReply('Its code.', '000013'),
  account_number: textReply('The account.', '0123456789'),
  outcome: wordReply(
    nameOutcomes,
    'match: surely the same name. near: perhaps, it is not clearly another. different: clearly another, and a sell would be refused. found: the account is there, and you gave no name to compare. not_found: the bank has no such account. no_answer: the bank did not say, which means nothing.',
  ),
  initials: Type.Union([Type.String(), Type.Null()], {
    description: 'Of the name that the bank has, only where you gave none. The name itself is never told.',
    examples: ['A. O.'],
  }),
})

const NameEnquiryReply = namedObject('NameEnquiryReply', {
  status: successField,
  message: textReply('The same, for people.', 'The bank has this name for the account.'),
  enquiry: NameEnquiry,
})

const messages: Readonly<Record<NameVerdict['outcome'], string>> = {
  match: 'The bank has this name for the account.',
  near: 'The bank has a name for the account that may be this one. Check it with whoever is to be paid.',
  different:
    'The bank has another name for the account: check the number, the bank and the name with whoever is to be paid.',
  found: 'The bank has such an account. Give account_name to have the name compared.',
  not_found: 'The bank has no such account: check the number and the bank.',
  no_answer: 'The bank gave no answer, which says nothing about the account: try again soon.',
}

const asked = { bank_name: 'GTBank', account_number: '0123456789' }
const enquiry = {
  bank_name: 'Guaranty Trust Bank',
  bank_code: '000013',
  account_number: asked.account_number,
}

const enquireNameOperation: Operation = {
  id: 'enquireName',
  tag: 'Banks',
  summary: 'Ask whose account it is',
  description:
    'Asks the bank, and says whether the name that you have fits. We never tell the name that the bank has: where you give none, its initials are all there is. A business may ask 20 times a minute and 1,000 times a day, and who asked about which account is kept.',
  requestExamples: {
    with_name: { summary: 'Is this the name?', value: { ...asked, account_name: 'ADA OBI' } },
    without_name: { summary: 'Is there such an account?', value: asked },
  },
  replies: {
    200: {
      description: 'What the bank said of it.',
      schema: NameEnquiryReply,
      examples: {
        match: successExample('It fits', 'The bank has this name for the account.', {
          enquiry: { ...enquiry, outcome: 'match', initials: null },
        }),
        found: successExample(
          'No name was given',
          'The bank has such an account. Give account_name to have the name compared.',
          { enquiry: { ...enquiry, outcome: 'found', initials: 'A. O.' } },
        ),
      },
    },
  },
  refusals: ['bank_unknown', 'bank_ambiguous', 'name_enquiry_limit'],
}

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

function toNameEnquiryReply(bank: Bank, accountNumber: string, { outcome, initials }: NameVerdict) {
  return {
    status: 'success',
    message: messages[outcome],
    enquiry: {
      bank_name: bank.name,
      bank_code: bank.key,
      account_number: accountNumber,
      outcome,
      initials,
    },
  }
}
