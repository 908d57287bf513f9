import { faults, isFault } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import { parseNaira } from '../kobo.ts'
import { completePayer } from '../payments/draw-payer.ts'
import type { PaymentOrder } from '../payments/payment-order.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Vendor } from '../vendor.ts'
import { AdminRefusal } from './admin-refusal.ts'

const text = { type: 'string', maxLength: 200 } as const
export const paymentSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['account', 'amount'],
  properties: {
    account: text,
    amount: text,
    payer: {
      type: 'object',
      additionalProperties: false,
      properties: { account_number: text, name: text, bank: text, bank_code: text },
    },
    remark: text,
    at: text,
    after_seconds: { type: 'number', minimum: 0, maximum: 864_000 },
    faults: {
      type: 'array',
      items: {
        anyOf: [
          text,
          {
            type: 'object',
            additionalProperties: false,
            required: ['fault'],
            properties: { fault: text, seconds: { type: 'number', minimum: 0 } },
          },
        ],
      },
    },
  },
} as const
export type Payment = {
  account: string
  amount: string
  payer?: { account_number?: string; name?: string; bank?: string; bank_code?: string }
  remark?: string
  at?: string
  after_seconds?: number
  faults?: Array<string | { fault: string; seconds?: number }>
}

type ReadPayment = Readonly<{ order: PaymentOrder; struck: Struck[]; at: number | undefined }>

/** Reads one payment of a call. Throws if it cannot be made. `seq` selects the payer if none is named. */
export function readPayment(bank: SimulatedBank, one: Payment, seq: number): ReadPayment {
  const gross = parseNaira(one.amount)
  if (gross === undefined || gross === 0n) {
    throw new AdminRefusal(400, `amount must be naira as text, such as "50000.37": ${one.amount}`)
  }
  const issued = bank.numbers.find(one.account)
  const account = bank.ledger.account(issued?.pool ?? one.account)
  if (account?.payouts !== undefined) {
    throw new AdminRefusal(400, `${one.account} accepts no payments. See /admin/payout-accounts`)
  }
  if (account === undefined) throw new AdminRefusal(404, `there is no account ${one.account}`)
  const after = one.after_seconds
  if (one.at !== undefined && after !== undefined)
    throw new AdminRefusal(400, 'send at or after_seconds, not both')
  const at = one.at === undefined ? undefined : Date.parse(one.at)
  if (at !== undefined && !(at >= bank.clock.now())) {
    throw new AdminRefusal(400, 'at must be an ISO time that is later than the simulator’s clock')
  }
  const inSeconds = after === undefined ? undefined : bank.clock.now() + Math.round(after * 1000)
  const { account_number: accountNumber, bank_code: bankCode, name, bank: bankName } = one.payer ?? {}
  const given = {
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(bankCode === undefined ? {} : { bankCode }),
    ...(name === undefined ? {} : { name }),
    ...(bankName === undefined ? {} : { bank: bankName }),
  }
  const payer = completePayer(given, bank.draw, seq)
  const order = {
    account: account.number,
    ...(issued === undefined ? {} : { number: issued.number }),
    gross,
    payer,
    remark: one.remark ?? '',
  }
  return {
    order,
    struck: (one.faults ?? []).map((given) => readFault(given, account.vendor)),
    at: at ?? inSeconds,
  }
}

function readFault(given: string | { fault: string; seconds?: number }, vendor: Vendor): Struck {
  const { fault, seconds } = typeof given === 'string' ? { fault: given, seconds: undefined } : given
  if (!isFault(fault) || faults[fault].when !== 'payment') {
    throw new AdminRefusal(400, `${fault} is not a fault of a payment. See GET /admin/faults`)
  }
  if (faults[fault].vendors?.includes(vendor) === false) {
    throw new AdminRefusal(400, `${fault} is not a fault of ${vendor}`)
  }
  return { fault, seconds: seconds ?? faults[fault].seconds ?? 0 }
}
