import { createDraw } from '../draw.ts'
import { drawPayer } from '../payments/draw-payer.ts'

/** A bank account that can be paid. Every ten-digit number at a known bank exists, unless the admin changes it. */
export type Beneficiary = Readonly<{
  /** The code of the national rail, or the slug if there is none. */
  bank: string
  number: string
  name: string
  /** Missing: the bank does not have the account, and payouts to it fail. */
  status: 'open' | 'missing'
}>

const people = createDraw('beneficiaries')

/** Returns the default name of an account. It depends only on the number, not on the seed. */
export function usualName(number: string): string {
  return drawPayer(people, number).name
}

export function beneficiaryKey(bank: string, number: string): string {
  return `${bank}/${number}`
}
