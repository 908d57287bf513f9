import { Type } from 'typebox'

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

export function needsField(description: string) {
  return Type.Array(
    Type.Object(
      {
        code: textReply('The reason, as a code.', 'daily_limit'),
        message: textReply('The reason in words.', 'The buy exceeds the daily limit of the business.'),
      },
      { additionalProperties: false },
    ),
    { description },
  )
}
