import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Wanted } from './kinds.ts'
import type { Stage } from './stage.ts'

type Resolution = Wanted['resolution']

/** A decision about a credit or a debit, in its open case if it has one. */
export async function aboutCredit({ owner }: Stage, lineId = '', resolution: Resolution): Promise<Wanted> {
  const { rows } = await owner.query<{ caseId: string | null; account: string }>(
    `select l.vendor_account_id as account, (select c.id from case_file c where c.line_id = l.id and c.state = 'open'
       order by c.opened_at limit 1) as "caseId" from bank_line l where l.id = $1`,
    [lineId],
  )
  const [found] = rows
  if (found === undefined) throw new Error(`bank line ${lineId} was not recorded`)
  const about = { mode: 'test', resolution } as const
  return found.caseId === null
    ? { ...about, line: lineId, account: found.account }
    : { ...about, caseId: found.caseId }
}

/** A decision about a transaction, in its open case if it has one. */
export async function aboutTransaction(
  { owner }: Stage,
  transactionId = '',
  resolution: Resolution,
  caseKind = 'cannot_deliver',
): Promise<Wanted> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and state = 'open' order by opened_at limit 1`,
    [transactionId],
  )
  const about = { mode: 'test', resolution } as const
  return rows[0] === undefined
    ? { ...about, caseKind, transaction: transactionId }
    : { ...about, caseId: rows[0].id }
}

/** A decision about a transaction in a case of its own, beside the case that holds the transaction. */
export function inNewCase(transaction: string, caseKind: string, resolution: Resolution): Wanted {
  return { mode: 'test', transaction, caseKind, resolution }
}

/** A refund of all that a buy holds. */
export async function returning(stage: Stage, action: string, transactionId = ''): Promise<Wanted> {
  const { rows } = await stage.owner.query<{ line_id: string; amount_minor: string }>(
    `select line_id, sum(amount_minor::numeric)::text as amount_minor from standing_allocation where transaction_id = $1 group by line_id`,
    [transactionId],
  )
  const returns = await Promise.all(
    rows.map(async (row) => ({ ...row, destination: await payerOf(stage, row.line_id) })),
  )
  return aboutTransaction(stage, transactionId, { action, returns }, 'underpaid')
}

/** The account that a credit came from, as the bank said. */
export async function payerOf({ owner }: Stage, lineId = ''): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select payer_account_number as account_number, payer_bank_code as bank_code, payer_bank_name as bank_name, payer_name as account_name
     from bank_line_known_payer where line_id = $1`,
    [lineId],
  )
  return { ...rows[0], known_by: 'number' }
}

export async function haltedLane({ owner }: Stage, number: number): Promise<string> {
  const id = newId()
  await owner.query(`select open_lane($1, 'live', 'Polygon', $2, $3, 0, now())`, [id, number, newId()])
  await owner.query(`select stop_lane($1, 'halted', 'system:prove', 'a proof', now())`, [id])
  return id
}

export async function payoutAccount({ owner }: Stage): Promise<string> {
  const id = newId()
  await owner.query(`select open_payout_account($1, 'live', 'paystack', $2, null, now())`, [id, id])
  return id
}

export async function collectionAccount({ owner }: Stage): Promise<string> {
  const id = newId()
  const number = String(Number.parseInt(id.slice(-8), 16) % 10 ** 10).padStart(10, '0')
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed) values ($1, 'live', 'PROOF', $2, '000013', 'GTBank', null)`,
    [id, number],
  )
  return id
}

/** Returns the id of the first row of a table in test mode. */
export async function idOf({ owner }: Stage, table: 'vendor_account' | 'payout_account'): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from ${table} where mode = 'test' order by created_at, id limit 1`,
  )
  return rows[0]?.id ?? ''
}
