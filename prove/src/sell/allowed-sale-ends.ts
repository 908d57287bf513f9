import type { AllowedEnd } from '../judge-end.ts'
import type { Sale, SaleConduct, SaleFault } from './sale.ts'

// A bank that fails a payment three times, or does not say its outcome, is nobody's fault here: people ask it and pay.
const ABOUT_PAYOUTS = ['payout_failed', 'payout_unknown']
const paid = (...asks: readonly string[]): AllowedEnd => ({
  statuses: ['completed'],
  asks: [...ABOUT_PAYOUTS, ...asks],
})

/**
 * How a sell may end, by what its customer does and by what the bank does wrong with it alone. Everything else that a bank, a chain or a kill
 * does wrong changes no end. Nothing expires by itself: tokens have a day to come, and a run lasts minutes.
 */
const allowedSaleEnds: Readonly<
  Record<SaleConduct, Readonly<{ none: AllowedEnd } & Partial<Record<SaleFault, AllowedEnd>>>>
> = {
  from_balance: { none: paid() },
  deposits: {
    none: paid(),
    // Where the bank has named nobody, people cannot say that the account is right. A process that died just then asks the bank once more, and
    // the sell is paid.
    name_not_found: { statuses: ['refunded', 'completed'], asks: [...ABOUT_PAYOUTS, 'name_differs'] },
    name_other: paid('name_differs'),
    success_then_reversed: paid(),
    // It is over when the vendor gives it up, half an hour later. If the vendor refuses the order in the same moment, the next one is paid.
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
