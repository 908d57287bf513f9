import type { SimulatedBank } from './simulated-bank.ts'
import type { Vendor } from './vendor.ts'
import type { Telling, Transaction } from './vendor-face.ts'

/** Returns a vendor's transaction by the vendor's own id, if that vendor has it. */
export function findTransaction(
  { ledger }: SimulatedBank,
  vendor: Vendor,
  reference: string,
): Transaction | undefined {
  const lines = ledger.transaction(reference).filter(({ direction }) => direction === 'credit')
  const [first] = lines
  const account = first === undefined ? undefined : ledger.account(first.account)
  if (account?.payouts !== undefined) return undefined
  return first === undefined || account?.vendor !== vendor ? undefined : { account, first, lines }
}

/** Tells whether every line of a transaction was taken back. */
export function isReversed({ ledger }: SimulatedBank, { lines }: Transaction): boolean {
  return lines.every(({ id }) => ledger.undoneBy(id) !== undefined)
}

export function tellingOf({ rules }: SimulatedBank, vendor: Vendor, account?: string): Telling {
  return {
    skewMs: (rules.strikes('clock_skew', { vendor, account })?.seconds ?? 0) * 1000,
    isZoneLost: rules.strikes('zone_lost', { vendor, account }) !== undefined,
  }
}
