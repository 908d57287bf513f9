-- Returns rows of a batch whose account nobody asked a bank about yet. None once the batch is ready, confirmed or cancelled.
create or replace function unchecked_batch_rows(p_batch uuid, p_most integer) returns setof batch_row
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
  select r.* from batch_row r
  where r.batch_id = p_batch
    and not exists (select from batch_check c where c.batch_id = p_batch and c.number = r.number)
    and not exists (select from batch_ready d where d.batch_id = p_batch)
    and not exists (select from batch_outcome o where o.batch_id = p_batch)
  order by r.number limit p_most
$$;

-- Stores what banks answered about rows, and the problems that follow from it. A row that was checked meanwhile keeps its first answer.
create or replace function note_batch_checks(p_batch uuid, p_checks json, p_problems json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
declare
  v_new integer[];
begin
  perform from payout_batch where id = p_batch for update;
  if exists (select from batch_ready where batch_id = p_batch) or exists (select from batch_outcome where batch_id = p_batch) then
    return;
  end if;
  with added as (
    insert into batch_check (batch_id, number, business_id, mode, outcome, account_name, at)
      select r.batch_id, r.number, r.business_id, r.mode, c.outcome, c.account_name, p_at
      from json_to_recordset(p_checks) as c (number integer, outcome text, account_name text)
      join batch_row r on r.batch_id = p_batch and r.number = c.number
    on conflict do nothing returning number
  )
  select array_agg(a.number) into v_new from added a;
  perform add_batch_problems(p_batch, coalesce((
    select json_agg(p) from json_array_elements(p_problems) as p where (p ->> 'number')::integer = any (v_new)), '[]'));
end $$;

-- Returns the rows of a batch that have no problem, each with the transaction that has its reference already.
create or replace function compared_batch_rows(p_batch uuid) returns table (number integer, amount_minor numeric, taken_by uuid)
language sql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select r.number, r.amount_minor::numeric, k.transaction_id
  from good_batch_rows(p_batch) r
  left join request_key k on r.has_own_reference and k.business_id = r.business_id and k.mode = r.mode and k.key = 'r:' || r.reference
  order by r.number
$$;

-- Returns what a batch may spend: the balance less what payments before a restore reserve, and what is left of the daily limit; null if the
-- business has none.
create or replace function batch_means(p_batch uuid, p_at timestamptz) returns table (available numeric, daily_room numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select case when has_unadopted_locks_of(b.business_id) then 0 else coalesce((
      select a.amount_minor::numeric from balance a
      where a.owner = b.business_id::text and a.kind = 'business' and a.asset = 'NGNC' and a.mode = b.mode), 0)
      - coalesce((select sum(f.minor) from forgotten_spending(b.business_id, b.mode) f), 0) end,
    m.daily_limit_minor::numeric - coalesce((
      select sum(u.used_minor::numeric) from daily_use u
      where u.business_id = b.business_id and u.mode = b.mode and u.day = (p_at at time zone 'Africa/Lagos')::date), 0)
  from payout_batch b join business_mode m on m.business_id = b.business_id and m.mode = b.mode where b.id = p_batch
$$;

-- Ends the check of a batch with the last problems. From this commit on, its figures stand. A batch that is not checked in full, is ready
-- already or was cancelled is left alone.
create or replace function finish_batch_check(p_batch uuid, p_problems json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_nestloop = off as $$
begin
  perform from payout_batch where id = p_batch for update;
  if exists (select from unchecked_batch_rows(p_batch, 1)) or exists (select from batch_ready where batch_id = p_batch)
    or exists (select from batch_outcome where batch_id = p_batch) then
    return;
  end if;
  perform add_batch_problems(p_batch, p_problems);
  insert into batch_ready (batch_id, business_id, mode, payable_rows, total_minor, fee_minor, at)
    select b.id, b.business_id, b.mode, g.rows, g.total, g.fee, p_at
    from payout_batch b
    cross join (
      select count(*) as rows, coalesce(sum(r.amount_minor::numeric), 0) as total, coalesce(sum(r.fee_minor::numeric), 0) as fee
      from good_batch_rows(p_batch) r) g
    where b.id = p_batch;
  insert into batch_event (event_id, batch_id, business_id, mode, event, at)
    select afara_uuid(), d.batch_id, d.business_id, d.mode, 'ready', d.at from batch_ready d where d.batch_id = p_batch;
  delete from wake w where w.subject_id = p_batch;
end $$;
