-- What the console shows of businesses. On a connection of the people process that serves members these return nothing.

-- Returns the businesses of a mode, those that used it last first. `p_who` is part of a name or of a link tag. `waits_since` is when the
-- newest go-live file was submitted, if nobody has decided it. `last_at` is the newest transaction.
create or replace function console_businesses(p_mode mode, p_who text, p_status text, p_most integer, p_at timestamptz)
returns table (id uuid, name text, link_tag text, status text, tier smallint, is_frozen boolean, is_losing boolean, waits_since timestamptz,
  exposure_minor numeric, exposure_cap_minor numeric, balance_minor numeric, open_cases integer, last_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  with asked as (
    select coalesce(c.business_id, t.business_id) as business_id, count(*)::integer as count
    from case_file c left join transaction t on t.id = c.transaction_id where c.mode = p_mode and c.state <> 'resolved' group by 1
  )
  select b.id, b.name, b.link_tag, m.status, m.tier,
    exists (select from freeze_order z where z.lifted_at is null and z.scope = 'business' and z.subject = b.id::text),
    exists (select from plan_flag f where f.business_id = b.id and f.mode = p_mode),
    case when p_mode = 'live' and m.status = 'pending' then (
      select case when exists (select from go_live_refusal r where r.business_id = f.business_id and r.version = f.version) then null
        else f.submitted_at end
      from go_live_file f where f.business_id = b.id order by f.version desc limit 1) end,
    coalesce((select sum(e.amount_minor::numeric) from exposure_day e
      where e.business_id = b.id and e.mode = p_mode and e.aged_from > p_at), 0),
    m.exposure_cap_minor::numeric,
    coalesce((select k.amount_minor::numeric from balance k
      where k.owner = b.id::text and k.kind = 'business' and k.asset = 'NGNC' and k.mode = p_mode), 0),
    coalesce(a.count, 0),
    (select t.created_at from transaction t where t.business_id = b.id and t.mode = p_mode and t.type <> 'drill' order by t.id desc limit 1)
  from business b join business_mode m on m.business_id = b.id and m.mode = p_mode left join asked a on a.business_id = b.id
  where (session_user <> 'afara_people' or sees_house()) and (p_status is null or m.status = p_status)
    and (p_who is null or position(lower(p_who) in lower(b.name || ' ' || b.link_tag)) > 0)
  order by 13 desc nulls last, b.name limit p_most
$$;

-- Returns what a business used of its limits, what it holds with us, what its open transactions hold, and what it owes us.
create or replace function console_business_use(p_business uuid, p_mode mode, p_at timestamptz)
returns table (exposure_minor numeric, day_minor numeric, hour_minor numeric, balance_minor numeric, held_naira numeric,
  held_tokens numeric, owes_naira numeric, owes_tokens numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select
    coalesce((select sum(e.amount_minor::numeric) from exposure_day e
      where e.business_id = p_business and e.mode = p_mode and e.aged_from > p_at), 0),
    coalesce((select sum(u.used_minor::numeric) from daily_use u
      where u.business_id = p_business and u.mode = p_mode and u.day = lagos_day(p_at)), 0),
    coalesce((select sum(v.amount_minor::numeric) from velocity_use v
      where v.business_id = p_business and v.mode = p_mode and v.at > p_at - interval '1 hour'), 0),
    coalesce((select k.amount_minor::numeric from balance k
      where k.owner = p_business::text and k.kind = 'business' and k.asset = 'NGNC' and k.mode = p_mode), 0),
    h.naira, h.tokens, o.naira, o.tokens
  from (
    select coalesce(sum(h.amount_minor::numeric) filter (where h.asset = 'NGN'), 0) as naira,
      coalesce(sum(h.amount_minor::numeric) filter (where h.asset = 'NGNC'), 0) as tokens
    from balance h join transaction t on t.id = h.owner::uuid
    where h.kind = 'held' and h.mode = p_mode and t.business_id = p_business and t.mode = p_mode) h
  cross join (
    select coalesce(sum(k.in_minor - k.out_minor) filter (where k.asset = 'NGN'), 0) as naira,
      coalesce(sum(k.in_minor - k.out_minor) filter (where k.asset = 'NGNC'), 0) as tokens
    from account_book k where k.mode = p_mode and k.kind = 'receivable' and k.owner = p_business::text) o
  where session_user <> 'afara_people' or sees_house()
$$;

-- Returns the newest transactions of one business.
create or replace function console_newest_of(p_business uuid, p_mode mode, p_most integer) returns setof uuid
language sql stable security definer set search_path = afara, pg_temp as $$
  select t.id from transaction t where t.business_id = p_business and t.mode = p_mode and t.type <> 'drill'
    and (session_user <> 'afara_people' or sees_house())
  order by t.id desc limit p_most
$$;
