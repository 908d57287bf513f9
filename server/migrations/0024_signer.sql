-- Why: the signer believes nobody. It reads by itself whether the money behind a transfer is there, with a role that can write
-- nothing, run nothing, and read only the columns that it judges by: no name of a payer, no number, no narration.

do $$
begin
  if not exists (select from pg_roles where rolname = 'afara_signer') then
    create role afara_signer login nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
end $$;

alter role afara_signer set search_path = afara;
alter role afara_signer set default_transaction_read_only = on;
-- Its one statement is wide and reads little: to compile it would cost more than to run it.
alter role afara_signer set jit = off;

grant usage on schema afara to afara_signer;

set local role afara_owner;
set local search_path = afara;

grant select (id, right_id, mode, network, lane_id, lock, state, entry_id) on transfer to afara_signer;
grant select (id, mode, network, number, address, state, first_lock, next_lock) on lane to afara_signer;
grant select (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor) on transfer_right to afara_signer;
grant select (id, business_id, mode, type, status, amount_minor, reference) on transaction to afara_signer;
grant select (transaction_id, sequence, event) on transaction_event to afara_signer;
grant select (transaction_id, mode, vendor_account_id, network, wallet_address, fee_minor) on buy to afara_signer;
grant select (id, mode, line_id, transaction_id, business_id, amount_minor, decided_by) on allocation to afara_signer;
grant select (allocation_id) on allocation_end to afara_signer;
grant select (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, session_id) on bank_line to afara_signer;
grant select (line_id, fee_minor, entry_id) on bank_line_fee to afara_signer;
grant select (reading_id, line_id) on bank_line_seat to afara_signer;
grant select (id, vendor_account_id, source, external_id, direction, session_id) on bank_line_reading to afara_signer;
grant select (credit_line_id) on credit_take_back to afara_signer;
grant select (line_id, lifted_at) on credit_lien to afara_signer;
grant select (line_id, transaction_id, amount_minor) on credit_return to afara_signer;
grant select (id, mode, bank_code, account_number, state) on vendor_account to afara_signer;
grant select (id, mode, transaction_id, reverses) on entry to afara_signer;
grant select (entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor) on posting to afara_signer;
grant select (scope, subject, reason, lifted_at) on freeze_order to afara_signer;

-- That two people decided to send a buy again, once for each time; whatever else people decide is not for the signer's eyes.
create view decided_retry with (security_barrier) as
  select c.id as case_id, c.transaction_id from case_file c
  where c.ended = 'approved' and c.proposed_by <> c.approved_by and c.resolution ->> 'action' = 'retry_send';
grant select on decided_retry to afara_signer;

do $$
declare
  name text;
begin
  foreach name in array array['transfer', 'transfer_right', 'transaction', 'transaction_event', 'buy', 'allocation', 'credit_return',
    'vendor_account', 'entry', 'posting'] loop
    execute format('create policy signer_reads on %I for select to afara_signer using (true)', name);
  end loop;
end $$;
