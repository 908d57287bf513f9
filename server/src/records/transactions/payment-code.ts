import { randomInt } from 'node:crypto'

/** Without the letters and digits that are read for one another: 0 O, 1 I L, and U, which is written as V. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 6

/** What a payer may write beside an expected payment. It has a letter and a digit, so that no word or number looks like one. */
export function newPaymentCode(): string {
  for (;;) {
    const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    if (/[0-9]/.test(code) && /[A-Z]/.test(code)) return code
  }
}
