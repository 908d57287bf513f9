-- Writes finished requests into the log that developers read. One call of each second has all requests of an api process.
create or replace function log_requests(p_requests jsonb) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into request_log (business_id, mode, at, request_id, key_id, method, path, status, code, duration_ms, is_replay)
    select r.business_id, r.mode, r.at, r.request_id, r.key_id, r.method, r.path, r.status, r.code, r.duration_ms, r.is_replay
    from jsonb_to_recordset(p_requests) as r (business_id uuid, mode mode, at timestamptz, request_id uuid, key_id uuid, method text,
      path text, status smallint, code text, duration_ms integer, is_replay boolean)
    on conflict do nothing
$$;

-- Keeps the log small: seven days, and of each business and mode the newest ten thousand requests. The caller names the businesses that it
-- wrote for. Deletes at most ten thousand old requests, so that no call takes long.
create or replace function trim_request_log(p_businesses uuid[], p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  delete from request_log r using (
      select o.business_id, o.mode, o.at, o.request_id from request_log o where o.at < p_at - interval '7 days' order by o.at limit 10000) o
    where (r.business_id, r.mode, r.at, r.request_id) = (o.business_id, o.mode, o.at, o.request_id);
  delete from request_log r using (
      select b.id, m.mode, (select l.at from request_log l where l.business_id = b.id and l.mode = m.mode
        order by l.at desc, l.request_id desc offset 10000 limit 1) as at
      from unnest(p_businesses) as b (id) cross join unnest(enum_range(null::mode)) as m (mode)) o
    where r.business_id = o.id and r.mode = o.mode and r.at <= o.at;
end $$;
