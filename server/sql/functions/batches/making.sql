-- Stores a batch with its rows and what is wrong with them, and has the rest checked. Nothing is paid before it is confirmed. Returns null,
-- or after how many seconds the business may send so many rows: each row asks a bank for a name, and a caller that could ask without end
-- could list who banks where. The lock is the one that accepting a sell takes.
create or replace function make_batch(
  p_id uuid, p_business uuid, p_mode mode, p_key uuid, p_rows json, p_problems json, p_most_a_day integer, p_at timestamptz,
  p_signed json default null
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_sent integer;
  v_oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_business::text || p_mode, 0));
  select sum(b.row_count), min(b.created_at) into v_sent, v_oldest from payout_batch b
    where b.business_id = p_business and b.mode = p_mode and b.id >= id_floor(p_at - interval '24 hours');
  if v_sent + json_array_length(p_rows) > p_most_a_day then
    return greatest(1, ceil(extract(epoch from v_oldest + interval '24 hours' - p_at)));
  end if;
  insert into payout_batch (id, business_id, mode, row_count, created_by, created_at)
    values (p_id, p_business, p_mode, json_array_length(p_rows), p_key, p_at);
  insert into batch_row (batch_id, number, business_id, mode, bank_name, account_number, account_name, amount, given_reference, bank_code,
      amount_minor, fee_minor, reference, has_own_reference)
    select p_id, r.number, p_business, p_mode, r.bank_name, r.account_number, r.account_name, r.amount, r.given_reference, r.bank_code,
      r.amount_minor, r.fee_minor, r.reference, r.has_own_reference
    from json_to_recordset(p_rows) as r (
      number integer, bank_name text, account_number text, account_name text, amount text, given_reference text, bank_code text,
      amount_minor numeric, fee_minor numeric, reference text, has_own_reference boolean);
  perform add_batch_problems(p_id, p_problems);
  perform keep_signed_request(p_id, 'batch', p_business, p_mode, p_signed, p_at);
  perform wake_now('payout-batch', p_id, p_at);
  return null;
end $$;

-- Adds what is wrong with rows of a batch. A problem that a row has already is left as it is.
create or replace function add_batch_problems(p_batch uuid, p_problems json) returns void
language sql set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
  insert into batch_problem (batch_id, number, business_id, mode, code, field, message)
    select r.batch_id, r.number, r.business_id, r.mode, p.code, p.field, left(p.message, 500)
    from json_to_recordset(p_problems) as p (number integer, code text, field text, message text)
    join batch_row r on r.batch_id = p_batch and r.number = p.number
  on conflict do nothing
$$;

-- Returns the rows of a batch that have no problem. The setting lets PostgreSQL walk both tables once: without statistics of a new batch it
-- would compare every row with every problem.
create or replace function good_batch_rows(p_batch uuid) returns setof batch_row
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
  select r.* from batch_row r
  where r.batch_id = p_batch and not exists (select from batch_problem p where p.batch_id = p_batch and p.number = r.number)
  order by r.number
$$;

-- Returns rows without a problem and without a reference of their own that pay the same amount to the same account as something else of the
-- business in the last 24 hours: an earlier row, a sell, or a row of another confirmed batch. A reference says that it is meant twice. The
-- settings make PostgreSQL look each row up by its account, also in tables whose statistics are old.
create or replace function batch_duplicates(p_batch uuid, p_at timestamptz)
returns table (number integer, first_number integer, first_sell uuid, first_batch uuid)
language sql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with good as materialized (
    select r.*, min(r.number) over (partition by r.bank_code, r.account_number, r.amount_minor) as lowest
    from good_batch_rows(p_batch) r
  )
  select g.number, nullif(g.lowest, g.number), s.id, c.batch_id
  from good g
  left join lateral (
    select t.id from sell s join transaction t on t.id = s.transaction_id
    where s.account_number = g.account_number and s.bank_code = g.bank_code and s.transaction_id >= id_floor(p_at - interval '24 hours')
      and t.business_id = g.business_id and t.mode = g.mode and t.amount_minor::numeric = g.amount_minor::numeric
      and not exists (select from batch_sell x where x.transaction_id = t.id and x.batch_id = p_batch)
    limit 1) s on true
  left join lateral (
    select r.batch_id from batch_row r
    join batch_outcome o on o.batch_id = r.batch_id and o.outcome = 'confirmed' and o.at > p_at - interval '24 hours'
    where r.business_id = g.business_id and r.account_number = g.account_number and r.mode = g.mode and r.bank_code = g.bank_code
      and r.amount_minor::numeric = g.amount_minor::numeric and r.batch_id <> p_batch
      and not exists (select from batch_problem p where p.batch_id = r.batch_id and p.number = r.number)
      and not exists (select from batch_refusal f where f.batch_id = r.batch_id and f.number = r.number)
      and not exists (select from batch_sell x where x.batch_id = r.batch_id and x.number = r.number)
    limit 1) c on true
  where not g.has_own_reference and (g.lowest < g.number or s.id is not null or c.batch_id is not null)
