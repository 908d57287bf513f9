import { expect, test } from 'vitest'
import { machines } from '../../transactions/machines/machines.ts'
import { choices, effectOf, questions, waitingForStaff } from './questions.ts'

/**
 * Who must act while a transaction has a status. `afara` works on it without anybody's decision, or operators review it; `nobody`: it has
 * ended. A new status fails here until somebody has thought about it.
 */
const turn: Readonly<Record<string, string>> = {
  'buy.pending_payment': 'payer',
  'buy.part_paid': 'business',
  'buy.payment_received': 'afara',
  'buy.action_required': 'business',
  'buy.on_hold': 'afara',
  'buy.cleared': 'afara',
  'buy.sending': 'afara',
  'buy.send_failed': 'staff',
  'buy.completed': 'nobody',
  'buy.refunding': 'afara',
  'buy.refunded': 'nobody',
  'buy.refund_failed': 'staff',
  'buy.expired': 'nobody',
  'buy.cancelled': 'nobody',
  'buy.recalled': 'nobody',
  'sell.pending_deposit': 'payer',
  'sell.part_deposited': 'business',
  'sell.deposit_received': 'afara',
  'sell.action_required': 'business',
  'sell.on_hold': 'afara',
  'sell.cleared': 'afara',
  'sell.paying_out': 'afara',
  'sell.payout_failed': 'afara',
  'sell.completed': 'nobody',
  'sell.returned': 'afara',
  'sell.refunding': 'staff',
  'sell.refunded': 'nobody',
  'sell.refund_failed': 'staff',
  'sell.expired': 'nobody',
  'sell.cancelled': 'nobody',
  'sell.recalled': 'nobody',
  'withdrawal.requested': 'afara',
  'withdrawal.on_hold': 'afara',
  'withdrawal.cleared': 'afara',
  'withdrawal.sending': 'afara',
  'withdrawal.send_failed': 'staff',
  'withdrawal.completed': 'nobody',
  'withdrawal.returned_to_balance': 'nobody',
}

const statuses = (['buy', 'sell', 'withdrawal'] as const).flatMap((type) =>
  Object.keys(machines[type].meanings).map((status) => `${type}.${status}`),
)

test('it is known for each status who must act', () => {
  expect(statuses.filter((status) => turn[status] === undefined)).toEqual([])
  expect(Object.keys(turn).filter((status) => !statuses.includes(status))).toEqual([])
})

test('every status that waits for the business has a question, and every one that waits for staff says so', () => {
  const of = (who: string) => statuses.filter((status) => turn[status] === who).sort()
  const asked = new Set(questions.map(({ type, status }) => `${type}.${status}`))
  expect([...asked].sort()).toEqual(of('business'))
  // In action_required our staff decides what is no question for the business.
  const told = Object.keys(waitingForStaff).filter((status) => !status.endsWith('.action_required'))
  expect(told.sort()).toEqual(of('staff'))
})

test('every question has a choice, a time and a default, and every choice is explained', () => {
  for (const { type, message, choices: offered, hours } of questions) {
    expect(offered.length).toBeGreaterThan(0)
    expect(offered).toContain('return')
    expect([message.endsWith('.'), hours > 0]).toEqual([true, true])
    for (const choice of offered) expect(effectOf(type, choice)).not.toBe('Not possible.')
  }
  expect([...new Set(questions.flatMap((one): readonly string[] => one.choices))].sort()).toEqual(
    [...choices].sort(),
  )
})
