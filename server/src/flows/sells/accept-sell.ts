import type { Clock } from '../../kernel/clock/clock.ts'
import type { Money } from '../../kernel/money/money.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { createLimitedNameEnquiry } from '../../movements/payouts/name-enquiry-store.ts'
import { feeOf } from '../../records/fees/fee.ts'
import type { GrantedScope } from '../../records/keys/key-rights.ts'
import type { SignedRequest } from '../../records/keys/message-signature.ts'
import {
  acceptSells,
  depositWindowMs,
  findSell,
  type NewSell,
  type Sell,
  type SellAnswer,
} from '../../records/transactions/accepting/sell-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { type Acceptance, type AcceptanceDeps, createAcceptance } from '../accept/acceptance.ts'
import { refuseUnlessAccepted } from '../accept/refusals.ts'
import {
  type Asking,
  commonFields,
  type GivenLabels,
  type GivenNames,
  guardSince,
  labelsMeaning,
  meaningOf,
  nameMeaning,
  type RequestIdentity,
} from '../accept/request-identity.ts'
import { depositAddressOf, requireScope, type SellCheckDeps, sellChecks } from './sell-checks.ts'

export type SellRequest = GivenNames &
  GivenLabels &
  Readonly<{
    amount: Money
    payee: Sell['payee']
    /** The wallet that will send the tokens; null for the balance. */
    wallet: Wallet | null
    signed?: SignedRequest | undefined
  }>

export type AcceptedSell = Readonly<{ sell: Sell; isReplay: boolean }>

/** The API key of the request and its scopes. `hasNames`: the names are the banks' own, so asking for them counts against no limit. */
export type SellAsking = Asking & Readonly<{ id: string; scopes: readonly GrantedScope[]; hasNames?: true }>

/** Accepts sells. When a sell from the balance is accepted, its tokens are held. Nothing is paid out yet. */
export type SellAcceptance = Acceptance<SellAsking, SellRequest, AcceptedSell>

/** Records sells in one commit. Payment orders have their own, which accepts nothing but their items. */
type CommitSells = (sells: readonly NewSell[]) => Promise<SellAnswer[]>

export function createSellAcceptance(
  deps: SellCheckDeps & AcceptanceDeps,
  commit: CommitSells = async (sells) => acceptSells(deps.pool, sells),
): SellAcceptance {
  const { clock, depositTargets } = deps
  const acceptance: SellAcceptance = createAcceptance(deps, {
    meaningOf: meaningOfSell,
    draft: async (asking: SellAsking, request: SellRequest, identity) => {
      const nameEnquiry = asking.hasNames ? deps.nameEnquiry : limitedFor(deps, asking, request.payee)
      for (const check of sellChecks({ ...deps, nameEnquiry }, asking, request)) await check()
      const { reference } = identity.names
      const depositAddress = depositAddressOf(depositTargets, asking.tenant, request.wallet, reference)
      return draftSell(asking, request, { depositAddress, identity, now: clock.now() })
    },
    commit,
    settle: (sell, answer): Sell | undefined => {
      if (answer.outcome === 'taken') return undefined
      refuseUnlessAccepted(answer, 'sell')
      return { ...sell, status: sell.wallet === null ? 'deposit_received' : 'pending_deposit' }
    },
    find: findSell,
    toAccepted: (sell, isReplay) => ({ sell, isReplay }),
  })
  return {
    ...acceptance,
    accept: async (asking, request) => {
      requireScope(asking, request)
      return acceptance.accept(asking, request)
    },
  }
}

/** Counts each name enquiry of a sell or its preview against the limit of the business. */
export function limitedFor(
  { pool, clock, nameEnquiry }: Readonly<{ pool: Pool; clock: Clock; nameEnquiry: NameEnquiry }>,
  { id: keyId, tenant }: SellAsking,
  { accountName }: Sell['payee'],
): NameEnquiry {
  const asking = { tenant, keyId, hasName: accountName !== null, at: clock.now() }
  return createLimitedNameEnquiry(nameEnquiry, pool, asking)
}

function draftSell(
  asking: SellAsking,
  { amount, payee, wallet, metadata, signed }: SellRequest,
  known: Readonly<{ depositAddress: string | null; identity: RequestIdentity; now: Date }>,
): NewSell {
  const { depositAddress, identity, now } = known
  return {
    ...commonFields(asking, identity),
    amount,
    fee: feeOf(asking.terms.feePlan, amount),
    payee,
    wallet,
    depositAddress,
    createdAt: now,
    metadata,
    signed,
    expiresAt: wallet === null ? undefined : new Date(now.getTime() + depositWindowMs),
    guardSince: guardSince(identity.names, now),
  }
}

export function meaningOfSell({ amount, payee, wallet, metadata }: SellRequest): Buffer {
  return meaningOf([
    'sell',
    amount.minor,
    payee.bankCode,
    payee.accountNumber,
    nameMeaning(payee.accountName),
    wallet?.network ?? null,
    wallet?.address ?? null,
    ...labelsMeaning({ metadata }),
  ])
}
