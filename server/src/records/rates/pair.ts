import { type Decimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { networks } from '../../kernel/networks.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'

/** The currencies we publish, in the order of the published tables. */
export const currencies = ['USD', 'GBP', 'EUR', 'TRY', 'CNY', 'CHF', 'CAD', 'AED', 'KES'] as const
export type Currency = (typeof currencies)[number]

/**
 * `USD/NGN` 1600 means 1600 naira for one dollar. Each range allows years of movement, but excludes the inverse of the current rate, which
 * is a typical vendor error.
 */
const ranges = {
  'USD/NGN': ['100', '100000'],
  'USDC/NGN': ['100', '100000'],
  'USD/GBP': ['0.5', '1.2'],
  'USD/EUR': ['0.6', '1.1'],
  'USD/TRY': ['15', '300'],
  'USD/CNY': ['4', '12'],
  'USD/CHF': ['0.5', '1.15'],
  'USD/CAD': ['1.05', '2'],
  'USD/AED': ['3.5', '3.9'],
  'USD/KES': ['60', '400'],
  'XLM/NGN': ['5', '100000'],
  'POL/NGN': ['5', '100000'],
  'SOL/NGN': ['1000', '100000000'],
  'AVAX/NGN': ['100', '10000000'],
} as const satisfies Record<GasPair | `USD${string}`, readonly [string, string]>

/** The price of a coin that pays for transfers. It is read and kept, but never published: it only tells what our gas costs. */
export type GasPair = `${(typeof networks)[number]['gasAsset']}/NGN`
export type Pair = keyof typeof ranges
export type NairaPair = 'USD/NGN' | 'USDC/NGN'
export type CrossPair = Exclude<Pair, NairaPair | GasPair>

export const gasPairs: readonly GasPair[] = networks.map(({ gasAsset }): GasPair => `${gasAsset}/NGN`)
/** The pairs that we publish, or that operators set. */
export const pairs = (Object.keys(ranges) as readonly Pair[]).filter((pair) => !isGasPair(pair))

/** The dollar in two markets. Each rate serves to check the other. */
export const nairaPairs: readonly NairaPair[] = ['USD/NGN', 'USDC/NGN']
export const crossPairs = pairs.filter((pair): pair is CrossPair => !pair.endsWith('/NGN'))

/** Returns the pair that says how much of the currency one dollar buys. Undefined for the dollar itself. */
export function crossPairOf(currency: Currency): CrossPair | undefined {
  return currency === 'USD' ? undefined : `USD/${currency}`
}

export function isInRange(pair: Pair, value: Decimal): boolean {
  const [least, most] = ranges[pair]
  return value >= exact(least) && value <= exact(most)
}

/** Formats the range for messages, such as "100 to 100000". */
export function describeRange(pair: Pair): string {
  return ranges[pair].join(' to ')
}

export function parsePair(text: string): Pair {
  const pair = pairs.find((known) => known === text.toUpperCase())
  if (pair !== undefined) return pair
  throw new Refusal('rate_pair_unknown', `"${text}" is not a currency pair. Use ${pairs.join(', ')}.`)
}

function exact(text: string): Decimal {
  const value = parseDecimal(text)
  assert(value !== undefined, `${text} must be a decimal`)
  return value
}

function isGasPair(pair: Pair): boolean {
  return gasPairs.some((known) => known === pair)
}
