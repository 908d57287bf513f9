import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { NumberAnswer } from './collection-rail.ts'

/**
 * What to do for a buy that needs a number. `ask`: the request is committed and must be sent. `given`: a number is shown already. `busy`:
 * another process is asking. `none`: no vendor is left. `closed`: the buy waits for no payment.
 */
export type NumberStep =
  | Readonly<{ outcome: 'ask'; vendor: string; amount: Money; name: string }>
  | Readonly<{ outcome: 'given' | 'busy' | 'none' | 'closed' }>

type Wanted = Readonly<{
  id: string
  transactionId: string
  vendors: readonly string[]
  at: Date
  /** A request without an answer after this time counts as unknown. */
  patienceMs: number
}>

/** Chooses the next vendor and commits the request for a number, before it is sent. One caller at a time may ask for a buy. */
export async function askForNumber(sql: Sql, wanted: Wanted): Promise<NumberStep> {
  const { rows } = await sql.query<{
    outcome: NumberStep['outcome']
    vendor: string
    amount_minor: string
    name: string
  }>(
    `select outcome, vendor, amount_minor, name from ask_for_number($1, $2, $3, $4, make_interval(secs => $5 / 1000.0))`,
    [wanted.id, wanted.transactionId, wanted.vendors, wanted.at, wanted.patienceMs],
  )
  const [row] = rows
  if (row === undefined) return { outcome: 'closed' }
  const { outcome, vendor, name } = row
  return outcome === 'ask'
    ? { outcome, vendor, name, amount: money('NGN', BigInt(row.amount_minor)) }
    : { outcome }
}

/** Stores a vendor's answer. Returns whether the number is shown to the payer. A late number is kept but not shown. */
export async function noteNumber(
  sql: Sql,
  noted: Readonly<{ id: string; answer: NumberAnswer; isLate: boolean; at: Date }>,
): Promise<boolean> {
  const { answer } = noted
  const { rows } = await sql.query<{ shown: boolean }>('select note_number($1, $2, $3, $4) as shown', [
    noted.id,
    JSON.stringify(
      answer.kind === 'given'
        ? {
            state: answer.kind,
            number: answer.number,
            bank_name: answer.bankName,
            account_name: answer.accountName,
            valid_until: answer.validUntil,
          }
        : { state: answer.kind, problem: answer.why },
    ),
    noted.isLate,
    noted.at,
  ])
  return rows[0]?.shown === true
}

/** A number that its payer can use now. */
export type ShownNumber = Readonly<{
  number: string
  bankName: string
  accountName: string
  validUntil: Date
  /** What the vendor expects. */
  amountMinor: bigint
}>

/** Runs for one tenant, which sees only its own numbers. */
export async function findShownNumber(
  sql: Sql,
  transactionId: string,
  at: Date,
): Promise<ShownNumber | undefined> {
  const { rows } = await sql.query<Omit<ShownNumber, 'amountMinor'> & { amountMinor: string }>(
    `select number, bank_name as "bankName", account_name as "accountName", valid_until as "validUntil", amount_minor as "amountMinor"
     from collection_number where transaction_id = $1 and is_payable_number(id, $2) order by asked_at desc limit 1`,
    [transactionId, at],
  )
  return rows[0] && { ...rows[0], amountMinor: BigInt(rows[0].amountMinor) }
}
