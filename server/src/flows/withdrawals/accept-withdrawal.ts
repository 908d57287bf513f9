import type { Money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SignedRequest } from '../../records/keys/message-signature.ts'
import {
  acceptWithdrawals,
  findWithdrawal,
  type NewWithdrawal,
  type Withdrawal,
  type WithdrawalAnswer,
} from '../../records/transactions/accepting/withdrawal-store.ts'
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
} from '../accept/request-identity.ts'

export type WithdrawalRequest = GivenNames &
  GivenLabels &
  Readonly<{ amount: Money; wallet: Wallet; signed?: SignedRequest | undefined }>

export type AcceptedWithdrawal = Readonly<{ withdrawal: Withdrawal; isReplay: boolean }>

/** Accepts withdrawals. When a withdrawal is accepted, the balance is debited. Nothing is sent yet. */
export type WithdrawalAcceptance = Acceptance<Asking, WithdrawalRequest, AcceptedWithdrawal>

/** `commit` replaces how withdrawals are recorded, for a caller that links each to its order in the same commit. */
export function createWithdrawalAcceptance(
  deps: AcceptanceDeps,
  commit: (withdrawals: readonly NewWithdrawal[]) => Promise<readonly WithdrawalAnswer[]> = async (
    withdrawals,
  ) => acceptWithdrawals(deps.pool, withdrawals),
): WithdrawalAcceptance {
  const { clock } = deps
  return createAcceptance(deps, {
    meaningOf: meaningOfWithdrawal,
    draft: (
      asking: Asking,
      { amount, wallet, metadata, signed }: WithdrawalRequest,
      identity,
    ): NewWithdrawal => {
      const now = clock.now()
      const { names } = identity
      return {
        ...commonFields(asking, identity),
        amount,
        wallet,
        createdAt: now,
        metadata,
        signed,
        guardSince: guardSince(names, now),
      }
    },
    commit,
    settle: (draft, answer): Withdrawal | undefined => {
      if (answer.outcome === 'taken') return undefined
      refuseUnlessAccepted(answer, 'withdrawal')
      const notSent = refusalOfSending(answer.outcome, draft.wallet)
      if (notSent !== undefined) throw notSent
      return { ...draft, status: 'requested' }
    },
    find: findWithdrawal,
    toAccepted: (withdrawal, isReplay) => ({ withdrawal, isReplay }),
  })
}

/** Returns the refusal of a withdrawal that cannot be sent to this wallet; undefined for any other answer. */
export function refusalOfSending(outcome: string, { network }: Wallet): Refusal | undefined {
  if (outcome === 'network_not_open') {
    return new Refusal(
      'withdrawals_not_open',
      `${network} is not available in this mode yet. No tokens were debited. Use another network.`,
    )
  }
  if (outcome === 'frozen') {
    return new Refusal(
      'withdrawals_stopped',
      'Transfers are paused for this business or on this network. No tokens were debited. Try again later, or contact us.',
    )
  }
  if (outcome === 'wallet_not_enrolled') {
    return new Refusal(
      'wallet_not_enrolled',
      'Your business has not enrolled this wallet, or the wallet is not ready yet. No tokens were debited. ' +
        'A member enrols it on the dashboard, under Balance. It is ready after 24 hours, or when a second member approves it.',
    )
  }
  return undefined
}

export function meaningOfWithdrawal({ amount, wallet, metadata }: WithdrawalRequest): Buffer {
  return meaningOf([
    'withdrawal',
    amount.minor,
    wallet.network,
    wallet.address,
    ...labelsMeaning({ metadata }),
  ])
}
