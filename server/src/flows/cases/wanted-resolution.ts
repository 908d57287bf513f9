import { Refusal } from '../../kernel/refusal.ts'

/** The operator's input, before the amounts and destinations that follow from the money are filled in. */
export type WantedResolution = Readonly<Record<string, unknown>>

/** Returns a text that the operator must provide. */
export function requireText(value: unknown, otherwise: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new Refusal('resolution_invalid', otherwise)
}
