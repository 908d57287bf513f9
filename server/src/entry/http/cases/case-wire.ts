import { type Static, Type } from 'typebox'
import type { Answer } from '../../../flows/business-cases/business-cases.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import {
  type BusinessCase,
  choicesBy,
  type Given,
  movedBy,
} from '../../../records/cases/business/business-case.ts'
import {
  type Choice,
  choices,
  defaultMessages,
  defaults,
  effectOf,
  questionCodes,
  questionOf,
} from '../../../records/cases/business/questions.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { initialsOf } from '../../../records/names/name-words.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'
import { accountNumberField, textField, walletFields } from '../request-fields.ts'
import { readGivenWallet } from '../transaction-wire.ts'

export const CASE_PATH = '/cases/v1/:id(^cas_[0-9a-f]{32}$)'

export const caseIdReply = Type.String({
  description: 'The id of the case.',
  pattern: '^cas_[0-9a-f]{32}$',
  examples: ['cas_01a1dcc33c477feca0d6d2cee34c8ce8'],
})

export const CasePath = Type.Object({ id: caseIdReply })

const momentReply = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-11-17T09:30:00.000Z'] })

const OfferedChoice = namedObject('OfferedChoice', {
  choice: wordReply(choices, 'What you can choose. New values may be added.'),
  message: textReply(
    'What it does, in words.',
    'The buy continues with the naira that arrived, less the fee.',
  ),
  amount: amountReply('What it moves: tokens or naira for the customer, or what goes back.', 19950),
})

