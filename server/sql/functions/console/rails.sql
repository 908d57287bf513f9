-- What the console shows of each way in which money comes and leaves. Ids contain the time, so the last hour of a table is the end of its
-- key.

-- Returns per vendor and bank how our payouts of the last hour went, and what is on its way. `ended` and `succeeded` count the last 15
-- minutes. `points` has what succeeded in each five minutes of the hour, oldest first.
create or replace function console_payout_rails(p_mode mode, p_at timestamptz) returns table (
  vendor text, bank_code text, is_down boolean, is_stopped boolean, ended integer, succeeded integer, p50_seconds numeric,
  p95_seconds numeric, in_flight_minor numeric, in_flight integer, last_at timestamptz, points integer[])
language sql stable security definer set search_path = afara, pg_temp as $$
  with seen as materialized (
    select a.vendor, r.bank_code, r.amount_minor::numeric as minor, x.final_entry_id is not null as is_paid, x.ended_at, x.first_sent_at,
      coalesce(x.ended_at, x.answered_at, x.sent_at) as told_at, x.state,
      x.next_look_at is not null and x.money_back_at is null and x.final_entry_id is null as is_open
    from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
    where x.mode = p_mode and (x.ordered_at >= p_at - interval '1 hour' or x.next_look_at is not null and x.final_entry_id is null)
  )
  select s.vendor, s.bank_code, bank_is_down(p_mode, s.vendor, s.bank_code),
    bank_stopped_because(p_mode, s.bank_code) is not null
      or not exists (select from payout_account a where a.mode = p_mode and a.vendor = s.vendor and a.state = 'active'),
    count(*) filter (where s.ended_at >= p_at - interval '15 minutes')::integer,
    count(*) filter (where s.ended_at >= p_at - interval '15 minutes' and s.is_paid)::integer,
    round((percentile_cont(0.5) within group (order by extract(epoch from s.ended_at - s.first_sent_at))
      filter (where s.is_paid))::numeric, 1),
    round((percentile_cont(0.95) within group (order by extract(epoch from s.ended_at - s.first_sent_at))
      filter (where s.is_paid))::numeric, 1),
    coalesce(sum(s.minor) filter (where s.is_open), 0), count(*) filter (where s.is_open)::integer, max(s.told_at),
    array(select count(*) filter (where o.is_paid and o.ended_at >= g.at and o.ended_at < g.at + interval '5 minutes')::integer
      from generate_series(p_at - interval '1 hour', p_at - interval '5 minutes', interval '5 minutes') g (at)
      left join seen o on o.vendor = s.vendor and o.bank_code = s.bank_code group by g.at order by g.at)
  from seen s group by s.vendor, s.bank_code order by s.vendor, s.bank_code
$$;

-- Returns the same per network, from our own transfers. `last_at` is when the chain was last read.
create or replace function console_chain_rails(p_mode mode, p_at timestamptz) returns table (
  network text, is_halted boolean, short_of text, is_frozen boolean, ended integer, succeeded integer, p50_seconds numeric,
  p95_seconds numeric, in_flight_minor numeric, in_flight integer, last_at timestamptz, points integer[])
