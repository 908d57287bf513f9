-- A business sees its own rows through the API, in the mode of its key. The API sets tenant_business() and tenant_mode() in the transaction
-- of the request; without them nothing is visible.

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'business_case', 'business_case_end', 'collection_number', 'issued_paper', 'payout_batch', 'return_account', 'return_account_try',
    'customer_number', 'customer_number_end', 'customer_number_payment',
    'batch_check', 'batch_end', 'batch_event', 'batch_outcome', 'batch_problem', 'batch_ready', 'batch_refusal', 'batch_row', 'batch_sell',
    'business_mode', 'event_position', 'expected_payment', 'feed_head', 'pay_link', 'request_key', 'request_log', 'scenario_run',
    'transaction', 'transaction_event', 'webhook_attempt', 'webhook_delivery', 'webhook_endpoint', 'webhook_notice'
  ] loop
    execute format('create policy own_rows on %I for select to afara_api using (business_id = tenant_business() and mode = tenant_mode())',
      v_table);
  end loop;
end $$;

-- Details are visible to a role that sees their transaction.
do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'buy', 'deposit_address', 'sell', 'wallet_block', 'withdrawal'
  ] loop
    execute format('create policy own_rows on %I for select to afara_api
      using (exists (select from transaction t where t.id = transaction_id))', v_table);
  end loop;
end $$;

create policy own_rows on business for select to afara_api using (id = tenant_business());
create policy own_rows on sandbox_clock for select to afara_api using (business_id = tenant_business() and tenant_mode() = 'test');
create policy own_rows on webhook_secret for select to afara_api using (exists (select from webhook_endpoint w where w.id = endpoint_id));

create policy own_balance on balance for select to afara_api
  using (kind = 'business' and owner = tenant_business()::text and mode = tenant_mode());

-- The only exception to the separation of the modes: a live key may read test accounts, to show what the sandbox shows.
create policy payable on vendor_account for select to afara_api using (
  tenant_business() is not null and tenant_mode() is not null
  and mode in (tenant_mode(), 'test')
  and not is_pool
  and (business_id is null or business_id = tenant_business()));
