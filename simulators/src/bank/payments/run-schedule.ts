import { runPayoutStep } from '../payouts/run-payout-step.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { settle } from './pay-in.ts'
import { takeBack } from './take-back.ts'

/** Runs everything that is due, in order of time, and books it at its due time. */
export function runSchedule(bank: SimulatedBank): void {
  const { clock, schedule } = bank
  for (;;) {
    const entry = schedule.popDue(clock.now())
    if (entry === undefined) return
    bank.commit({ is: 'scheduled_done', id: entry.id })
    if (entry.does === 'pay') settle(bank, entry.order, entry.faults, entry.at)
    else if (entry.does === 'payout') runPayoutStep(bank, entry.payout, entry.step, entry.at)
    else takeBack(bank, entry.line, entry.does === 'reverse' ? 'reversal' : 'recall', entry.at)
  }
}
