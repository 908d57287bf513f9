import { type Static, Type } from 'typebox'
import {
  type Scenario,
  type ScenarioGiven,
  type ScenarioRun,
  scenarioFields,
} from '../../../flows/sandbox/scenario.ts'
import { scenarioNames } from '../../../flows/sandbox/scenarios.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import { networkChoice, parseNetwork } from '../../../kernel/networks.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import { type WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { buyBounds, requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import { pageReplyFields } from '../list-query.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'
import {
  accountNumberField,
  amountField,
  businessFields,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { readAmount, readGivenWallet, requireOwnBusiness } from '../transaction-wire.ts'
import { hasAmount } from './sandbox-routes.ts'

const nameReply = wordReply(scenarioNames, 'The name of the scenario.')
const expectReply = Type.Array(textReply('The type of an event.', 'buy.completed'), {
  description: 'The event types of each transaction, in order.',
})
const finalReply = Type.Union([textReply('The type of an event.', 'buy.completed'), Type.Null()], {
  description:
    'The type of the last event. After it, you or an operator must act, or the transaction is final. Null if the scenario creates no transaction.',
})

const ScenarioSchema = namedObject('Scenario', {
  name: nameReply,
  type: Type.Union([wordReply(['buy', 'sell'], 'What the scenario creates.'), Type.Null()]),
  sentence: textReply('A one-line summary.', 'The naira arrives as announced, and the tokens are delivered.'),
  does: textReply('What the scenario does.', 'Pays the exact amount of a buy from the account it names.'),
  takes: Type.Array(wordReply(scenarioFields, 'A field of the request.'), {
    description: 'The fields you can send, in addition to `business_id` and `link_tag`. All are optional.',
  }),
  expect: expectReply,
  final: finalReply,
})

export const ScenariosReply = namedObject('ScenariosReply', {
  status: successField,
  message: textReply('A human-readable message.', '18 scenarios.'),
  scenarios: Type.Array(ScenarioSchema),
  ...pageReplyFields,
})

const UnclaimedPayment = namedObject('UnclaimedPayment', {
  vendor_number: textReply('The account that was paid.', '0000000003'),
  amount: amountReply('The naira amount that was paid.', 15000),
  bank_name: textReply('The payer’s bank.', 'GTBank'),
  account_number: textReply('The payer’s account number.', '2012345678'),
  account_name: textReply('The payer’s name.', 'OKAFOR AISHA'),
})

const RunSchema = namedObject('ScenarioRun', {
  scenario: nameReply,
  transaction_id: Type.Union([transactionFields.transaction_id, Type.Null()], {
    description: 'The transaction, or the first of several. Null if none was created.',
  }),
  transaction_ids: Type.Array(transactionFields.transaction_id, {
    description: 'All transactions that the scenario created.',
  }),
  expect: expectReply,
  final: finalReply,
  payment: Type.Union([UnclaimedPayment, Type.Null()], {
    description: 'A payment that has no buy yet, if the scenario is about one.',
  }),
})

export const RunReply = namedObject('ScenarioRunReply', {
  status: successField,
  message: textReply('A one-line summary.', 'The naira arrives as announced.'),
  run: RunSchema,
})

export const ScenarioBody = Type.Partial(
  Type.Object({
    ...businessFields,
    amount: amountField(
      'The naira amount of the buy, or the NGNC amount of the sell.',
      buyBounds,
      sellBounds,
    ),
    reference: referenceField,
    ...walletFields,
    network: textField(
      `${networkChoice} (case does not matter). If you send only the network, we choose a wallet.`,
      ['Polygon'],
      40,
    ),
    bank_name: textField('The bank of the payer or beneficiary.', ['GTBank']),
    account_number: accountNumberField,
    account_name: textField('The name of the payer or beneficiary.', ['ADA OBI']),
    count: Type.Integer({
      description: 'The number of transactions, for scenarios that create several.',
      minimum: 1,
      maximum: 100,
      examples: [20],
    }),
    seconds: Type.Integer({
      description: 'The delay in seconds, for scenarios with a delay.',
      minimum: 1,
      maximum: 120,
      examples: [20],
    }),
  }),
  { $id: 'ScenarioRequest', additionalProperties: false },
)

export type ScenarioBody = Static<typeof ScenarioBody>

export const ScenarioPath = Type.Object({
  name: Type.String({ description: 'The name of the scenario.', enum: [...scenarioNames] }),
})

const ownWords: readonly string[] = ['business_id', 'link_tag']

/** Reads the parameters of a run. Refuses those that the scenario does not accept. */
export function readScenarioRequest(
  body: ScenarioBody,
  key: AuthenticatedKey,
  scenario: Scenario,
  known: Readonly<{
    addresses: WalletAddressRules
    idempotencyKey: string | null
    problems: readonly FieldProblem[]
  }>,
): ScenarioGiven {
  const { business_id = formatId('business', key.tenant.businessId), link_tag = key.linkTag } = body
  if (known.problems.length === 0) requireOwnBusiness(key, { business_id, link_tag })
  const takes: ReadonlySet<string> = new Set([...ownWords, ...scenario.takes])
  const notTaken = Object.keys(body)
    .filter((field) => !takes.has(field) && !known.problems.some((problem) => problem.field === field))
    .map((field) => ({
      field,
      code: 'field_unknown' as const,
      message: `The scenario ${scenario.name} does not accept ${field}. Remove it.`,
    }))
  const isSell = scenario.type === 'sell'
  const [bounds, asset] = isSell ? ([sellBounds, 'NGNC'] as const) : ([buyBounds, 'NGN'] as const)
  const read = readFields(
    {
      amount: () => (hasAmount(body) ? requireWithin(bounds, readAmount(body, asset)) : undefined),
      network: () => (body.network === undefined ? undefined : parseNetwork(body.network)),
      wallet_address: () =>
        body.wallet_address === undefined ? undefined : readGivenWallet(known.addresses, body),
      bank_name: () => (body.bank_name === undefined ? undefined : requireBank(body.bank_name)),
    },
    [...known.problems, ...notTaken],
  )
  return {
    amountMinor: read.amount?.minor,
    reference: body.reference ?? null,
    idempotencyKey: known.idempotencyKey,
    network: read.network,
    wallet: read.wallet_address,
    bank: read.bank_name && { code: read.bank_name.key, name: body.bank_name ?? '' },
    accountNumber: body.account_number,
    accountName: body.account_name,
    count: body.count,
    seconds: body.seconds,
  }
}

export function toScenario({ name, type, sentence, does, takes, expect }: Scenario) {
  return { name, type, sentence, does, takes: [...takes], expect: [...expect], final: expect.at(-1) ?? null }
}

export function toRun({ name, expect }: Scenario, { transactionIds, payment }: ScenarioRun) {
  const ids = transactionIds.map((id) => formatId('transaction', id))
  return {
    scenario: name,
    transaction_id: ids[0] ?? null,
    transaction_ids: ids,
    expect: [...expect],
    final: expect.at(-1) ?? null,
    payment:
      payment === undefined
        ? null
        : {
            vendor_number: payment.accountNumber,
            amount: jsonNumber(payment.amount),
            bank_name: payment.payer.bankName,
            account_number: payment.payer.accountNumber,
            account_name: payment.payer.accountName,
          },
  }
}
