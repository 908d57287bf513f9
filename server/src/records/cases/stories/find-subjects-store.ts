import { parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'

/** An object that an operator's search text identifies. */
export type Subject = Readonly<{ kind: 'case' | 'credit' | 'transaction'; id: string }>

const MOST = 10

/**
 * Finds objects, newest first, by id (cas_, crd_, txn_, trf_), session id, the bank's id of a line, reference, account number (the payer's
 * or ours), or transfer hash.
 */
export async function findSubjects(sql: Sql, text: string): Promise<Subject[]> {
  for (const kind of ['case', 'credit', 'transaction'] as const) {
    const id = parseId(kind, text)
    if (id !== undefined) return selectById(sql, kind, id)
  }
  const transferId = parseId('transfer', text)
  const { rows } = await sql.query<Subject>(
    `select kind, id from (
       select 'credit' as kind, s.line_id as id from vendor_account v
         join bank_line_sighting s on s.vendor_account_id = v.id and (s.session_id = $1 or s.external_id = $1)
       union
       select 'credit', f.line_id from credit_fund f where f.payer_account_number = $1
       union
       select 'credit', f.line_id from credit_fund f join vendor_account v on v.id = f.vendor_account_id
         where v.account_number = $1
       union
       select 'transaction', k.transaction_id from business_mode m
         join request_key k on k.business_id = m.business_id and k.mode = m.mode and k.key = 'r:' || $1
       union
       select 'transaction', c.transaction_id from claim c where c.payer_account_number = $1
       union
       select 'transaction', r.transaction_id from transfer_attempt a
         join transfer f on f.id = a.transfer_id join transfer_right r on r.id = f.right_id where a.hash = $1
       union
       select 'transaction', r.transaction_id from transfer f join transfer_right r on r.id = f.right_id where f.id = $3
     ) found order by id desc limit $2`,
    [text.trim(), MOST, transferId],
  )
  return rows
}

async function selectById(sql: Sql, kind: Subject['kind'], id: string): Promise<Subject[]> {
  const table = { case: 'case_file', credit: 'bank_line', transaction: 'transaction' }[kind]
  const { rowCount } = await sql.query(`select from ${table} where id = $1`, [id])
  return rowCount === 1 ? [{ kind, id }] : []
}
