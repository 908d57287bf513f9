import type { Money } from '../../kernel/money/money.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { requireHonoured, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { feeOf } from '../../records/fees/fee.ts'
import {
  acceptBuys,
  type Buy,
  type ClaimedPayer,
  findBuy,
  type NewBuy,
} from '../../records/transactions/accepting/buy-store.ts'
import { buyMachine } from '../../records/transactions/machines/buy-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { type Acceptance, type AcceptanceDeps, createAcceptance } from '../accept/acceptance.ts'
import {
  type Asking,
  commonFields,
  type GivenLabels,
  type GivenNames,
  labelsMeaning,
  meaningOf,
  nameMeaning,
  type RequestIdentity,
} from '../accept/request-identity.ts'

export type BuyRequest = GivenNames &
  GivenLabels &
  Readonly<{
    amount: Money
    paidInto: VendorAccount
    payer: ClaimedPayer
    wallet: Wallet | null
  }>

export type AcceptedBuy = Readonly<{ buy: Buy; isReplay: boolean }>

/** Accepts buys. A buy only claims that naira was or will be paid, so accepting it settles nothing and moves no money. */
export type BuyAcceptance = Acceptance<Asking, BuyRequest, AcceptedBuy>

const PAYMENT_WINDOW_MS = 7 * 24 * 60 * 60 * 1000
const FIRST_STATUS = 'pending_payment'
assert(buyMachine.starts.accepted === FIRST_STATUS, 'an accepted buy waits for its payment')

export function createBuyAcceptance(deps: AcceptanceDeps): BuyAcceptance {
  const { pool, clock } = deps
  return createAcceptance(deps, {
    meaningOf: meaningOfBuy,
    draft: (asking: Asking, request: BuyRequest, identity) =>
      draftBuy(asking, request, identity, clock.now()),
    commit: async (buys) => acceptBuys(pool, buys),
    settle: (buy, { accepted, needs }): Buy | undefined =>
      accepted ? { ...buy, status: FIRST_STATUS, needs } : undefined,
    find: findBuy,
    toAccepted: (buy, isReplay) => ({ buy, isReplay }),
  })
}

function draftBuy(asking: Asking, request: BuyRequest, identity: RequestIdentity, now: Date): NewBuy {
  const { terms } = asking
  const { amount, paidInto, payer } = request
  for (const check of buyChecks(terms, request)) check()
  return {
    ...commonFields(asking, identity),
    amount,
    fee: feeOf(terms.feePlan, amount),
    vendorAccountId: paidInto.id,
    payer,
    wallet: walletOf(terms, request.wallet),
    createdAt: now,
    metadata: request.metadata,
    expiresAt: new Date(now.getTime() + PAYMENT_WINDOW_MS),
  }
}

/**
 * Returns a digest of the request alone. The default wallet, which is used if the request names none, is not part of it: terms may change.
 */
export function meaningOfBuy({ amount, paidInto, payer, wallet, metadata }: BuyRequest): Buffer {
  return meaningOf([
    'buy',
    amount.minor,
    paidInto.id,
    payer.bankCode,
    payer.accountNumber,
    nameMeaning(payer.accountName),
    wallet?.network ?? null,
    wallet?.address ?? null,
    ...labelsMeaning({ metadata }),
  ])
}

/** The known fields of a buy; undefined for a field that could not be parsed. */
type KnownOfBuy = Readonly<{
  amount: Money | undefined
  paidInto: VendorAccount | undefined
  wallet: Wallet | null | undefined
}>

/** Returns the checks of a buy before it is accepted. They call no outside service. */
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

/** Returns the wallet that receives the tokens; null for the balance. */
export function walletOf({ defaultWallet }: BusinessTerms, wallet: Wallet | null): Wallet | null {
  return wallet ?? defaultWallet
}

/** Throws a refusal when the tokens would have no destination. */
export function requireDestination(terms: BusinessTerms, wallet: Wallet | null): void {
  if (walletOf(terms, wallet) !== null || terms.mayHoldBalance) return
  throw new Refusal(
    'wallet_required',
    'Send network and wallet_address, or set a default wallet for the business.',
  )
}
