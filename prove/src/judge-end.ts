/** How a transaction may end, given how its customer behaved and what went wrong with it. */
export type AllowedEnd = Readonly<{
  statuses: readonly string[]
  /** Kinds of case that people may have been asked to decide. */
  asks: readonly string[]
  /** Kinds of case that may still be open. */
  leaves?: readonly string[]
}>

/** What the record says about one transaction at the end. */
export type Ended = Readonly<{
  status: string
  openCases: readonly string[]
  /** Kinds of every case that was ever opened about it. */
  cases: readonly string[]
  story: string
}>

// A killed process makes anything late.
const ASKED_AFTER_KILLS = ['overdue']

/** Whether the customer can expect what they asked for, and nothing else. */
function isServedOnlyBy({ statuses }: AllowedEnd): boolean {
  return statuses.length === 1 && statuses[0] === 'completed'
}

/**
 * Compares how a transaction ended with how it may end. `unserved`: a customer who can expect what they asked for did not get it.
 * `wrong`: any other end that is not allowed, and a case that nothing about this customer explains.
 */
export function judgeEnd(
  name: string,
  ended: Ended,
  allowed: AllowedEnd,
): Readonly<{ unserved: readonly string[]; wrong: readonly string[] }> {
  const [unserved, wrong]: [string[], string[]] = [[], []]
  if (!allowed.statuses.includes(ended.status)) {
    const words = `${name} may only end ${allowed.statuses.join(' or ')}: ${ended.story}`
    if (isServedOnlyBy(allowed)) unserved.push(words)
    else wrong.push(words)
  }
  const asks = new Set([...allowed.asks, ...ASKED_AFTER_KILLS])
  const unexplained = ended.cases.filter((kind) => !asks.has(kind))
  if (unexplained.length > 0)
    wrong.push(`${name} gave people a case for no reason: ${unexplained.join(', ')}: ${ended.story}`)
  const left = ended.openCases.filter((kind) => !(allowed.leaves ?? []).includes(kind))
  if (left.length > 0) wrong.push(`${name} is still with people: ${left.join(', ')}: ${ended.story}`)
  return { unserved, wrong }
}
