import { parseMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { OddAnswer } from '../odd-answer.ts'
import { readNumberOrText } from '../vendor-json.ts'

// Ten trillion naira in kobo: no payment is larger, and every column of ours holds it.
const MOST = 10n ** 15n

/** Naira with kobo after the point, as a number or a text, in kobo. Zeros after the kobo change nothing. */
export function readNaira(value: unknown, what: string): bigint {
  const digits = readNumberOrText(value, what).replace(/(\.[0-9]{2})0+$/, '$1')
  try {
    return checkSize(parseMoney(digits, 'NGN').minor, what)
  } catch (error) {
    if (error instanceof Refusal) throw new OddAnswer(`${what} is no amount of naira: ${digits.slice(0, 40)}`)
    throw error
  }
}

/** A whole number of kobo, as a number or a text. */
export function readKobo(value: unknown, what: string): bigint {
  const digits = readNumberOrText(value, what)
  if (digits.length > 20 || !/^(0|[1-9][0-9]*)$/.test(digits)) {
    throw new OddAnswer(`${what} is no whole number of kobo: ${digits.slice(0, 40)}`)
  }
  return checkSize(BigInt(digits), what)
}

/** What was paid and what of it reached the account: more than nothing, and never more than was paid. */
export function requireSettled(grossMinor: bigint, settledMinor: bigint): void {
  if (grossMinor <= 0n) throw new OddAnswer('nothing was paid')
  if (settledMinor <= 0n || settledMinor > grossMinor) {
    throw new OddAnswer(`of ${grossMinor} kobo that were paid, ${settledMinor} are said to have settled`)
  }
}

function checkSize(minor: bigint, what: string): bigint {
  if (minor <= MOST) return minor
  throw new OddAnswer(`${what} is larger than any payment: ${minor}`)
}
