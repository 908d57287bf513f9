import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Money } from '../../kernel/money/money.ts'
import { isUndone } from '../../kernel/postgres/database-errors.ts'
import { createGroupCommits } from '../../kernel/postgres/group-commits.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  acceptWithdrawals,
  findWithdrawal,
  type NewWithdrawal,
  type Withdrawal,
  type WithdrawalAnswer,
} from '../../records/transactions/accepting/withdrawal-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { acceptOnce, groupLimits } from '../accept/accept-once.ts'
import { findReplay } from '../accept/find-first.ts'
import { refuseUnlessAccepted } from '../accept/refusals.ts'
import { type GivenNames, guardSince, meaningOf, namesOf } from '../accept/request-identity.ts'
import type { Asking } from '../buys/accept-buy.ts'

export type WithdrawalRequest = GivenNames & Readonly<{ amount: Money; wallet: Wallet }>

export type AcceptedWithdrawal = Readonly<{ withdrawal: Withdrawal; isReplay: boolean }>

export type WithdrawalAcceptance = Readonly<{
  /** Resolves when the withdrawal is durable and its tokens are out of the balance. Nothing is sent yet. */
  accept(asking: Asking, request: WithdrawalRequest): Promise<AcceptedWithdrawal>
  drained(): Promise<void>
}>

export function createWithdrawalAcceptance({
  pool,
  clock,
  onGroup,
}: {
  pool: Pool
  clock: Clock
  onGroup: (size: number, seconds: number) => void
}): WithdrawalAcceptance {
  const groups = createGroupCommits<NewWithdrawal, WithdrawalAnswer>({
    ...groupLimits,
    commit: async (withdrawals) => acceptWithdrawals(pool, withdrawals),
    isUndone,
    onGroup,
  })
  return {
    accept: async ({ tenant, terms }, request) => {
      const { amount, wallet } = request
      const id = newId()
      const names = namesOf(request, id)
      const meaning = meaningOfWithdrawal(request)
      const now = clock.now()
      return acceptOnce<NewWithdrawal, AcceptedWithdrawal>(
        () => ({
          ...tenant,
          id,
          reference: names.reference,
          idempotencyKey: names.idempotencyKey,
          amount,
          wallet,
          createdAt: now,
          guardSince: guardSince({ names, now }),
          dailyLimitMinor: terms.dailyLimitMinor,
          meaning,
        }),
        async (draft) => {
          const answer = await groups.submit(draft)
          if (answer.outcome === 'taken') return undefined
          refuseUnlessAccepted(answer, 'withdrawal')
          const notSent = refusalOfSending(answer.outcome, wallet)
          if (notSent !== undefined) throw notSent
          return { withdrawal: { ...draft, status: 'requested' }, isReplay: false }
        },
        async () => {
          const first = await findReplay(pool, tenant, { names, meaning }, findWithdrawal)
          return first && { withdrawal: first, isReplay: true }
        },
      )
    },
    drained: groups.drained,
  }
}

/** Why nothing is sent to a wallet there, in the words of a refusal; undefined for any other answer. */
export function refusalOfSending(outcome: string, { network }: Wallet): Refusal | undefined {
  if (outcome === 'network_not_open') {
    return new Refusal(
      'withdrawals_not_open',
      `Nothing is sent on ${network} in this mode yet: name another network. No tokens were taken.`,
    )
  }
  if (outcome === 'frozen') {
    return new Refusal(
      'withdrawals_stopped',
      'Nothing is sent to wallets for this business or on this network at the moment: try again later, or ask us. No tokens were taken.',
    )
  }
  return undefined
}

export function meaningOfWithdrawal({ amount, wallet }: WithdrawalRequest): Buffer {
  return meaningOf(['withdrawal', amount.minor, wallet.network, wallet.address])
}
