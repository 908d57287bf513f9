import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Buyer } from './buyers.ts'

/** Describes the recorded state of buys that were not matched. */
export async function explainBuys(pool: Pool, buyers: readonly Buyer[]): Promise<string[]> {
  const { rows } = await pool.query<{ words: string }>(
    `select concat_ws(' ', t.reference, t.status, t.created_at, (select concat('claim ', k.xid, ' seen ', m.seen_xid, ' ', v.state, ' ', now()) from claim k join matching_cursor m using (vendor_account_id) join vendor_account v on v.id = k.vendor_account_id where k.transaction_id = t.id), (
         select string_agg(concat_ws(' ', l.id, l.booked_at, f.payer_account_number, f.payer_account_mask, f.payer_name,
           f.payer_bank_code, 'left', f.left_minor, 'look', f.look_at, 'blocked', f.blocked_by, (select string_agg(s.source || ' ' || s.seen_at, ',') from bank_line_sighting s where s.line_id = l.id), (select string_agg(c.kind::text, ',') from case_file c where c.line_id = l.id)), '; ')
         from bank_line l left join credit_fund f on f.line_id = l.id
         where l.gross_minor = t.amount_minor and l.direction = 'credit')) as words
     from transaction t where t.reference = any ($1)`,
    [buyers.map(({ reference }) => reference)],
  )
  return rows.map(({ words }) => `not matched: ${words}`)
}
