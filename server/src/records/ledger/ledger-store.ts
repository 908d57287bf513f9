import type { Mode } from '../../kernel/mode.ts'
import { type Asset, type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import type { AccountKey, Posting } from './account.ts'

/** Postings of one commit. The caller chooses the id, so that a repeated step finds its own entry and posts no second one. */
export type Entry = Readonly<{
  id: string
  mode: Mode
  transactionId: string | null
  step: string
  at: Date
  postings: readonly Posting[]
}>

/** Posts an entry in the caller's transaction. Refuses an entry that is malformed or would take an account below its floor. */
export async function postEntry(sql: Sql, entry: Entry): Promise<void> {
  const { postings } = entry
  await refusing(
    sql.query('select post_entry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
      entry.id,
      entry.mode,
      entry.transactionId,
      entry.step,
      entry.at,
      postings.map(({ debit }) => debit.kind),
      postings.map(({ debit }) => debit.owner),
      postings.map(({ credit }) => credit.kind),
      postings.map(({ credit }) => credit.owner),
      postings.map(({ amount }) => amount.asset),
      postings.map(({ amount }) => amount.minor.toString()),
    ]),
  )
}

/** Posts the reversal of an entry in the caller's transaction. The database allows this once per entry. */
export async function reverseEntry(
  sql: Sql,
  reversal: Readonly<{ id: string; entryId: string; step: string; at: Date }>,
): Promise<void> {
  const { id, entryId, step, at } = reversal
  await refusing(sql.query('select reverse_entry($1, $2, $3, $4)', [id, entryId, step, at]))
}

export async function isPosted(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await sql.query('select from entry where id = $1', [id])
  return rows.length > 0
}

/** Returns the total of an account without a balance row, on its normal side. */
export async function sumAccount(sql: Sql, mode: Mode, account: AccountKey, asset: Asset): Promise<Money> {
  const { rows } = await sql.query<{ minor: string }>('select account_sum($1, $2, $3, $4) as minor', [
    mode,
    account.kind,
    account.owner,
    asset,
  ])
  return money(asset, BigInt(rows[0]?.minor ?? '0'))
}

/** Returns the balance of an account with a floor. */
export async function readBalance(sql: Sql, mode: Mode, account: AccountKey, asset: Asset): Promise<Money> {
  const { rows } = await sql.query<{ amount_minor: string }>(
    'select amount_minor from balance where owner = $1 and kind = $2 and asset = $3 and mode = $4',
    [account.owner, account.kind, asset, mode],
  )
  return money(asset, BigInt(rows[0]?.amount_minor ?? '0'))
}

const refusals: Readonly<Record<string, RefusalCode>> = {
  AF010: 'insufficient_funds',
  AF011: 'mode_mismatch',
  AF012: 'posting_malformed',
  AF013: 'clearing_not_square',
  AF014: 'not_reversible',
  AF630: 'posting_undeclared',
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint, message } = error as { code?: string; constraint?: string; message: string }
    if (constraint === 'entry_reverses') throw new Refusal('already_reversed', message)
    const refusal = refusals[code ?? '']
    if (refusal !== undefined) throw new Refusal(refusal, message)
    throw error
  }
}
