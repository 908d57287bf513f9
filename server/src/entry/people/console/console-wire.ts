import { type TSchema, Type } from 'typebox'
import { closedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'

export const CONSOLE_PATH = '/console/v1/:mode'

/** Which money a screen shows. Test and live are never mixed. */
export const ConsoleParams = closedObject({ mode: wordReply(['live', 'test'], 'live or test.') })

export const CaseParams = closedObject({
  ...ConsoleParams.properties,
  case_id: Type.String({ description: 'The case.', maxLength: 100, examples: [`cas_${'0'.repeat(32)}`] }),
})

export const CaseFileParams = closedObject({
  ...CaseParams.properties,
  number: Type.String({
    description: 'The number of the file.',
    pattern: '^[1-9][0-9]{0,5}$',
    examples: ['4'],
  }),
})

export const TransactionParams = closedObject({
  ...ConsoleParams.properties,
  id: Type.String({ pattern: '^txn_[0-9a-f]{32}$', description: 'The id of the transaction.' }),
})

/** Whole kobo, or whole units of NGNC's hundredths, as text. */
export const minorField = (description: string) =>
  Type.String({
    description: `${description} Whole kobo, as text.`,
    pattern: '^-?[0-9]+$',
    examples: ['2500000'],
  })

export const timeField = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-11-18T09:30:00.000Z'] })

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const messageField = textReply('A message for people.', 'What is true now.')

export const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
