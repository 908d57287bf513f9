import type { FaultName } from '../faults/catalogue.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Payout } from './payout.ts'

/** Returns a payout as a requery shows it: not yet, correctly, or changed by faults. */
export function readPayout(
  bank: SimulatedBank,
  account: PayoutAccount,
  found: Payout | undefined,
): Payout | undefined {
  const { clock, rules } = bank
  if (found === undefined || found.account !== account.number || found.requeryFrom > clock.now())
    return undefined
  const on = { vendor: account.vendor, account: account.number, reference: found.reference }
  const has = (fault: FaultName) => rules.isSet(fault) && rules.strikes(fault, on) !== undefined
  return {
    ...found,
    ...(has('requery_lies_pending') ? { status: 'pending' as const } : {}),
    ...(has('requery_wrong_amount') ? { kobo: found.kobo * 10n } : {}),
    ...(has('requery_wrong_account') ? { number: otherNumber(found.number) } : {}),
  }
}

export function otherNumber(number: string): string {
  return number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10)
}
