import type { OrderedPayment } from '@afara/stack/simulators/bank-desk.ts'
import { type Conduct, naira, type Payer, type Purchase } from './purchase.ts'

type Paid = Readonly<{ minor: bigint; by?: Payer }>

const SHORT_BY = 50_00n
/** A payer who pays for another customer's buy. */
export const stranger: Payer = { account_number: '0777777777', name: 'SOMEBODY ELSE ENTIRELY', bank: 'UBA' }

const conducts: Readonly<Record<Conduct, (minor: bigint) => readonly Paid[]>> = {
  pays: (minor) => [{ minor }],
  pays_oddly: (minor) => [{ minor }],
  recalled: (minor) => [{ minor }],
  underpays: (minor) => [{ minor: minor - SHORT_BY }],
  overpays: (minor) => [{ minor: minor + SHORT_BY }],
  splits: (minor) => [{ minor: minor / 2n }, { minor: minor - minor / 2n }],
  stranger_pays: (minor) => [{ minor, by: stranger }],
  never_pays: () => [],
}

/** Returns the total that the payer of a purchase pays, in kobo. */
export function paidMinor({ conduct, amountMinor }: Purchase): bigint {
  return conducts[conduct](amountMinor).reduce((sum, { minor }) => sum + minor, 0n)
}

/** Returns the payments that the payer of a purchase makes. */
export function paymentsOf(purchase: Purchase): OrderedPayment[] {
  const { account, amountMinor, reference, conduct, faults } = purchase
  return conducts[conduct](amountMinor).map(({ minor, by = purchase.payer }) => ({
    account,
    amount: naira(minor),
    payer: by,
    remark: reference,
    faults,
  }))
}
