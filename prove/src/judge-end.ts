/** The ends that are allowed for a transaction, given its customer's behaviour and the faults that it met. */
export type AllowedEnd = Readonly<{
  statuses: readonly string[]
  /** Kinds of case that operators may have been asked to decide. */
  asks: readonly string[]
  /** Kinds of case that may still be open. */
  leaves?: readonly string[]
}>

/** The database's account of one transaction at the end. */
export type Ended = Readonly<{
  status: string
  openCases: readonly string[]
  /** Kinds of every case that was ever opened about the transaction. */
  cases: readonly string[]
  story: string
}>

// A killed process can make any transaction late.
const ASKED_AFTER_KILLS = ['overdue']

/** Reports whether the only allowed end is that the customer gets what they asked for. */
function isServedOnlyBy({ statuses }: AllowedEnd): boolean {
  return statuses.length === 1 && statuses[0] === 'completed'
}

/**
 * Compares the end of a transaction with the ends that are allowed. `unserved`: a customer who must get what they asked for did not get it.
 * `wrong`: any other end that is not allowed, or a case that nothing about this customer explains.
 */
export function judgeEnd(
  name: string,
  ended: Ended,
  allowed: AllowedEnd,
): Readonly<{ unserved: readonly string[]; wrong: readonly string[] }> {
  const [unserved, wrong]: [string[], string[]] = [[], []]
  if (!allowed.statuses.includes(ended.status)) {
    const words = `${name} must end ${allowed.statuses.join(' or ')}: ${ended.story}`
    if (isServedOnlyBy(allowed)) unserved.push(words)
    else wrong.push(words)
  }
  const asks = new Set([...allowed.asks, ...ASKED_AFTER_KILLS])
  const unexplained = ended.cases.filter((kind) => !asks.has(kind))
  if (unexplained.length > 0)
    wrong.push(`${name} has cases that nothing explains (${unexplained.join(', ')}): ${ended.story}`)
  const left = ended.openCases.filter((kind) => !(allowed.leaves ?? []).includes(kind))
  if (left.length > 0) wrong.push(`${name} still has open cases (${left.join(', ')}): ${ended.story}`)
  return { unserved, wrong }
}
