import type { FaultName } from '../faults/catalogue.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorFaces } from '../vendor-faces.ts'
import type { NumberRefusal } from './number.ts'

/** Returns why a vendor sends a payment to one of its numbers back; undefined if it takes it. */
export function refusePayment(
  bank: SimulatedBank,
  number: string,
  { gross, at, has }: Readonly<{ gross: bigint; at: number; has: (fault: FaultName) => boolean }>,
): NumberRefusal | undefined {
  const issued = bank.numbers.find(number)
  if (issued === undefined) return undefined
  if (issued.isStanding === true)
    return has('standing_closed') || bank.numbers.isClosed(issued.id) ? 'closed' : undefined
  const { refusesOtherAmounts, takesTheRest } = vendorFaces[issued.vendor].numbers
  if (at > issued.until && !has('number_late_accepted')) return 'expired'
  const paid = bank.numbers.paidTo(issued.id)
  const isOpen = paid === 0n || (takesTheRest && paid < (issued.amount ?? 0n))
  if (!isOpen && !has('number_paid_again')) return 'paid_already'
  const refuses = has('number_amount_refused') || (refusesOtherAmounts && !has('number_amount_accepted'))
  const isOther = issued.amount !== null && paid + gross !== issued.amount && !has('number_paid_again')
  return isOther && refuses ? 'wrong_amount' : undefined
}
