import type { Random } from '../random.ts'

/** Kobo. */
export type Bounds = Readonly<{ least: bigint; most: bigint }>

/** In kobo: small ones are as likely as large ones. */
export function someAmount(random: Random, { least, most }: Bounds): bigint {
  const scale = 10n ** BigInt(random.between(2, String(most).length - 1))
  const amount = least + (BigInt(random.below(1_000_000)) * scale) / 1_000_000n
  return amount > most ? most : amount
}

/** One of the ways to write an amount as JSON that all mean the same. */
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

/** The one way in which a reply prints it. */
export function printedAmount(minor: bigint): string {
  return amountSpellings(minor)[0] ?? ''
}

/** What a text says as an amount, by the rule of the interface; undefined when it says none. */
export function readAmountText(text: string): bigint | undefined {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/.exec(text)
  if (match === null) return undefined
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(2, '0'))
}
