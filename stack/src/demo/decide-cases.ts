import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Decision, Evidence, SeenCase } from '../operators/employ-operators.ts'

// Matching comes first. The payer calls about a second payment only after it has been unmatched for this long.
const LEFT_FOR_SECONDS = 3

/**
 * What the two operators of the demo know. A payment whose order is already paid goes back to its payer. A recall is recorded if the bank's
 * list shows it, which is when the case itself suggests so.
 */
export async function gatherDemoEvidence(owner: Pool): Promise<Evidence> {
  const decideCredit = async (lineId: string): Promise<Decision | undefined> => {
    const { rows } = await owner.query<{ open: string | null }>(
      `select (select t.id from transaction t join credit_fund f on f.line_id = $1
         where t.type = 'buy' and t.status = 'pending_payment' and t.amount_minor = f.left_minor limit 1) as open`,
      [lineId],
    )
    const open = rows[0]?.open
    return open === null || open === undefined
      ? { action: 'return' }
      : { action: 'allocate', transaction_id: formatId('transaction', open) }
  }
  const decide = async (file: SeenCase): Promise<Decision | undefined> => {
    switch (file.kind) {
      case 'request':
      case 'weak_evidence':
      case 'ambiguous':
      case 'overpaid':
      case 'third_party':
      case 'duplicate':
      case 'unmatched':
        return file.lineId === null ? undefined : decideCredit(file.lineId)
      case 'recall':
        return file.suggests?.action === 'took_back' ? file.suggests : undefined
      default:
        return undefined
    }
  }
  const calls = async () => {
    const { rows } = await owner.query<{ lineId: string }>(
      `select f.line_id as "lineId" from credit_fund f
       where f.left_minor > 0 and f.mode = 'test' and f.booked_at < clock_timestamp() - make_interval(secs => $1)
         and not exists (select from transaction t where t.type = 'buy' and t.status = 'pending_payment' and t.amount_minor = f.left_minor)
         and not exists (select from case_file c where c.line_id = f.line_id
           and (c.state <> 'resolved' or c.resolution ->> 'action' in ('keep', 'return')))`,
      [LEFT_FOR_SECONDS],
    )
    return rows.map(({ lineId }) => ({ lineId, decision: { action: 'return' } }))
  }
  return { decide, calls }
}
