import { Type } from 'typebox'
import { choices, defaults } from '../../records/cases/business/questions.ts'

export function textReply(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}

/** Returns the schema of one of a few words. */
export function wordReply<Word extends string>(words: readonly Word[], description: string) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], description })
}

/** An amount of naira or NGNC. The digits are exact: read them as a decimal and not as a float. */
export function amountReply(description: string, example: number) {
  return Type.Number({ description, minimum: 0, examples: [example] })
}

export const successField = wordReply(['success'], 'Always success. Errors have another format.')

/** Fields that buys and sells share. */
export const transactionFields = {
  id: Type.String({
    description: 'The same as transaction_id.',
    pattern: '^txn_[0-9a-f]{32}$',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
  }),
  transaction_id: Type.String({
    description: 'The id of the transaction.',
    pattern: '^txn_[0-9a-f]{32}$',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
  }),
  business: Type.Object(
    {
      business_id: Type.String({
        description: 'Your business.',
        pattern: '^biz_[0-9a-f]{32}$',
        examples: ['biz_01a1dcc264cc7ab5819881f76f5e96ba'],
      }),
    },
    { additionalProperties: false },
  ),
  link_tag: textReply('The link tag of your business.', 'ada-foods'),
  metadata: Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    description: 'Your labels; empty if you sent none.',
    additionalProperties: { type: 'string' },
    examples: [{ order: '2291' }],
  }),
  date_created: Type.String({
    description: 'The date, Lagos time.',
    pattern: '^[A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}$',
    examples: ['November 15, 2026'],
  }),
  created_at: Type.String({
    description: 'The time, in UTC.',
    format: 'date-time',
    examples: ['2026-11-15T09:30:00.000Z'],
  }),
}

/** Why the transaction waits for somebody, in words. */
export const reasonField = Type.Optional(
  textReply(
    'Why the transaction waits for you or for our staff; absent if it does not.',
    'The payer sent less than the amount of this buy.',
  ),
)

export function needsField(description: string) {
  return Type.Array(
    Type.Object(
      {
        code: textReply('The reason, as a code.', 'daily_limit'),
        message: textReply('The reason in words.', 'The buy exceeds the daily limit of the business.'),
        case_id: Type.Optional(
          Type.String({
            description: 'The case to decide, if you can decide it.',
            pattern: '^cas_[0-9a-f]{32}$',
            examples: ['cas_01a1dcc33c477feca0d6d2cee34c8ce8'],
          }),
        ),
        choices: Type.Optional(
          Type.Array(wordReply(choices, 'A choice.'), {
            description: 'What you can choose. Empty if our staff decides.',
          }),
        ),
        due_at: Type.Optional(
          Type.String({
            description: 'The deadline, in UTC.',
            format: 'date-time',
            examples: ['2026-11-17T09:30:00.000Z'],
          }),
        ),
        default: Type.Optional(wordReply(defaults, 'What happens at the deadline if you do not decide.')),
      },
      { additionalProperties: false },
    ),
    { description },
  )
}
