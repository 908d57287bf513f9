import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { buildStatement } from '../build-statement.ts'
import { readDay, requireAccountNumber } from '../printed-fields.ts'
import type { PrintedRow } from '../printed-statement.ts'
import { readNarrationPayer } from '../read-narration.ts'
import { decodeText } from '../statement-text.ts'

// The reference follows the bank's own narration, with or without letters.
const REFERENCE_AT_END = / [A-Z0-9]*\d[A-Z0-9]{15,}$/

/** SWIFT's statement message. Its rows have no balances, so only the sum of all rows is checked. */
export const mt940Format: StatementFormat = { profile: 'mt940', parse }

function parse(file: Uint8Array): Statement {
  const fields = readFields(decodeText(file))
  const only = (...tags: string[]): Field => {
    const [found, ...more] = fields.filter(({ tag }) => tags.includes(tag))
    if (found !== undefined && more.length === 0) return found
    throw new Refusal(
      'statement_unreadable',
      `The message has ${found === undefined ? 'no' : 'more than one'} field ${tags.join(' or ')}. Import one complete message at a time.`,
    )
  }
  const opening = readBalance(only('60F', '60M').text)
  const closing = readBalance(only('62F', '62M').text)
  const rows = fields.flatMap((field, place) =>
    field.tag === '61' ? [readEntry(field, fields[place + 1]?.text ?? '')] : [],
  )
  return buildStatement(
    {
      accountNumber: requireAccountNumber(only('25').text),
      from: opening.day,
      to: closing.day,
      openingMinor: opening.minor,
      closingMinor: closing.minor,
      rows,
    },
    { sessionText, payer: (narration) => readNarrationPayer(narration.replace(REFERENCE_AT_END, '')) },
  )
}

/**
 * Returns the session id. Field 61 has only the first sixteen digits. The full id is at the end of field 86 and must begin with these
 * digits.
 */
function sessionText({ reference, narration }: PrintedRow): string {
  const [start = ''] = reference.split('//')
  const [, id = ''] = / (\d{30})$/.exec(narration) ?? []
  const isIt = start.length === 16 && (id.startsWith(start) || id.replace(/^0+/, '').startsWith(start))
  return isIt ? id : ''
}

type Field = Readonly<{ tag: string; text: string; place: string }>

// Descriptions are wrapped at this width.
const LINE_WIDTH = 65
const TAG = /^:(20|21|25|28C|60F|60M|61|86|62F|62M|64|65|13D|34F|90C|90D):/

/**
 * Returns the fields of a message. A payer's text may be wrapped just before a colon and then looks like a field. So an entry counts only
 * if its description follows, and a description only after an entry or at the end.
 */
function readFields(text: string): Field[] {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => line.startsWith(':20:'))
  const end = lines.findIndex((line, place) => place > start && (line === '-}' || line === '-'))
  if (start < 0 || end < 0 || lines.slice(end + 1).some((line) => line.trim() !== '')) {
    throw new Refusal(
      'statement_unreadable',
      'The file is not one complete MT940 message, from :20: to -}. Import one complete message at a time.',
    )
  }
  const tags = lines.map((line, place) => (place < start || place >= end ? undefined : TAG.exec(line)?.[1]))
  const fields: { tag: string; text: string; place: string }[] = []
  for (const [place, line] of lines.entries()) {
    if (place < start || place >= end) continue
    const tag = tags[place]
    const last = fields.at(-1)
    if (tag === undefined || (last?.tag === '86' && !canFollow(tags, place, tag))) {
      if (last !== undefined) last.text += line
    } else {
      if (last?.tag === '86') refuseWrapped(lines, place)
      fields.push({ tag, text: line.slice(tag.length + 2), place: `line ${place + 1}` })
    }
  }
  return fields
}

/** Whether the field can follow a description: an entry with its own description, or a closing balance. */
function canFollow(tags: readonly (string | undefined)[], place: number, tag: string): boolean {
  if (tag !== '61') return tag.startsWith('62')
  return tags.slice(place + 1).find((next) => next !== undefined) === '86'
}

/**
 * Refuses the file if an entry could be text that a payer typed. Such text looks like an entry only if the line before it and the entry
 * itself both fill the whole width. In rare cases a real entry looks the same, and the two cannot be distinguished.
 */
function refuseWrapped(lines: readonly string[], place: number): void {
  const before = (lines[place - 1] ?? '').replace(TAG, '')
  if (before.length < LINE_WIDTH || lines[place]?.length !== LINE_WIDTH) return
  throw new Refusal(
    'statement_unreadable',
    `Line ${place + 1} could be an entry or text that a payer typed. Export the statement in another format.`,
  )
}

const ENTRY =
  /^(?<value>\d{6})(?<entry>\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>[\d,]+)[NFS][A-Z0-9]{3}(?<reference>(?:(?!\/\/).){0,16})(?<own>\/\/.{1,16})?$/

/**
 * Reads field 61 with its description. `RC` reverses a credit and is a debit, and `RD` reverses a debit and is a credit. The rows have no
 * balances, so if an entry cannot be read, the sum is unknown and the file is refused.
 */
function readEntry({ text, place }: Field, description: string): PrintedRow {
  const {
    value = '',
    entry,
    mark = '',
    amount = '',
    reference = '',
    own = '',
  } = ENTRY.exec(text)?.groups ?? {}
  const minor = readSwiftAmount(amount)
  const valueDay = readDay(value, 'yyMMdd')
  if (minor === undefined || valueDay === undefined) {
    throw new Refusal('statement_unreadable', `The entry in ${place} cannot be read: "${text.slice(0, 70)}".`)
  }
  const isCredit = mark === 'C' || mark === 'RD'
  return {
    place,
    day: entry === undefined ? valueDay : bookedDay(valueDay, entry),
    valueDay,
    reference: (reference === 'NONREF' ? '' : reference) + own,
    narration: description,
    debit: isCredit ? 'nothing' : minor,
    credit: isCredit ? minor : 'nothing',
    balance: 'nothing',
    isReversal: mark.startsWith('R'),
    raw: [text, description],
  }
}

/** Returns the booked day, which is printed without a year, in the year that is closest to the value date. */
function bookedDay(valueDay: string, monthAndDay: string): string | undefined {
  const year = Number(valueDay.slice(2, 4))
  const month = Number(valueDay.slice(5, 7))
  const entryMonth = Number(monthAndDay.slice(0, 2))
  const apart = entryMonth - month
  const turned = apart > 6 ? year - 1 : apart < -6 ? year + 1 : year
  return readDay(String(turned).padStart(2, '0') + monthAndDay, 'yyMMdd')
}

/** Reads `C261103NGN1000000,00`: side, day, currency and amount. */
function readBalance(text: string): { day: string; minor: bigint } {
  const { side, date, amount } = /^(?<side>[CD])(?<date>\d{6})NGN(?<amount>\S+)$/.exec(text)?.groups ?? {}
  const day = readDay(date ?? '', 'yyMMdd')
  const minor = readSwiftAmount(amount ?? '')
  if (day !== undefined && minor !== undefined) return { day, minor: side === 'D' ? -minor : minor }
  throw new Refusal(
    'statement_unreadable',
    `A balance of the message cannot be read: "${text.slice(0, 40)}".`,
  )
}

/** Reads `50000,37`, `50000,5` or `50000,`. There is always a comma and never a point. */
function readSwiftAmount(text: string): bigint | undefined {
  const [, whole, kobo = ''] = /^(\d{1,15}),(\d{0,2})$/.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + kobo.padEnd(2, '0'))
}
