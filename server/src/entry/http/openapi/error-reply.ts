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
    code: Type.String({ description: 'The reason, as a code.', examples: ['amount_below_minimum'] }),
    message: Type.String({ description: 'The reason in words.', examples: ['The minimum is ₦15,000.00.'] }),
    minimum: Type.Optional(Type.Number({ description: 'The minimum, with `amount_below_minimum`.' })),
    maximum: Type.Optional(Type.Number({ description: 'The maximum, with `amount_above_maximum`.' })),
    suggestions: Type.Optional(
      Type.Array(
        closedObject({
          name: Type.String({ examples: ['Guaranty Trust Bank'] }),
          code: Type.String({ examples: ['000013'] }),
        }),
        { description: 'Banks with a similar name; `bank_name` accepts a name or a code.' },
      ),
    ),
    did_you_mean: Type.Optional(
      Type.String({
        description: 'The field with a similar name, with `field_unknown`.',
        examples: ['account_name'],
      }),
    ),
    transaction_id: Type.Optional(
      Type.String({
        description: 'The transaction that used this reference or key, or that this request may repeat.',
      }),
    ),
  },
  'One invalid field.',
)

export const ErrorReply = namedObject(
  'Error',
  {
    status: Type.Unsafe<'error'>({ type: 'string', enum: ['error'] }),
    message: Type.String({ description: 'What is wrong and what to do. The wording can change.' }),
    code: Type.String({
      description: 'For programs. A code never changes its meaning; new codes may be added.',
    }),
    errors: Type.Array(Problem, {
      description: 'Every invalid field; empty if the error is not about a field.',
    }),
    request_id: Type.String({
      format: 'uuid',
      description: 'The same as `X-Request-Id`. Quote it when you contact us.',
    }),
    docs_url: Type.String({ format: 'uri', description: 'The page that explains the code and its fix.' }),
  },
  'The format of every error.',
)

const REQUEST_ID = 'cc1a5e3e-82c1-4ca3-bb4f-f5486d96573b'
const FIRST_ID = 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'

/** Returns an example of a response with this code. */
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

// Messages as the service writes them, for codes whose message depends on the request.
const exampleMessages: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_above_maximum: 'The maximum for one transaction is ₦250,000,000.00.',
  amount_below_minimum: 'The minimum is ₦15,000.00.',
  bank_unknown: 'No bank matches "Guarantee". Did you mean Guaranty Trust Bank (000013)?',
  field_required: 'bank_name is required.',
  field_type: 'account_number must be text in quotes.',
  field_unknown: 'acount_name is not a field of this request. Did you mean account_name?',
  reference_conflict: `This reference was used for ${FIRST_ID} with other values. Use a new reference.`,
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
  field_unknown: { did_you_mean: 'account_name' },
  idempotency_key_conflict: { transaction_id: FIRST_ID },
  possible_duplicate: { transaction_id: FIRST_ID },
  reference_conflict: { transaction_id: FIRST_ID },
}
