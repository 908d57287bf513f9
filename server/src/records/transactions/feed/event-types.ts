import { Refusal } from '../../../kernel/refusal.ts'
import { machines } from '../machines/machines.ts'

const toldTypes = ['buy', 'sell', 'withdrawal'] as const

/** What is told about a case that a business decides. */
const caseEvents = ['opened', 'decided'] as const

/** All event types that a business receives: the type of a transaction and its new status, or what happened to a case. */
export const eventTypes: readonly string[] = [
  ...toldTypes.flatMap((type) => Object.keys(machines[type].meanings).map((status) => `${type}.${status}`)),
  ...caseEvents.map((event) => `case.${event}`),
]

const patterns: ReadonlySet<string> = new Set([
  '*',
  ...toldTypes.map((type) => `${type}.*`),
  'case.*',
  ...eventTypes,
])

/** Parses event patterns: everything, all events of one transaction type, or single types. Removes duplicates. */
export function parseEventPatterns(texts: readonly string[]): string[] {
  const unknown = texts.find((text) => !patterns.has(text))
  if (unknown !== undefined) {
    throw new Refusal(
      'event_type_unknown',
      `"${unknown.slice(0, 60)}" is not an event type. Use *, buy.*, sell.*, withdrawal.*, case.*, or a type such as buy.completed.`,
    )
  }
  return [...new Set(texts)]
}
