import { Refusal } from '../../kernel/refusal.ts'

/** Which list a cursor belongs to. */
type ListName = 'transactions' | 'movements'

const marks: Readonly<Record<ListName, number>> = { transactions: 1, movements: 2 }
const LENGTH = 17

/**
 * Where a page ended, as text that callers hand back and never read: a mark of its list and the id of its last row. A page begins below
 * that id, so what is added meanwhile moves nothing.
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
  if (!isOurs) {
    throw new Refusal(
      'cursor_invalid',
      'after is not the next of a page of this list: give it back exactly as it came, or begin without it.',
    )
  }
  return bytes.toString('hex', 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function isVersion7(bytes: Buffer): boolean {
  return ((bytes[7] ?? 0) & 0xf0) === 0x70
}
