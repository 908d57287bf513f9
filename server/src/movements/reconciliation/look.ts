import type { Mode } from '../../kernel/mode.ts'

export type ScopeKind =
  | 'lane'
  | 'deposits'
  | 'gas'
  | 'payout_lines'
  | 'payout_balance'
  | 'collection'
  | 'ledger'

/** Something that is under way, or that was found, in words and keys that can be looked up. */
export type LookItem = Readonly<Record<string, string | number>>

/** What one comparison of the books with the world found. */
export type Look = Readonly<{
  kind: ScopeKind
  /** `Polygon:1`, `Polygon`, or the id of an account. */
  scope: string
  mode: Mode
  oursMinor: bigint
  theirsMinor: bigint
  /** What is left when everything that is under way is counted. */
  differenceMinor: bigint
  items: readonly LookItem[]
  /** What the next look compares with. */
  basis?: Readonly<Record<string, string>> | undefined
}>

/** Agrees; differs, seen once; or confirmed: it stood in two looks, and people were asked. */
export type LookState = 'agrees' | 'differs' | 'confirmed'
