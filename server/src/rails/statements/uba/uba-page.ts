import { Refusal } from '../../../kernel/refusal.ts'
import { cleanText } from '../clean-text.ts'
import { readNaira } from '../naira-text.ts'
import { type DayForm, readDay } from '../printed-day.ts'
import type { PrintedRow } from '../printed-statement.ts'

/** Where each column ends. */
const ends = { date: 12, valueDate: 24, narration: 58, debit: 76, credit: 94 } as const
const HEADS = ['TRANS DATE', 'VALUE DATE', 'NARRATION', 'DEBIT', 'CREDIT', 'BALANCE']

type Page = Readonly<{ labels: readonly (readonly string[])[]; rows: readonly PrintedRow[] }>

/** Rows by the width of their columns. A row whose dates are blank goes on with the narration of the one above it. */
export function readPage(text: string, form: DayForm): Page {
  const lines = text.split(/\r?\n/)
  const headsAt = lines.findIndex((line) => cut(line).map(cleanText).join() === HEADS.join())
  if (headsAt < 0) {
    throw new Refusal('statement_unreadable', 'The heads of the page are not where UBA prints them.')
  }
  const labels: string[][] = lines.slice(0, headsAt).map((line) => [line])
  const rows: PrintedRow[] = []
  for (const [place, line] of lines.entries()) {
    if (place <= headsAt || cleanText(line) === '') continue
    const [date = '', valueDate = '', narration = '', debit = '', credit = '', balance = ''] = cut(line)
    const before = rows.at(-1)
    if (cleanText(date + valueDate) === '' && before !== undefined) {
      const more = line.slice(ends.valueDate)
      rows[rows.length - 1] = {
        ...before,
        narration: unpad(before.narration) + more,
        raw: [before.raw, line].flat(),
      }
    } else if (line.startsWith('CLOSING BALANCE:')) {
      labels.push([line])
    } else {
      rows.push({
        place: `line ${place + 1}`,
        day: readDay(date, form),
        valueDay: readDay(valueDate, form),
        reference: '',
        narration,
        debit: readNaira(debit),
        credit: readNaira(credit),
        balance: readNaira(balance),
        raw: [line],
      })
    }
  }
  return { labels, rows }
}

function cut(line: string): string[] {
  const edges = [0, ...Object.values(ends)]
  return edges.map((start, place) => line.slice(start, edges[place + 1]))
}

/** A zero-width sign ends the first part, so a space before it is the narration's and those behind it are padding. */
function unpad(narration: string): string {
  return narration.replace(/\u200b *$/, '')
}
