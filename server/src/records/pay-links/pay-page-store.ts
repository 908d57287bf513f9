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
