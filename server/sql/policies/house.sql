-- Row-level security is forced on every table that has rows of a business, even for the owner. Our own processes see all rows; grants/
-- says what each may do with them. A table that is not listed here has no rows of a single business.

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'account_book', 'account_day', 'adopted_lock', 'allocation', 'balance',
    'business_case', 'business_case_end', 'buy', 'case_file', 'case_step', 'claim', 'collection_number', 'credit_return',
    'daily_close', 'daily_close_line', 'daily_use', 'decision_signature', 'delivery', 'deposit', 'deposit_account', 'deposit_address',
    'deposit_answer',
    'deposit_holding', 'deposit_opening', 'deposit_quarantine', 'deposit_sweep', 'enrolled_wallet', 'entry', 'event_position',
    'expected_payment',
    'exposure_day', 'hand_payment', 'known_payer', 'lane_sweeps', 'name_answer', 'overdue_transaction',
    'payee_restriction', 'payment_item', 'payment_limit', 'payment_order', 'payment_signature', 'payout',
    'payout_book', 'payout_forgotten',
    'payout_item', 'payout_line', 'payout_line_answer', 'payout_line_disowned', 'payout_order', 'payout_reading', 'payout_right',
    'payout_written_off', 'posting', 'recent_sell', 'reconciliation', 'reconciliation_scope', 'reconciliation_surplus', 'reconciling',
    'refund_redirect',
    'refused_buy', 'request_key', 'row_version',
    'screening_result', 'sell', 'sell_payee', 'signed_decision', 'sweep', 'sweep_attempt', 'transaction',
    'transaction_event', 'transfer', 'transfer_attempt', 'transfer_right', 'unswept_deposit', 'velocity_use', 'wallet_signature',
    'withdrawal', 'withdrawal_order', 'withdrawal_signature'
  ] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', v_table);
    execute format('create policy reconciler_reads on %I for select to afara_reconciler using (true)', v_table);
  end loop;
end $$;

-- The sealer has no access to these tables, because it seals none of them.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'case_attachment', 'daily_close_sign_off', 'issued_paper', 'payout_batch', 'return_account', 'return_account_try',
    'customer_number', 'customer_number_end', 'customer_number_payment',
    'batch_check', 'batch_end', 'batch_event', 'batch_outcome', 'batch_problem', 'batch_ready', 'batch_refusal', 'batch_row', 'batch_sell',
    'api_key', 'beneficiary', 'business', 'business_mode', 'feed_head', 'go_live_draft', 'go_live_enquiry', 'go_live_file',
    'go_live_refusal', 'name_enquiry', 'ordered_withdrawal', 'pay_link', 'payee_enquiry', 'payment_outcome', 'payment_refusal',
    'payment_retry', 'payment_sell', 'plan_flag', 'signed_request', 'signing_key',
    'vendor_account', 'wallet_block', 'wallet_end', 'wallet_preflight', 'withdrawal_outcome', 'withdrawal_refusal',
    'webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_notice'
  ] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy house on %I to afara_owner, afara_worker using (true) with check (true)', v_table);
    execute format('create policy reconciler_reads on %I for select to afara_reconciler using (true)', v_table);
  end loop;
end $$;
alter table sandbox_clock enable row level security, force row level security;
create policy house on sandbox_clock to afara_owner using (true) with check (true);
alter table request_log enable row level security, force row level security;
create policy house on request_log to afara_owner using (true) with check (true);
alter table kept_reply enable row level security, force row level security;
create policy house on kept_reply to afara_owner using (true) with check (true);
alter table scenario_run enable row level security, force row level security;
create policy house on scenario_run to afara_owner using (true) with check (true);
alter table webhook_secret enable row level security, force row level security;
create policy house on webhook_secret to afara_owner using (true) with check (true);
