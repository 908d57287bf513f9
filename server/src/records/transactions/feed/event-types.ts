import { Refusal } from '../../../kernel/refusal.ts'
import { machines } from '../machines/machines.ts'

const toldTypes = ['buy', 'sell', 'withdrawal'] as const

/** All event types that a business receives: the type of the transaction and its new status. */
export const eventTypes: readonly string[] = toldTypes.flatMap((type) =>
  Object.keys(machines[type].meanings).map((status) => `${type}.${status}`),
)

const patterns: ReadonlySet<string> = new Set(['*', ...toldTypes.map((type) => `${type}.*`), ...eventTypes])

/** Parses event patterns: everything, all events of one transaction type, or single types. Removes duplicates. */
export function parseEventPatterns(texts: readonly string[]): string[] {
  const unknown = texts.find((text) => !patterns.has(text))
  if (unknown !== undefined) {
    throw new Refusal(
      'event_type_unknown',
      `"${unknown.slice(0, 60)}" is not an event type. Use *, buy.*, sell.*, withdrawal.*, or a type such as buy.completed.`,
    )
  }
  return [...new Set(texts)]
}
