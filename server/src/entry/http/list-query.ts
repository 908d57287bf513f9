import { Type } from 'typebox'
import { Refusal } from '../../kernel/refusal.ts'

const MOST = 100
const USUAL = 20

/** Size and place of a page in a query. */
export const pageFields = {
  limit: Type.Optional(
    Type.String({
      description: `The page size, 1 to ${MOST}. The default is ${USUAL}.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['50'],
    }),
  ),
  after: Type.Optional(
    Type.String({ description: 'The `next` value of the previous page.', maxLength: 100 }),
  ),
}

export function readPageSize(limit: string | undefined): number {
  return Number(limit ?? USUAL)
}

/** Every list ends with these fields. */
export const pageReplyFields = {
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Send it as `after` to get the next page; null on the last page. It has no other meaning.',
    examples: ['AQGh3MM8R3_soNbSzuNMjOg', null],
  }),
  has_more: Type.Boolean({
    description: 'Whether there are more pages: false if `next` is null.',
    examples: [true],
  }),
}

export function pageEnd(next: string | null) {
  return { next, has_more: next !== null }
}

/** The end of a list that always fits on one page. */
export const onlyPage = pageEnd(null)

export function pageMessage(next: string | null): string {
  return next === null ? 'This is the last page.' : 'There are more: send `next` as `after`.'
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
const MOMENT =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?(Z|[+-][0-9]{2}:[0-9]{2}))?'
const DAY_MS = 24 * 60 * 60 * 1000

/** Start and end of a period in a query. */
export const periodFields = {
  from: Type.Optional(
    Type.String({
      description:
        'A date (Lagos time) or an ISO 8601 timestamp with Z or an offset. Earlier results are excluded.',
      pattern: `^${MOMENT}$`,
      examples: ['2026-11-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      description:
        'A date (Lagos time, included) or an ISO 8601 timestamp with Z or an offset (excluded). Later results are excluded.',
      pattern: `^${MOMENT}$`,
      examples: ['2026-11-15'],
    }),
  ),
}

export function readFrom(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : readMoment('from', text)
}

/** Returns the exclusive end of the period. */
export function readTo(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = readMoment('to', text)
  return DAY.test(text) ? new Date(moment.getTime() + DAY_MS) : moment
}

function readMoment(field: string, text: string): Date {
  const moment = new Date(DAY.test(text) ? `${text}T00:00:00+01:00` : text)
  const isReal = !Number.isNaN(moment.getTime()) && isRealDay(text.slice(0, 10))
  if (!isReal)
    throw new Refusal(
      'field_invalid',
      `${field} is not a real date. Send a date such as 2026-11-15 (Lagos time) or an ISO 8601 timestamp.`,
    )
  return moment
}

/** Returns whether the day exists. JavaScript's Date reads 30 February as a day in March. */
function isRealDay(day: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day)
}

/** The list that a cursor belongs to. */
type ListName = 'transactions' | 'movements' | 'pay_links' | 'cases' | 'batches' | 'customer_numbers'

const marks: Readonly<Record<ListName, number>> = {
  transactions: 1,
  movements: 2,
  pay_links: 3,
  cases: 4,
  batches: 5,
  customer_numbers: 7,
}
const ROWS_MARK = 6
const LENGTH = 17

/**
 * Encodes the end of a page as opaque text: a mark of its list and the id of its last row. The next page starts below that id, so rows that
 * are added in the meantime do not shift it.
 */
export function writeCursor(list: ListName, id: string): string {
  return Buffer.from([marks[list], ...Buffer.from(id.replaceAll('-', ''), 'hex')]).toString('base64url')
}

export function readCursor(list: ListName, text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  const isOurs =
    bytes.length === LENGTH &&
    bytes[0] === marks[list] &&
    bytes.toString('base64url') === text &&
    isVersion7(bytes)
  if (!isOurs) throw cursorInvalid()
  return bytes.toString('hex', 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Encodes the number of the last row of a page. */
export function writeRowCursor(number: number): string {
  const bytes = Buffer.alloc(5, ROWS_MARK)
  bytes.writeUInt32BE(number, 1)
  return bytes.toString('base64url')
}

export function readRowCursor(text: string): number {
  const bytes = Buffer.from(text, 'base64url')
  const isOurs = bytes.length === 5 && bytes[0] === ROWS_MARK && bytes.toString('base64url') === text
  if (!isOurs || bytes.readUInt32BE(1) > 0x7fffffff) throw cursorInvalid()
  return bytes.readUInt32BE(1)
}

export function cursorInvalid(): Refusal {
  return new Refusal(
    'cursor_invalid',
    '"after" is not valid for this list. Send the "next" of the previous page unchanged, or omit "after".',
  )
}

function isVersion7(bytes: Buffer): boolean {
  return ((bytes[7] ?? 0) & 0xf0) === 0x70
}
