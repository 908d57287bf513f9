import { basename } from 'node:path'
import { Refusal } from '../../kernel/refusal.ts'

export const MOST_ATTACHED_BYTES = 2_000_000
const LONGEST_NAME = 100

/** The first bytes of each kind of file that may be attached. The name of a file proves nothing. */
const beginnings: ReadonlyArray<readonly [ending: string, bytes: Buffer]> = [
  ['pdf', Buffer.from('%PDF-')],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpg', Buffer.from([0xff, 0xd8, 0xff])],
]

/**
 * Checks a file before it is attached to a case, and returns it with a name that is safe in a header and on every disk. Its ending says what the
 * content is, whatever the file was called.
 */
export function requireAttachable(
  path: string,
  content: Uint8Array,
): Readonly<{ name: string; content: Buffer }> {
  const bytes = Buffer.from(content)
  if (bytes.length === 0 || bytes.length > MOST_ATTACHED_BYTES)
    throw new Refusal(
      'field_invalid',
      `A file must have 1 byte to ${MOST_ATTACHED_BYTES / 1_000_000} MB. Attach a smaller scan, or the page that matters.`,
    )
  const ending =
    beginnings.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0] ?? textEnding(bytes)
  if (ending === undefined)
    throw new Refusal(
      'field_invalid',
      'Attach a PDF, a PNG or JPEG picture, or plain text. Convert other files first.',
    )
  return { name: `${stemOf(path)}.${ending}`, content: bytes }
}

function textEnding(bytes: Buffer): 'txt' | undefined {
  if (bytes.includes(0)) return undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'txt'
  } catch {
    return undefined
  }
}

function stemOf(path: string): string {
  const stem = basename(path.replaceAll('\\', '/'))
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[^A-Za-z0-9 ._()-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LONGEST_NAME - 4)
  return stem === '' ? 'file' : stem
}
