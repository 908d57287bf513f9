import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../../odd-answer.ts'
import { type Gathered, gatherLines, joinGathered, nothingGathered } from '../gather-lines.ts'
import type { ListedRow } from '../list/walk-list.ts'
import type { MonnifyRow } from './monnify-list.ts'
import { isUnpaid, type MonnifyStatus } from './monnify-status.ts'

type ReadListed = Gathered &
  Readonly<{
    /** When the rows are from that are listed and had no answer yet: the next poll begins there. */
    heldAt: readonly number[]
  }>

type Options = Readonly<{
  ask(row: MonnifyRow & { reference: string }): Promise<MonnifyStatus>
  /** The newest row of the list, by the list's clock. */
  newest: number
}>

const AT_ONCE = 8
const HELD_FOR_MS = 6 * 3_600_000

/**
 * Asks for the status of every row, because only that tells who paid. A row whose status cannot be had is held for the
 * next poll, for some hours, and its neighbours are read; when none can be had, the vendor is away.
 */
export async function readListed(
  rows: readonly ListedRow<MonnifyRow>[],
  { ask, newest }: Options,
): Promise<ReadListed> {
  const parts: Gathered[] = []
  const heldAt: number[] = []
  let answered = 0
  let failure: FeedUnavailable | undefined

  const readOne = async ({ row, age }: ListedRow<MonnifyRow>): Promise<Gathered> => {
    const { reference, status, time = newest } = row
    if (reference === undefined) return refuse(row, 'transactionReference is no reference')
    if (isUnpaid(status) || (age === 'old' && status === 'PAID')) return nothingGathered
    try {
      const found = await ask({ ...row, reference })
      answered += 1
      if (found.kind === 'found') return found
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error
      failure = error
    }
    if (newest - time > HELD_FOR_MS)
      return refuse(row, 'it has long been listed, and its status is not to be had')
    if (age === 'new') heldAt.push(time)
    return nothingGathered
  }

  for (let at = 0; at < rows.length; at += AT_ONCE) {
    parts.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map(readOne))))
    if (failure !== undefined && answered === 0) throw failure
  }
  return { ...joinGathered(parts), heldAt }
}

function refuse({ row, reference }: MonnifyRow, reason: string): Gathered {
  return gatherLines(row, reference, () => {
    throw new OddAnswer(reason)
  })
}
