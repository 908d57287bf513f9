const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}]/gu
const BLANKS = /[\s\p{Cc}]+/gu

/** What a reader sees of a cell: no zero-width signs or changes of direction, and one plain space for any blank. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNSEEN, '').replace(BLANKS, ' ').trim()
}

/** Without what spreadsheets put before digits to keep them as text: `'0123` or `="0123"`. */
export function cleanReference(text: string): string {
  const clean = cleanText(text)
  const [, formula] = /^="(.*)"$/.exec(clean) ?? []
  const bare = (formula ?? clean).replace(/^'+/, '').trim()
  return /^-*$/.test(bare) ? '' : bare
}
