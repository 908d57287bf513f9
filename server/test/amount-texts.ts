import type { SeededRandom } from './seeded-random.ts'

const DIGITS = '0123456789'

/** A naira amount as somebody may write it: up to 36 digits before the point, none to two after it. */
export function randomAmountText(random: SeededRandom): string {
  const decimals = random.below(3)
  // Half are of the size that people pay, half of any size up to the widest that the ledger holds.
  const width = random.below(2) === 0 ? 1 + random.below(9) : 1 + random.below(36)
  let text = width === 1 ? random.pick(DIGITS) : random.pick('123456789')
  for (let place = 1; place < width; place += 1) text += random.pick(DIGITS)
  if (decimals === 0) return text
  text += '.'
  // Zeros at the end are common, and a trap of their own.
  for (let place = 0; place < decimals; place += 1) text += random.below(3) === 0 ? '0' : random.pick(DIGITS)
  return text
}

/** The shortest spelling of a decimal, found by its characters alone: no arithmetic, and none of the code under test. */
export function shortestDecimal(text: string): string {
  let end = text.length
  if (text.includes('.')) {
    while (text.charAt(end - 1) === '0') end -= 1
    if (text.charAt(end - 1) === '.') end -= 1
  }
  return text.slice(0, end)
}
