-- Why: the payer believes nobody. It reads by itself whether the tokens behind a payout are there and whom they are to be paid to, with a
-- role that can write nothing, run nothing, and read only the columns that it judges by.

do $$
begin
  if not exists (select from pg_roles where rolname = 'afara_payer') then
    create role afara_payer login nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
end $$;

alter role afara_payer set search_path = afara;
alter role afara_payer set default_transaction_read_only = on;
-- Its statement is wide and reads little: to compile it would cost more than to run it.
alter role afara_payer set jit = off;

grant usage on schema afara to afara_payer;

set local role afara_owner;
set local search_path = afara;

grant select (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, sent_count, vendor_id, money_back_at)
  on payout to afara_payer;
grant select (id, mode, vendor, state, lease_until) on payout_account to afara_payer;
grant select (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name, amount_minor)
  on payout_right to afara_payer;
grant select (id, business_id, mode, type, status, amount_minor, reference) on transaction to afara_payer;
grant select (transaction_id, sequence, event) on transaction_event to afara_payer;
grant select (transaction_id, mode, network, fee_minor, bank_code, account_number) on sell to afara_payer;
grant select (id, mode, network, tx_hash, log_index, address, token, minor, held_minor, transaction_id, outcome, entry_id) on deposit to afara_payer;
grant select (mode, network, address, transaction_id) on deposit_address to afara_payer;
grant select (id, mode, transaction_id, step, reverses) on entry to afara_payer;
grant select (entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor) on posting to afara_payer;
grant select (scope, subject, reason, lifted_at) on freeze_order to afara_payer;

-- Whom a sell pays after two people decided that it is somebody else than it was accepted with.
create view decided_payee with (security_barrier) as
  select p.transaction_id, p.number, p.bank_code, p.account_number from sell_payee p join case_file c on c.id = p.case_id
  where c.ended = 'approved' and c.proposed_by <> c.approved_by and c.resolution ->> 'action' = 'fix' and c.transaction_id = p.transaction_id;
grant select on decided_payee to afara_payer;

-- That two people decided, with the bank's own evidence, that a payout of which no bank tells was not paid; once for each time.
create view decided_unpaid with (security_barrier) as
  select c.id as case_id, c.transaction_id from case_file c
  where c.ended = 'approved' and c.proposed_by <> c.approved_by and c.resolution ->> 'action' = 'not_paid';
grant select on decided_unpaid to afara_payer;

do $$
declare
  name text;
begin
  foreach name in array array['payout', 'payout_right', 'transaction', 'transaction_event', 'sell', 'deposit', 'deposit_address', 'entry',
    'posting'] loop
    execute format('create policy payer_reads on %I for select to afara_payer using (true)', name);
  end loop;
end $$;
