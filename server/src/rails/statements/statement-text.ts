import { Refusal } from '../../kernel/refusal.ts'

const MAX_FILE_BYTES = 32 * 1024 * 1024

/** Decodes the file as UTF-8. Another encoding is refused, because it would change names. */
export function decodeText(file: Uint8Array): string {
  if (file.byteLength > MAX_FILE_BYTES) {
    throw new Refusal('statement_unreadable', 'The file is larger than 32 MB. Export fewer days at a time.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch (cause) {
    throw new Refusal(
      'statement_unreadable',
      'The file is not UTF-8 text. Export it as CSV or text, not as a spreadsheet or PDF.',
      { cause },
    )
  }
}

const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]/gu
const BLANKS = /[\s\p{Cc}]+/gu

/** Returns the visible text of a cell: without zero-width and direction characters, and with one plain space for any blank. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').replace(BLANKS, ' ').trim()
}

/** Removes the marks with which spreadsheets keep digits as text: `'0123` or `="0123"`. */
export function cleanReference(text: string): string {
  const clean = cleanText(text)
  const [, formula] = /^="(.*)"$/.exec(clean) ?? []
  const bare = (formula ?? clean).replace(/^'+/, '').trim()
  return /^-*$/.test(bare) ? '' : bare
}
