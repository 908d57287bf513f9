import { Refusal } from '../../kernel/refusal.ts'

/**
 * The decisions that one person may make under a standing decision, with the kinds of case that are a ground for each. PostgreSQL
 * (`may_stand`) and the vault have the same list, and each enforces its own.
 */
export const standingKinds = {
  accept_short: ['underpaid', 'part_deposited'],
  return: ['unmatched', 'duplicate', 'overpaid', 'weak_evidence'],
  return_part: ['underpaid', 'late_credit'],
  retry_send: ['send_failed'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type StandingKind = keyof typeof standingKinds
type Ground = (typeof standingKinds)[StandingKind][number]

/** Lets one person close cases of one kind with one decision. Amounts are decimal strings of kobo. */
export type StandingTerms = Readonly<{
  action: 'allow_standing'
  kind: StandingKind
  /** The kind of case. */
  ground: Ground
  /** The most that one decision may move. */
  cap_minor: string
  /** The most that all decisions together may move. */
  total_minor: string
  expires_at: string
  /** The only business whose cases may be closed. Null: all. */
  business_id: string | null
}>

/** What a decision has besides if it rests on a standing decision: the case of that decision, and the amount that counts towards it. */
export type UnderStanding = Readonly<{ standing?: string; amount_minor?: string }>

/** Reads which decision may stand for which kind of case. Accepts `accept-short` as the commands write it. */
export function parseStandingKind(kind: string, ground: string): Pick<StandingTerms, 'kind' | 'ground'> {
  const action = kind.replaceAll('-', '_')
  for (const [known, grounds] of Object.entries(standingKinds) as [StandingKind, readonly Ground[]][]) {
    const found = grounds.find((one) => one === ground)
    if (known === action && found !== undefined) return { kind: known, ground: found }
  }
  throw new Refusal(
    'resolution_invalid',
    `One person never decides "${kind}" in cases of kind "${ground}". Use ${Object.entries(standingKinds)
      .map(([known, grounds]) => `${known.replaceAll('_', '-')} (${grounds.join(', ')})`)
      .join(', ')}.`,
  )
}
