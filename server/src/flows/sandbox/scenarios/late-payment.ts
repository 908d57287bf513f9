import { asTenant } from '../../../kernel/postgres/pool.ts'
import { ageTransaction } from '../../../records/sandbox/sandbox-clock-store.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import { type Scenario, usualFields } from '../scenario.ts'

const HOUR = 3600
const WINDOW_AND_AN_HOUR = 7 * 24 * HOUR + HOUR
const HALF_HOUR_AND_A_MINUTE = 31 * 60
// The buy has to have expired by then.
const PAID_AFTER_SECONDS = 6

export const latePayment: Scenario = {
  name: 'late_payment',
  type: 'buy',
  sentence: 'The naira comes after the buy has expired: it is not lost, and somebody decides.',
  does: 'Makes a buy whose seven days are over at once (your clock stays where it is), and pays it some seconds after (6, or as `seconds` says).',
  takes: [...usualFields, 'seconds'],
  expect: ['buy.pending_payment', 'buy.expired', 'buy.action_required'],
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    if (!buy.isReplay) {
      await asTenant(deps.pool, call.asking.tenant, async (sql) =>
        ageTransaction(sql, buy.id, WINDOW_AND_AN_HOUR),
      )
      deps.wake(buy.id)
    }
    await payFor(deps, buy, {
      ...buy.payment,
      bookedSecondsBefore: HALF_HOUR_AND_A_MINUTE,
      afterSeconds: call.given.seconds ?? PAID_AFTER_SECONDS,
    })
    return { transactionIds: [buy.id] }
  },
}
