import type { RefusalWeight } from '../../movements/payouts/payout-store.ts'

/** What passes with time, for this payout or for all alike. */
const NOT_NOW = new Set([
  'frozen',
  'credit_under_lien',
  'over_hour_cap',
  'over_day_cap',
  'over_first_day_cap',
  'name_unavailable',
  'bank_unavailable',
  'chain_unavailable',
  'two_minute_rule',
  'too_soon',
  'former_alive',
  'not_held',
  'account_stopped',
])

/** What will be refused again and again, and is nobody's mistake but the order's: it is decided anew. */
const NEVER = new Set(['name_drift', 'name_not_found', 'unknown_bank', 'over_payout_cap'])

/** Anything else means that the payer follows the money to another end than we do. */
export function weighRefusal(code: string): RefusalWeight {
  if (NOT_NOW.has(code)) return 'not_now'
  return NEVER.has(code) ? 'never' : 'doubtful'
}
