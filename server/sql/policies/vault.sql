-- The signer and the payer process read every row of the tables on which they base their decisions, and write none.
-- grants/vault.sql names the columns.

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'collection_number', 'customer_number_end', 'customer_number_payment',
    'adopted_lock', 'allocation', 'business_case_end', 'buy', 'case_file', 'case_step', 'credit_return', 'decision_signature',
    'enrolled_wallet', 'entry', 'member', 'membership', 'ordered_withdrawal', 'payment_limit', 'payment_order', 'payment_outcome',
    'deposit', 'deposit_answer', 'payout', 'payout_right', 'posting',
    'api_key', 'signed_request', 'signing_key',
    'signed_decision', 'transaction', 'transaction_event', 'transfer', 'transfer_attempt', 'transfer_right', 'vendor_account',
    'wallet_end', 'wallet_signature', 'withdrawal', 'withdrawal_order', 'withdrawal_signature'
  ] loop
    execute format('create policy signer_reads on %I for select to afara_signer using (true)', v_table);
  end loop;
end $$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'adopted_lock', 'allocation', 'business_case_end', 'collection_number',
    'customer_number_end', 'customer_number_payment',
    'buy', 'case_file', 'case_step', 'credit_return', 'decision_signature', 'deposit', 'deposit_address', 'deposit_answer',
    'beneficiary', 'entry', 'hand_payment', 'member', 'membership', 'payment_item', 'payment_limit', 'payment_order', 'payment_sell',
    'payment_signature',
    'payout', 'payout_forgotten', 'payout_line', 'payout_line_answer', 'payout_right', 'posting', 'refund_redirect', 'sell',
    'api_key', 'batch_sell', 'return_account', 'sell_payee', 'signed_request', 'signing_key',
    'signed_decision', 'transaction', 'transaction_event', 'transfer', 'transfer_right', 'vendor_account', 'withdrawal_order',
    'withdrawal_outcome'
  ] loop
    execute format('create policy payer_reads on %I for select to afara_payer using (true)', v_table);
  end loop;
end $$;
