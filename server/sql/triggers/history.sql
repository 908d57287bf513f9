-- Append-only tables: no row is ever changed or deleted, not even by the owner.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'allocation', 'allocation_end', 'audit', 'bank_line', 'bank_line_fee', 'bank_line_move', 'bank_line_payer', 'bank_line_reading',
    'bank_line_number', 'business_case', 'business_case_end', 'payout_batch', 'return_account', 'return_account_try',
    'customer_number', 'customer_number_end', 'customer_number_payment',
    'batch_check', 'batch_end', 'batch_event', 'batch_outcome', 'batch_problem', 'batch_ready', 'batch_refusal', 'batch_row', 'batch_sell',
    'case_attachment', 'case_step', 'credit_return', 'credit_take_back', 'daily_close', 'daily_close_line', 'daily_close_sign_off',
    'database_epoch', 'decision_signature',
    'deposit', 'deposit_address',
    'deposit_answer', 'deposit_quarantine', 'deposit_sweep', 'enrolled_wallet', 'entry', 'event_position', 'go_live_enquiry',
    'go_live_file',
    'go_live_refusal', 'import_run', 'issued_paper', 'name_answer', 'name_enquiry',
    'member_confirmation',
    'operator_rate', 'ordered_withdrawal', 'pay_link', 'payout_forgotten', 'payout_line', 'payout_line_answer', 'payout_line_disowned',
    'payout_reading', 'payee_enquiry', 'payee_restriction',
    'payment_item', 'payment_limit', 'payment_order', 'payment_outcome', 'payment_refusal', 'payment_retry',
    'payment_sell', 'payment_signature', 'payout_right', 'payout_written_off', 'posting',
    'rail_terms', 'rate_decision', 'rate_quote', 'rate_reading', 'rate_table', 'reconciliation',
    'reenrolment', 'refund_redirect', 'row_version', 'scenario_run',
    'screening_result', 'seal', 'sell_payee', 'signed_decision',
    'signed_request', 'signing_key', 'standing_end', 'sweep_attempt', 'transaction_event', 'transfer_attempt',
    'team_change',
    'transfer_right', 'vendor_debt_move', 'vendor_terms',
    'wallet_end', 'wallet_signature', 'webhook_notice', 'withdrawal', 'withdrawal_order', 'withdrawal_outcome',
    'withdrawal_refusal', 'withdrawal_signature'
  ] loop
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
      v_table || '_is_history', v_table);
  end loop;
end $$;

-- Tables whose rows may change or be deleted only in a limited way.
create trigger adopted_lock_whole before truncate on adopted_lock
  for each statement execute function refuse_change();
create trigger beneficiary_stays before delete or truncate on beneficiary
  for each statement execute function refuse_change();
create trigger case_file_stays before delete or truncate on case_file
  for each statement execute function refuse_change();
create trigger chain_cursor_stays before delete or truncate on chain_cursor
  for each statement execute function refuse_change();
create trigger collection_number_stays before delete or truncate on collection_number
  for each statement execute function refuse_change();
create trigger credit_lien_stays before delete or truncate on credit_lien
  for each statement execute function refuse_change();
create trigger decision_stays before update or delete or truncate on decision
  for each statement execute function refuse_change();
create trigger deposit_account_stays before delete or truncate on deposit_account
  for each statement execute function refuse_change();
create trigger deposit_opening_stays before delete or truncate on deposit_opening
  for each statement execute function refuse_change();
create trigger freeze_order_stays before delete or truncate on freeze_order
  for each statement execute function refuse_change();
create trigger hand_payment_stays before delete or truncate on hand_payment
  for each statement execute function refuse_change();
create trigger lane_stays before delete or truncate on lane
  for each statement execute function refuse_change();
create trigger operator_stays before delete or truncate on operator
  for each statement execute function refuse_change();
create trigger passkey_stays before delete or truncate on passkey
  for each statement execute function refuse_change();
create trigger payout_stays before delete or truncate on payout
  for each statement execute function refuse_change();
create trigger payout_account_stays before delete or truncate on payout_account
  for each statement execute function refuse_change();
create trigger sweep_stays before delete or truncate on sweep
  for each statement execute function refuse_change();
create trigger transaction_stays before delete or truncate on transaction
  for each statement execute function refuse_change();
create trigger transfer_stays before delete or truncate on transfer
  for each statement execute function refuse_change();
create trigger treasury_move_stays before delete or truncate on treasury_move
  for each statement execute function refuse_change();
create trigger webhook_attempt_is_history before update or truncate on webhook_attempt
  for each statement execute function refuse_change();
-- forget_webhooks may delete old attempts. Attempts of the last thirty days are append-only.
create trigger webhook_attempt_is_young before delete on webhook_attempt
  for each row when (old.at > now() - interval '30 days') execute function refuse_change();
