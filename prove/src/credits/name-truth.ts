import { createHash } from 'node:crypto'
import { lagosDay, type TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { Sighting } from './read-record.ts'

/** Returns the lines of the truth that a source's name may mean. None means that no such line ever existed. */
export type NameTruth = (sighting: Sighting & Readonly<{ account: string }>) => readonly TrueLine[]

/**
 * Derives the names from the truth, independently of the code under proof. A vendor names a line by its reference, with `#n` for several
 * payers and `:reversed` for a reversal. A statement names it by day, amount, direction and balance.
 */
export function createNameTruth(truth: readonly TrueLine[]): NameTruth {
  const byName = new Map<string, TrueLine[]>()
  const put = (name: string, line: TrueLine) => byName.set(name, [...(byName.get(name) ?? []), line])
  const undone = new Map(truth.filter(isTakingBack).map((line) => [line.of, line]))
  const credits = Map.groupBy(
    truth.filter(({ direction }) => direction === 'credit'),
    ({ reference }) => reference,
  )
  for (const [reference, lines] of credits) {
    for (const [place, line] of lines.toSorted(byAmount).entries()) {
      const name = lines.length === 1 ? reference : `${reference}#${place + 1}`
      put(`${line.account} ${line.vendor} ${name}`, line)
      const debit = undone.get(line.id)
      if (debit !== undefined) put(`${line.account} ${line.vendor} ${name}:reversed`, debit)
    }
  }
  for (const line of truth) put(`${line.account} statement ${digestOf(line)}`, line)

  return ({ account, source, externalId }) => {
    const name = source === 'statement' ? externalId.replace(/:\d+$/, '') : externalId
    return byName.get(`${account} ${source} ${name}`) ?? []
  }
}

function isTakingBack({ mark }: TrueLine): boolean {
  return mark === 'reversal' || mark === 'recall'
}

function byAmount(one: TrueLine, other: TrueLine): number {
  return one.grossMinor < other.grossMinor ? -1 : 1
}

function digestOf({ account, bookedAt, settledMinor, direction, balanceAfterMinor }: TrueLine): string {
  const parts = [account, lagosDay(bookedAt), String(settledMinor), direction, String(balanceAfterMinor)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
