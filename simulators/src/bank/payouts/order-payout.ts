import type { Struck } from '../faults/fault-rules.ts'
import { lagosDigits } from '../lagos-time.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { bookPayoutLine } from './book-payout-line.ts'
import type { Payout, PayoutStep } from './payout.ts'
import { payoutFee } from './payout-fee.ts'
import { planPayout } from './plan-payout.ts'
import { runPayoutStep } from './run-payout-step.ts'

export type PayoutOrder = Readonly<{
  account: PayoutAccount
  reference: string
  kobo: bigint
  bank: string
  number: string
  /** The merchant's name for the beneficiary; empty if it gives none. */
  name: string
  narration: string
}>

// The vendor's institution code on the national rail, for session ids.
const INSTITUTIONS = { paystack: '110006', monnify: '090405', providus: '000023', kora: '110015' } as const
const ASKING_ENDS_AFTER_MS = 60_000

/**
 * Accepts an order. The money leaves our account now and arrives according to the plan. If the merchant must approve, nothing leaves before
 * `beginPayout` is called.
 */
export function orderPayout(bank: SimulatedBank, order: PayoutOrder, struck: readonly Struck[]): Payout {
  const { clock, draw, payouts } = bank
  const { account, kobo } = order
  const now = clock.now()
  const seq = payouts.nextSeq()
  const beneficiary = payouts.beneficiary(order.bank, order.number)
  const taken: Payout = {
    id: `payout_${seq}`,
    seq,
    account: account.number,
    reference: order.reference,
    vendorId: writeVendorId(account, now, seq, draw.digits(12, 'payout', seq)),
    kobo,
    fee: payoutFee(kobo),
    bank: order.bank,
    number: order.number,
    name: beneficiary.name,
    narration: order.narration,
    status: 'pending',
    sessionId: `${INSTITUTIONS[account.vendor]}${lagosDigits(now).slice(2, 14)}${String(seq).padStart(12, '0')}`,
    createdAt: now,
    updatedAt: now,
    requeryFrom: now + (struck.find(({ fault }) => fault === 'requery_lags')?.seconds ?? 0) * 1000,
    lines: [],
    arrivals: [],
    faults: struck.map(({ fault, seconds }) => ({ fault, seconds })),
  }
  if (account.payouts.approvalUrl === undefined) return beginPayout(bank, account, taken, struck)
  bank.commit({ is: 'payout', payout: taken })
  schedule(bank, taken.id, 'give_up_asking', now + ASKING_ENDS_AFTER_MS)
  return taken
}

/** Debits our account and plans the rest. */
export function beginPayout(
  bank: SimulatedBank,
  account: PayoutAccount,
  taken: Payout,
  struck: readonly Struck[],
): Payout {
  const now = bank.clock.now()
  const isMissing = bank.payouts.beneficiary(taken.bank, taken.number).status === 'missing'
  const { steps, code, needsOtp } = planPayout(struck, account.payouts.settlesInSeconds, isMissing)
  const begun: Payout = {
    ...taken,
    status: needsOtp ? 'otp' : 'pending',
    ...(code === undefined ? {} : { code }),
  }
  const debit = { direction: 'debit', mark: 'outward', kobo: taken.kobo, words: 'TRF' } as const
  bank.commit({ is: 'payout', payout: needsOtp ? begun : bookPayoutLine(bank, begun, debit, now) })
  for (const { step, afterMs } of steps) {
    if (afterMs <= 0) runPayoutStep(bank, taken.id, step, now)
    else schedule(bank, taken.id, step, now + afterMs)
  }
  return bank.payouts.get(taken.id) ?? begun
}

function schedule(bank: SimulatedBank, payout: string, step: PayoutStep, at: number): void {
  const entry = { id: bank.schedule.nextId(), at, does: 'payout', payout, step } as const
  bank.commit({ is: 'scheduled', entry })
}

/** Returns an id in the format of the vendor's published samples. The number makes it unique. */
function writeVendorId({ vendor }: PayoutAccount, at: number, seq: number, digits: string): string {
  if (vendor === 'paystack')
    return `TRF_${Number(digits.slice(0, 6)).toString(36)}${seq.toString(36).padStart(8, '0')}`
  return `MFDS${digits.slice(0, 3)}${lagosDigits(at)}${String(seq).padStart(6, '0')}`
}
