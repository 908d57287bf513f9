-- Returns what the tenant can spend, and which of its tokens are held: by unfinished transactions, and for payments from its balance that
-- were made before a restore and are not explained yet.
create or replace function own_balance(out available_minor numeric, out held_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select b.minor - f.minor, f.minor + coalesce((
      select sum(h.amount_minor::numeric) from balance h join transaction t on t.id = h.owner::uuid
      where h.kind = 'held' and h.asset = 'NGNC' and h.mode = tenant_mode()
        and t.business_id = tenant_business() and t.mode = tenant_mode()), 0)
  from (select coalesce(sum(b.amount_minor::numeric), 0) as minor from balance b
    where b.owner = tenant_business()::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = tenant_mode()) b
  cross join lateral (
    select least(b.minor, coalesce(sum(x.minor), 0)) as minor from forgotten_spending(tenant_business(), tenant_mode()) x) f
$$;

-- Returns what the tenant owes us, because a bank took naira back after the tokens were sent.
create or replace function own_debt() returns numeric language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce(sum(account_sum(tenant_mode(), 'receivable', tenant_business()::text, a.asset)), 0)
  from unnest(array['NGN', 'NGNC']::asset[]) as a (asset)
$$;

-- Returns every reason for which accept_buys, accept_sells or accept_withdrawals would refuse or delay such a request of the tenant, not
-- only the first one. Locks and writes nothing.
create or replace function own_problems(
  p_type transaction_type, p_amount numeric, p_network text, p_meaning bytea, p_guard_since timestamptz, p_daily_limit numeric,
    p_at timestamptz
) returns table (outcome text, first_id uuid) language sql stable security definer set search_path = afara, pg_temp as $$
  with own as (select tenant_business() as business, tenant_mode() as mode)
  select 'possible_duplicate', s.transaction_id from own join recent_sell s
    on s.business_id = own.business and s.mode = own.mode and s.meaning = p_meaning and s.at > p_guard_since
  union all
  select 'network_not_open', null from own where p_type in ('buy', 'withdrawal') and p_network is not null
    and not has_lane(own.mode, p_network)
  union all
  select 'frozen', null from own where is_leaving_frozen(own.business, own.mode, p_network)
  union all
  select 'insufficient_balance', null from own
    where (p_type = 'withdrawal' or (p_type = 'sell' and p_network is null))
      and may_spend_balance(own.business, own.mode, p_type, null, p_amount) is not true
  union all
  select 'daily_limit', null from own where not has_daily_room(own.business, own.mode, p_at, p_amount, p_daily_limit)
$$;