const CaseDecision = namedObject('CaseDecision', {
  choice: wordReply(choices, 'What was chosen.'),
  amount: amountReply('What the transaction held then.', 20000),
  decided_at: momentReply('When, in UTC.'),
  decided_by: wordReply(['key', 'member'], 'A program with a key, or a person on the dashboard.'),
  network: Type.Optional(textReply('The network of the wallet that was named.', 'Polygon')),
  wallet_address: Type.Optional(
    textReply('The wallet that was named.', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'),
  ),
  bank_name: Type.Optional(textReply('The bank of the beneficiary that was named.', 'GTBank')),
  account_number: Type.Optional(textReply('The account number of that beneficiary.', '0123456789')),
  account_name: Type.Optional(
    textReply(
      'The name of that beneficiary, as you sent it. Absent if you confirmed the bank’s name.',
      'ADA OBI',
    ),
  ),
})

export const Case = namedObject('Case', {
  case_id: caseIdReply,
  transaction_id: transactionFields.transaction_id,
  type: wordReply(['Buy', 'Sell'], 'The type of the transaction.'),
  reference: textReply('The reference of the transaction.', 'order-2291'),
  transaction_status: textReply('The current status of the transaction.', 'part_paid'),
  state: wordReply(
    ['open', 'decided', 'closed'],
    'open: you can decide. decided: you decided. closed: something else answered the question.',
  ),
  code: wordReply(questionCodes, 'The question, as a code. New values may be added.'),
  message: textReply('The question, in words.', 'The payer sent less than the amount of this buy.'),
  amount: amountReply('The amount of the transaction.', 25000.5),
  received: amountReply('What we hold for it now.', 20000),
  fee: amountReply('The fee of the transaction.', 50),
  choices: Type.Array(OfferedChoice, { description: 'What you can choose; empty if the case is not open.' }),
  opened_at: momentReply('When we asked, in UTC.'),
  due_at: momentReply('The deadline, in UTC.'),
  default: wordReply(defaults, 'What happens at the deadline if you do not decide.'),
  default_message: textReply('The same, in words.', defaultMessages.afara_decides),
  bank_initials: Type.Optional(
    textReply('The initials of the name that the bank has. Only for the code name_differs.', 'A. O.'),
  ),
  decision: Type.Union([CaseDecision, Type.Null()], { description: 'What you decided.' }),
})

export const CaseReply = namedObject('CaseReply', {
  status: successField,
  message: textReply(
    'The question or what was decided, in words.',
    'The payer sent less than the amount of this buy.',
  ),
  case: Case,
})

const accountNameField = textField('The name on that account.', ['ADA OBI'])
const bankField = textField('The bank: its name, a common short name or its code.', ['GTBank'])

export const WalletChoiceBody = namedObject('WalletChoice', {
  network: walletFields.network,
  wallet_address: walletFields.wallet_address,
})

export const BeneficiaryChoiceBody = namedObject('BeneficiaryChoice', {
  bank_name: Type.Optional(bankField),
  account_number: Type.Optional(accountNumberField),
  account_name: Type.Optional(accountNameField),
})

export const DecisionBody = namedObject('CaseDecisionRequest', {
  choice: Type.Enum([...choices], {
    description: 'One of the `choices` of the case.',
    examples: ['accept'],
  }),
  ...walletFields,
  bank_name: Type.Optional(bankField),
  account_number: Type.Optional(accountNumberField),
  account_name: Type.Optional(accountNameField),
})

export type DecisionBody = Static<typeof DecisionBody>
type GivenBody = Omit<DecisionBody, 'choice'>

export function readCaseId(params: Readonly<{ id: string }>): string {
  const id = parseId('case', params.id)
  if (id === undefined) throw new Refusal('case_not_yours', 'No case for you to decide has this id.')
  return id
}

/** Reads an answer. What does not belong to the choice is refused, so that nobody believes that it counted. */
export function readAnswer(
  choice: Choice,
  body: GivenBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
): Answer {
  return { choice, given: readGiven(choice, body, addresses), by: decidedBy(key) }
}

const walletWords = ['network', 'wallet_address'] as const
const accountWords = ['bank_name', 'account_number', 'account_name'] as const

function readGiven(choice: Choice, body: GivenBody, addresses: WalletAddressRules): Given {
  refuseOthers(body, choice === 'wallet' ? walletWords : choice === 'beneficiary' ? accountWords : [])
  if (choice === 'wallet') {
    const { network, address } = readGivenWallet(addresses, body)
    return { network, address }
  }
  if (choice !== 'beneficiary') return {}
  const read = readFields({
    bank_name: () => requireBank(requireWord(body.bank_name, 'bank_name')),
    account_number: () => requireWord(body.account_number, 'account_number'),
    account_name: () => requireWord(body.account_name, 'account_name'),
  })
  return {
    bank_code: read.bank_name.key,
    bank_name: body.bank_name ?? read.bank_name.name,
    account_number: read.account_number,
    account_name: read.account_name,
  }
}

function refuseOthers(body: GivenBody, allowed: readonly string[]): void {
  const wrong = [...walletWords, ...accountWords].find(
    (word) => body[word] !== undefined && !allowed.includes(word),
  )
  if (wrong !== undefined) throw new Refusal('field_unknown', `${wrong} does not belong to this choice.`)
}

function requireWord(text: string | undefined, name: string): string {
  if (text === undefined) throw new Refusal('field_required', `${name} is required for this choice.`)
  return text
}

function decidedBy({ id, memberId }: AuthenticatedKey): string {
  return memberId === undefined ? `key:${formatId('key', id)}` : `member:${formatId('member', memberId)}`
}

/** Converts a case for a response, with what the caller may choose. It has no detail of a payer beyond what the business sent us. */
export function toCaseWire(one: BusinessCase, { memberId }: Pick<AuthenticatedKey, 'memberId'>) {
  const question = questionOf(one.type, one.code)
  const { end } = one
  return {
    case_id: formatId('case', one.id),
    transaction_id: formatId('transaction', one.transactionId),
    type: one.type === 'buy' ? 'Buy' : 'Sell',
    reference: one.reference,
    transaction_status: one.status,
    state: end === undefined ? 'open' : end.decision === undefined ? 'closed' : 'decided',
    code: one.code,
    message: question?.message ?? '',
    amount: jsonNumber(one.amount),
    received: jsonNumber(one.held),
    fee: jsonNumber(one.fee),
    choices: choicesBy(one, memberId !== undefined).map((choice) => ({
      choice,
      message: effectOf(one.type, choice),
      amount: jsonNumber(movedBy(one, choice)),
    })),
    opened_at: one.openedAt.toISOString(),
    due_at: one.dueAt.toISOString(),
    default: question?.default ?? 'afara_decides',
    default_message: defaultMessages[question?.default ?? 'afara_decides'],
    ...(one.bankSays !== null && { bank_initials: initialsOf(one.bankSays) }),
    decision: end?.decision === undefined ? null : toDecisionWire(end.decision, end.at),
  }
}

function toDecisionWire(
  { choice, amount, by, wallet, payee }: NonNullable<NonNullable<BusinessCase['end']>['decision']>,
  at: Date,
) {
  return {
    choice,
    amount: jsonNumber(amount),
    decided_at: at.toISOString(),
    decided_by: by.startsWith('member:') ? 'member' : 'key',
    ...(wallet !== undefined && { network: wallet.network, wallet_address: wallet.address }),
    ...(payee !== undefined && {
      bank_name: payee.bankName,
      account_number: payee.accountNumber,
      // The bank's full name of somebody is not told to everybody who may read.
      ...(choice === 'beneficiary' && { account_name: payee.accountName }),
    }),
  }
}

/** What an open case adds to `needs` of its transaction. */
export function toCaseNeed(one: BusinessCase) {
  const question = questionOf(one.type, one.code)
  return {
    code: one.code,
    message: question?.message ?? '',
    case_id: formatId('case', one.id),
    choices: [...one.choices],
    due_at: one.dueAt.toISOString(),
    default: question?.default ?? 'afara_decides',
  }
}
