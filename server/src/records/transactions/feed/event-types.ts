import { Refusal } from '../../../kernel/refusal.ts'
import { machines } from '../machines/machines.ts'

const toldTypes = ['buy', 'sell', 'withdrawal'] as const

/** What is told about a case that a business decides. */
const caseEvents = ['opened', 'decided'] as const

/** What is told about a batch of payouts. */
const batchEvents = ['ready', 'completed'] as const
export type BatchEventName = (typeof batchEvents)[number]

/** All event types that a business receives: the type of a transaction and its new status, or what happened to a case or a batch. */
export const eventTypes: readonly string[] = [
  ...toldTypes.flatMap((type) => Object.keys(machines[type].meanings).map((status) => `${type}.${status}`)),
  ...caseEvents.map((event) => `case.${event}`),
  ...batchEvents.map((event) => `batch.${event}`),
]

const patterns: ReadonlySet<string> = new Set([
  '*',
  ...toldTypes.map((type) => `${type}.*`),
  'case.*',
  'batch.*',
  ...eventTypes,
])

/** Parses event patterns: everything, all events of one kind, or single types. Removes duplicates. */
export function parseEventPatterns(texts: readonly string[]): string[] {
  const unknown = texts.find((text) => !patterns.has(text))
  if (unknown !== undefined) {
    throw new Refusal(
      'event_type_unknown',
      `"${unknown.slice(0, 60)}" is not an event type. Use *, buy.*, sell.*, withdrawal.*, case.*, batch.*, or a type such as buy.completed.`,
    )
  }
  return [...new Set(texts)]
}
