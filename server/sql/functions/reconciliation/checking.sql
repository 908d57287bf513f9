-- Lists every check of the database, and how it walks through the rows, which its arguments decide:
--   writers       (since_xid, through_xid)        rows with the xid of the database transaction that wrote them
--   transactions  (transactions uuid[])           everything that belongs to a transaction
--   pages         (pages int8range)               rows without an xid
--   sums          (pass, since_xid, through_xid)  sums that are carried from slice to slice
--   whole         (since_xid)                     lists that stay short
create or replace function list_checks() returns table (name text, goes_by text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select p.proname::text, case oidvectortypes(p.proargtypes)
    when 'bigint, bigint' then 'writers' when 'uuid[]' then 'transactions' when 'int8range' then 'pages'
    when 'uuid, bigint, bigint' then 'sums' when 'bigint' then 'whole' end
  from pg_proc p
  where p.pronamespace = 'afara'::regnamespace and p.proname like 'check\_%' and p.prorettype = 'afara.finding'::regtype
  order by 1
$$;

-- Runs one slice of a check: from its position to a later one, or the given transactions. Each slice is planned again, because a generic
-- plan would read whole tables. Related rows are looked up by key, because a hash or merge join would read whole tables for each slice. A
-- check must therefore join only by indexed columns. It runs a check with the rights of the owner, and no other function, so that callers
-- need no rights to all that the checks read.
create or replace function run_check(p_name text, p_goes_by text, p_after bigint, p_through bigint, p_pass uuid, p_transactions uuid[])
returns setof finding language plpgsql security definer set search_path = afara, pg_temp set plan_cache_mode = force_custom_plan
set jit = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (select from list_checks() c where c.name = p_name and c.goes_by = p_goes_by) then
    raise exception 'no check is called % and goes by %', p_name, p_goes_by using errcode = 'AF450';
  end if;
  case p_goes_by
    when 'writers' then return query execute format('select * from afara.%I($1, $2)', p_name) using p_after, p_through;
    when 'transactions' then return query execute format('select * from afara.%I($1)', p_name) using p_transactions;
    when 'pages' then return query execute format('select * from afara.%I($1)', p_name) using int8range(p_after, p_through);
    when 'sums' then return query execute format('select * from afara.%I($1, $2, $3)', p_name) using p_pass, p_after, p_through;
    when 'whole' then return query execute format('select * from afara.%I($1)', p_name) using p_after;
  end case;
end $$;

-- Returns the xid at which a slice of about p_rows events or postings after p_after ends, at most p_last.
create or replace function next_writer(p_after bigint, p_rows integer, p_last bigint) returns bigint
language sql stable security definer set search_path = afara, pg_temp as $$
  select least(p_last, (select v.xid from transaction_event v where v.xid > p_after order by v.xid offset p_rows limit 1),
    (select p.xid from posting p where p.xid > p_after order by p.xid offset p_rows limit 1))
$$;

-- Returns the number of pages of the largest table, which is where a walk by pages ends.
create or replace function most_pages() returns bigint language sql stable security definer set search_path = afara, pg_temp as $$
  select max(pg_relation_size(c.oid)) / current_setting('block_size')::bigint from pg_class c
  where c.relnamespace = 'afara'::regnamespace and c.relkind = 'r'
$$;

-- Records how far a check came. After a failure the caller passes the old position, so the check runs again from there.
create or replace function note_check(p_name text, p_walk text, p_position bigint, p_pass uuid, p_is_end boolean, p_failure text,
  p_at timestamptz) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into check_cursor as c (name, walk, position, pass, begun_at, looked_at, ended_at, failure)
    values (p_name, p_walk, p_position, p_pass, p_at, p_at, case when p_is_end then p_at end, p_failure)
    on conflict (name, walk) do update set position = excluded.position, pass = excluded.pass, looked_at = excluded.looked_at,
      ended_at = coalesce(excluded.ended_at, c.ended_at), failure = excluded.failure
$$;

-- Records a slice in which something was found, or deletes it when nothing is found there any more.
create or replace function note_slice(p_name text, p_walk text, p_after bigint, p_through bigint, p_is_wrong boolean, p_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_is_wrong then
    insert into check_open_slice values (p_name, p_walk, p_after, p_through, p_at)
      on conflict (name, walk, after_position, through_position) do update set looked_at = excluded.looked_at;
  else
    delete from check_open_slice s where s.name = p_name and s.walk = p_walk and s.after_position = p_after
      and s.through_position = p_through;
  end if;
end $$;
