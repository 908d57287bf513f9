import { sayNaira } from '../money/say-amount.ts'
import { signersOf, signingProblem } from '../operators/signed-by.ts'
import type { Statement } from '../operators/statement.ts'
import type { DecisionBook } from './decision-book.ts'
import { type DecisionText, parseDecisionText } from './decision-text.ts'
import type { StoredDecision } from './read-decisions.ts'

/**
 * The decisions that one person may make under a standing decision, and the kinds of case that are a ground for each. Two people who sign
 * another pair still cannot make it stand.
 */
const MAY_STAND: ReadonlyMap<string, readonly string[]> = new Map([
  ['accept_short', ['underpaid', 'part_deposited']],
  ['return', ['unmatched', 'duplicate', 'overpaid', 'weak_evidence']],
  ['return_part', ['underpaid', 'late_credit']],
  ['retry_send', ['send_failed']],
])

/** PostgreSQL refuses a use after the expiry. A use just before it may be seen here a little later. */
const SEEN_LATE_MS = 10 * 60_000

/** What this process knows besides the rows. */
export type StandingContext = Readonly<{
  nowMs: number
  journal: Pick<DecisionBook, 'isSupported' | 'usesOf'>
}>

/** What the caller read about the money that the decision moves. */
export type Moved = Readonly<{ amountMinor: bigint; businessId: string | null }>

/**
 * Returns why a decision of one person does not count; undefined if a standing decision covers it. One current operator must have signed
 * the decision, and enough current operators the standing decision. Kind, ground, business, caps, expiry and end are compared here, with
 * what this process read itself.
 */
export function standingProblem(
  decision: StoredDecision,
  text: DecisionText,
  statement: Statement,
  { nowMs, journal }: StandingContext,
  moved?: Moved,
): string | undefined {
  const { standing } = decision
  const id = text.get('decision.standing')
  if (standing === undefined || typeof id !== 'string') return 'it names no standing decision'
  if (signersOf(statement, decision.text, decision.assertions, decision.stopped).people.size === 0)
    return 'no operator signed it'
  const terms = findTerms(standing.stored, { id, mode: text.mode }, statement)
  if (typeof terms === 'string') return terms
  const use = standing.uses.find((one) => one.text === decision.text && one.caseId === text.caseId)
  if (use === undefined) return 'it is not in force'
  const kind = text.get('kind')
  if (terms.kind !== text.action || terms.ground !== kind || use.kind !== kind)
    return `the standing decision is for ${terms.kind} in cases of kind ${terms.ground}, not for ${text.action} in ${String(use.kind)}`
  if (MAY_STAND.get(terms.kind)?.includes(terms.ground) !== true)
    return `one person never decides ${terms.kind} in cases of kind ${terms.ground}`
  const business = moved === undefined ? use.business : moved.businessId
  if (terms.business !== null && (terms.business !== business || use.business !== business))
    return 'the standing decision is for another business'
  const amount = amountOf(text)
  if (amount === undefined || (moved !== undefined && amount !== moved.amountMinor))
    return 'it names another amount than it moves'
  if (amount > terms.capMinor)
    return `the standing decision allows ${sayNaira(terms.capMinor)}, not ${sayNaira(amount)}`
  const used = sumOf(standing.uses, journal.usesOf(id))
  if (used === undefined || used > terms.totalMinor)
    return `the standing decision allows ${sayNaira(terms.totalMinor)} in total, and ${used === undefined ? 'an unknown amount' : sayNaira(used)} is decided under it`
  if (use.ended !== null) return `the standing decision had ended: ${use.ended}`
  // It counts when this process saw the decision for the first time. Its payment may follow after the expiry.
  const isInTime = nowMs < terms.expiresAtMs + SEEN_LATE_MS
  if (!isInTime && !journal.isSupported({ case_id: text.caseId, version: Number(text.get('version')) }))
    return 'the standing decision had expired'
  return undefined
}

type Terms = Readonly<{
  kind: string
  ground: string
  business: string | null
  capMinor: bigint
  totalMinor: bigint
  expiresAtMs: number
}>

/** Returns the terms that enough operators signed, or why there are none. */
function findTerms(
  stored: readonly StoredDecision[],
  { id, mode }: Readonly<{ id: string; mode: string }>,
  statement: Statement,
): Terms | string {
  let problem = 'there is no such standing decision'
  for (const one of stored) {
    const text = readText(one.text)
    if (text?.action !== 'allow_standing' || text.caseId !== id || text.mode !== mode) continue
    const unsigned = signingProblem(mode, one, statement)
    const terms = readTerms(text)
    if (unsigned === undefined && terms !== undefined) return terms
    problem = `the standing decision does not count: ${unsigned ?? 'its terms cannot be read'}`
  }
  return problem
}

function readTerms(text: DecisionText): Terms | undefined {
  const value = (key: string): unknown => text.get(`decision.${key}`)
  const [kind, ground, until, business] = [
    value('kind'),
    value('ground'),
    value('expires_at'),
    value('business_id'),
  ]
  const capMinor = readMinor(value('cap_minor'))
  const totalMinor = readMinor(value('total_minor'))
  const expiresAtMs = typeof until === 'string' ? Date.parse(until) : Number.NaN
  if (typeof kind !== 'string' || typeof ground !== 'string' || Number.isNaN(expiresAtMs)) return undefined
  if (business !== null && typeof business !== 'string') return undefined
  if (capMinor === undefined || totalMinor === undefined) return undefined
  return { kind, ground, business, capMinor, totalMinor, expiresAtMs }
}

/** Returns the amount that a decision names. The parts of a refund must add up to it. */
function amountOf(text: DecisionText): bigint | undefined {
  const amount = readMinor(text.get('decision.amount_minor'))
  if (text.action !== 'return_part') return amount
  const parts = [...text.decided]
    .filter(([key]) => /^decision\.returns\.[0-9]+\.amount_minor$/.test(key))
    .map(([, value]) => readMinor(value) ?? -1n)
  const sum = parts.reduce((total, part) => total + part, 0n)
  return parts.every((part) => part > 0n) && sum === amount ? amount : undefined
}

/** Returns the sum of all uses that the rows or the journal know, each case once. Undefined if one cannot be read. */
function sumOf(
  uses: readonly Readonly<{ caseId: string; text: string }>[],
  known: ReadonlyMap<string, string>,
): bigint | undefined {
  const amounts = new Map<string, bigint | undefined>()
  for (const [caseId, minor] of known) amounts.set(caseId, readMinor(minor))
  for (const { caseId, text } of uses) {
    const read = readText(text)
    amounts.set(caseId, read && amountOf(read))
  }
  let sum = 0n
  for (const amount of amounts.values()) {
    if (amount === undefined) return undefined
    sum += amount
  }
  return sum
}

function readMinor(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^[1-9][0-9]{0,37}$/.test(value) ? BigInt(value) : undefined
}

function readText(text: string): DecisionText | undefined {
  try {
    return parseDecisionText(text)
  } catch {
    return undefined
  }
}
