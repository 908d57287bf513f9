-- Returns every place of our own money: its ledger balance, its last known actual balance, what is in flight, what is promised, and what
-- was sent in the last hour (received, for places that only receive). Ids contain the time, so the last hour of a table is the end of its
-- key.
create or replace function float_figures() returns table (
  kind text, mode mode, place text, subject uuid, state text, ledger_minor numeric, world_minor numeric, world_at timestamptz,
  in_flight_minor numeric, promised_minor numeric, hour_minor numeric, gas_asset asset, gas_units numeric, gas_world_units numeric,
    gas_each_units numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with hour as materialized (select uuidv7(interval '-1 hour') as id),
  sent as (
    select f.lane_id, sum(r.tokens_minor::numeric) as minor from transfer f join transfer_right r on r.id = f.right_id, hour
    where f.id > hour.id and f.state in ('signed', 'final_ok', 'conflict') group by f.lane_id
  ), out as (
    select f.lane_id, sum(r.tokens_minor::numeric) as minor from transfer f join transfer_right r on r.id = f.right_id
    where f.state in ('reserved', 'signed', 'conflict') group by f.lane_id
  ), waiting as (
    select d.lane_id, sum(d.tokens_minor::numeric) as minor from delivery d group by d.lane_id
  ), paid as (
    select x.account_id, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id, hour
    where x.id > hour.id and x.money_back_at is null group by x.account_id
  ), paying as (
    select x.account_id, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id
    where x.next_look_at is not null and x.money_back_at is null and x.final_entry_id is null group by x.account_id
  ), ordered as (
    select o.account_id, sum(o.amount_minor::numeric) as minor from payout_order o group by o.account_id
  ), arrived as (
    select d.mode, d.network, sum(d.minor::numeric) as minor from deposit d, hour where d.id > hour.id group by d.mode, d.network
  ), credited as (
    select l.vendor_account_id, sum(l.settled_minor::numeric) as minor from bank_line l, hour
    where l.id > hour.id and l.direction = 'credit' group by l.vendor_account_id
  ), sealed as (
    select sealed_through() as xid
  ), unsealed as materialized (
    select p.* from posting p, sealed where p.xid > sealed.xid
      and ('bank' in (p.debit_kind, p.credit_kind) or 'gas' in (p.debit_kind, p.credit_kind))
  ), summed as (
    select s.mode, s.kind, s.owner, s.asset, sum(s.minor) as minor from (
      select t.mode, t.kind, t.owner, t.asset, t.debit_minor - t.credit_minor as minor from account_total t where t.kind in ('bank', 'gas')
      union all
      select u.mode, u.debit_kind, u.debit_owner, u.asset, u.amount_minor::numeric from unsealed u where u.debit_kind in ('bank', 'gas')
      union all
      select u.mode, u.credit_kind, u.credit_owner, u.asset, -u.amount_minor::numeric from unsealed u where u.credit_kind in ('bank', 'gas')
    ) s group by s.mode, s.kind, s.owner, s.asset
  )
  select 'lane', l.mode, l.network || ':' || l.number, l.id, l.state, coalesce(b.amount_minor::numeric, 0), l.tokens_minor, l.read_at,
    coalesce(o.minor, 0), coalesce(w.minor, 0), coalesce(s.minor, 0), gas_asset(l.network), null::numeric, l.gas_units, l.gas_each_units
  from lane l
  left join balance b on b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
  left join out o on o.lane_id = l.id left join waiting w on w.lane_id = l.id left join sent s on s.lane_id = l.id
  where l.abandoned_at is null
  union all
  select 'payout_account', a.mode, a.vendor || ':' || a.name, a.id, a.state, coalesce(b.amount_minor::numeric, 0), a.available_minor,
    a.read_at,
    coalesce(p.minor, 0), coalesce(o.minor, 0), coalesce(h.minor, 0), null::asset, null::numeric, null::numeric, null::numeric
  from payout_account a
  left join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
  left join paying p on p.account_id = a.id left join ordered o on o.account_id = a.id left join paid h on h.account_id = a.id
  where a.state <> 'closed'
  union all
  select 'deposits', c.mode, c.network, c.id, case when c.halted_because is null then 'active'
    else 'halted' end, coalesce(u.minor, 0), null::numeric, c.read_at,
    coalesce(w.minor::numeric, 0), 0, coalesce(h.minor, 0), gas_asset(c.network), g.minor, s.gas_units, null::numeric
  from chain_cursor c
  left join lateral (select sum(x.minor::numeric) as minor from unswept_deposit x where x.network = c.network and x.mode = c.mode) u on true
  left join sweep w on w.network = c.network and w.mode = c.mode and w.state = 'signed'
  left join sweeper s on s.network = c.network and s.mode = c.mode
  left join summed g on g.mode = c.mode and g.kind = 'gas' and g.owner = c.network || ':sweeper'
  left join arrived h on h.mode = c.mode and h.network = c.network
  union all
  select 'collection_account', v.mode, v.account_number, v.id, v.state::text, coalesce(g.minor, 0), i.closing_minor, i.told_at, 0,
    coalesce(f.minor, 0), coalesce(h.minor, 0), null::asset, null::numeric, null::numeric, null::numeric
  from vendor_account v
  left join summed g on g.mode = v.mode and g.kind = 'bank' and g.owner = v.id::text
  left join lateral (select sum(x.left_minor::numeric) as minor from credit_fund x where x.vendor_account_id = v.id) f on true
  left join lateral (
    select r.closing_minor, (r.last_day + 1)::timestamp at time zone 'Africa/Lagos' as told_at from import_run r
    where r.vendor_account_id = v.id order by r.last_day desc limit 1) i on true
  left join credited h on h.vendor_account_id = v.id
  where v.state <> 'closed'
$$;

-- Returns how long the free balance lasts at the rate of the last hour; null if nothing was sent.
create or replace function runway(p_ledger numeric, p_promised numeric, p_hour numeric) returns interval language sql immutable
  return case when p_hour > 0 then least(876000, greatest(0, p_ledger - p_promised) / p_hour)::double precision * interval '1 hour' end;

-- Opens a case for a float that is soon empty, and closes it when the float lasts long enough again. Returns how many are low.
create or replace function note_runways(p_least interval, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  f record;
  v_low integer := 0;
begin
  for f in
    select x.*, runway(x.ledger_minor, x.promised_minor, x.hour_minor) as lasts from float_figures() x
      where x.kind in ('lane', 'payout_account')
  loop
    if f.state = 'active' and f.lasts < p_least then
      v_low := v_low + 1;
      perform open_case(afara_uuid(), f.mode, 'float_low', null, null, null, null,
        format('The balance of %s %s lasts less than %s at the rate of the last hour.', case f.kind when 'lane' then 'lane'
          else 'payout account' end, f.place,
          case when p_least >= interval '2 hours' then extract(epoch from p_least)::integer / 3600 || ' hours'
            else extract(epoch from p_least)::integer / 60 || ' minutes' end),
        jsonb_build_object('subject', 'float:' || f.subject, 'place', f.place, 'ledger_minor', f.ledger_minor::text,
          'promised_minor', f.promised_minor::text, 'hour_minor', f.hour_minor::text), null, p_at, p_at + interval '1 hour');
    -- A case closes only at a quarter above the minimum, so that a float at the limit does not open and close cases repeatedly.
    elsif f.state <> 'active' or f.lasts is null or f.lasts >= p_least * 1.25 then
      perform close_case(c.id, '{"action": "dismiss", "reason": "the balance lasts long enough again"}', p_at) from case_file c
        where c.kind = 'float_low' and c.state <> 'resolved' and c.mode = f.mode and c.facts ->> 'subject' = 'float:' || f.subject;
    end if;
  end loop;
  return v_low;
end $$;

-- Returns the metrics of the treasury.
create or replace function treasury_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select m.name, jsonb_build_object('kind', f.kind, 'mode', f.mode, 'place', f.place), m.value::double precision
  from float_figures() f cross join lateral (values
    ('float_minor', f.ledger_minor), ('float_promised_minor', f.promised_minor),
    ('float_runway_seconds', extract(epoch from runway(f.ledger_minor, f.promised_minor, f.hour_minor)))) as m (name, value)
  where f.kind in ('lane', 'payout_account') and m.value is not null
  union all
  select m.name, jsonb_build_object('mode', c.mode, 'network', c.network), m.value::double precision
  from chain_cursor c
  left join lateral (
    select sum(u.minor::numeric) as minor, min(u.since) as since from unswept_deposit u where u.network = c.network and u.mode = c.mode
      and u.minor > 0) u on true
  left join sweeper s on s.network = c.network and s.mode = c.mode
  cross join lateral (values
    ('unswept_minor', coalesce(u.minor, 0)), ('unswept_age_seconds', coalesce(greatest(0, extract(epoch from p_at - u.since)), 0)),
    ('sweeper_gas_units', s.gas_units)) as m (name, value)
  where m.value is not null
$$;
