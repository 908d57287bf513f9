import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Money } from '../../kernel/money/money.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { requireHonoured, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { feeOf } from '../../records/fees/fee.ts'
import {
  acceptBuys,
  type Buy,
  type BuyAnswer,
  type ClaimedPayer,
  findBuy,
  type NewBuy,
} from '../../records/transactions/accepting/buy-store.ts'
import { buyMachine } from '../../records/transactions/machines/buy-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { acceptOnce, groupLimits } from '../accept/accept-once.ts'
import { findReplay } from '../accept/find-first.ts'
import {
  type GivenNames,
  type KnownRequest,
  meaningOf,
  nameMeaning,
  namesOf,
} from '../accept/request-identity.ts'

/** Who asks: the tenant of a key, with what was agreed with it. */
export type Asking = Readonly<{ tenant: Tenant; terms: BusinessTerms }>

export type BuyRequest = GivenNames &
  Readonly<{
    amount: Money
    paidInto: VendorAccount
    payer: ClaimedPayer
    wallet: Wallet | null
  }>

export type AcceptedBuy = Readonly<{ buy: Buy; isReplay: boolean }>

export type BuyAcceptance = Readonly<{
  /** Resolves when the buy is durable. It is a claim: nothing is settled, and no money moves because of it. */
  accept(asking: Asking, request: BuyRequest): Promise<AcceptedBuy>
  drained(): Promise<void>
}>

const PAYMENT_WINDOW_MS = 7 * 24 * 60 * 60 * 1000
const FIRST_STATUS = 'pending_payment'
assert(buyMachine.starts.accepted === FIRST_STATUS, 'an accepted buy waits for its payment')

export function createBuyAcceptance({
  pool,
  clock,
  onGroup,
}: {
  pool: Pool
  clock: Clock
  onGroup: (size: number, seconds: number) => void
}): BuyAcceptance {
  const groups = createGroupCommits<NewBuy, BuyAnswer>({
    ...groupLimits,
    commit: async (buys) => acceptBuys(pool, buys),
    isUndone,
    onGroup,
  })
  return {
    accept: async (asking, request) => {
      const { tenant } = asking
      const id = newId()
      const names = namesOf(request, id)
      const meaning = meaningOfBuy(request)
      return acceptOnce<NewBuy, AcceptedBuy>(
        () => draftBuy(asking, request, { id, names, meaning, now: clock.now() }),
        async (buy) => {
          const { accepted, needs } = await groups.submit(buy)
          return accepted ? { buy: { ...buy, status: FIRST_STATUS, needs }, isReplay: false } : undefined
        },
        async () => {
          const first = await findReplay(pool, tenant, { names, meaning }, findBuy)
          return first && { buy: first, isReplay: true }
        },
      )
    },
    drained: groups.drained,
  }
}

function draftBuy({ tenant, terms }: Asking, request: BuyRequest, known: KnownRequest): NewBuy {
  const { amount, paidInto, payer } = request
  const { id, names, meaning, now } = known
  for (const check of buyChecks(terms, request)) check()
  return {
    ...tenant,
    id,
    reference: names.reference,
    idempotencyKey: names.idempotencyKey,
    amount,
    fee: feeOf(terms.feePlan, amount),
    vendorAccountId: paidInto.id,
    payer,
    wallet: walletOf(terms, request.wallet),
    createdAt: now,
    expiresAt: new Date(now.getTime() + PAYMENT_WINDOW_MS),
    dailyLimitMinor: terms.dailyLimitMinor,
    meaning,
  }
}

/** Of the request alone: where the tokens go that name no wallet is for the terms of the day to say. */
export function meaningOfBuy({ amount, paidInto, payer, wallet }: BuyRequest): Buffer {
  return meaningOf([
    'buy',
    amount.minor,
    paidInto.id,
    payer.bankCode,
    payer.accountNumber,
    nameMeaning(payer.accountName),
    wallet?.network ?? null,
    wallet?.address ?? null,
  ])
}

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
