import { createFingerprints } from '../journal/compact-maps.ts'

/** What a vault process found when it verified a decision in force. */
export type VerifiedDecision = Readonly<{
  case_id: string
  version: number
  mode: string
  action: string
  /** The freeze that the decision lifts. */
  lifts?: string
  /** The standing decision that it rests on, and the amount that counts towards it. */
  standing?: string
  amount_minor?: string
  /** The cases, as `cas_…`, whose unsupported decisions the operators saw and accept when they lift the freeze. */
  accepts?: readonly string[]
  /** Why the signatures of operators do not support the decision. Absent if they do. */
  problem?: string
}>

/** A record of the journal: the decisions that were verified together. */
export type DecisionsRecord = Readonly<{
  at: string
  decisions: readonly VerifiedDecision[]
  /** Present if the record belongs to the first look of this journal. */
  first_look?: FirstLook
}>

/** The first look of a journal covers the decisions up to a transaction number. It may be interrupted and continued. */
type FirstLook = Readonly<{ through: string; is_over: boolean }>

type UnsupportedDecision = VerifiedDecision & Readonly<{ problem: string; at: string }>

type Named = Readonly<{ case_id: string; version: number }>

export type DecisionBook = Readonly<{
  /** Returns how far the first look has come; undefined if it has not begun. */
  firstLook(): FirstLook | undefined
  isVerified(named: Named): boolean
  /** Whether it was verified and the signatures of operators support it. */
  isSupported(named: Named): boolean
  /** Returns the amounts of the decisions that rest on a standing decision, by case. */
  usesOf(standing: string): ReadonlyMap<string, string>
  /** Returns the freezes that operators signed as lifted, as `<mode>:<id>`. */
  liftedFreezes(): readonly string[]
  /** Returns the decisions that signatures do not support and that operators have not accepted since, oldest first. */
  unsupported(): readonly UnsupportedDecision[]
}>

export function isDecisionsRecord<T extends object>(record: T): record is T & DecisionsRecord {
  return 'decisions' in record
}

/**
 * The decisions that this process has verified. A decision is judged once, by the operators in force when it appears. So it still counts
 * after its people have left, and people who have left cannot add one.
 */
export function createDecisionBook(): DecisionBook &
  Readonly<{ addDecisions(record: DecisionsRecord): void }> {
  const verified = createFingerprints()
  const lifted: string[] = []
  const uses = new Map<string, Map<string, string>>()
  const refused = new Set<string>()
  const accepted = new Set<string>()
  let unsupported: readonly UnsupportedDecision[] = []
  let firstLook: FirstLook | undefined
  let count = 0
  const keyOf = ({ case_id, version }: Named): string => `${case_id}/${version}`
  return {
    addDecisions({ at, decisions, first_look }) {
      firstLook = first_look ?? firstLook
      for (const one of decisions) {
        count += 1
        verified.set(keyOf(one), count)
        const { problem, lifts, standing, amount_minor, accepts = [] } = one
        if (standing !== undefined && amount_minor !== undefined)
          uses.set(standing, (uses.get(standing) ?? new Map()).set(one.case_id, amount_minor))
        if (problem !== undefined) {
          refused.add(keyOf(one))
          unsupported = [...unsupported, { ...one, problem, at }]
          continue
        }
        if (lifts !== undefined) lifted.push(`${one.mode}:${lifts}`)
        for (const caseId of accepts) accepted.add(caseId)
      }
      unsupported = unsupported.filter(({ case_id }) => !accepted.has(shownCase(case_id)))
    },
    firstLook: () => firstLook,
    isVerified: (named) => verified.get(keyOf(named)) !== 0,
    // Operators who accept an unsupported decision do not make it one that others may rest on.
    isSupported: (named) => verified.get(keyOf(named)) !== 0 && !refused.has(keyOf(named)),
    usesOf: (standing) => uses.get(standing) ?? new Map(),
    liftedFreezes: () => lifted,
    unsupported: () => unsupported,
  }
}

/** Returns the id of a case as people write it. */
function shownCase(id: string): string {
  return `cas_${id.replaceAll('-', '')}`
}

/**
 * Returns why nothing may leave now; undefined if nothing forbids it. While any decision in force is unsupported, all money may rest
 * on it: an invented credit funds a buy of any business.
 */
export function describeDoubt(book: Pick<DecisionBook, 'unsupported'>): string | undefined {
  const [first, ...others] = book.unsupported()
  if (first === undefined) return undefined
  const more = others.length > 0 ? ` (and ${others.length} more decisions)` : ''
  return `operators did not sign ${first.action} of ${shownCase(first.case_id)}, which is in force: ${first.problem}${more}`
}
