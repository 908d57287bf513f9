import { hash } from 'node:crypto'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { type BankLine, fitsMask } from '../feeds/bank-line.ts'

type List = Readonly<{ accountId: string; source: string }>

/**
 * Lines that were reported recently and that are recorded. Lists are read with a wide overlap, so most of a page was in the last one, and
 * nearly every other line was the answer to a notification. Recording a line again changes nothing and costs as much as the first time.
 */
export type RecentLines = Readonly<{
  /** Returns the lines of a list that are new or changed. */
  leaveOut(list: List, lines: readonly BankLine[], at: Date): BankLine[]
  /** Remembers lines of a list after they are recorded. */
  keep(list: List, lines: readonly BankLine[], at: Date): void
  /** Remembers lines with which the bank answered a question, after they are recorded. The list may show them with another raw row. */
  keepAnswers(list: List, lines: readonly BankLine[], at: Date): void
}>

const MOST_RECENT_LINES = 50_000
/** After this time lines are recorded again, because a database that was restored to an older state has lost them. */
const RECENT_LINE_TTL_MS = 60_000

type Recent = Readonly<{
  mark: string
  until: number
  isAnswer: boolean
  /** The payer's account in an answer. */
  payerNumber?: string | undefined
}>

export function createRecentLines(): RecentLines {
  const recent = createBoundedMap<Recent>(MOST_RECENT_LINES)
  const isKnown = (name: string, line: BankLine, at: Date): boolean => {
    const known = recent.get(name)
    if (known === undefined || known.until <= at.getTime()) return false
    if (!known.isAnswer) return known.mark === rowMark(line)
    if (known.mark !== factsMark(unmasked(line, known.payerNumber))) return false
    // The next page shows the same row, and its mark is cheaper.
    recent.set(name, { mark: rowMark(line), isAnswer: false, until: known.until })
    return true
  }
  const untilOf = (at: Date) => at.getTime() + RECENT_LINE_TTL_MS
  return {
    leaveOut: (list, lines, at) => lines.filter((line) => !isKnown(nameOf(list, line), line, at)),
    keep: (list, lines, at) => {
      for (const line of lines)
        recent.set(nameOf(list, line), { mark: rowMark(line), isAnswer: false, until: untilOf(at) })
    },
    keepAnswers: (list, lines, at) => {
      for (const line of lines.filter(isOnlyOnAccount))
        recent.set(nameOf(list, line), {
          mark: factsMark(line),
          isAnswer: true,
          until: untilOf(at),
          payerNumber: line.payer.accountNumber,
        })
    },
  }
}

function nameOf({ accountId, source }: List, { externalId }: BankLine): string {
  return `${accountId} ${source} ${externalId}`
}

/** A line of a list is read only from its raw row, so an equal row gives an equal line. */
function rowMark({ direction, kind, raw }: BankLine): string {
  return hash('sha1', `${direction} ${kind} ${JSON.stringify(raw)}`, 'base64')
}

/** A notification may tell the whole account number of the payer, of which the list shows some digits. Those add nothing if they agree. */
function unmasked(line: BankLine, payerNumber: string | undefined): BankLine {
  const { accountMask, ...payer } = line.payer
  if (payerNumber === undefined || accountMask === undefined || !fitsMask(payerNumber, accountMask))
    return line
  return { ...line, payer: { ...payer, accountNumber: payerNumber } }
}

/** Covers everything that is recorded of a line, except its raw row. */
function factsMark({ payer, ...rest }: BankLine): string {
  return [
    ...Object.entries(rest),
    ...Object.entries(payer).map(([name, value]) => [`payer ${name}`, value] as const),
  ]
    .filter(([name, value]) => name !== 'raw' && value !== undefined)
    .map(([name, value]) => JSON.stringify([name, typeof value === 'bigint' ? value.toString() : value]))
    .sort()
    .join()
}

/** The first reading of a payment to a number may come before the number is stored. Then the next reading finds it. */
function isOnlyOnAccount({ paidTo, paidFor }: BankLine): boolean {
  return paidTo === undefined && paidFor === undefined
}
