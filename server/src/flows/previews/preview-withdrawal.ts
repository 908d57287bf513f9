import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { mayWithdrawTo } from '../../records/transactions/accepting/withdrawal-store.ts'
import { withdrawalMachine } from '../../records/transactions/machines/withdrawal-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { refusalOfAnswer } from '../accept/refusals.ts'
import type { Asking } from '../accept/request-identity.ts'
import { meaningOfWithdrawal, refusalOfSending } from '../withdrawals/accept-withdrawal.ts'
import { checkDelivery } from './check-delivery.ts'
import {
  askRecord,
  conclude,
  expectedWithin,
  noFindings,
  type Preview,
  type PreviewDeps,
  toFindings,
} from './preview.ts'

/** The parsed fields of a withdrawal; undefined for a field that is invalid. */
export type IntendedWithdrawal = Readonly<{
  amount: Money | undefined
  wallet: Wallet | undefined
  reference: string | null
}>

const NO_NETWORK: Wallet = { network: '', address: '' }

/** Runs all checks of a withdrawal at the same time. */
export async function previewWithdrawal(
  deps: PreviewDeps,
  asking: Asking,
  { amount, wallet, reference }: IntendedWithdrawal,
): Promise<Preview> {
  const amounts = amount && { amount, fee: money('NGNC', 0n), receives: amount }
  const expectedWithinMs = expectedWithin(withdrawalMachine, ['requested', 'cleared', 'sending'])
  const isWhole = amount !== undefined && wallet !== undefined
  const meaning = isWhole
    ? meaningOfWithdrawal({ amount, wallet, reference, idempotencyKey: null })
    : undefined
  const network = wallet?.network ?? null
  const [{ earlier, problems }, delivery, isEnrolled] = await Promise.all([
    askRecord(deps, asking, { type: 'withdrawal', amount, network, reference, meaning }),
    wallet === undefined ? noFindings : checkDelivery(deps, asking.tenant, wallet, amount),
    wallet === undefined || asTenant(deps.pool, asking.tenant, async (sql) => mayWithdrawTo(sql, wallet)),
  ])
  const all = isEnrolled ? problems : [...problems, { outcome: 'wallet_not_enrolled' }]
  const own = all.map(
    (problem) =>
      refusalOfAnswer(problem, 'withdrawal') ?? refusalOfSending(problem.outcome, wallet ?? NO_NETWORK),
  )
  const isClosed = own.some((refusal) => refusal?.code.startsWith('withdrawals_'))
  return conclude({ amounts, expectedWithinMs }, earlier, [
    toFindings([...own, ...earlier.refusals]),
    // If the network is closed or frozen, an inactive lane adds no information.
    { ...delivery, stops: delivery.stops.filter(({ code }) => !(isClosed && code === 'delivery_stopped')) },
  ])
}
