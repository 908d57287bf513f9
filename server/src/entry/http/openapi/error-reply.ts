import { Type } from 'typebox'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { fieldOfCode } from '../error-replies.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import type { Example } from './operation.ts'

const Problem = namedObject(
  'Problem',
  {
    field: Type.String({ description: 'The field or header that is wrong.', examples: ['amount'] }),
    code: Type.String({ description: 'Why, for programs.', examples: ['amount_below_minimum'] }),
    message: Type.String({ description: 'Why, for people.', examples: ['The least is 15000 NGN.'] }),
    minimum: Type.Optional(Type.Number({ description: 'The least, with `amount_below_minimum`.' })),
    maximum: Type.Optional(Type.Number({ description: 'The most, with `amount_above_maximum`.' })),
    suggestions: Type.Optional(
      Type.Array(
        closedObject({
          name: Type.String({ examples: ['Guaranty Trust Bank'] }),
          code: Type.String({ examples: ['000013'] }),
        }),
        { description: 'The banks that were perhaps meant; `bank_name` takes either.' },
      ),
    ),
    transaction_id: Type.Optional(
      Type.String({ description: 'The transaction that the name was used for, or that this may repeat.' }),
    ),
  },
  'One field that cannot stand as it is.',
)

export const ErrorReply = namedObject(
  'Error',
  {
    status: Type.Unsafe<'error'>({ type: 'string', enum: ['error'] }),
    message: Type.String({ description: 'What is wrong and what to do, for people. The words may change.' }),
    code: Type.String({ description: 'For programs. A code never changes its meaning; new ones may come.' }),
    errors: Type.Array(Problem, {
      description: 'Every field that is wrong; empty where it is about no field.',
    }),
    request_id: Type.String({
      format: 'uuid',
      description: 'As in `X-Request-Id`. Quote it when you ask us.',
    }),
    docs_url: Type.String({ format: 'uri', description: 'The meaning of the code and its fix.' }),
  },
  'The one shape of every refusal and failure.',
)

const REQUEST_ID = 'cc1a5e3e-82c1-4ca3-bb4f-f5486d96573b'
const FIRST_ID = 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'

/** A reply with this code as it might look. */
export function errorExample(code: RefusalCode, baseUrl: string): Example {
  const { meaning, fix } = errorCatalogue[code]
  const message = exampleMessages[code] ?? `${meaning} ${fix}`.replaceAll('`', '')
  const field = fieldOfCode[code] ?? exampleFields[code]
  return {
    summary: meaning.replaceAll('`', ''),
    value: {
      status: 'error',
      message,
      code,
      errors: field === undefined ? [] : [{ field, code, message, ...exampleDetails[code] }],
      request_id: REQUEST_ID,
      docs_url: `${baseUrl}/docs/errors#${code}`,
    },
  }
}

// As the service says it, where the words depend on the request.
const exampleMessages: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_above_maximum: 'The most in one transaction is 250000000.',
  amount_below_minimum: 'The least is 15000.',
  bank_unknown: 'No bank is called "Guarantee": did you mean Guaranty Trust Bank (000013)?',
  field_required: 'bank_name is missing.',
  field_type: 'account_number must be text, in quotes.',
  field_unknown: 'acount_name is not a field of this request: take it out.',
  reference_conflict: `This reference was used for ${FIRST_ID}, which asked for something else: choose a new one.`,
}

const exampleFields: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_above_maximum: 'amount',
  amount_below_minimum: 'amount',
  amount_malformed: 'amount',
  bank_ambiguous: 'bank_name',
  bank_unknown: 'bank_name',
  field_invalid: 'account_number',
  field_required: 'bank_name',
  field_type: 'account_number',
  field_unknown: 'acount_name',
  network_unknown: 'wallet_address',
  wallet_address_forbidden: 'wallet_address',
  wallet_address_invalid: 'wallet_address',
  wallet_address_is_secret: 'wallet_address',
  wallet_address_unsupported: 'wallet_address',
  wallet_address_wrong_network: 'wallet_address',
}

const banks = [{ name: 'Guaranty Trust Bank', code: '000013' }]

const exampleDetails: Readonly<Partial<Record<RefusalCode, object>>> = {
  amount_above_maximum: { maximum: 250_000_000 },
  amount_below_minimum: { minimum: 15_000 },
  bank_ambiguous: { suggestions: banks },
  bank_unknown: { suggestions: banks },
  idempotency_key_conflict: { transaction_id: FIRST_ID },
  possible_duplicate: { transaction_id: FIRST_ID },
  reference_conflict: { transaction_id: FIRST_ID },
}
