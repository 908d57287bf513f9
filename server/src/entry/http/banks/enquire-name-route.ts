import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { enquireName, type NameVerdict, nameOutcomes } from '../../../flows/banks/enquire-name.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { accountNumberField, textField } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'

const NameEnquiryBody = namedObject('NameEnquiryRequest', {
  bank_name: textField('The bank: its name, a common short name or its code.', ['GTBank']),
  account_number: accountNumberField,
  account_name: Type.Optional(
    textField('The name you were given. We compare it with the bank’s record.', ['ADA OBI']),
  ),
})

type NameEnquiryBody = Static<typeof NameEnquiryBody>

const NameEnquiry = namedObject('NameEnquiry', {
  bank_name: textReply('The bank we asked.', 'Guaranty Trust Bank'),
  bank_code: textReply('The code of that bank.', '000013'),
  account_number: textReply('The account number.', '0123456789'),
  outcome: wordReply(
    nameOutcomes,
    'match: the same name. near: probably the same name. different: clearly another name; a sell to it would be rejected. unknown: we cannot compare the two names; a sell to it would wait until an operator confirms the name. found: the account exists and you sent no name to compare. not_found: the bank has no such account. no_answer: the bank did not answer, so nothing is known about the account.',
  ),
  initials: Type.Union([Type.String(), Type.Null()], {
    description: 'The initials of the name on the account, only if you sent no name.',
    examples: ['A. O.'],
  }),
  account_name: Type.Union([Type.String(), Type.Null()], {
    description:
      'The name that the bank has for the account; null if it has no such account or did not answer.',
    examples: ['ADA OBI'],
  }),
})

const NameEnquiryReply = namedObject('NameEnquiryReply', {
  status: successField,
  message: textReply('The outcome in words.', 'The name matches the bank’s record for this account.'),
  enquiry: NameEnquiry,
})

const messages: Readonly<Record<NameVerdict['outcome'], string>> = {
  match: 'The name matches the bank’s record for this account.',
  near: 'The name may match the bank’s record for this account. Check it with the beneficiary.',
  different:
    'The bank has another name for this account. Check the account number, the bank and the name with the beneficiary.',
  unknown:
    'We cannot compare this name with the bank’s record. Send the full name in Latin letters, as the bank has it.',
  found: 'The account exists. Send account_name to compare the name.',
  not_found: 'The bank has no account with this number. Check the account number and the bank.',
  no_answer: 'The bank did not answer. Try again in a minute.',
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
  summary: 'Check the name on an account',
  description:
    'Asks the bank for the name on an account, and whether the name you have matches it. Needs the scope `sell`: only a caller that may pay somebody may ask. A business can make 20 name enquiries a minute and 1,000 a day, and we log each one. Sells and previews that include a name count towards the limit. Above the limit they are processed without the enquiry.',
  requestExamples: {
    with_name: { summary: 'Compare a name', value: { ...asked, account_name: 'ADA OBI' } },
    without_name: { summary: 'Check that the account exists', value: asked },
  },
  replies: {
    200: {
      description: 'The bank’s answer.',
      schema: NameEnquiryReply,
      examples: {
        match: successExample('The name matches', 'The name matches the bank’s record for this account.', {
          enquiry: { ...enquiry, outcome: 'match', initials: null, account_name: 'ADA OBI' },
        }),
        found: successExample(
          'No name was sent',
          'The account exists. Send account_name to compare the name.',
          { enquiry: { ...enquiry, outcome: 'found', initials: 'A. O.', account_name: 'ADA OBI' } },
        ),
      },
    },
  },
  refusals: ['bank_unknown', 'bank_ambiguous', 'name_enquiry_limit'],
}

/** 200: the bank's answer, or a statement that the bank gave no answer. */
export function enquireNameRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: NameEnquiryBody }>({
    method: 'POST',
    url: '/banks/v1/name-enquiry',
    // A key that may not pay anyone has no reason to ask for names.
    config: { access: 'sell', idempotency: 'harmless', cost: 5, operation: enquireNameOperation },
    schema: { body: NameEnquiryBody },
    attachValidation: true,
    handler: async (request, reply) => {
      const { id: keyId, tenant } = keyOf(request)
      const problems = schemaProblems(request)
      const { account_number: accountNumber, account_name: accountName = null } = request.body
      const { bank_name: bank } = readFields(
        { bank_name: () => requireBank(request.body.bank_name) },
        problems,
      )
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

function toNameEnquiryReply(bank: Bank, accountNumber: string, verdict: NameVerdict) {
  const { outcome, initials, accountName } = verdict
  return {
    status: 'success',
    message: messages[outcome],
    enquiry: {
      bank_name: bank.name,
      bank_code: bank.key,
      account_number: accountNumber,
      outcome,
      initials,
      account_name: accountName,
    },
  }
}
