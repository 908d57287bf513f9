import { createDraw } from '../draw.ts'
import { drawPayer } from '../payments/draw-payer.ts'

/** An account at some bank that can be paid. Every ten digits at a known bank are one, unless the admin says otherwise. */
export type Beneficiary = Readonly<{
  /** The code of the national rail, or the slug where there is none. */
  bank: string
  number: string
  name: string
  /** Missing: the bank knows no such account, and what is sent there fails. */
  status: 'open' | 'missing'
}>

const people = createDraw('beneficiaries')

/** The name on an account that nobody named: it follows from the number alone, whatever the seed. */
export function usualName(number: string): string {
  return drawPayer(people, number).name
}

export function beneficiaryKey(bank: string, number: string): string {
  return `${bank}/${number}`
}
