/**
 * Naira or NGNC as decimal text, such as "25000.5", exactly as the service wrote it. It is text because a JavaScript number is a float,
 * which cannot represent every amount. Use `toKobo` to calculate with it.
 */
export type Amount = string

/**
 * An amount in a request: decimal text ("25000.50"), a bigint of kobo (2500050n), or a number with at most
 * two decimals (25000.5). An amount that would have to be rounded is refused before it is sent.
 */
export type AmountInput = string | bigint | number

const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/
// Above this, a float cannot distinguish two consecutive kobo values.
const MOST_AS_NUMBER = 90_000_000_000_000

/** Converts an amount to kobo (hundredths of a naira), which you can add, compare and store. */
export function toKobo(amount: Amount): bigint {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(amount) ?? refuse(amount)
  const kobo = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -kobo : kobo
}

/** Converts kobo to an amount in the format of the service: 2500050n is "25000.5". */
export function fromKobo(kobo: bigint): Amount {
  const size = kobo < 0n ? -kobo : kobo
  const fraction = String(size % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${kobo < 0n ? '-' : ''}${size / 100n}${fraction === '' ? '' : `.${fraction}`}`
}

/** @internal The text that goes on the wire. */
export function amountText(input: AmountInput): Amount {
  if (typeof input === 'bigint') return fromKobo(input)
  if (typeof input === 'number' && Math.abs(input) > MOST_AS_NUMBER) refuse(String(input))
  const text = String(input)
  return DECIMAL.test(text) ? text : refuse(text)
}

function refuse(text: string): never {
  throw new TypeError(
    `"${text}" is not an amount. Use decimal text with at most two decimals ("25000.50") or a bigint of kobo (2500050n).`,
  )
}
