import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { Buyer } from './buyers.ts'
import type { Given } from './read-record.ts'

/** Judges the matches. Each buy has its own payer, and must be matched only with that payer's credit. */
export function judgeBuys(
  buyers: readonly Buyer[],
  given: readonly Given[],
  truthOf: ReadonlyMap<string, TrueLine>,
): Readonly<{ matched: number; unmatched: readonly Buyer[]; wrong: readonly string[] }> {
  const byReference = new Map(buyers.map((buyer) => [buyer.reference, buyer]))
  const matched = new Set<string>()
  const wrong: string[] = []
  for (const { lineId, reference } of given) {
    const buyer = byReference.get(reference)
    const real = truthOf.get(lineId)
    if (
      buyer !== undefined &&
      real?.mark === 'payment' &&
      real.payerNumber === buyer.payer.account_number &&
      !matched.has(reference)
    )
      matched.add(reference)
    else
      wrong.push(
        `${reference} was matched to the line ${lineId}, which is the payment ${real?.id ?? 'unknown'} of ${real?.payerName}`,
      )
  }
  return {
    matched: matched.size,
    unmatched: buyers.filter(({ reference }) => !matched.has(reference)),
    wrong,
  }
}
