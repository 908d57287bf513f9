import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'

/** All facts that a visitor with the token of a page may see. */
export type PayPage = Readonly<{
  mode: Mode
  businessName: string
  description: string | null
  returnUrl: string | null
  /** Status of the buy. */
  status: string
  amount: Money
  /** Amount that has arrived. */
  paid: Money
  /** Amount that is still missing. */
  left: Money
  code: string
  accountNumber: string
  accountName: string
  bankName: string
  expiresAt: Date
  /** Deadline for the rest, if a part was paid. */
  restUntil: Date | null
  /** Null: the tokens go to the balance of the business. */
  network: string | null
  hash: string | null
  /** False while the account, the business or its network is stopped. */
  takesPayment: boolean
  transactionId: string
  /** Set if the account number belongs to this payment alone, which can be paid to it until then. */
  numberUntil: Date | null
  /** A credit that may be this payment and is given to no buy yet. Its amount is told only if it has the code of the payment. */
  seen: Readonly<{ kind: 'sure' | 'only' | 'some'; amount: Money | null }> | null
}>

export async function readPayPage(sql: Sql, token: string): Promise<PayPage | undefined> {
  const { rows } = await sql.query<PayPageRow>({
    name: 'pay_page',
    text: 'select * from pay_page($1)',
    values: [token],
  })
  if (rows[0] === undefined) return undefined
  const { amountMinor, paidMinor, leftMinor, seenKind, seenMinor, ...page } = toCamel(rows[0])
  return {
    ...page,
    amount: money('NGN', BigInt(amountMinor)),
    paid: money('NGN', BigInt(paidMinor)),
    left: money('NGN', BigInt(leftMinor)),
    seen: seenKind && {
      kind: seenKind,
      amount: seenMinor === null ? null : money('NGN', BigInt(seenMinor)),
    },
  }
}

type PayPageRow = SnakeRow<Omit<PayPage, 'amount' | 'paid' | 'left' | 'seen'>> & {
  amount_minor: string
  paid_minor: string
  left_minor: string
  seen_kind: 'sure' | 'only' | 'some' | null
  seen_minor: string | null
}

/** How far the payment of a page is, for a person who looks at it. */
export type PayProgress = Readonly<{
  businessId: string
  /** Time at which we last read the whole list of the bank that the page names. Null: not yet. */
  lookedAt: Date | null
  /** Time at which the buy reached its status. */
  statusAt: Date
  /** Time at which we saw the first payment that counts. */
  arrivedAt: Date | null
  sessionId: string | null
  payerBankCode: string | null
  payerBankName: string | null
  /** The last four digits of the payer's account. */
  payerEnding: string | null
}>

export async function readPayProgress(sql: Sql, token: string): Promise<PayProgress | undefined> {
  const { rows } = await sql.query<SnakeRow<PayProgress>>('select * from pay_page_progress($1)', [token])
  return rows[0] && toCamel(rows[0])
}

/** How long payments of a bank take until we see them. */
export type BankPace = Readonly<{ bankCode: string; usualSeconds: number; mostSeconds: number }>

/** Returns the banks of which enough payments were seen lately. */
export async function readBankPaces(sql: Sql, mode: Mode): Promise<readonly BankPace[]> {
  const { rows } = await sql.query<SnakeRow<BankPace>>(
    'select bank_code, usual_seconds, most_seconds from payer_bank_paces($1)',
    [mode],
  )
  return rows.map(toCamel)
}
