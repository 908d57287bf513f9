import type { RefusalCode } from '../../kernel/refusal.ts'

/** Which field to look at first when a rule about the whole request said no. */
export const fieldOfCode: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_below_fee: 'amount',
  beneficiary_name_mismatch: 'account_name',
  business_mismatch: 'business_id',
  daily_limit: 'amount',
  deposits_not_open: 'wallet_address',
  idempotency_key_conflict: 'Idempotency-Key',
  idempotency_key_invalid: 'Idempotency-Key',
  insufficient_balance: 'amount',
  possible_duplicate: 'reference',
  reference_conflict: 'reference',
  test_vendor_with_live_key: 'vendor_number',
  unknown_vendor: 'vendor_number',
  wallet_incomplete: 'wallet_address',
  wallet_required: 'wallet_address',
  withdrawals_not_open: 'network',
}
