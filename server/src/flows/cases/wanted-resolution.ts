import { Refusal } from '../../kernel/refusal.ts'

/** What an operator typed, before amounts and destinations that follow from the money are filled in. */
export type WantedResolution = Readonly<Record<string, unknown>>

/** What an operator must say in words of their own. */
export function requireText(value: unknown, otherwise: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new Refusal('resolution_invalid', otherwise)
}
