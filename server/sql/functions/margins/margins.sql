-- Stores what the rails of a mode declare: [{vendor, settles, millionths, fixed_minor, most_minor}]. A declaration that changes nothing
-- adds no row. Idempotent.
create or replace function declare_rails(p_mode mode, p_rails json, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into rail_terms
    select p_mode, r.vendor, p_at, r.settles, r.millionths, r.fixed_minor, r.most_minor
    from json_to_recordset(p_rails) as r (vendor text, settles text, millionths integer, fixed_minor numeric, most_minor numeric)
    left join current_rail c on c.mode = p_mode and c.vendor = r.vendor
    where (c.settles, c.millionths, c.fixed_minor::numeric, c.most_minor::numeric)
      is distinct from (r.settles, r.millionths, r.fixed_minor, r.most_minor)
    on conflict do nothing
$$;

-- Shows what each rail declares now.
create or replace view current_rail as
  select distinct on (r.mode, r.vendor) r.mode, r.vendor, r.declared_at, r.settles, r.millionths, r.fixed_minor, r.most_minor
  from rail_terms r order by r.mode, r.vendor, r.declared_at desc;

-- Returns what one coin of gas cost in naira at a time: the newest quote of the day before. Null if nobody quoted it.
create or replace function gas_price(p_asset asset, p_at timestamptz) returns numeric language sql stable as $$
  select q.ask from rate_quote q
  where q.pair = (p_asset || '/NGN')::rate_pair and q.pair not like 'USD%'
    and q.observed_at <= p_at and q.observed_at > p_at - interval '1 day'
  order by q.observed_at desc limit 1
$$;

-- Shows what each transaction earned, in kobo: our fee, less what vendors kept or charged for its payments and payouts, less its gas at the
-- price of that time, rounded up. The fee of a payment belongs to the transaction that was given it first. Gas without a price counts as
-- nothing, and has_unpriced_gas says so. Sweeps serve many transactions, and belong to none.
create or replace view transaction_margin as
  select t.id as transaction_id, t.mode, t.business_id, t.type, t.status, t.amount_minor::numeric as amount_minor, b.fee_minor,
    i.minor + o.minor as vendor_fee_minor, b.gas_minor, b.has_unpriced_gas, b.fee_minor - i.minor - o.minor - b.gas_minor as margin_minor,
    coalesce(i.rail, o.rail) as rail
  from transaction t
  cross join lateral (
    select
      coalesce(sum(case when (p.credit_kind, p.credit_owner) = ('income', 'fees') then p.amount_minor::numeric
        when (p.debit_kind, p.debit_owner) = ('income', 'fees') then -p.amount_minor::numeric end), 0) as fee_minor,
      coalesce(sum(ceil(p.amount_minor::numeric * g.price * 100 / power(10::numeric, g.decimals))), 0) as gas_minor,
      coalesce(bool_or(p.debit_owner = 'gas' and g.price is null), false) as has_unpriced_gas
    from entry e join posting p on p.entry_id = e.id
    left join lateral (
      select n.gas_decimals as decimals, gas_price(p.asset, e.posted_at) as price from network n
      where n.name = p.credit_owner and (p.debit_kind, p.debit_owner, p.credit_kind) = ('expense', 'gas', 'gas')) g on true
    where e.transaction_id = t.id) b
  cross join lateral (
    select coalesce(sum(l.gross_minor::numeric - l.settled_minor::numeric + coalesce(f.fee_minor::numeric, 0)), 0) as minor,
      min(coalesce(v.feed, 'statement')) as rail
    from allocation a join bank_line l on l.id = a.line_id join vendor_account v on v.id = l.vendor_account_id
    left join bank_line_fee f on f.line_id = l.id
    where a.transaction_id = t.id and t.type = 'buy'
      and not exists (select from allocation x where x.line_id = a.line_id and (x.at, x.id) < (a.at, a.id))
      -- A bank that took back less than was paid has returned its fee.
      and not exists (
        select from credit_take_back k join bank_line d on d.id = k.debit_line_id
        where k.credit_line_id = l.id and d.settled_minor = l.settled_minor)) i
  cross join lateral (
    select coalesce(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end), 0) as minor,
      min(c.vendor) as rail
    from payout_right r join payout x on x.right_id = r.id join payout_account c on c.id = x.account_id
    left join payout_line l on l.reference = x.reference and l.account_id = x.account_id and l.kind = 'fee' and l.entry_id is not null
    where r.transaction_id = t.id) o;

-- Returns what the transactions of a mode earned that were accepted since p_from and have ended, by business, by the fee plan that its
-- business has now, or by the vendor that moved the naira.
create or replace function margin_report(p_mode mode, p_by text, p_from timestamptz)
returns table (subject text, transactions bigint, amount_minor numeric, fee_minor numeric, vendor_fee_minor numeric, gas_minor numeric,
  margin_minor numeric, losing bigint, unpriced bigint)
language sql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select case p_by when 'business' then n.link_tag when 'plan' then describe_plan(m) else coalesce(g.rail, 'none') end,
    count(*), sum(g.amount_minor), sum(g.fee_minor), sum(g.vendor_fee_minor), sum(g.gas_minor), sum(g.margin_minor),
    count(*) filter (where g.margin_minor < 0), count(*) filter (where g.has_unpriced_gas)
  from transaction_margin g
  join business n on n.id = g.business_id
  join business_mode m on m.business_id = g.business_id and m.mode = g.mode
  where g.transaction_id >= id_floor(p_from) and g.mode = p_mode and g.status = any (statuses_ended())
    and (g.status = 'completed' or (g.fee_minor, g.vendor_fee_minor, g.gas_minor) <> (0, 0, 0))
  group by 1 order by sum(g.margin_minor), 1
$$;

-- Returns a fee plan in words: its flat amount in kobo, its basis points, and its cap in kobo.
create or replace function describe_plan(m business_mode) returns text language sql immutable
  return m.fee_flat_minor || '+' || m.fee_bps || 'bps' || coalesce('<=' || m.fee_cap_minor, '');

-- Returns what one transaction earned.
create or replace function margin_of(p_transaction uuid) returns setof transaction_margin
language sql stable security definer set search_path = afara, pg_temp as $$
  select g.* from transaction_margin g where g.transaction_id = p_transaction
$$;

-- Notes the businesses whose fees cost us more than they brought in the last seven days, with twenty transactions or more, and forgets the
-- others. Returns how many there are.
create or replace function note_losing_plans(p_at timestamptz) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  with losing as (
    select b.id, m.mode, r.transactions, r.margin_minor
    from unnest(enum_range(null::mode)) as m (mode)
    cross join lateral margin_report(m.mode, 'business', p_at - interval '7 days') r
    join business b on b.link_tag = r.subject
    where r.transactions >= 20 and r.margin_minor < 0
  ), ended as (
    delete from plan_flag f where not exists (select from losing l where l.id = f.business_id and l.mode = f.mode)
  ), noted as (
    insert into plan_flag as f select l.id, l.mode, l.transactions, l.margin_minor, p_at, p_at from losing l
      on conflict (business_id, mode) do update
        set transactions = excluded.transactions, margin_minor = excluded.margin_minor, noted_at = excluded.noted_at
  )
  select count(*) from losing
$$;
