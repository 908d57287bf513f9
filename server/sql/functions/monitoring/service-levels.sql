-- Service levels: what share of deliveries, payouts and notifications is in time (docs/operate/slos.md).

-- Returns within which time a service is in time.
create or replace function service_target(p_service text) returns interval language sql immutable as $$
  select case p_service when 'delivery' then interval '2 minutes' when 'payout' then interval '5 minutes'
    when 'webhook' then interval '10 seconds' end
$$;

-- Counts what ended since the last call, at most p_most events. Returns how many events it read. A transaction counts when it is completed,
-- from the moment at which all of its money had arrived. One that waited for a decision of people is not counted. A notification counts
-- when its delivery begins, from the event. Those that waited because the business had paused its endpoint are not counted.
create or replace function count_service_levels(p_at timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c service_level_cursor;
  -- A delivery is committed long before this.
  v_until constant timestamptz := p_at - interval '20 seconds';
  v_since timestamptz;
  v_upto bigint;
  v_read integer;
begin
  select * into c from service_level_cursor for update skip locked;
  if not found then
    return 0;
  end if;
  v_since := coalesce(c.webhooks_at, v_until);
  select max(e.position), count(*) into v_upto, v_read from (
    select position from event_position where position > c.position order by position limit p_most) e;
  with finished as (
    select e.transaction_id, e.mode, e.type, e.sequence, e.happened_at from event_position p
    join transaction_event e on e.transaction_id = p.transaction_id and e.sequence = p.sequence
    where p.position > c.position and p.position <= v_upto and e.type in ('buy', 'sell') and e.to_status = 'completed'
  ), timed as (
    select f.mode, case f.type when 'buy' then 'delivery' else 'payout' end as service, f.happened_at - s.at as took
    from finished f cross join lateral (
      select min(e.happened_at) filter (where e.to_status in ('payment_received', 'deposit_received')) as at,
        bool_or(e.to_status in ('action_required', 'on_hold') or (e.to_status = 'completed' and e.sequence < f.sequence)) as is_left_out
      from transaction_event e where e.transaction_id = f.transaction_id and e.sequence <= f.sequence) s
    where s.at is not null and not s.is_left_out
    union all
    select d.mode, 'webhook', d.created_at - e.happened_at
    from webhook_delivery d
    join event_position p on p.event_id = d.event_id
    join transaction_event e on e.transaction_id = p.transaction_id and e.sequence = p.sequence
    where d.id >= uuidv7(v_since - p_at - interval '1 minute') and d.kind = 'event'
      and d.created_at > v_since and d.created_at <= v_until
      and not exists (select from webhook_notice n where n.endpoint_id = d.endpoint_id and n.kind in ('opened', 'resumed')
        and n.at > e.happened_at)
  ), counted as (
    select mode, service, count(*) as ended, count(*) filter (where took <= service_target(service)) as in_time
    from timed group by mode, service
  )
  update service_level l set ended = l.ended + n.ended, in_time = l.in_time + n.in_time from counted n
    where l.mode = n.mode and l.service = n.service;
  update service_level_cursor set position = coalesce(v_upto, position), webhooks_at = greatest(v_since, v_until);
  return v_read;
end $$;

-- Returns the counters as metrics.
create or replace function service_level_figures() returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.name, jsonb_build_object('mode', l.mode, 'service', l.service), f.value::double precision
  from service_level l cross join lateral (values ('service_ended_total', l.ended), ('service_in_time_total', l.in_time)) as f (name, value)
$$;
