import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** One lock on which tokens of a buy were to leave, with every attempt that was signed for it. */
export type TransferStory = Readonly<{
  id: string
  mode: Mode
  network: string
  laneNumber: number
  lock: string
  state: string
  address: string
  tokensMinor: bigint
  openedAt: Date
  sentAt: Date | null
  sentCount: number
  endedAt: Date | null
  attempts: ReadonlyArray<Readonly<{ kind: string; hash: string; signedAt: string }>>
}>

/** Of one buy, the oldest first. */
export async function selectTransferStories(sql: Sql, transactionId: string): Promise<TransferStory[]> {
  const { rows } = await sql.query<Omit<TransferStory, 'tokensMinor'> & { tokensMinor: string }>(
    `select f.id, f.mode, f.network, l.number as "laneNumber", f.lock::text, f.state, r.address, r.tokens_minor as "tokensMinor",
       f.opened_at as "openedAt", f.sent_at as "sentAt", f.sent_count as "sentCount", f.ended_at as "endedAt",
       coalesce((select jsonb_agg(jsonb_build_object('kind', a.kind, 'hash', a.hash, 'signedAt', a.signed_at) order by a.number)
         from transfer_attempt a where a.transfer_id = f.id), '[]') as attempts
     from transfer_right r join transfer f on f.right_id = r.id join lane l on l.id = f.lane_id
     where r.transaction_id = $1 order by f.opened_at, f.id`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, tokensMinor: BigInt(row.tokensMinor) }))
}

/** Why nothing leaves for a buy in this moment; null when nothing is frozen. And the lane that it waits for. */
export async function readWaiting(
  sql: Sql,
  transactionId: string,
): Promise<Readonly<{ frozen: string | null; lane: string | null }>> {
  const { rows } = await sql.query<{ frozen: string | null; lane: string | null }>(
    `select freeze_of(b.transaction_id, b.network) as frozen, l.mode || ':' || l.network || ':' || l.number as lane
     from buy b left join delivery d on d.transaction_id = b.transaction_id left join lane l on l.id = d.lane_id
     where b.transaction_id = $1`,
    [transactionId],
  )
  return rows[0] ?? { frozen: null, lane: null }
}
