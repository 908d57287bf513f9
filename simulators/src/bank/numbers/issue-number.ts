import type { SimulatedBank } from '../simulated-bank.ts'
import type { Vendor } from '../vendor.ts'
import type { IssuedNumber } from './number.ts'

type Wanted = Readonly<{
  vendor: Vendor
  reference: string
  name: string
  amount: bigint
  /** How long the vendor says that the number is valid. */
  seconds: number
}>

/** Issues a number for one payment. Returns undefined if the vendor has none: a fault says so, or it holds no account of ours. */
export function issueNumber(bank: SimulatedBank, wanted: Wanted): IssuedNumber | undefined {
  const { clock, draw, ledger, numbers, rules } = bank
  const { vendor, seconds } = wanted
  const on = { vendor, reference: wanted.reference }
  const pool = ledger.accounts().find((account) => account.vendor === vendor && account.status === 'active')
  if (pool === undefined || rules.strikes('number_none', on) !== undefined) return undefined
  const at = clock.now()
  const place = numbers.all().length + 1
  const early = rules.strikes('number_expires_early', on)
  const used = rules.strikes('number_recycled', on) === undefined ? undefined : numbers.expired(vendor, at)
  const statedUntil = at + seconds * 1000
  const issued: IssuedNumber = {
    id: `number_${place}`,
    number: used?.number ?? `99${String(place).padStart(8, '0')}`,
    vendor,
    pool: pool.number,
    reference: wanted.reference,
    vendorReference: `${draw.digits(8, 'number', place)}${String(place).padStart(7, '0')}`,
    name: wanted.name,
    amount: wanted.amount,
    issuedAt: at,
    statedUntil,
    until: early === undefined ? statedUntil : at + early.seconds * 1000,
  }
  bank.commit({ is: 'number', number: issued })
  return issued
}
