import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'

/** A webhook endpoint of any business, removed ones too, for an operator. */
export type WebhookStory = Readonly<{
  id: string
  mode: Mode
  businessId: string
  businessName: string
  url: string
  state: string
  createdAt: Date
  failingSince: Date | null
  lastSuccessAt: Date | null
  /** The number of pending deliveries. */
  waiting: number
}>

export async function readWebhookStory(sql: Sql, id: string): Promise<WebhookStory | undefined> {
  const { rows } = await sql.query<WebhookStory>(
    `select w.id, w.mode, w.business_id as "businessId", b.name as "businessName", w.url, w.state, w.created_at as "createdAt",
       w.failing_since as "failingSince", w.last_success_at as "lastSuccessAt",
       (select count(*)::int from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending') as waiting
     from webhook_endpoint w join business b on b.id = w.business_id where w.id = $1`,
    [id],
  )
  return rows[0]
}
