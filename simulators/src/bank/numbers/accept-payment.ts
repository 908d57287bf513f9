import type { FaultName } from '../faults/catalogue.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Vendor } from '../vendor.ts'
import type { NumberRefusal } from './number.ts'

/** Vendors that return a payment of another amount than the requested one. */
const refusesOtherAmounts: Readonly<Record<Vendor, boolean>> = {
  kora: true,
  paystack: true,
  monnify: false,
  providus: false,
}

/** Returns why a vendor sends a payment to one of its numbers back; undefined if it takes it. */
export function refusePayment(
  bank: SimulatedBank,
  number: string,
  { gross, at, has }: Readonly<{ gross: bigint; at: number; has: (fault: FaultName) => boolean }>,
): NumberRefusal | undefined {
  const issued = bank.numbers.find(number)
  if (issued === undefined) return undefined
  if (at > issued.until && !has('number_late_accepted')) return 'expired'
  if (bank.numbers.isPaid(issued.id) && !has('number_paid_again')) return 'paid_already'
  const refuses =
    has('number_amount_refused') || (refusesOtherAmounts[issued.vendor] && !has('number_amount_accepted'))
  return gross !== issued.amount && refuses ? 'wrong_amount' : undefined
}
