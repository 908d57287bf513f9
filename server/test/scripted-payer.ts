import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import {
  type JournaledPayout,
  PayerUnavailable,
  type PayoutLine,
  type PayoutRail,
  type PayoutReading,
  type SendAnswer,
  type SendOrder,
} from '@afara/server/movements/payouts/payout-rail.ts'

type Status = 'pending' | 'success' | 'failed' | 'reversed'
type Ordered = Readonly<{
  payoutId: string
  accountId: string
  reference: string
  rightKey: string
  attempt: number
  transactionId: string
  bankCode: string
  accountNumber: string
  amountMinor: bigint
  balanceMinor?: bigint
  state: string
}>
/** A payment at the vendor. */
export type Payment = Ordered & { status: Status; sessionId: string }

/**
 * The outcome of one send. `isMade`: whether the vendor makes the payment. `answer`: the answer that we receive. `none`: the payer process
 * disappears before it answers.
 */
export type SendScript = Readonly<{
  isMade?: boolean
  answer?: Partial<SendAnswer> | 'none'
  isRefused?: boolean
}>

const PAGE = 50

/**
 * A payer and its vendors with every failure that the port allows: answers are lost, and payments are made but not reported. The payer
 * keeps the two guarantees of the real one: it instructs a vendor only once per reference, and it remembers. It does not refuse wrong
 * orders in the database, but counts all orders.
 */
