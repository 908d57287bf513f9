import { type GasAsset, networks } from '../networks.ts'
import { Refusal } from '../refusal.ts'

/** Number of decimals of each asset in the ledger. The smallest unit of naira is a kobo. */
export const assetScales = {
  NGN: 2,
  NGNC: 2,
  ...Object.fromEntries(networks.map(({ gasAsset, gasDecimals }) => [gasAsset, gasDecimals])),
} as Readonly<Record<Asset, number>>

export type Asset = 'NGN' | 'NGNC' | GasAsset

/** An exact amount, as a whole number of minor units. It is never made from a float. */
export type Money = Readonly<{ asset: Asset; minor: bigint }>

// PostgreSQL stores amounts as numeric(38, 0), so a larger number is refused.
const MAX_DIGITS = 38

export function money(asset: Asset, minor: bigint): Money {
  return { asset, minor }
}

/**
 * Reads a decimal from its text: ASCII digits, at most the asset's decimals, no sign, no exponent, no grouping.
 * `15000`, `15000.0` and `15000.00` are the same amount.
 */
export function parseMoney(text: string, asset: Asset): Money {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) {
    throw new Refusal(
      'amount_malformed',
      `"${text.slice(0, 40)}" is not an amount. Use a decimal such as 15000 or 15000.50.`,
    )
  }
  const [, whole = '', decimals = ''] = match
  const scale = assetScales[asset]
  if (decimals.length > scale) {
    throw new Refusal('amount_too_fine', `${asset} has at most ${scale} decimals. Remove the extra ones.`)
  }
  const digits = whole + decimals.padEnd(scale, '0')
  if (digits.length > MAX_DIGITS) {
    throw new Refusal(
      'amount_malformed',
      `The amount is too large: it can have ${MAX_DIGITS - scale} digits before the decimal point.`,
    )
  }
  return money(asset, BigInt(digits))
}

/** Returns the shortest decimal text of this amount, without trailing zeros or exponent. */
export function formatMoney({ asset, minor }: Money): string {
  const scale = assetScales[asset]
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale)
  const decimals = digits.slice(-scale).replace(/0+$/, '')
  return `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** Formats an amount for display: `₦15,000.00`, `15,000.00 NGNC`, and gas without trailing zeros: `0.25 POL`. */
export function printMoney(amount: Money): string {
  const { asset, minor } = amount
  const plain = formatMoney(money(asset, minor < 0n ? -minor : minor))
  const sign = minor < 0n ? '-' : ''
  if (asset !== 'NGN' && asset !== 'NGNC') return `${sign}${plain} ${asset}`
  const [whole = '0', decimals = ''] = plain.split('.')
  const grouped = `${whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')}.${decimals.padEnd(2, '0')}`
  return asset === 'NGN' ? `${sign}₦${grouped}` : `${sign}${grouped} NGNC`
}

export function subtract(left: Money, right: Money): Money {
  return money(sameAsset(left, right), left.minor - right.minor)
}

/** Converts between naira and NGNC. One NGNC is one naira by definition, so the minor units stay the same. */
export function atPar(amount: Money, asset: 'NGN' | 'NGNC'): Money {
  if (amount.asset !== 'NGN' && amount.asset !== 'NGNC')
    throw new TypeError(`${amount.asset} cannot be converted to ${asset} at par`)
  return money(asset, amount.minor)
}

function sameAsset(left: Money, right: Money): Asset {
  if (left.asset !== right.asset)
    throw new TypeError(`${left.asset} and ${right.asset} cannot be added or subtracted`)
  return left.asset
}

declare global {
  interface JSON {
    /** Marks text that JSON.stringify writes unchanged. */
    rawJSON(text: string): JsonNumber
  }
}

/** A number that JSON.stringify writes with exactly these digits. */
type JsonNumber = Readonly<{ rawJSON: string }>

export function jsonNumber(amount: Money): JsonNumber {
  return JSON.rawJSON(formatMoney(amount))
}
