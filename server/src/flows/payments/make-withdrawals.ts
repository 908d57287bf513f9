import type { Clock } from '../../kernel/clock/clock.ts'
import { money } from '../../kernel/money/money.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { assert, Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { selectTerms } from '../../records/businesses/business-store.ts'
import {
  findDueWithdrawal,
  isWithdrawalOf,
  settleWithdrawalOrder,
} from '../../records/payments/withdrawal-order-store.ts'
import { acceptOrderedWithdrawals } from '../../records/transactions/accepting/withdrawal-store.ts'
import { claimNudgesOf, type Nudge } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'
import { type SendNudge, sendNudges } from '../advance/send-nudges.ts'
import { createWithdrawalAcceptance, type WithdrawalAcceptance } from '../withdrawals/accept-withdrawal.ts'

export type OrderedDeps = Readonly<{
  pool: Pool
  clock: Clock
  withdrawals: WithdrawalAcceptance
  nudge: SendNudge
  onFailure: (orderId: string, error: unknown) => void
}>

/** Refusals that end by themselves. The withdrawal is tried again without a member. */
const TEMPORARY: ReadonlySet<RefusalCode> = new Set(['overloaded', 'unavailable', 'withdrawals_stopped'])

/** Accepts the withdrawals that members ordered, by the same rules as a withdrawal from the API. */
export function createOrderedWithdrawals({
  pool,
  clock,
}: Readonly<{ pool: Pool; clock: Clock }>): WithdrawalAcceptance {
  return createWithdrawalAcceptance({ pool, clock, onGroup: () => {} }, async (withdrawals) =>
    acceptOrderedWithdrawals(
      pool,
      withdrawals.map((one) => ({ orderId: readOrderKey(one.idempotencyKey), withdrawal: one })),
    ),
  )
}

/**
 * Accepts the withdrawal of an approved order. It has the reference of the order and a key of its id, so repeated and concurrent runs
 * accept it once. If it is refused, nothing is debited, and the reason is stored.
 */
export async function advanceWithdrawalOrder(deps: OrderedDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'not_found', onFailure }, id, async () => makeWithdrawal(deps, id))
}

async function makeWithdrawal(deps: OrderedDeps, id: string): Promise<void> {
  const { pool, clock, withdrawals, nudge } = deps
  const due = await findDueWithdrawal(pool, id)
  if (due === undefined) return settleWithdrawalOrder(pool, id)
  const { businessId, mode, reference, network, address, amountMinor } = due
  if (!due.isActive) throw new Error('the business is suspended')
  if (!due.isEnrolled) {
    const message = 'The wallet was removed after members approved this withdrawal.'
    return settleWithdrawalOrder(pool, id, { code: 'wallet_unknown', message })
  }
  const terms = await selectTerms(pool, businessId, mode)
  assert(terms !== undefined, `the business ${businessId} has no terms`)
  try {
    const { withdrawal, isReplay } = await withdrawals.accept(
      { tenant: { businessId, mode }, terms },
      {
        reference,
        idempotencyKey: orderKey(id),
        amount: money('NGNC', amountMinor),
        wallet: { network, address },
      },
    )
    if (isReplay && !(await isWithdrawalOf(pool, withdrawal.id, id)))
      throw new Refusal('reference_conflict', 'Another transaction of your business has this reference.')
    await settleWithdrawalOrder(pool, id)
    // A lost nudge is repeated by the sweeper.
    await sendNudges(await claimNudgesOf(pool, [withdrawal.id], clock.now()), nudge)
  } catch (error) {
    if (!(error instanceof Refusal) || TEMPORARY.has(error.code)) throw error
    await settleWithdrawalOrder(pool, id, { code: error.code, message: error.message })
  }
}

/** Has a space, which no caller of the API can send, so that none of them takes the key of an order. */
function orderKey(id: string): string {
  return `withdrawal ${id}`
}

function readOrderKey(key: string | null): string {
  const [, id] = /^withdrawal (\S{36})$/.exec(key ?? '') ?? []
  assert(id !== undefined, 'a withdrawal that members ordered must have its key')
  return id
}
