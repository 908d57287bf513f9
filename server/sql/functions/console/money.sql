-- Returns what each of our floats had at the end of each of the last p_days days (in Lagos), and what left it that day. It counts back from
-- the books of today, so it reads one row for each float and day.
create or replace function console_float_history(p_mode mode, p_days integer, p_at timestamptz)
returns table (kind account_kind, owner text, day date, closing_minor numeric, out_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with days as (
    select (lagos_day(p_at) - n)::date as day from generate_series(0, p_days - 1) n
  ), moved as (
    select d.kind, d.owner, d.asset, d.day, d.in_minor - d.out_minor as net, d.out_minor
    from days join account_day d on d.mode = p_mode and d.day = days.day and d.kind in ('float', 'payout_bank')
  )
  select b.kind, b.owner, days.day,
    b.in_minor - b.out_minor - coalesce((
      select sum(m.net) from moved m where m.kind = b.kind and m.owner = b.owner and m.asset = b.asset and m.day > days.day), 0),
    coalesce((select m.out_minor from moved m where m.kind = b.kind and m.owner = b.owner and m.asset = b.asset and m.day = days.day), 0)
  from account_book b cross join days
  where b.mode = p_mode and b.kind in ('float', 'payout_bank') and b.asset = case b.kind when 'float' then 'NGNC' else 'NGN' end::asset
  order by 1, 2, 3
$$;

-- Returns what arrived and belongs to nobody yet, by how long ago: credits and tokens, how many, their sum, and the oldest.
create or replace function console_suspense(p_mode mode, p_at timestamptz)
returns table (asset asset, age text, count bigint, minor numeric, oldest_id uuid, oldest_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  with waiting (asset, id, minor, at) as (
    select 'NGN'::asset, f.line_id, f.left_minor::numeric, f.booked_at from credit_fund f where f.mode = p_mode
    union all
    select 'NGNC', s.transaction_id, s.amount_minor, d.seen_at from deposit_in_suspense s join deposit d on d.id = s.id
    where s.mode = p_mode
  ), aged as (
    select w.*, case when w.at > p_at - interval '1 hour' then 'hour' when w.at > p_at - interval '1 day' then 'day'
      when w.at > p_at - interval '7 days' then 'week' else 'older' end as age
    from waiting w
  )
  select a.asset, a.age, count(*), sum(a.minor), (array_agg(a.id order by a.at))[1], min(a.at) from aged a group by a.asset, a.age
$$;

-- Returns what businesses owe us: credits that a bank took back after we had delivered, and losses that were passed on.
create or replace function console_business_debts(p_mode mode) returns table (business_id uuid, name text, asset asset, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select b.id, b.name, k.asset, k.in_minor - k.out_minor from account_book k join business b on b.id::text = k.owner
  where k.mode = p_mode and k.kind = 'receivable' and k.in_minor <> k.out_minor
  order by 4 desc
$$;

-- Returns the newest transactions of a mode. Each business is read by its own index, because most rows may be of the other mode.
create or replace function console_newest(p_mode mode, p_most integer) returns setof uuid
language sql stable security definer set search_path = afara, pg_temp as $$
  select t.id from business_mode m cross join lateral (
    select x.id from transaction x where x.business_id = m.business_id and x.mode = m.mode and x.type <> 'drill'
    order by x.id desc limit p_most) t
  where m.mode = p_mode order by t.id desc limit p_most
$$;
