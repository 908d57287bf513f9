import { type Money, subtract } from '../../kernel/money/money.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type DepositTargets, depositSalt } from '../../movements/deposits/deposit-address.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { PayoutRoom } from '../../movements/payouts/payout-room.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { GrantedScope } from '../../records/keys/key-rights.ts'
import { compareNames } from '../../records/names/compare-names.ts'
import type { Sell } from '../../records/transactions/accepting/sell-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import type { Check } from '../accept/refusals.ts'
import type { Asking } from '../accept/request-identity.ts'

export type SellCheckDeps = Readonly<{
  nameEnquiry: NameEnquiry
  depositTargets: DepositTargets
  payoutRoom: PayoutRoom
}>

/** The known fields of a sell; undefined for a field that could not be parsed. */
type KnownOfSell = Readonly<{
  amount: Money | undefined
  payee: Sell['payee'] | undefined
  wallet: Wallet | null | undefined
}>

/** Returns the checks of a sell before it is accepted, in this order: the source of its tokens, our ability to pay, the account name. */
export function sellChecks(
  { nameEnquiry, depositTargets, payoutRoom }: SellCheckDeps,
  asking: Asking,
  { amount, payee, wallet }: KnownOfSell,
): readonly Check[] {
  return [
    () => {
      if (wallet !== undefined) requireSource(depositTargets, asking, wallet)
    },
    async () => amount && requireRoom(payoutRoom, asking, amount),
    async () => payee && requireNoOtherName(nameEnquiry, asking.tenant, payee),
  ]
}

/** Requires the payouts scope for a sell from the balance, because a key that may do this could empty the balance into any bank account. */
export function requireScope(
  { terms, scopes }: Asking & Readonly<{ scopes: readonly GrantedScope[] }>,
  { wallet }: Readonly<{ wallet: Wallet | null }>,
): void {
  if (wallet !== null || !terms.mayHoldBalance || scopes.includes('payouts')) return
  throw new Refusal(
    'scope_missing',
    'Selling from the balance needs the scope "payouts". Create a key with it, or sell from a wallet.',
  )
}

/** Returns the deposit address of a sell; null if the tokens come from the balance or the network is closed for deposits. */
export function depositAddressOf(
  targets: DepositTargets,
  { businessId, mode }: Tenant,
  wallet: Wallet | null,
  reference: string,
): string | null {
  if (wallet === null) return null
  const salt = depositSalt({ businessId, mode, reference })
  return targets.of(mode, wallet.network as NetworkName, salt)?.address ?? null
}

function requireSource(targets: DepositTargets, { tenant, terms }: Asking, wallet: Wallet | null): void {
  if (wallet !== null) {
    if (targets.isOpen(tenant.mode, wallet.network as NetworkName)) return
    throw new Refusal(
      'deposits_not_open',
      `Deposits are not available on ${wallet.network} in ${tenant.mode} mode yet. Use another network, or sell from your balance.`,
    )
  }
  if (!terms.mayHoldBalance) {
    throw new Refusal(
      'wallet_required',
      'Send network and wallet_address. This business cannot hold a balance with us.',
    )
  }
}

/** Refuses a sell whose naira we could not pay, before any tokens are debited. */
async function requireRoom(payoutRoom: PayoutRoom, { tenant, terms }: Asking, amount: Money): Promise<void> {
  const naira = subtract(amount, feeOf(terms.feePlan, amount))
  if (naira.minor <= (await payoutRoom.of(tenant.mode))) return
  throw new Refusal(
    'payouts_short',
    'We cannot pay out this much now. No tokens were debited. Reduce the amount, or try again in an hour.',
  )
}

export const NAME_ENQUIRY_TIMEOUT_MS = 2_000

/**
 * Refuses a name that differs from the bank's account name, and does not disclose the bank's name: nobody may use us to look up the owners
 * of accounts. A name that cannot be compared is accepted, and the sell waits for a confirmation before it is paid.
 */
async function requireNoOtherName(
  nameEnquiry: NameEnquiry,
  { mode }: Tenant,
  { bankCode, accountNumber, accountName }: Sell['payee'],
): Promise<void> {
  if (accountName === null) return
  const found = await askWithin(nameEnquiry, { bankCode, accountNumber, mode }, NAME_ENQUIRY_TIMEOUT_MS)
  if (found?.outcome === 'found' && compareNames(accountName, found.accountName) === 'different') {
    throw new Refusal(
      'beneficiary_name_mismatch',
      'The bank has another name for this account. Check account_number, bank_name and account_name.',
    )
  }
}
