-- Adds a second key to a transaction that was found by its first key. The caller has compared the meanings.
create or replace function add_request_key(p_business uuid, p_mode mode, p_key text, p_transaction uuid)
returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into request_key (business_id, mode, key, transaction_id, meaning)
  select k.business_id, k.mode, p_key, k.transaction_id, k.meaning from request_key k join transaction t
    on t.id = k.transaction_id and k.key = 'r:' || t.reference
  where k.business_id = p_business and k.mode = p_mode and t.id = p_transaction
  on conflict do nothing
$$;

-- Takes the keys of a list of requests and returns the requests that got all of their keys. Keys are inserted in one order, so that two
-- callers cannot deadlock.
create or replace function take_request_keys(p_requests json) returns uuid[] language sql as $$
  with request as materialized (
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text, meaning bytea)
  ), took as (
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  )
  select array_agg(r.id) from request r
  join (select transaction_id, count(*) as keys from took group by transaction_id) t
    on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end
$$;

-- Returns the time at which a request counts as accepted. In live mode it is within ten minutes of the database's own time: the daily limit
-- of a business counts by this time, so a caller that could name any would have the limit of every day at once.
create or replace function accepted_at(p_mode mode, p_at timestamptz) returns timestamptz language sql volatile as $$
  select case p_mode when 'live' then greatest(least(p_at, afara_now() + interval '10 minutes'), afara_now() - interval '10 minutes')
    else p_at end
$$;

-- Gives a transaction its labels, in the commit that accepts it. They never change afterwards.
create or replace function set_metadata(p_transaction uuid, p_metadata jsonb) returns void language plpgsql as $$
begin
  if p_metadata is not null then
    update transaction t set metadata = p_metadata where t.id = p_transaction;
  end if;
end $$;