$$;

-- Confirms a batch: from this commit on its rows without a problem are paid. The caller states how many rows and which total it
-- confirms, so that it confirms what it saw. Returns confirmed, same (it was confirmed before), or why not: unknown, checking,
-- cancelled, problems (some rows have problems and the caller does not skip them), nothing (no row can be paid), differs, stale (the
-- same payments were made since the preview), or insufficient_balance. The lock is the one that accepting a sell takes: nothing is
-- accepted in between.
create or replace function confirm_batch(
  p_batch uuid, p_business uuid, p_mode mode, p_key uuid, p_rows integer, p_total numeric, p_skip_problems boolean, p_at timestamptz,
  p_signed json default null
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_batch payout_batch;
  v_ready batch_ready;
  v_outcome text;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_business::text || p_mode, 0));
  select * into v_batch from payout_batch b where b.id = p_batch and b.business_id = p_business and b.mode = p_mode for update;
  if not found then
    return 'unknown';
  end if;
  select o.outcome into v_outcome from batch_outcome o where o.batch_id = p_batch;
  if v_outcome = 'cancelled' then
    return 'cancelled';
  end if;
  select * into v_ready from batch_ready r where r.batch_id = p_batch;
  if not found then
    return 'checking';
  end if;
  if (v_ready.payable_rows, v_ready.total_minor::numeric) is distinct from (p_rows, p_total) then
    return 'differs';
  end if;
  if v_outcome = 'confirmed' then
    return 'same';
  end if;
  if v_ready.payable_rows = 0 then
    return 'nothing';
  end if;
  if v_ready.payable_rows < v_batch.row_count and not p_skip_problems then
    return 'problems';
  end if;
  if exists (select from batch_duplicates(p_batch, p_at)) then
    return 'stale';
  end if;
  if may_spend_balance(p_business, p_mode, 'sell', null, p_total) is not true then
    return 'insufficient_balance';
  end if;
  insert into batch_outcome (batch_id, business_id, mode, outcome, decided_by, at)
    values (p_batch, p_business, p_mode, 'confirmed', p_key, p_at);
  perform keep_signed_request(p_batch, 'confirmation', p_business, p_mode, p_signed, p_at);
  perform wake_now('payout-batch', p_batch, p_at);
  return 'confirmed';
end $$;

-- Ends a batch that is not confirmed. Nothing of it is ever paid. Returns cancelled, same (it was cancelled before), unknown or confirmed.
create or replace function cancel_batch(p_batch uuid, p_business uuid, p_mode mode, p_key uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_outcome text;
begin
  perform from payout_batch b where b.id = p_batch and b.business_id = p_business and b.mode = p_mode for update;
  if not found then
    return 'unknown';
  end if;
  select o.outcome into v_outcome from batch_outcome o where o.batch_id = p_batch;
  if v_outcome is not null then
    return case v_outcome when 'cancelled' then 'same' else 'confirmed' end;
  end if;
  insert into batch_outcome (batch_id, business_id, mode, outcome, decided_by, at)
    values (p_batch, p_business, p_mode, 'cancelled', p_key, p_at);
  delete from wake w where w.subject_id = p_batch;
  return 'cancelled';
end $$;
