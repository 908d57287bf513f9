import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A payout that the payer process sent before a restore, and whose request was not sent again. */
export type ForgottenPayout = Readonly<{
  accountId: string
  mode: Mode
  /** `<mode>:<vendor>:<name>` */
  account: string
  reference: string
  rightKey: string
  amountMinor: bigint
  /** Amount held in the balance of the business for it; undefined if it was not paid from a balance. */
  balanceMinor: bigint | undefined
  businessId: string
  businessName: string | null
  /** What the vendor's own ledger shows of the payout. */
  shown: 'gone' | 'back' | 'nothing'
}>

export async function selectForgottenPayouts(sql: Sql): Promise<ForgottenPayout[]> {
  const { rows } = await sql.query<
    Omit<ForgottenPayout, 'amountMinor' | 'balanceMinor'> & {
      amountMinor: string
      balanceMinor: string | null
    }
  >(
    `select f.account_id as "accountId", a.mode, a.mode || ':' || a.vendor || ':' || a.name as account, f.reference,
       f.right_key as "rightKey", f.amount_minor as "amountMinor", f.balance_minor as "balanceMinor",
       split_part(f.right_key, '/', 1) as "businessId", b.name as "businessName",
       case when l.net > 0 then 'gone' when l.net is not null then 'back' else 'nothing' end as shown
     from payout_forgotten f join payout_account a on a.id = f.account_id
     left join business b on b.id::text = split_part(f.right_key, '/', 1)
     left join lateral (select sum(case x.direction when 'debit' then 1 else -1 end) as net from payout_line x
       where x.account_id = f.account_id and x.reference = f.reference and x.kind <> 'fee') l on true
     where not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id)
       and not exists (select from payout_written_off w where w.reference = f.reference and w.account_id = f.account_id)
     order by f.noted_at, f.reference`,
  )
  return rows.map(({ amountMinor, balanceMinor, ...row }) => ({
    ...row,
    amountMinor: BigInt(amountMinor),
    balanceMinor: balanceMinor === null ? undefined : BigInt(balanceMinor),
  }))
}
