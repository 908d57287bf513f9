import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import { notify } from '../hooks/notify.ts'
import { lagosDate, lastMomentOfDay, nextWorkingDay } from '../lagos-time.ts'
import type { Account } from '../ledger/account.ts'
import type { Line } from '../ledger/line.ts'
import { refusePayment } from '../numbers/accept-payment.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorBanks } from '../vendor.ts'
import { bookAftermath } from './aftermath.ts'
import { bookLine } from './book-line.ts'
import { chooseNarration } from './choose-narration.ts'
import { drawPayer } from './draw-payer.ts'
import type { PaymentOrder } from './payment-order.ts'

export type PaidIn = Readonly<{ lines: readonly Line[]; scheduledFor?: number }>

/** Makes a payment, changed by its faults. With `at` in the future, it is scheduled. */
export function payIn(
  bank: SimulatedBank,
  order: PaymentOrder,
  faults: readonly Struck[],
  at?: number,
): PaidIn {
  const { clock, ledger, rules, schedule } = bank
  const now = clock.now()
  const { vendor } = mustFind(bank, order.account)
  const drawn = rules.forPayment({ vendor, account: order.account }, ledger.nextSeq() + schedule.waiting())
  const struck = [...faults, ...drawn.filter(({ fault }) => !faults.some((one) => one.fault === fault))]

  const due = struck.some(({ fault }) => fault === 'at_midnight') ? lastMomentOfDay(now) : (at ?? now)
  if (due <= now) return { lines: settle(bank, order, struck, now) }
  const entry = { id: schedule.nextId(), at: due, does: 'pay' as const, order, faults: struck }
  bank.commit({ is: 'scheduled', entry })
  return { lines: [], scheduledFor: due }
}

/** Books a payment that is due. */
export function settle(
  bank: SimulatedBank,
  order: PaymentOrder,
  struck: readonly Struck[],
  at: number,
): Line[] {
  const { draw, ledger } = bank
  const seq = ledger.nextSeq()
  const has = (fault: FaultName) => struck.some((one) => one.fault === fault)
  const asked = mustFind(bank, order.account)
  const account = has('wrong_account') ? otherThan(bank, asked) : asked
  if (has('retired_account')) bank.commit({ is: 'account', account: { ...account, status: 'retired' } })

  const askedPayer = order.payer ?? drawPayer(draw, seq)
  const payer = has('third_party') ? drawPayer(draw, 'third party', seq) : askedPayer
  const gross = changeAmount(order.gross, has)
  const why = order.number === undefined ? undefined : refusePayment(bank, order.number, { gross, at, has })
  if (order.number !== undefined && why !== undefined) {
    bank.commit({ is: 'refused', payment: { number: order.number, gross, at, why } })
    return []
  }
  const isOther = account !== asked || payer !== askedPayer || gross !== order.gross
  const whole = {
    account,
    direction: 'credit' as const,
    payer,
    remark: order.remark,
    narration: chooseNarration(draw, payer, order.remark, seq, has),
    // The notification is sent now, but the payment is older.
    at: at - (struck.find(({ fault }) => fault === 'booked_before')?.seconds ?? 0) * 1000,
    faults: struck,
    number: order.number,
    ...(isOther || has('split')
      ? { asked: { account: asked.number, gross: order.gross, payer: askedPayer } }
      : {}),
  }

  if (has('own_payout_returned')) return bookReturn(bank, { ...whole, gross })
  const isShared = has('hook_two_payers') && account.vendor === 'monnify'
  const parts = isShared ? [threeFifths(gross)] : divide(gross, has)
  const lines = parts.map((part) => bookLine(bank, { ...whole, mark: 'payment', gross: part }))
  const [first] = lines
  if (isShared && first !== undefined) {
    const other = drawPayer(draw, 'second', seq)
    const second = {
      payer: other,
      // The narration is that of the second payer, not of the first.
      narration: chooseNarration(draw, other, order.remark, seq, has),
      reference: first.reference,
      gross: gross - first.gross,
    }
    lines.push(bookLine(bank, { ...whole, ...second, mark: 'payment' }))
  }
  if (has('settled_next_day')) scheduleSettlement(bank, account, lines, at)
  for (const line of lines)
    if (line.reference !== first?.reference || line === first) notify(bank, line, struck)
  return [...lines, ...bookAftermath(bank, account, lines, struck, at)]
}

const SETTLED_AT = 'T08:00:00+01:00'

/** Lets the vendor send what it settles of these payments to a bank account of ours, as one transfer on the next working day. */
function scheduleSettlement(
  bank: SimulatedBank,
  { vendor, settlesTo }: Account,
  lines: readonly Line[],
  at: number,
): void {
  if (settlesTo === undefined || bank.ledger.account(settlesTo) === undefined) return
  const { code, name } = vendorBanks[vendor]
  const order = {
    account: settlesTo,
    gross: lines.reduce((sum, { settled }) => sum + settled, 0n),
    payer: {
      accountNumber: '0700000001',
      name: `${vendor.toUpperCase()} SETTLEMENT`,
      bankCode: code,
      bankName: name,
    },
    remark: `SETTLEMENT ${lines[0]?.reference ?? ''}`,
  }
  const due = Date.parse(`${nextWorkingDay(lagosDate(at))}${SETTLED_AT}`)
  bank.commit({
    is: 'scheduled',
    entry: { id: bank.schedule.nextId(), at: due, does: 'pay', order, faults: [] },
  })
}

/** Books our own payout that is returned. In a list of credits it looks like a payment. */
function bookReturn(bank: SimulatedBank, back: Omit<Parameters<typeof bookLine>[1], 'mark'>): Line[] {
  const outward = bookLine(bank, {
    ...back,
    direction: 'debit',
    mark: 'outward',
    narration: `NIP CR/MOB/${back.payer.name}/${back.payer.bankName}`,
    faults: [],
  })
  const narration = `***RSVL ${outward.narration}`
  const returned = bookLine(bank, { ...back, mark: 'return', of: outward.id, narration })
  notify(bank, returned, back.faults ?? [])
  return [outward, returned]
}

function changeAmount(gross: bigint, has: (fault: FaultName) => boolean): bigint {
  if (has('underpaid')) return gross > 100_000n ? gross - 50_000n : gross / 2n
  return has('overpaid') ? gross + 50_000n : gross
}

function divide(gross: bigint, has: (fault: FaultName) => boolean): bigint[] {
  const parts = has('split') ? [threeFifths(gross), gross - threeFifths(gross)] : [gross]
  return has('twin_payment') ? [...parts, ...parts] : parts
}

function threeFifths(kobo: bigint): bigint {
  return (kobo * 3n) / 5n
}

function otherThan({ ledger }: SimulatedBank, account: Account): Account {
  const others = ledger.accounts().filter(({ number }) => number !== account.number)
  return others.find(({ vendor }) => vendor === account.vendor) ?? others[0] ?? account
}

function mustFind({ ledger }: SimulatedBank, number: string): Account {
  const account = ledger.account(number)
  if (account === undefined) throw new Error(`the bank has no account ${number}`)
  return account
}
