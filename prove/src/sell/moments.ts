import type { Moments } from '../kill-parts.ts'

/** Moments at which a sell can be interrupted, as seen from outside: a row that shows the progress. */
export const sellMoments: Moments = {
  deposited: `select from transaction where type = 'sell' and status = 'deposit_received' limit 1`,
  cleared: 'select from payout_order limit 1',
  ordered: `select from payout where state = 'ordered' limit 1`,
  sending: `select from payout where state = 'sending' limit 1`,
  answered: `select from payout where state in ('accepted', 'unknown') limit 1`,
  paid: `select from payout where state = 'succeeded' and ended_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
}
