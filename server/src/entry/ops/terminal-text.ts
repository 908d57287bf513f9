// Control signs, changes of direction, zero-width signs, private and unassigned ones, odd line ends: all but plain text.
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * What payers, businesses and banks wrote, made harmless for a terminal: nothing in it can move the cursor, hide a line or
 * turn digits round. What was there is still seen, as \u{202e}. Line ends are the caller's to keep.
 */
export function toTerminal(text: string): string {
  return text.replace(NOT_PLAIN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

/** The same for what has lines of its own. */
export function linesToTerminal(text: string): string {
  return text.split('\n').map(toTerminal).join('\n')
}
