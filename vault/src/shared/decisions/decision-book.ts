import { createFingerprints } from '../journal/compact-maps.ts'

/** What a vault process found when it verified a decision in force. */
export type VerifiedDecision = Readonly<{
  case_id: string
  version: number
  mode: string
  action: string
  /** The freeze that the decision lifts. */
  lifts?: string
  /** Why the signatures of operators do not support the decision. Absent if they do. */
  problem?: string
}>

/** A record of the journal: the decisions that were verified together. */
export type DecisionsRecord = Readonly<{ at: string; decisions: readonly VerifiedDecision[] }>

type Named = Readonly<{ case_id: string; version: number }>

export type DecisionBook = Readonly<{
  /** Whether any decision was ever verified with this journal. */
  isEmpty(): boolean
  isVerified(named: Named): boolean
  /** Returns the freezes that operators signed as lifted, as `<mode>:<id>`. */
  liftedFreezes(): readonly string[]
  /** Returns the decisions that signatures do not support, oldest first. */
  unsupported(): readonly (VerifiedDecision & Readonly<{ problem: string; at: string }>)[]
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
  const unsupported: ReturnType<DecisionBook['unsupported']>[number][] = []
  let count = 0
  const keyOf = ({ case_id, version }: Named): string => `${case_id}/${version}`
  return {
    addDecisions({ at, decisions }) {
      for (const one of decisions) {
        count += 1
        verified.set(keyOf(one), count)
        const { problem, lifts } = one
        if (problem !== undefined) unsupported.push({ ...one, problem, at })
        else if (lifts !== undefined) lifted.push(`${one.mode}:${lifts}`)
      }
    },
    isEmpty: () => count === 0,
    isVerified: (named) => verified.get(keyOf(named)) !== 0,
    liftedFreezes: () => lifted,
    unsupported: () => unsupported,
  }
}
