import type { SimulatedBank } from '../simulated-bank.ts'
import type { Vendor } from '../vendor.ts'
import { vendorFaces } from '../vendor-faces.ts'
import type { IssuedNumber } from './number.ts'

export type Wanted = Readonly<{
  vendor: Vendor
  reference: string
  /** The vendor's own id of the request, if it exists before the number. */
  vendorReference?: string
  name: string
  /** Null: the vendor is not told which amount is expected. */
  amount: bigint | null
  /** For a customer, and not for one payment. */
  isStanding?: true
}>

// A number that does not expire is written with a time that does not come.
const NEVER_MS = Date.parse('9999-01-01T00:00:00Z')

/** Issues a number for one payment, or for a customer. Returns undefined if the vendor has none: a fault says so, or it holds no account of ours. */
export function issueNumber(bank: SimulatedBank, wanted: Wanted): IssuedNumber | undefined {
  const { clock, draw, numbers, rules } = bank
  const { vendor } = wanted
  const on = { vendor, reference: wanted.reference }
  const pool = findPool(bank, vendor)
  if (pool === undefined || rules.strikes('number_none', on) !== undefined) return undefined
  const at = clock.now()
  const place = numbers.all().length + 1
  const early = rules.strikes('number_expires_early', on)
  const used = rules.strikes('number_recycled', on) === undefined ? undefined : numbers.expired(vendor, at)
  const isStanding = wanted.isStanding === true
  const statedUntil = isStanding ? NEVER_MS : at + vendorFaces[vendor].numbers.seconds * 1000
  const issued: IssuedNumber = {
    id: `number_${place}`,
    number: (isStanding ? undefined : used?.number) ?? `99${String(place).padStart(8, '0')}`,
    vendor,
    pool,
    reference: wanted.reference,
    vendorReference:
      wanted.vendorReference ?? `${draw.digits(8, 'number', place)}${String(place).padStart(7, '0')}`,
    name: wanted.name,
    amount: wanted.amount,
    issuedAt: at,
    statedUntil,
    until: early === undefined || isStanding ? statedUntil : at + early.seconds * 1000,
    ...(isStanding && { isStanding }),
  }
  bank.commit({ is: 'number', number: issued })
  return issued
}

/** Returns the account on which payments to numbers arrive: the vendor's pool, or else its first account. */
function findPool({ ledger }: SimulatedBank, vendor: Vendor): string | undefined {
  const active = ledger
    .accounts()
    .filter((account) => account.vendor === vendor && account.status === 'active')
  return (active.find(({ isPool }) => isPool) ?? active[0])?.number
}
