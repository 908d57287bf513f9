import type { Moments } from '../kill-parts.ts'

/**
 * Moments at which a crash is worst, as seen from outside: a row that shows the progress. The kill follows within milliseconds of the row.
 */
export const moments: Moments = {
  paid: `select from transaction where type = 'buy' and status = 'payment_received' limit 1`,
  cleared: 'select from delivery limit 1',
  reserved: `select from transfer where state = 'reserved' limit 1`,
  signed: `select from transfer where state = 'signed' and signed_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
  sent: `select from transfer where state = 'signed' and signed_at < clock_timestamp() - interval '1 second' limit 1`,
  final: `select from transfer where state = 'final_ok' and ended_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
}
