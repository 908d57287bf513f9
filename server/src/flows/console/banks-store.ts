import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What ended on one day in Lagos. For an account that receives naira, everything that arrived has succeeded. */
export type BankDay = Readonly<{ day: string; ended: number; succeeded: number; minor: bigint }>

type BankDays = Readonly<{
  /** By vendor and bank: `paystack:000013`. */
  payouts: ReadonlyMap<string, readonly BankDay[]>
  /** By the id of our account. */
  credits: ReadonlyMap<string, readonly BankDay[]>
}>

export async function selectBankDays(
  sql: Sql,
  mode: Mode,
  { days, at }: Readonly<{ days: number; at: Date }>,
): Promise<BankDays> {
  const { rows } = await sql.query<
    Omit<BankDay, 'minor'> & { kind: string; subject: string; bankCode: string | null; minor: string }
  >(
    `select kind, subject, bank_code as "bankCode", day::text, ended, succeeded, minor::text from console_bank_days($1, $2, $3)`,
    [mode, days, at],
  )
  const of = (kind: string) =>
    new Map(
      [
        ...Map.groupBy(
          rows.filter((row) => row.kind === kind),
          ({ subject, bankCode }) => (bankCode === null ? subject : `${subject}:${bankCode}`),
        ),
      ].map(([key, own]) => [
        key,
        own.map(({ day, ended, succeeded, minor }) => ({ day, ended, succeeded, minor: BigInt(minor) })),
      ]),
    )
  return { payouts: of('payout'), credits: of('in') }
}

export type FailedPayout = Readonly<{
  transactionId: string
  vendor: string
  bankCode: string
  minor: bigint
  state: 'failed' | 'reversed'
  /** What the vendor said last, in its own words. */
  said: string | null
  at: Date
}>

/** Returns the newest first. */
export async function selectFailedPayouts(
  sql: Sql,
  mode: Mode,
  { days, most }: Readonly<{ days: number; most: number }>,
): Promise<readonly FailedPayout[]> {
  const { rows } = await sql.query<Omit<FailedPayout, 'minor'> & { minor: string }>(
    `select transaction_id as "transactionId", vendor, bank_code as "bankCode", minor::text, state, said, at
     from console_failed_payouts($1, $2, $3)`,
    [mode, days, most],
  )
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }))
}

/** The last time at which a vendor did not reach a bank. */
export type BankTrouble = Readonly<{
  vendor: string
  bankCode: string
  since: Date
  notedAt: Date
  attempts: number
  succeeded: number
}>

export async function selectBankTroubles(sql: Sql, mode: Mode): Promise<readonly BankTrouble[]> {
  const { rows } = await sql.query<BankTrouble>(
    `select vendor, bank_code as "bankCode", since, noted_at as "notedAt", attempts, succeeded from bank_trouble where mode = $1`,
    [mode],
  )
  return rows
}

/** An account that receives naira, and how its bank tells us of it. */
export type CollectingAccount = Readonly<{
  id: string
  name: string
  bankName: string
  accountNumber: string
  state: string
  /** Null: statements only. */
  feed: string | null
  readAt: Date | null
  failures: number
  error: string | null
}>

export async function selectCollectingAccounts(sql: Sql, mode: Mode): Promise<readonly CollectingAccount[]> {
  const { rows } = await sql.query<CollectingAccount>(
    `select v.id, v.name, v.bank_name as "bankName", v.account_number as "accountNumber", v.state, v.feed,
       greatest(k.polled_at, (select max(c.read_at) from feed_cursor c where c.vendor_account_id = v.id)) as "readAt",
       coalesce(k.poll_failures, 0) as failures, k.poll_error as error
     from vendor_account v left join account_look k on k.vendor_account_id = v.id
     where v.mode = $1 and v.state <> 'closed' order by v.bank_name, v.account_number`,
    [mode],
  )
  return rows
}
