import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { type Money, subtract } from '../../kernel/money/money.ts'
import { isUndone } from '../../kernel/postgres/connection-loss.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type DepositSalt, depositSalt } from '../../movements/deposits/deposit-salt.ts'
import type { DepositTargets } from '../../movements/deposits/deposit-target.ts'
import { isClearlyAnotherName } from '../../movements/payouts/beneficiary-name.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { PayoutRoom } from '../../movements/payouts/payout-room.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'
import type { KeyScope } from '../../records/businesses/key-scope.ts'
import { feeOf } from '../../records/fees/fee.ts'
import { depositWindowMs } from '../../records/transactions/deposit-window.ts'
import {
  acceptSells,
  findSell,
  type NewSell,
  type Sell,
  type SellAnswer,
} from '../../records/transactions/sell-store.ts'
import type { Wallet } from '../../records/transactions/wallet.ts'
import { acceptOnce } from '../accept/accept-once.ts'
import { findReplay } from '../accept/find-replay.ts'
import { groupLimits } from '../accept/group-limits.ts'
import { guardSince } from '../accept/guard-since.ts'
import { meaningOf, nameMeaning } from '../accept/meaning.ts'
import { refuseUnlessAccepted } from '../accept/refuse-unless-accepted.ts'
import { type GivenNames, type KnownRequest, namesOf } from '../accept/request-names.ts'
import type { Asking } from '../buys/accept-buy.ts'

export type SellRequest = GivenNames &
  Readonly<{
    amount: Money
    payee: Sell['payee']
    /** Where the tokens will come from; none takes them from the balance. */
    wallet: Wallet | null
  }>

export type AcceptedSell = Readonly<{ sell: Sell; isReplay: boolean }>

export type SellAcceptance = Readonly<{
  /** Resolves when the sell is durable and, where it takes a balance, the tokens are held. Nothing is paid out yet. */
  accept(asking: SellAsking, request: SellRequest): Promise<AcceptedSell>
  drained(): Promise<void>
}>

export type SellAsking = Asking & Readonly<{ scopes: readonly KeyScope[] }>

const NAME_WITHIN_MS = 2_000

export function createSellAcceptance({
  pool,
  clock,
  nameEnquiry,
  depositTargets,
  payoutRoom,
  onGroup,
}: {
  pool: Pool
  clock: Clock
  nameEnquiry: NameEnquiry
  depositTargets: DepositTargets
  payoutRoom: PayoutRoom
  onGroup: (size: number, seconds: number) => void
}): SellAcceptance {
  const groups = createGroupCommits<NewSell, SellAnswer>({
    ...groupLimits,
    commit: async (sells) => acceptSells(pool, sells),
    isUndone,
    onGroup,
  })
  return {
    accept: async (asking, request) => {
      const { tenant } = asking
      requireScope(asking, request)
      const id = newId()
      const names = namesOf(request, id)
      const meaning = meaningOfSell(request)
      return acceptOnce<NewSell, AcceptedSell>(
        async () => {
          const depositAddress = requireSource(
            asking,
            request,
            depositTargets,
            depositSalt({ ...tenant, reference: names.reference }),
          )
          await requireRoom(payoutRoom, asking, request)
          await requireNoOtherName(nameEnquiry, asking, request)
          return draftSell(asking, request, depositAddress, { id, names, meaning, now: clock.now() })
        },
        async (sell) => {
          const answer = await groups.submit(sell)
          if (answer.outcome === 'taken') return undefined
          refuseUnlessAccepted(answer, 'sell')
          const status = sell.wallet === null ? 'deposit_received' : 'pending_deposit'
          return { sell: { ...sell, status }, isReplay: false }
        },
        async () => {
          const first = await findReplay(pool, tenant, { names, meaning }, findSell)
          return first && { sell: first, isReplay: true }
        },
      )
    },
    drained: groups.drained,
  }
}

/** Whoever holds the key could empty the balance into any bank account. */
function requireScope({ terms, scopes }: SellAsking, { wallet }: SellRequest): void {
  if (wallet !== null || !terms.mayHoldBalance || scopes.includes('payouts')) return
  throw new Refusal(
    'scope_missing',
    'Selling from the balance needs the scope "payouts": have a key issued with it, or sell from a wallet.',
  )
}

/** The address that the tokens are to be sent to; null when they are taken from the balance. */
function requireSource(
  { tenant, terms }: SellAsking,
  { wallet }: SellRequest,
  targets: DepositTargets,
  salt: DepositSalt,
): string | null {
  if (wallet !== null) {
    const target = targets.of(tenant.mode, wallet.network as NetworkName, salt)
    if (target !== undefined) return target.address
    throw new Refusal(
      'deposits_not_open',
      `Tokens cannot be deposited on ${wallet.network} in ${tenant.mode} mode yet: name another network, or sell from your balance.`,
    )
  }
  if (!terms.mayHoldBalance) {
    throw new Refusal(
      'wallet_required',
      'Say where the tokens come from: give network and wallet_address. This business holds no balance with us.',
    )
  }
  return null
}

/** Tokens are not taken for naira that we could not pay. */
async function requireRoom(
  payoutRoom: PayoutRoom,
  { tenant, terms }: SellAsking,
  { amount }: SellRequest,
): Promise<void> {
  const naira = subtract(amount, feeOf(terms.feePlan, amount))
  if (naira.minor <= (await payoutRoom.of(tenant.mode))) return
  throw new Refusal(
    'payouts_short',
    'We could not pay out this much now: sell less, or try again in an hour. No tokens were taken.',
  )
}

/** Never says which name the bank has: that would make us a directory of other people's accounts. */
async function requireNoOtherName(
  nameEnquiry: NameEnquiry,
  { tenant }: SellAsking,
  { payee }: SellRequest,
): Promise<void> {
  if (payee.accountName === null) return
  const { bankCode, accountNumber, accountName } = payee
  const found = await askWithin(nameEnquiry, { bankCode, accountNumber, mode: tenant.mode }, NAME_WITHIN_MS)
  if (found?.outcome === 'found' && isClearlyAnotherName(accountName, found.accountName)) {
    throw new Refusal(
      'beneficiary_name_mismatch',
      'The bank has another name for this account: check account_number, bank_name and account_name.',
    )
  }
}

function draftSell(
  { tenant, terms }: SellAsking,
  request: SellRequest,
  depositAddress: string | null,
  known: KnownRequest,
): NewSell {
  const { amount, payee, wallet } = request
  const { id, names, meaning, now } = known
  return {
    ...tenant,
    id,
    reference: names.reference,
    idempotencyKey: names.idempotencyKey,
    amount,
    fee: feeOf(terms.feePlan, amount),
    payee,
    wallet,
    depositAddress,
    createdAt: now,
    expiresAt: wallet === null ? undefined : new Date(now.getTime() + depositWindowMs),
    guardSince: guardSince(known),
    dailyLimitMinor: terms.dailyLimitMinor,
    meaning,
  }
}

function meaningOfSell({ amount, payee, wallet }: SellRequest): Buffer {
  return meaningOf([
    'sell',
    amount.minor,
    payee.bankCode,
    payee.accountNumber,
    nameMeaning(payee.accountName),
    wallet?.network ?? null,
    wallet?.address ?? null,
  ])
}
