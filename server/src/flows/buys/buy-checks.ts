import type { Money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requireHonoured, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'

/** As much of a buy as is known; undefined is what could not be read. */
type KnownOfBuy = Readonly<{
  amount: Money | undefined
  paidInto: VendorAccount | undefined
  wallet: Wallet | null | undefined
}>

/** What is asked of a buy before it is accepted. It asks nobody, so nobody waits. */
export function buyChecks(
  terms: BusinessTerms,
  { amount, paidInto, wallet }: KnownOfBuy,
): ReadonlyArray<() => void> {
  return [
    () => paidInto && requireHonoured(paidInto),
    () => wallet !== undefined && requireDestination(terms, wallet),
    () => amount && feeOf(terms.feePlan, amount),
  ]
}

/** Where the tokens go; null: into the balance. */
export function walletOf({ defaultWallet }: BusinessTerms, wallet: Wallet | null): Wallet | null {
  return wallet ?? defaultWallet
}

function requireDestination(terms: BusinessTerms, wallet: Wallet | null): void {
  if (walletOf(terms, wallet) !== null || terms.mayHoldBalance) return
  throw new Refusal(
    'wallet_required',
    'Say where the tokens go: give network and wallet_address, or have a default wallet set for the business.',
  )
}
