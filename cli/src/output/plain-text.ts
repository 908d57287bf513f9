// Control signs, changes of direction, zero-width and private ones: all but plain text.
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/** What others wrote (payers, banks, receivers), made harmless for a terminal: nothing in it moves the cursor or hides a line. */
export function toPlainText(text: string): string {
  return text.replace(NOT_PLAIN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
