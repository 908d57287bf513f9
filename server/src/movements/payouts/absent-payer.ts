import { PayerUnavailable, type PayoutRail } from './payout-rail.ts'

/** Where none is set up nothing can be paid: what is cleared waits until there is one. */
export const absentPayer: PayoutRail = {
  send: async () => refuse(),
  requery: async () => refuse(),
  balance: async () => refuse(),
  lines: async () => refuse(),
  journal: async () => refuse(),
}

function refuse(): never {
  throw new PayerUnavailable('no payer is set up')
}
