import type { Struck } from '../faults/fault-rules.ts'
import { lagosDigits } from '../lagos-time.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { bookPayoutLine } from './book-payout-line.ts'
import type { Payout } from './payout.ts'
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
const INSTITUTIONS = { paystack: '110006', monnify: '090405', providus: '000023' } as const

/** Accepts an order. The money leaves our account now and arrives according to the plan. */
export function orderPayout(bank: SimulatedBank, order: PayoutOrder, struck: readonly Struck[]): Payout {
  const { clock, draw, payouts } = bank
  const { account, kobo } = order
  const now = clock.now()
  const seq = payouts.nextSeq()
  const beneficiary = payouts.beneficiary(order.bank, order.number)
  const isMissing = beneficiary.status === 'missing'
  const { steps, code, needsOtp } = planPayout(struck, account.payouts.settlesInSeconds, isMissing)
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
    status: needsOtp ? 'otp' : 'pending',
    sessionId: `${INSTITUTIONS[account.vendor]}${lagosDigits(now).slice(2, 14)}${String(seq).padStart(12, '0')}`,
    ...(code === undefined ? {} : { code }),
    createdAt: now,
    updatedAt: now,
    requeryFrom: now + (struck.find(({ fault }) => fault === 'requery_lags')?.seconds ?? 0) * 1000,
    lines: [],
    arrivals: [],
    faults: struck.map(({ fault, seconds }) => ({ fault, seconds })),
  }
  const debit = { direction: 'debit', mark: 'outward', kobo, words: 'TRF' } as const
  bank.commit({ is: 'payout', payout: needsOtp ? taken : bookPayoutLine(bank, taken, debit, now) })
  for (const { step, afterMs } of steps) {
    if (afterMs <= 0) runPayoutStep(bank, taken.id, step, now)
    else {
      const entry = {
        id: bank.schedule.nextId(),
        at: now + afterMs,
        does: 'payout',
        payout: taken.id,
        step,
      } as const
      bank.commit({ is: 'scheduled', entry })
    }
  }
  return payouts.get(taken.id) ?? taken
}

/** Returns an id in the format of the vendor's published samples. The number makes it unique. */
function writeVendorId({ vendor }: PayoutAccount, at: number, seq: number, digits: string): string {
  if (vendor === 'paystack')
    return `TRF_${Number(digits.slice(0, 6)).toString(36)}${seq.toString(36).padStart(8, '0')}`
  return `MFDS${digits.slice(0, 3)}${lagosDigits(at)}${String(seq).padStart(6, '0')}`
}
