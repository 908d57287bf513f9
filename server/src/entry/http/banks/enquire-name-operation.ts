import type { Operation } from '../openapi/operation.ts'
import { NameEnquiryReply } from './name-enquiry-wire.ts'

const asked = { bank_name: 'GTBank', account_number: '0123456789' }
const enquiry = {
  bank_name: 'Guaranty Trust Bank',
  bank_code: '000013',
  account_number: asked.account_number,
}

export const enquireNameOperation: Operation = {
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
        match: {
          summary: 'It fits',
          value: {
            status: 'success',
            message: 'The bank has this name for the account.',
            enquiry: { ...enquiry, outcome: 'match', initials: null },
          },
        },
        found: {
          summary: 'No name was given',
          value: {
            status: 'success',
            message: 'The bank has such an account. Give account_name to have the name compared.',
            enquiry: { ...enquiry, outcome: 'found', initials: 'A. O.' },
          },
        },
      },
    },
  },
  refusals: ['bank_unknown', 'bank_ambiguous', 'name_enquiry_limit'],
}
