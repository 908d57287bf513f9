import { Type } from 'typebox'

const Problem = Type.Object(
  {
    field: Type.String({ description: 'The field or header that is wrong.', examples: ['amount'] }),
    code: Type.String({ description: 'Why, for programs.', examples: ['amount_below_minimum'] }),
    message: Type.String({ description: 'Why, for people.', examples: ['The least is 15000 NGN.'] }),
    minimum: Type.Optional(Type.Number({ description: 'The least, with `amount_below_minimum`.' })),
    maximum: Type.Optional(Type.Number({ description: 'The most, with `amount_above_maximum`.' })),
    suggestions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ examples: ['Guaranty Trust Bank'] }),
            code: Type.String({ examples: ['000013'] }),
          },
          { additionalProperties: false },
        ),
        { description: 'The banks that were perhaps meant; `bank_name` takes either.' },
      ),
    ),
    transaction_id: Type.Optional(
      Type.String({ description: 'The transaction that the name was used for, or that this may repeat.' }),
    ),
  },
  { $id: 'Problem', additionalProperties: false, description: 'One field that cannot stand as it is.' },
)

export const ErrorReply = Type.Object(
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
  { $id: 'Error', additionalProperties: false, description: 'The one shape of every refusal and failure.' },
)
