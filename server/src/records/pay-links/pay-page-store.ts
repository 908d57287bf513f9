import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** All that whoever has the token of a page may know. */
export type PayPage = Readonly<{
  mode: Mode
  businessName: string
  description: string | null
  returnUrl: string | null
  /** Of the buy. */
  status: string
  amount: Money
  /** What is still missing. */
  left: Money
  code: string
  accountNumber: string
  accountName: string
  bankName: string
  expiresAt: Date
  /** Until when the rest may come, where a part has. */
  restUntil: Date | null
  /** None: the tokens went to the balance of the business. */
  network: string | null
  hash: string | null
  /** Not while the account, the business or its network is stopped. */
  takesPayment: boolean
}>

export async function readPayPage(sql: Sql, token: string): Promise<PayPage | undefined> {
  const { rows } = await sql.query<PayPageRow>({
    name: 'pay_page',
    text: 'select * from pay_page($1)',
    values: [token],
  })
  const row = rows[0]
  return (
    row && {
      mode: row.mode,
      businessName: row.business_name,
      description: row.description,
      returnUrl: row.return_url,
      status: row.status,
      amount: money('NGN', BigInt(row.amount_minor)),
      left: money('NGN', BigInt(row.left_minor)),
      code: row.code,
      accountNumber: row.account_number,
      accountName: row.account_name,
      bankName: row.bank_name,
      expiresAt: row.expires_at,
      restUntil: row.rest_until,
      network: row.network,
      hash: row.hash,
      takesPayment: row.takes_payment,
    }
  )
}

type PayPageRow = {
  mode: Mode
  business_name: string
  description: string | null
  return_url: string | null
  status: string
  amount_minor: string
  left_minor: string
  code: string
  account_number: string
  account_name: string
  bank_name: string
  expires_at: Date
  rest_until: Date | null
  network: string | null
  hash: string | null
  takes_payment: boolean
}
