import type { RefusalCode } from '../../kernel/refusal.ts'

/** Which field to look at first when a rule about the whole request said no. */
export const fieldOfCode: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_below_fee: 'amount',
  amount_too_fine: 'amount',
  beneficiary_name_mismatch: 'account_name',
  business_mismatch: 'business_id',
  cursor_invalid: 'after',
  daily_limit: 'amount',
  delivery_not_open: 'network',
  delivery_short: 'amount',
  deposits_not_open: 'wallet_address',
  export_too_large: 'from',
  idempotency_key_conflict: 'Idempotency-Key',
  idempotency_key_invalid: 'Idempotency-Key',
  insufficient_balance: 'amount',
  possible_duplicate: 'reference',
  reference_conflict: 'reference',
  return_url_invalid: 'return_url',
  test_vendor_with_live_key: 'vendor_number',
  unknown_vendor: 'vendor_number',
  wallet_cannot_receive: 'wallet_address',
  wallet_incomplete: 'wallet_address',
  wallet_required: 'wallet_address',
  withdrawals_not_open: 'network',
}
