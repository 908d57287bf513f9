import { type Static, Type } from 'typebox'
import { type NameVerdict, nameOutcomes } from '../../../flows/banks/enquire-name.ts'
import type { Bank } from '../../../records/banks/bank.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { accountNumberField, textField } from '../request-fields.ts'

export const NameEnquiryBody = Type.Object(
  {
    bank_name: textField('The bank: its name, a common short name, or its code.', ['GTBank']),
    account_number: accountNumberField,
    account_name: Type.Optional(
      textField('The name that you were given, to be compared with the bank’s.', ['ADA OBI']),
    ),
  },
  { $id: 'NameEnquiryRequest', additionalProperties: false },
)

export type NameEnquiryBody = Static<typeof NameEnquiryBody>

const NameEnquiry = Type.Object(
  {
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
  },
  { $id: 'NameEnquiry', additionalProperties: false },
)

export const NameEnquiryReply = Type.Object(
  {
    status: successField,
    message: textReply('The same, for people.', 'The bank has this name for the account.'),
    enquiry: NameEnquiry,
  },
  { $id: 'NameEnquiryReply', additionalProperties: false },
)

export function toNameEnquiryReply(bank: Bank, accountNumber: string, { outcome, initials }: NameVerdict) {
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

const messages: Readonly<Record<NameVerdict['outcome'], string>> = {
  match: 'The bank has this name for the account.',
  near: 'The bank has a name for the account that may be this one. Check it with whoever is to be paid.',
  different:
    'The bank has another name for the account: check the number, the bank and the name with whoever is to be paid.',
  found: 'The bank has such an account. Give account_name to have the name compared.',
  not_found: 'The bank has no such account: check the number and the bank.',
  no_answer: 'The bank gave no answer, which says nothing about the account: try again soon.',
}