export function createScriptedPayer(database: Pool) {
  const payments: Payment[] = []
  const lines = new Map<string, PayoutLine[]>()
  const journal: JournaledPayout[] = []
  const answers = new Map<string, SendAnswer>()
  const calls = new Map<string, number>()
  const asked: SendOrder[] = []
  let script: (order: Ordered, kind: SendOrder['kind']) => SendScript = () => ({})
  let readAs: (payment: Payment) => Partial<PayoutReading> | undefined = () => undefined
  let isGone = false
  let showsLines = true
  let availableMinor = 1_000_000_000n
  let serial = 0

  const requireHere = () => {
    if (isGone) throw new PayerUnavailable('gone')
  }
  const book = (
    accountId: string,
    line: Partial<PayoutLine> & Pick<PayoutLine, 'direction' | 'amountMinor'>,
  ) => {
    serial += 1
    const of = lines.get(accountId) ?? []
    lines.set(accountId, of)
    of.push({
      externalId: `line-${serial}`,
      at: new Date(1_800_000_000_000 + serial),
      reference: null,
      kind: 'payment',
      ...line,
    })
  }
  const pay = (ordered: Ordered, status: Status = 'pending'): Payment => {
    const { accountId, amountMinor, reference } = ordered
    const payment = { ...ordered, status, sessionId: `session-${payments.length}` }
    payments.push(payment)
    book(accountId, { direction: 'debit', amountMinor, reference })
    book(accountId, { direction: 'debit', amountMinor: 5_000n, reference, kind: 'fee' })
    return payment
  }
  const askVendor = (ordered: Ordered, { isMade = true, answer }: SendScript): SendAnswer | undefined => {
    const { payoutId, reference } = ordered
    calls.set(reference, (calls.get(reference) ?? 0) + 1)
    if (payments.some((payment) => payment.reference === reference)) return { payoutId, outcome: 'exists' }
    const payment = isMade ? pay(ordered) : undefined
    if (answer === 'none') return undefined
    const usual = { outcome: 'accepted', vendorId: payment?.sessionId ?? null, sessionId: null }
    return { payoutId, ...usual, ...answer } as SendAnswer
  }
  const sendOne = async ({ payoutId, kind }: SendOrder): Promise<SendAnswer | undefined> => {
    const ordered = await read(database, payoutId)
    if (ordered.state !== 'sending') {
      return { payoutId, outcome: 'refused', code: 'payout_over', message: `it is ${ordered.state}` }
    }
    const plan = script(ordered, kind)
    const isKnown = journal.some(({ reference }) => reference === ordered.reference)
    if (isKnown && kind === 'first') {
      const before = answers.get(ordered.reference)
      return before?.outcome === 'rejected' ? { ...before, payoutId } : { payoutId, outcome: 'exists' }
    }
    if (plan.isRefused === true && plan.answer !== 'none') {
      return {
        payoutId,
        outcome: 'refused',
        code: 'frozen',
        message: 'not now',
        ...plan.answer,
      } as SendAnswer
    }
    journal.push({ ...ordered, n: journal.length + 1 })
    const answer = askVendor(ordered, plan)
    if (answer !== undefined) answers.set(ordered.reference, answer)
    return answer
  }

  const rail: PayoutRail = {
    send: async (orders) => {
      requireHere()
      asked.push(...orders)
      const heard = await Promise.all(orders.map(sendOne))
      const told = heard.filter((answer) => answer !== undefined)
      if (told.length < heard.length) throw new PayerUnavailable('nobody heard the answer')
      return told
    },
    requery: async (ids) => {
      requireHere()
      return Promise.all(
        ids.map(async (payoutId): Promise<PayoutReading> => {
          const { reference, bankCode, accountNumber, amountMinor } = await read(database, payoutId)
          const payment = payments.find((made) => made.reference === reference)
          const at = new Date()
          if (payment === undefined) return { payoutId, at, kind: 'not_found', code: null }
          const said = readAs(payment)
          if (payment.status === 'pending' && said === undefined) {
            return { payoutId, at, kind: 'pending', code: null }
          }
          const { sessionId } = payment
          const whole = {
            code: null,
            amountMinor,
            accountNumber,
            bankCode,
            sessionId,
            vendorId: null,
            feeMinor: null,
          }
          return { payoutId, at, kind: payment.status, ...whole, ...said }
        }),
      )
    },
    balance: async () => {
      requireHere()
      return { availableMinor, at: new Date() }
    },
    lines: async (accountId, cursor) => {
      requireHere()
      if (!showsLines) throw new PayerUnavailable('the vendor shows no lines')
      const of = lines.get(accountId) ?? []
      const from = Number(cursor ?? '0')
      const page = of.slice(from, from + PAGE)
      return { lines: page, cursor: String(from + page.length), isWhole: from + page.length >= of.length }
    },
    refusedApprovals: async () => [],
    journal: async (after) => {
      requireHere()
      const payouts = journal.filter(({ n }) => n > after).slice(0, PAGE)
      const last = payouts.at(-1)?.n ?? after
      return { payouts, last, isWhole: last >= journal.length }
    },
  }

  return {
    rail,
    payments,
    journal,
    book,
    /** Number of payment instructions to the vendor, by reference. */
    calls,
    /** All requests to the payer. */
    asked,
    sends: (next: typeof script) => {
      script = next
    },
    /** Sets the answer to a payment query in place of the true one. */
    says: (next: typeof readAs) => {
      readAs = next
    },
    isGone: (gone: boolean) => {
      isGone = gone
    },
    showsLines: (shows: boolean) => {
      showsLines = shows
    },
    has: (minor: bigint) => {
      availableMinor = minor
    },
    /** Gives all pending payments this status. */
    settle: (status: Exclude<Status, 'pending'>, which: (payment: Payment) => boolean = () => true) => {
      for (const payment of payments.filter((made) => made.status === 'pending' && which(made)))
        payment.status = status
    },
    end: (payment: Payment, status: Status) => {
      payment.status = status
    },
    /** Simulates a payment that the bank accepted before a restore and that the restored database does not have. */
    sentBefore: (ordered: Ordered) => {
      journal.push({ ...ordered, n: journal.length + 1 })
      return pay(ordered)
    },
    /** Returns the order that the payer reads. */
    read: async (payoutId: string) => read(database, payoutId),
    /** Returns the naira of a payment to our account. */
    giveBack: ({ accountId, amountMinor, reference }: Payment) =>
      book(accountId, { direction: 'credit', amountMinor, reference, kind: 'return' }),
  }
}

async function read(database: Pool, payoutId: string): Promise<Ordered> {
  const { rows } = await database.query<{
    account_id: string
    reference: string
    attempt: number
    state: string
    transaction_id: string
    bank_code: string
    account_number: string
    amount_minor: string
    right_key: string
  }>(
    `select x.account_id, x.reference, x.attempt, x.state, r.transaction_id, r.bank_code, r.account_number, r.amount_minor,
       payout_right_key(r.business_id, r.mode, r.reference, r.purpose, r.leg) as right_key
     from payout x join payout_right r on r.id = x.right_id where x.id = $1`,
    [payoutId],
  )
  const row = rows[0]
  if (row === undefined) throw new Error(`there is no payout ${payoutId}`)
  return {
    payoutId,
    accountId: row.account_id,
    reference: row.reference,
    rightKey: row.right_key,
    attempt: row.attempt,
    transactionId: row.transaction_id,
    bankCode: row.bank_code,
    accountNumber: row.account_number,
    amountMinor: BigInt(row.amount_minor),
    state: row.state,
  }
}
