import type { Afara, PayoutBatchRow } from '@afara/sdk'
import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import type { DrawnRow } from './draw-rows.ts'

type Judged = Readonly<{
  paidTwice: readonly string[]
  unpaid: readonly string[]
  paidWrongly: readonly string[]
  /** What the interface tells differs from what the bank did. */
  disagreements: readonly string[]
  /** Difference between what arrived and what the rows say, without its sign. */
  arrivedDifference: bigint
  /** What the balance must have lost. */
  debitedMinor: bigint
}>

/** Compares the file, what the interface tells about each row, and what really arrived at each account. `fees` is in kobo, by row. */
export function judgeBatch(
  drawn: readonly DrawnRow[],
  told: readonly PayoutBatchRow[],
  payouts: readonly TruePayout[],
  fees: ReadonlyMap<number, bigint>,
): Judged {
  const arrivals = new Map<string, bigint[]>()
  for (const { number, arrivedMinor } of payouts)
    arrivals.set(number, [...(arrivals.get(number) ?? []), ...arrivedMinor])
  const paidTwice: string[] = []
  const unpaid: string[] = []
  const paidWrongly: string[] = []
  const disagreements: string[] = []
  let arrivedDifference = 0n
  let debitedMinor = 0n
  drawn.forEach(({ row, minor, problem }, place) => {
    const name = `row ${place + 1}`
    const arrived = arrivals.get(row.account_number) ?? []
    const one = told[place]
    const codes = one?.problems.map(({ code }) => code) ?? []
    const wanted = problem === undefined ? 0n + minor - (fees.get(place + 1) ?? 0n) : 0n
    const sum = arrived.reduce((total, part) => total + part, 0n)
    arrivedDifference += sum > wanted ? sum - wanted : wanted - sum
    if (arrived.length > 1) paidTwice.push(`${name} was paid ${arrived.length} times`)
    if (problem !== undefined) {
      if (arrived.length > 0) paidWrongly.push(`${name} has ${problem} and was paid`)
      if (one?.outcome !== 'skipped' || !codes.includes(problem))
        disagreements.push(`${name} has ${problem} and is told as ${one?.outcome} with ${codes.join(' ')}`)
      return
    }
    debitedMinor += minor
    if (arrived.length === 0)
      unpaid.push(`${name} was not paid; it is ${one?.outcome} ${one?.transaction_status}`)
    if ((one?.outcome === 'paid') !== arrived.length > 0)
      disagreements.push(`${name} is told as ${one?.outcome}, and ${arrived.length} payments arrived`)
  })
  return { paidTwice, unpaid, paidWrongly, disagreements, arrivedDifference, debitedMinor }
}

/** Reads what the feed told about a batch: that it was ready once, and completed once, after the last of its sells. */
export async function judgeEvents(client: Afara, batchId: string): Promise<readonly string[]> {
  const told: string[] = []
  const endsAt = performance.now() + 60_000
  let after = 0
  // The end of the batch is placed in the feed a moment after the batch is completed.
  while (!told.includes('batch.completed') && performance.now() < endsAt)
    for await (const { number, type, data } of client.events.iterate({ after })) {
      after = number
      if (type === 'sell.completed' || ('batch' in data && data.batch.id === batchId)) told.push(type)
    }
  const others = told.filter((type) => type !== 'sell.completed')
  if (others.join() !== 'batch.ready,batch.completed')
    return [`the feed tells of the batch: ${others.join()}`]
  const isOrdered = told[0] === 'batch.ready' && told.at(-1) === 'batch.completed'
  return isOrdered ? [] : ['the feed tells the end of the batch before that of its sells']
}
