import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { PayoutOrder } from './order-payout.ts'
import type { Payout } from './payout.ts'
import { payoutFee } from './payout-fee.ts'

export type Verdict =
  | Readonly<{ kind: 'take' }>
  | Readonly<{ kind: 'exists'; payout: Payout }>
  | Readonly<{ kind: 'refuse'; why: 'two_minutes' | 'balance' | 'frozen' | 'name' }>
  | Readonly<{ kind: 'refuse'; why: 'code'; code: string }>

const TWO_MINUTES_MS = 120_000

/** Decides whether an order is accepted. An existing payout is reported first, except that Monnify's two-minute rule precedes it. */
export function judgeOrder(bank: SimulatedBank, order: PayoutOrder, struck: readonly Struck[]): Verdict {
  const { clock, ledger, payouts } = bank
  const { account, kobo } = order
  const find = (fault: FaultName) => struck.find((one) => one.fault === fault)
  const last = payouts.lastTo({ ...order, account: account.number })
  if (account.vendor === 'monnify' && last !== undefined && clock.now() - last < TWO_MINUTES_MS) {
    return { kind: 'refuse', why: 'two_minutes' }
  }
  const payout = payouts.find(account.number, order.reference)
  if (payout !== undefined) return { kind: 'exists', payout }
  const refused = find('refuse_before_create')
  if (refused !== undefined) return { kind: 'refuse', why: 'code', code: refused.code ?? '' }
  if (account.payouts.isFrozen || find('account_frozen') !== undefined)
    return { kind: 'refuse', why: 'frozen' }
  const isShort = ledger.balance(account.number) < kobo + payoutFee(kobo)
  if (isShort || find('balance_too_low') !== undefined) return { kind: 'refuse', why: 'balance' }
  const { name } = payouts.beneficiary(order.bank, order.number)
  if (find('name_must_match') !== undefined && wordsOf(order.name) !== wordsOf(name)) {
    return { kind: 'refuse', why: 'name' }
  }
  return { kind: 'take' }
}

function wordsOf(name: string): string {
  return name.toUpperCase().split(/\s+/).filter(Boolean).toSorted().join(' ')
}
