import type { Random } from '../random.ts'

/** Limits of an amount in kobo. */
export type Bounds = Readonly<{ least: bigint; most: bigint }>

/** Returns an amount in kobo. Small amounts are as likely as large ones. */
export function someAmount(random: Random, { least, most }: Bounds): bigint {
  const scale = 10n ** BigInt(random.between(2, String(most).length - 1))
  const amount = least + (BigInt(random.below(1_000_000)) * scale) / 1_000_000n
  return amount > most ? most : amount
}

/** Returns one of several JSON spellings of the same amount. */
export function amountJson(random: Random, minor: bigint): string {
  const spellings = amountSpellings(minor)
  const text = random.pick(spellings)
  return random.oneIn(4) ? `"${text}"` : text
}

export function amountSpellings(minor: bigint): readonly string[] {
  const whole = String(minor / 100n)
  const kobo = String(minor % 100n).padStart(2, '0')
  if (kobo === '00') return [whole, `${whole}.0`, `${whole}.00`]
  return kobo.endsWith('0') ? [`${whole}.${kobo.slice(0, 1)}`, `${whole}.${kobo}`] : [`${whole}.${kobo}`]
}

/** Returns the spelling that replies use. */
export function printedAmount(minor: bigint): string {
  return amountSpellings(minor)[0] ?? ''
}

/** Parses an amount by the rules of the API. Returns undefined if the text is not an amount. */
export function readAmountText(text: string): bigint | undefined {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/.exec(text)
  if (match === null) return undefined
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(2, '0'))
}
