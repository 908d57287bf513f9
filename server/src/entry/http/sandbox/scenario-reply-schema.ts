import { Type } from 'typebox'
import { scenarioFields } from '../../../flows/sandbox/scenario.ts'
import { scenarioNames } from '../../../flows/sandbox/scenarios.ts'
import { amountReply, successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'

const nameReply = wordReply(scenarioNames, 'The name of the scenario.')
const expectReply = Type.Array(textReply('The type of an event.', 'buy.completed'), {
  description: 'The types of the events of each of its transactions, in their order.',
})
const finalReply = Type.Union([textReply('The type of an event.', 'buy.completed'), Type.Null()], {
  description: 'The last of them: where it comes to rest by itself. Null where it makes no transaction.',
})

const ScenarioSchema = Type.Object(
  {
    name: nameReply,
    type: Type.Union([wordReply(['buy', 'sell'], 'What it makes.'), Type.Null()]),
    sentence: textReply('What it shows.', 'The naira comes as claimed, and the tokens arrive.'),
    does: textReply(
      'What happens.',
      'Makes a buy and pays exactly its amount from the account that it names.',
    ),
    takes: Type.Array(wordReply(scenarioFields, 'A field of the request.'), {
      description:
        'What you may say of a run, besides `business_id` and `link_tag`. All of it can be left out.',
    }),
    expect: expectReply,
    final: finalReply,
  },
  { $id: 'Scenario', additionalProperties: false },
)

export const ScenariosReply = Type.Object(
  {
    status: successField,
    message: textReply('For people.', '18 scenarios.'),
    scenarios: Type.Array(ScenarioSchema),
  },
  { $id: 'ScenariosReply', additionalProperties: false },
)

const UnclaimedPayment = Type.Object(
  {
    vendor_number: textReply('The account that was paid.', '0000000003'),
    amount: amountReply('Naira that was paid.', 15000),
    bank_name: textReply('The bank that it came from.', 'GTBank'),
    account_number: textReply('The account that it came from.', '2012345678'),
    account_name: textReply('Who paid.', 'OKAFOR AISHA'),
  },
  { $id: 'UnclaimedPayment', additionalProperties: false },
)

const RunSchema = Type.Object(
  {
    scenario: nameReply,
    transaction_id: Type.Union([transactionFields.transaction_id, Type.Null()], {
      description: 'The transaction that it made, the first of several. Null where it made none.',
    }),
    transaction_ids: Type.Array(transactionFields.transaction_id, { description: 'All that it made.' }),
    expect: expectReply,
    final: finalReply,
    payment: Type.Union([UnclaimedPayment, Type.Null()], {
      description: 'A payment that waits for its claim, where the scenario is about one.',
    }),
  },
  { $id: 'ScenarioRun', additionalProperties: false },
)

export const RunReply = Type.Object(
  {
    status: successField,
    message: textReply('What it shows.', 'The naira comes as claimed.'),
    run: RunSchema,
  },
  { $id: 'ScenarioRunReply', additionalProperties: false },
)
