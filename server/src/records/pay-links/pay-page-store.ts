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
}>

export async function readPayPage(sql: Sql, token: string): Promise<PayPage | undefined> {
  const { rows } = await sql.query<PayPageRow>({
    name: 'pay_page',
    text: 'select * from pay_page($1)',
    values: [token],
  })
  if (rows[0] === undefined) return undefined
  const { amountMinor, leftMinor, ...page } = toCamel(rows[0])
  return { ...page, amount: money('NGN', BigInt(amountMinor)), left: money('NGN', BigInt(leftMinor)) }
}

type PayPageRow = SnakeRow<Omit<PayPage, 'amount' | 'left'>> & { amount_minor: string; left_minor: string }
