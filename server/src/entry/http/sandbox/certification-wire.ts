import { Type } from 'typebox'
import {
  type Certification,
  type CertificationCheck,
  checkStates,
} from '../../../flows/sandbox/certification.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { namedObject } from '../object-schemas.ts'
import { successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'

const CheckSchema = namedObject('CertificationCheck', {
  name: textReply('The name of the check, or of the scenario.', 'paid_exactly'),
  title: textReply('What a good integration does.', 'The naira arrives as announced.'),
  state: wordReply(
    checkStates,
    'passed: your own data shows it. waiting: it is under way, or your endpoint has not answered yet. not_shown: nothing shows it yet.',
  ),
  detail: textReply('What was seen, or what to do.', 'Your endpoints accepted all 5 events.'),
  at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the scenario ran; null for a check without a time.',
  }),
  transaction_id: Type.Union([transactionFields.transaction_id, Type.Null()], {
    description: 'The transaction that shows it.',
  }),
})

export const CertificationReply = namedObject('CertificationReply', {
  status: successField,
  message: textReply('How many passed.', '12 of 23 passed.'),
  certification: namedObject('Certification', {
    passed: Type.Integer({ description: 'How many checks passed.', minimum: 0, examples: [12] }),
    behaviour: Type.Array(CheckSchema, { description: 'What your programs and endpoints did.' }),
    scenarios: Type.Array(CheckSchema, { description: 'Every scenario, the most common ones first.' }),
  }),
})

export function toCertificationWire({ behaviour, scenarios }: Certification) {
  return {
    passed: [...behaviour, ...scenarios].filter(({ state }) => state === 'passed').length,
    behaviour: behaviour.map(toCheck),
    scenarios: scenarios.map(toCheck),
  }
}

function toCheck({ at, transactionId, ...check }: CertificationCheck) {
  return {
    ...check,
    at: at?.toISOString() ?? null,
    transaction_id: transactionId === null ? null : formatId('transaction', transactionId),
  }
}
