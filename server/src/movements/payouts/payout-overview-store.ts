import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { PayoutAccountState, PayoutVendor } from './payout-account-store.ts'

/** A payout account, as operators see it. */
export type PayoutAccountOverview = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  state: PayoutAccountState
  frozenBecause: string | null
  shortOf: string | null
  /** Balance in the ledger. */
  bookedMinor: bigint
  /** The vendor's last reported balance; null before the first one. */
  availableMinor: bigint | null
  readAt: Date | null
  /** The last time that the vendor's own ledger was read to its end. */
  linesWholeAt: Date | null
  waitingCount: number
  waitingMinor: bigint
  outCount: number
  outMinor: bigint
  outSince: Date | null
}>

type OverviewRow = Omit<
  PayoutAccountOverview,
  'bookedMinor' | 'availableMinor' | 'waitingMinor' | 'outMinor'
> & {
  bookedMinor: string
  availableMinor: string | null
  waitingMinor: string
  outMinor: string
}

export async function selectPayoutAccounts(sql: Sql): Promise<PayoutAccountOverview[]> {
  const { rows } = await sql.query<OverviewRow>(
    `select a.id, a.mode, a.vendor, a.name, a.state, a.frozen_because as "frozenBecause", a.short_of as "shortOf",
       coalesce(b.amount_minor::numeric, 0) as "bookedMinor", a.available_minor as "availableMinor", a.read_at as "readAt",
       a.lines_whole_at as "linesWholeAt", o.count as "waitingCount", o.minor as "waitingMinor", x.count as "outCount",
       x.minor as "outMinor", x.since as "outSince"
     from payout_account a
     left join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
     cross join lateral (
       select count(*)::integer as count, coalesce(sum(o.amount_minor::numeric), 0) as minor from payout_order o where o.account_id = a.id) o
     cross join lateral (
       select count(*)::integer as count, coalesce(sum(r.amount_minor::numeric), 0) as minor, min(x.ordered_at) as since
       from payout x join payout_right r on r.id = x.right_id
       where x.account_id = a.id and x.next_look_at is not null and x.final_entry_id is null) x
     order by a.mode, a.vendor, a.name`,
  )
  return rows.map((row) => ({
    ...row,
    bookedMinor: BigInt(row.bookedMinor),
    availableMinor: row.availableMinor === null ? null : BigInt(row.availableMinor),
    waitingMinor: BigInt(row.waitingMinor),
    outMinor: BigInt(row.outMinor),
  }))
}

/** Finds the account with this printed name, or refuses. */
export async function requirePayoutAccount(sql: Sql, name: string): Promise<PayoutAccountOverview> {
  const account = (await selectPayoutAccounts(sql)).find((one) => formatPayoutAccount(one) === name)
  if (account !== undefined) return account
  throw new Refusal(
    'payout_account_unknown',
    `No payout account is called "${name}". Copy its name (such as test:paystack:main) from "npx afara ops payout-accounts".`,
  )
}

/** Formats the name as operators write it: test:paystack:main. */
export function formatPayoutAccount(account: Readonly<{ mode: Mode; vendor: string; name: string }>): string {
  return `${account.mode}:${account.vendor}:${account.name}`
}

/** A payout that has not ended, as operators see it. */
export type OpenPayout = Readonly<{
  id: string
  mode: Mode
  transactionId: string
  reference: string
  account: string
  bankCode: string
  amountMinor: bigint
  attempt: number
  state: string
  orderedAt: Date
  /** The last message about the payout. */
  lastSaid: string | null
}>

/** Oldest first. */
export async function selectOpenPayouts(sql: Sql, most: number): Promise<OpenPayout[]> {
  const { rows } = await sql.query<Omit<OpenPayout, 'amountMinor'> & { amountMinor: string }>(
    `select x.id, x.mode, r.transaction_id as "transactionId", x.reference, a.mode || ':' || a.vendor || ':' || a.name as account,
       r.bank_code as "bankCode", r.amount_minor as "amountMinor", x.attempt, x.state, x.ordered_at as "orderedAt", x.last_said as "lastSaid"
     from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
     where x.next_look_at is not null and x.money_back_at is null and x.state <> 'succeeded'
     order by x.ordered_at limit $1`,
    [most],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}

export async function readPayoutRoom(sql: Sql, mode: Mode): Promise<bigint> {
  const { rows } = await sql.query<{ room: string }>('select trunc(payout_room($1))::text as room', [mode])
  return BigInt(rows[0]?.room ?? '0')
}
