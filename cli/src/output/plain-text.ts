// Control characters, direction marks, zero-width and private characters.
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Makes text from payers, banks and receivers safe for a terminal: it cannot move the cursor or hide a line. */
export function toPlainText(text: string): string {
  return text.replace(NOT_PLAIN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
