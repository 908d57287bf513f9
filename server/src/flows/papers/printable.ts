// What the fonts that every reader of PDF has can show, beside the letters of Western Europe.
const BESIDES = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

/**
 * One line of text that shows on paper what it says: no control characters, nothing that turns the direction of writing, no letters that would
 * come out as others. Accents that cannot be shown are left away, and whatever else cannot is a question mark.
 */
export function printable(text: string, most = 80): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\t\r\n]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
  const letters = Array.from(visible, shown).join('').trim()
  return letters.length <= most ? letters : `${letters.slice(0, most - 1).trimEnd()}…`
}

function shown(letter: string): string {
  if (letter === '₦') return 'NGN '
  if (isShown(letter)) return letter
  const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  if (plain === '' && /\p{M}/u.test(letter)) return ''
  return plain !== '' && Array.from(plain).every(isShown) ? plain : '?'
}

function isShown(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || BESIDES.includes(letter)
}
