import { OddAnswer, readText } from '../../vendor-json.ts'

/** Every asset of Stellar has so many places, lumens too. */
export const DECIMALS = 7

const ONE = 10n ** BigInt(DECIMALS)

/** An amount as Horizon writes it, in the smallest units. */
export function readAmount(value: unknown, what: string): bigint {
  const text = readText(value, what)
  const [, whole, places] = /^([0-9]+)\.([0-9]{7})$/.exec(text) ?? []
  if (whole === undefined || places === undefined)
    throw new OddAnswer(`${what} is not an amount: ${text.slice(0, 40)}`)
  return BigInt(whole) * ONE + BigInt(places)
}

export function writeAmount(units: bigint): string {
  return `${units / ONE}.${(units % ONE).toString().padStart(DECIMALS, '0')}`
}
