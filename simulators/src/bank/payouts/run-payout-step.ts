import { notifyPayout } from '../hooks/notify-payout.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { bookPayoutLine } from './book-payout-line.ts'
import type { Payout, PayoutStep } from './payout.ts'

type Change = (bank: SimulatedBank, payout: Payout, at: number) => Payout

const changes: Readonly<Record<PayoutStep, Change>> = {
  succeed: (bank, payout, at) => {
    const { code: _, ...rest } = payout
    const arrived = {
      ...rest,
      status: 'success' as const,
      arrivals: [...payout.arrivals, { at, kobo: payout.kobo }],
    }
    const fee = {
      direction: 'debit',
      mark: 'charge',
      kobo: payout.fee,
      words: 'Commission on NIP Transfer',
    } as const
    return bookPayoutLine(bank, arrived, fee, at)
  },
  fail: (_, payout) => ({ ...payout, status: 'failed', code: payout.code ?? '57' }),
  give_back: (bank, payout, at) =>
    bookPayoutLine(
      bank,
      payout,
      { direction: 'credit', mark: 'return', kobo: payout.kobo, words: 'RVSL TRF' },
      at,
    ),
  reverse: (_, payout, at) => ({
    ...payout,
    status: 'reversed',
    arrivals: payout.arrivals.map((arrival) => ({ ...arrival, takenBackAt: at })),
  }),
  debit_again: (bank, payout, at) => {
    const again = { ...payout, arrivals: [...payout.arrivals, { at, kobo: payout.kobo }] }
    return bookPayoutLine(
      bank,
      again,
      { direction: 'debit', mark: 'outward', kobo: payout.kobo, words: 'TRF' },
      at,
    )
  },
  abandon: (_, payout) => ({ ...payout, status: 'abandoned' }),
  // No answer was recorded, for example because this process ended meanwhile.
  give_up_asking: (_, payout) =>
    payout.approvals === undefined ? { ...payout, status: 'rejected', approvals: [0] } : payout,
}

/** Runs a planned step of a payout, at its planned time. */
export function runPayoutStep(bank: SimulatedBank, id: string, step: PayoutStep, at: number): void {
  const before = bank.payouts.get(id)
  if (before === undefined) return
  const changed = changes[step](bank, before, at)
  const isMoved = changed.status !== before.status
  const payout = isMoved ? { ...changed, updatedAt: at } : changed
  bank.commit({ is: 'payout', payout })
  const { status } = payout
  if (isMoved && (status === 'success' || status === 'failed' || status === 'reversed')) {
    notifyPayout(bank, payout, status)
  }
}
