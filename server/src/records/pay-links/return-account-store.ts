import type { Mode } from '../../kernel/mode.ts'
import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a pay page says about the account to which naira goes back. */
export type ReturnAccount = Readonly<{
  state: 'ask' | 'named'
  /** What was paid too much, or again. Null: it is about the payment itself. */
  extra: Money | null
  /** The bank in the bank's own record, or that of the named account. Null: the record does not name it. */
  bankCode: string | null
  bankName: string | null
  /** The last four digits of a named account. */
  ending: string | null
}>

/** Undefined if there is nothing to say. */
export async function readReturnAccount(sql: Sql, token: string): Promise<ReturnAccount | undefined> {
  const { rows } = await sql.query<Omit<ReturnAccount, 'extra'> & { extraMinor: string | null }>(
    `select state, extra_minor as "extraMinor", bank_code as "bankCode", bank_name as "bankName", ending from return_account_of_page($1)`,
    [token],
  )
  if (rows[0] === undefined) return undefined
  const { extraMinor, ...account } = rows[0]
  return { ...account, extra: extraMinor === null ? null : money('NGN', BigInt(extraMinor)) }
}

type NamedAccount = Readonly<{ bankCode: string; accountNumber: string }>

/** Counts and keeps a try. `ask`: the holder of the account must have all of `names`. */
export async function takeReturnAccount(
  sql: Sql,
  token: string,
  tryId: string,
  { bankCode, accountNumber }: NamedAccount,
  at: Date,
): Promise<
  Readonly<{ outcome: 'ask' | 'closed' | 'limited' | 'differs'; names: readonly string[]; mode: Mode }>
> {
  const { rows } = await sql.query<{
    outcome: 'ask' | 'closed' | 'limited' | 'differs'
    names: string[]
    mode: Mode
  }>('select outcome, names, mode from take_return_account($1, $2, $3, $4, $5)', [
    token,
    tryId,
    bankCode,
    accountNumber,
    at,
  ])
  return rows[0] ?? { outcome: 'closed', names: [], mode: 'test' }
}

/** Keeps the account for good. Returns false if nothing is asked any more. */
export async function keepReturnAccount(
  sql: Sql,
  tryId: string,
  holder: Readonly<{ bankName: string; accountName: string; names: readonly string[] }>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql.query<{ is_kept: boolean }>(
    'select keep_return_account($1, $2, $3, $4, $5) as is_kept',
    [tryId, holder.bankName, holder.accountName, holder.names, at],
  )
  return rows[0]?.is_kept === true
}
