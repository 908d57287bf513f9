-- Accepts sells that pay rows of confirmed batches, as accept_sells does, and links each to its row in the same commit. A request that is
-- not exactly such a row raises AF565: the worker may accept no other sell.
create or replace function accept_batch_sells(p_requests json) returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  r record;
begin
  select q.batch_id, q.row_number into r
    from json_to_recordset(p_requests) as q (
      batch_id uuid, row_number integer, business_id uuid, mode mode, amount_minor numeric, fee_minor numeric, reference text,
      bank_code text, account_number text, account_name text, network text)
    left join batch_row i on i.batch_id = q.batch_id and i.number = q.row_number
    left join batch_outcome e on e.batch_id = i.batch_id
    where (e.outcome = 'confirmed' and q.network is null
      and not exists (select from batch_problem p where p.batch_id = i.batch_id and p.number = i.number)
      and (q.business_id, q.mode, q.amount_minor, q.reference, q.bank_code, q.account_number, q.account_name)
        is not distinct from (i.business_id, i.mode, i.amount_minor::numeric, i.reference::text, i.bank_code::text, i.account_number,
          i.account_name::text)) is not true
    limit 1;
  if found then
    raise exception 'row % of batch % is not in a confirmed batch', r.row_number, r.batch_id using errcode = 'AF565';
  end if;
  return query
    with answered as materialized (select a.ordinal, a.outcome, a.first_id from accept_sells(p_requests) a),
    linked as (
      insert into batch_sell (transaction_id, batch_id, number, business_id, mode)
        select q.id, q.batch_id, q.row_number, q.business_id, q.mode
        from answered a join json_to_recordset(p_requests) as q (
          ordinal integer, id uuid, batch_id uuid, row_number integer, business_id uuid, mode mode) on q.ordinal = a.ordinal
        where a.outcome = 'accepted'
    )
    select a.ordinal, a.outcome, a.first_id from answered a;
end $$;

-- Returns how many sells of a batch have each status.
create or replace function batch_statuses(p_batch uuid) returns table (status text, sells bigint)
language sql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select t.status, count(*) from batch_sell s join transaction t on t.id = s.transaction_id where s.batch_id = p_batch group by 1
$$;

-- Returns rows of a confirmed batch that are to be paid and have neither a sell nor a refusal, in order. At most p_under_way sells of a
-- batch are on their way to a bank at a time, so that a large batch does not stand before every other payout.
create or replace function due_batch_rows(p_batch uuid, p_most integer, p_under_way integer) returns setof batch_row
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
  select r.* from good_batch_rows(p_batch) r
  where exists (select from batch_outcome e where e.batch_id = p_batch and e.outcome = 'confirmed')
    and not exists (select from batch_sell s where s.batch_id = p_batch and s.number = r.number)
    and not exists (select from batch_refusal f where f.batch_id = p_batch and f.number = r.number)
  order by r.number
  limit greatest(0, least(p_most, p_under_way - coalesce((
    select sum(s.sells) from batch_statuses(p_batch) s where s.status in ('deposit_received', 'cleared', 'paying_out')), 0)))
$$;

-- Records why rows were refused. A row that has a sell by now keeps it.
create or replace function note_batch_refusals(p_batch uuid, p_refusals json, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into batch_refusal (batch_id, number, business_id, mode, code, message, at)
    select r.batch_id, r.number, r.business_id, r.mode, f.code, left(f.message, 500), p_at
    from json_to_recordset(p_refusals) as f (number integer, code text, message text)
    join batch_row r on r.batch_id = p_batch and r.number = f.number
    where not exists (select from batch_sell s where s.batch_id = r.batch_id and s.number = r.number)
  on conflict do nothing
$$;

-- Returns how many rows of a confirmed batch have each outcome: skipped, refused, paid, returned, or paying and waiting before its end.
create or replace function batch_outcomes(p_batch uuid) returns jsonb
language sql stable security definer set search_path = afara, pg_temp as $$
  with sold as (select s.status, s.sells from batch_statuses(p_batch) s),
  counted as (
    select (select count(*) from batch_refusal f where f.batch_id = p_batch) as refused, b.row_count - d.payable_rows as skipped,
      coalesce((select sum(s.sells) from sold s where s.status = 'completed'), 0) as paid,
      coalesce((select sum(s.sells) from sold s where s.status <> 'completed' and s.status = any (statuses_ended())), 0) as returned,
      coalesce((select sum(s.sells) from sold s), 0) as sells, d.payable_rows
    from payout_batch b join batch_ready d on d.batch_id = b.id where b.id = p_batch)
  select jsonb_build_object('none', 0, 'skipped', c.skipped, 'waiting', c.payable_rows - c.refused - c.sells, 'refused', c.refused,
    'paying', c.sells - c.paid - c.returned, 'paid', c.paid, 'returned', c.returned) from counted c
$$;

-- Ends a confirmed batch whose sells have all ended, or says when to look again: in a second while rows are to be paid, otherwise the later
-- the longer its sells take. Returns when; null if nothing is left to do. It reads before it locks: the first lock or row takes the xid of
-- this commit, which must be after those of the last steps of the sells, so that the feed tells the end of the batch after them.
create or replace function settle_batch(p_batch uuid, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_due timestamptz;
begin
  select case
      when exists (select from due_batch_rows(p_batch, 1, 2147483647)) then p_at + interval '1 second'
      when exists (select from batch_statuses(p_batch) s where s.status <> all (statuses_ended()))
      then p_at + least(interval '10 minutes', greatest(interval '2 seconds', (p_at - o.at) / 10)) end
    into v_due from batch_outcome o where o.batch_id = p_batch and o.outcome = 'confirmed';
  perform from payout_batch where id = p_batch for update;
  if v_due is null then
    with ended as (
      insert into batch_end (batch_id, business_id, mode, at)
        select o.batch_id, o.business_id, o.mode, p_at from batch_outcome o where o.batch_id = p_batch and o.outcome = 'confirmed'
        on conflict do nothing returning *
    )
    insert into batch_event (event_id, batch_id, business_id, mode, event, outcomes, at)
      select afara_uuid(), d.batch_id, d.business_id, d.mode, 'completed', batch_outcomes(p_batch), d.at from ended d;
    delete from wake w where w.subject_id = p_batch;
  else
    update wake w set due_at = v_due, nudge_due_at = null, failure_count = 0, last_error = null where w.subject_id = p_batch;
  end if;
  return v_due;
end $$;
