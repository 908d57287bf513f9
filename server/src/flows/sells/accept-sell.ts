import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Money } from '../../kernel/money/money.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { KeyScope } from '../../records/keys/key-rights.ts'
import {
  acceptSells,
  depositWindowMs,
  findSell,
  type NewSell,
  type Sell,
  type SellAnswer,
} from '../../records/transactions/accepting/sell-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { acceptOnce, groupLimits } from '../accept/accept-once.ts'
import { findReplay } from '../accept/find-first.ts'
import { refuseUnlessAccepted } from '../accept/refusals.ts'
import {
  type GivenNames,
  guardSince,
  type KnownRequest,
  meaningOf,
  nameMeaning,
  namesOf,
} from '../accept/request-identity.ts'
import type { Asking } from '../buys/accept-buy.ts'
import { depositAddressOf, requireScope, type SellCheckDeps, sellChecks } from './sell-checks.ts'

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

export function createSellAcceptance({
  pool,
  clock,
  nameEnquiry,
  depositTargets,
  payoutRoom,
  onGroup,
}: SellCheckDeps & {
  pool: Pool
  clock: Clock
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
      const checks = sellChecks({ nameEnquiry, depositTargets, payoutRoom }, asking, request)
      const id = newId()
      const names = namesOf(request, id)
      const meaning = meaningOfSell(request)
      return acceptOnce<NewSell, AcceptedSell>(
        async () => {
          for (const check of checks) await check()
          const depositAddress = depositAddressOf(depositTargets, tenant, request.wallet, names.reference)
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

export function meaningOfSell({ amount, payee, wallet }: SellRequest): Buffer {
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
