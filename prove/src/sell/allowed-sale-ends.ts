import type { AllowedEnd } from '../judge-end.ts'
import type { Sale, SaleConduct, SaleFault } from './sale.ts'

// If a bank fails a payment three times or does not report its outcome, nobody is at fault here. Operators ask the bank and pay.
const ABOUT_PAYOUTS = ['payout_failed', 'payout_unknown']
const paid = (...asks: readonly string[]): AllowedEnd => ({
  statuses: ['completed'],
  asks: [...ABOUT_PAYOUTS, ...asks],
})

/**
 * Allowed ends of a sell, by its customer's conduct and by the fault that the bank was set to make with it alone. Other faults of a bank, a
 * chain or a kill change no end. No sell expires by itself, because tokens may arrive within a day and a run lasts minutes.
 */
const allowedSaleEnds: Readonly<
  Record<SaleConduct, Readonly<{ none: AllowedEnd } & Partial<Record<SaleFault, AllowedEnd>>>>
> = {
  from_balance: { none: paid() },
  deposits: {
    none: paid(),
    // If the bank names nobody, operators cannot confirm the account. If a process dies at that time, it asks the bank again and the sell
    // is paid.
    name_not_found: { statuses: ['refunded', 'completed'], asks: [...ABOUT_PAYOUTS, 'name_differs'] },
    name_other: paid('name_differs'),
    success_then_reversed: paid(),
    // The payout ends when the vendor gives up, half an hour later. If the vendor refuses the order at the same time, the next order is
    // paid.
    otp_demanded: { statuses: ['paying_out', 'completed'], asks: ABOUT_PAYOUTS, leaves: ['payout_unknown'] },
  },
  tops_up: { none: paid('part_deposited') },
  tops_up_too_much: { none: paid('part_deposited', 'over_deposited', 'second_deposit') },
  sends_too_much: { none: paid('over_deposited') },
  sends_again: { none: paid('second_deposit', 'over_deposited') },
  sends_part: { none: { statuses: ['refunded'], asks: ['part_deposited'] } },
  sends_late: { none: paid('late_deposit') },
  wrong_network: { none: { statuses: ['pending_deposit'], asks: ['wrong_chain'] } },
  never_sends: { none: { statuses: ['pending_deposit'], asks: [] } },
}

export function allowedSaleEndOf({ conduct, fault }: Sale): AllowedEnd {
  const ends = allowedSaleEnds[conduct]
  return (fault === null ? undefined : ends[fault]) ?? ends.none
}
