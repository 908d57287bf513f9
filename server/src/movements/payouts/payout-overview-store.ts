import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatPayoutAccount } from './payout-account-name.ts'
import type { PayoutAccountState, PayoutVendor } from './payout-account-store.ts'

/** An account that we pay from, as people look at it. */
export type PayoutAccountOverview = Readonly<{
  id: string
  mode: Mode
  vendor: PayoutVendor
  name: string
  state: PayoutAccountState
  frozenBecause: string | null
  shortOf: string | null
  /** In the books. */
  bookedMinor: bigint
  /** As the vendor said last; null before that. */
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

type Row = Omit<PayoutAccountOverview, 'bookedMinor' | 'availableMinor' | 'waitingMinor' | 'outMinor'> & {
  bookedMinor: string
  availableMinor: string | null
  waitingMinor: string
  outMinor: string
}

export async function selectPayoutAccounts(sql: Sql): Promise<PayoutAccountOverview[]> {
  const { rows } = await sql.query<Row>(
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

/** The account that somebody named as we print it. */
export async function requirePayoutAccount(sql: Sql, name: string): Promise<PayoutAccountOverview> {
  const account = (await selectPayoutAccounts(sql)).find((one) => formatPayoutAccount(one) === name)
  if (account !== undefined) return account
  throw new Refusal(
    'payout_account_unknown',
    `There is no payout account "${name}": copy its name (such as test:paystack:main) from "npx afara ops payout-accounts".`,
  )
}
