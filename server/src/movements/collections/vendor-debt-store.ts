import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a vendor collected for us, what of it was cleared, and what should have been settled by now. */
export type VendorDebt = Readonly<{
  mode: Mode
  vendor: string
  collectedMinor: bigint
  clearedMinor: bigint
  /** What it had collected before the given time, in the order in which we learned of it. */
  dueMinor: bigint
  /** Whether operators said from which account it pays us. */
  isKnownPayer: boolean
}>

type Row = Readonly<{
  mode: Mode
  vendor: string
  collected: string
  cleared: string
  due: string
  is_known: boolean
}>

export async function listVendorDebts(sql: Sql, dueBefore: Date): Promise<readonly VendorDebt[]> {
  const { rows } = await sql.query<Row>(
    `select d.mode, d.vendor, d.collected_minor::text as collected, d.cleared_minor::text as cleared,
       coalesce((select m.through_minor::numeric from vendor_debt_move m
         where m.mode = d.mode and m.vendor = d.vendor and m.kind = 'collected' and m.booked_at < $1
         order by m.booked_at desc limit 1), 0)::text as due,
       coalesce((select t.pays_from_number is not null from current_vendor_terms t
         where t.mode = d.mode and t.vendor = d.vendor), false) as is_known
     from vendor_debt d order by d.mode, d.vendor`,
    [dueBefore],
  )
  return rows.map(({ mode, vendor, collected, cleared, due, is_known: isKnownPayer }) => ({
    mode,
    vendor,
    collectedMinor: BigInt(collected),
    clearedMinor: BigInt(cleared),
    dueMinor: BigInt(due),
    isKnownPayer,
  }))
}

/** A vendor that settles later, or owes us something, as operators see it. */
export type VendorStanding = Readonly<{
  vendor: string
  settles: string | null
  owedMinor: bigint
  capMinor: bigint
  paysFrom: string | null
}>

export async function listVendors(sql: Sql, mode: Mode): Promise<readonly VendorStanding[]> {
  const { rows } = await sql.query<{
    vendor: string
    settles: string | null
    owed: string
    cap: string
    paysFrom: string | null
  }>(
    `select v.vendor, r.settles, coalesce(d.collected_minor::numeric - d.cleared_minor::numeric, 0)::text as owed,
       vendor_cap($1, v.vendor)::text as cap, t.pays_from_number || ' at ' || t.pays_from_bank as "paysFrom"
     from (select vendor from current_rail where mode = $1 union select vendor from vendor_debt where mode = $1) v
     left join current_rail r on r.mode = $1 and r.vendor = v.vendor
     left join vendor_debt d on d.mode = $1 and d.vendor = v.vendor
     left join current_vendor_terms t on t.mode = $1 and t.vendor = v.vendor
     order by v.vendor`,
    [mode],
  )
  return rows.map(({ owed, cap, ...row }) => ({ ...row, owedMinor: BigInt(owed), capMinor: BigInt(cap) }))
}
