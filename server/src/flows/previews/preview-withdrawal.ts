import { newId } from '../../kernel/ids/ids.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { selectOwnProblems } from '../../records/transactions/accepting/request-store.ts'
import { withdrawalMachine } from '../../records/transactions/machines/withdrawal-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { refusalOfAnswer } from '../accept/refusals.ts'
import type { Asking } from '../accept/request-identity.ts'
import { guardSince, namesOf } from '../accept/request-identity.ts'
import { meaningOfWithdrawal, refusalOfSending } from '../withdrawals/accept-withdrawal.ts'
import { checkDelivery } from './check-delivery.ts'
import {
  expectedWithin,
  findEarlier,
  joinFindings,
  noFindings,
  type Preview,
  type PreviewDeps,
  toStops,
} from './preview.ts'

/** A withdrawal as far as it could be read; undefined is what cannot stand. */
export type IntendedWithdrawal = Readonly<{
  amount: Money | undefined
  wallet: Wallet | undefined
  reference: string | null
}>

const NOTHING_MEANT = Buffer.alloc(0)
const NO_NETWORK: Wallet = { network: '', address: '' }

/** All that would stand in the way of a withdrawal, asked at the same time. */
export async function previewWithdrawal(
  deps: PreviewDeps,
  { tenant, terms }: Asking,
  { amount, wallet, reference }: IntendedWithdrawal,
): Promise<Preview> {
  const amounts = amount && { amount, fee: money('NGNC', 0n), receives: amount }
  const expectedWithinMs = expectedWithin(withdrawalMachine, ['requested', 'cleared', 'sending'])
  const isWhole = amount !== undefined && wallet !== undefined
  const meaning = isWhole
    ? meaningOfWithdrawal({ amount, wallet, reference, idempotencyKey: null })
    : undefined
  const names = namesOf({ reference, idempotencyKey: null }, newId())
  const now = deps.clock.now()
  const [earlier, problems, delivery] = await Promise.all([
    findEarlier(deps.pool, tenant, names, meaning),
    asTenant(deps.pool, tenant, async (sql) =>
      selectOwnProblems(sql, {
        type: 'withdrawal',
        amountMinor: amount?.minor ?? 0n,
        network: wallet?.network ?? null,
        meaning: meaning ?? NOTHING_MEANT,
        guardSince: guardSince(names, now),
        dailyLimitMinor: terms.dailyLimitMinor,
        at: now,
      }),
    ),
    wallet === undefined ? noFindings : checkDelivery(deps, tenant, wallet, amount),
  ])
  if (earlier.isReplay) return { needs: [], warnings: [earlier.notice], amounts, expectedWithinMs }
  const own = problems.map(
    (problem) =>
      refusalOfAnswer(problem, 'withdrawal') ?? refusalOfSending(problem.outcome, wallet ?? NO_NETWORK),
  )
  const refusals = [...own.filter((refusal) => refusal !== undefined), ...earlier.refusals]
  const isClosed = refusals.some(({ code }) => code.startsWith('withdrawals_'))
  const found = joinFindings([
    { stops: toStops(refusals), warnings: [] },
    // Where nothing is sent at all, that no wallet of ours is there says nothing more.
    { ...delivery, stops: delivery.stops.filter(({ code }) => !(isClosed && code === 'delivery_stopped')) },
  ])
  return { needs: found.stops, warnings: found.warnings, amounts, expectedWithinMs }
}