language sql stable security definer set search_path = afara, pg_temp as $$
  with hour as materialized (select uuidv7(interval '-1 hour') as id),
  seen as materialized (
    select f.network, r.tokens_minor::numeric as minor, f.state = 'final_ok' as is_paid, f.opened_at, f.ended_at,
      f.state in ('reserved', 'signed', 'conflict') as is_open
    from transfer f join transfer_right r on r.id = f.right_id, hour
    where f.mode = p_mode and (f.id > hour.id or f.state in ('reserved', 'signed', 'conflict'))
  ), lanes as (
    select l.network, bool_and(l.state <> 'active') as is_halted, max(l.short_of) as short_of, max(l.read_at) as last_at
    from lane l where l.mode = p_mode and l.abandoned_at is null group by l.network
  )
  select l.network, l.is_halted, l.short_of,
    exists (select from freeze_order z where z.lifted_at is null and (z.scope = 'all' or z.subject = p_mode || ':' || l.network)),
    s.ended, s.succeeded, s.p50, s.p95, s.in_flight_minor, s.in_flight, l.last_at,
    array(select count(o.*) filter (where o.is_paid and o.ended_at >= g.at and o.ended_at < g.at + interval '5 minutes')::integer
      from generate_series(p_at - interval '1 hour', p_at - interval '5 minutes', interval '5 minutes') g (at)
      left join seen o on o.network = l.network group by g.at order by g.at)
  from lanes l cross join lateral (
    select count(*) filter (where o.ended_at >= p_at - interval '15 minutes')::integer as ended,
      count(*) filter (where o.ended_at >= p_at - interval '15 minutes' and o.is_paid)::integer as succeeded,
      round((percentile_cont(0.5) within group (order by extract(epoch from o.ended_at - o.opened_at))
        filter (where o.is_paid))::numeric, 1) as p50,
      round((percentile_cont(0.95) within group (order by extract(epoch from o.ended_at - o.opened_at))
        filter (where o.is_paid))::numeric, 1) as p95,
      coalesce(sum(o.minor) filter (where o.is_open), 0) as in_flight_minor, count(*) filter (where o.is_open)::integer as in_flight
    from seen o where o.network = l.network) s
  order by l.network
$$;

-- Returns per bank of our collection accounts how it tells us of money. Seconds are from the bank's booking until we recorded it.
create or replace function console_money_in(p_mode mode, p_at timestamptz) returns table (
  bank_name text, accounts integer, stopped integer, failing integer, error text, credits integer, p50_seconds numeric,
  p95_seconds numeric, unplaced_minor numeric, unplaced integer, last_at timestamptz, points integer[])
language sql stable security definer set search_path = afara, pg_temp as $$
  with hour as materialized (select uuidv7(interval '-1 hour') as id),
  own as materialized (select * from vendor_account v where v.mode = p_mode and v.state <> 'closed'),
  seen as materialized (
    select v.bank_name, uuid_extract_timestamp(l.id) as at, greatest(extract(epoch from uuid_extract_timestamp(l.id) - l.booked_at), 0) as s
    from bank_line l join own v on v.id = l.vendor_account_id, hour where l.id > hour.id and l.direction = 'credit'
  )
  select v.bank_name, count(*)::integer, count(*) filter (where v.state = 'frozen')::integer,
    count(*) filter (where k.poll_failures > 0)::integer, max(k.poll_error), s.credits, s.p50, s.p95,
    coalesce(sum(u.minor), 0), coalesce(sum(u.count), 0)::integer, max(greatest(k.polled_at, c.read_at)),
    array(select count(o.*) filter (where o.at >= g.at and o.at < g.at + interval '5 minutes')::integer
      from generate_series(p_at - interval '1 hour', p_at - interval '5 minutes', interval '5 minutes') g (at)
      left join seen o on o.bank_name = v.bank_name group by g.at order by g.at)
  from own v
  left join account_look k on k.vendor_account_id = v.id
  left join lateral (select max(c.read_at) as read_at from feed_cursor c where c.vendor_account_id = v.id) c on true
  left join lateral (select sum(f.left_minor::numeric) as minor, count(*)::integer as count from credit_fund f
    where f.vendor_account_id = v.id) u on true
  cross join lateral (
    select count(*) filter (where o.at >= p_at - interval '15 minutes')::integer as credits,
      round((percentile_cont(0.5) within group (order by o.s))::numeric, 1) as p50,
      round((percentile_cont(0.95) within group (order by o.s))::numeric, 1) as p95
    from seen o where o.bank_name = v.bank_name) s
  group by v.bank_name, s.credits, s.p50, s.p95 order by v.bank_name
$$;
