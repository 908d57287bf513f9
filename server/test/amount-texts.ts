import type { SeededRandom } from './seeded-random.ts'

const DIGITS = '0123456789'

/** Returns a naira amount as a user may write it: up to 36 digits before the point, and up to two after it. */
export function randomAmountText(random: SeededRandom): string {
  const decimals = random.below(3)
  // Half of the amounts have a usual size, half have any size up to the maximum of the ledger.
  const width = random.below(2) === 0 ? 1 + random.below(9) : 1 + random.below(36)
  let text = width === 1 ? random.pick(DIGITS) : random.pick('123456789')
  for (let place = 1; place < width; place += 1) text += random.pick(DIGITS)
  if (decimals === 0) return text
  text += '.'
  // Trailing zeros are common and a frequent source of errors.
  for (let place = 0; place < decimals; place += 1) text += random.below(3) === 0 ? '0' : random.pick(DIGITS)
  return text
}

/** Returns the shortest spelling of a decimal. Works on characters only, without arithmetic or the code under test. */
export function shortestDecimal(text: string): string {
  let end = text.length
  if (text.includes('.')) {
    while (text.charAt(end - 1) === '0') end -= 1
    if (text.charAt(end - 1) === '.') end -= 1
  }
  return text.slice(0, end)
}
