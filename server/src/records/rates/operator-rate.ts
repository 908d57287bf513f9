import { type Decimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { describeSides } from './choose-quotes.ts'
import { describeRange, isInRange, type Pair } from './pair.ts'
import { isWithin, rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'

/** How long a rate that operators set may replace the sources. */
export const MOST_HOURS = 168

export function readSides(pair: Pair, input: { bid: string; ask: string }): { bid: Decimal; ask: Decimal } {
  const [bid, ask] = [readSide(pair, input.bid), readSide(pair, input.ask)]
  if (bid <= ask) return { bid, ask }
  throw new Refusal('rate_invalid', 'The bid must not be above the ask.')
}

function readSide(pair: Pair, text: string): Decimal {
  const value = parseDecimal(text)
  if (value !== undefined && isInRange(pair, value)) return value
  throw new Refusal(
    'rate_invalid',
    `"${text}" is not a valid rate for ${pair}. Use a decimal in the range ${describeRange(pair)}, such as 1600.5.`,
  )
}

/**
 * Refuses a rate far from the last published one. Two operators can overlook the same missing digit: 160 for 1600 is within the range of
 * the pair.
 */
export function refuseFarOff(
  pair: Pair,
  { bid, ask }: Readonly<{ bid: Decimal; ask: Decimal }>,
  last: Sides | undefined,
): void {
  if (last === undefined) return
  const { farBps } = rateGuards
  if (isWithin(farBps, last.bid, bid) && isWithin(farBps, last.ask, ask)) return
  throw new Refusal(
    'rate_far_off',
    `${describeSides({ bid, ask })} differs by more than ${farBps / 100n} % from the last published ${pair}, ${describeSides(last)}. ` +
      'Check the digits. If it is right, add --far.',
  )
}
