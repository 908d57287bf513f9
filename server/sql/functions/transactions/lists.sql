-- Shows everything that the tenant may see of its transactions. The tenant is checked once here, because a check in every part would run
-- 200 times for a page of fifty. The account of a buy is the payer's; the account of a sell is the payee's.
create or replace view own_transaction with (security_barrier) as
  select t.id, t.type, t.status, t.reference::text as reference, t.amount_minor,
    coalesce((select f.fee_minor from fee_of_buy f where f.transaction_id = b.transaction_id), s.fee_minor::numeric) as fee_minor,
    t.created_at, b.vendor_account_id, v.name as vendor_name, v.account_number::text as vendor_number, v.bank_name as vendor_bank,
    coalesce(b.payer_bank_code, s.bank_code) as bank_code, coalesce(b.payer_bank_name, s.bank_name) as bank_name,
    coalesce(b.payer_account_number::text, s.account_number::text) as account_number,
    coalesce(b.payer_account_name, s.account_name) as account_name, coalesce(b.network, s.network, w.network) as network,
    coalesce(b.wallet_address, s.wallet_address, w.wallet_address) as wallet_address, a.address as deposit_address, b.needs,
    case when t.status = any (statuses_before_clearing()) then (
      select json_build_object('code', k.code, 'message', k.message, 'until',
        -- let_wallet_wait waits as long, from status_since. The api may not call these functions.
        case when t.status <> 'action_required' and k.code <> 'network_unavailable' then (
          select e.happened_at + interval '2 days' - coalesce((
            select g.aged from sandbox_age g where g.transaction_id = e.transaction_id and g.version = e.sequence), interval '0')
          from transaction_event e where e.transaction_id = t.id and e.sequence = t.version) end)
      from wallet_block k where k.transaction_id = t.id and k.ended_at is null) end as wallet_stop,
    (select x.code from transaction_wait x where x.transaction_id = t.id) as wait,
    case when t.status = 'recalled' then (
      select nullif(greatest(0, (e.data ->> 'owed_minor')::numeric - coalesce((
        select sum(p.amount_minor::numeric) from entry u join posting p on p.entry_id = u.id
        where u.transaction_id = t.id and u.step = 'debt_undone'), 0)), 0)::text
      from transaction_event e where e.transaction_id = t.id and e.sequence = t.version) end as owed_minor,
    case when t.type = 'buy' then coalesce((
      select sum(a.amount_minor::numeric) from standing_allocation a where a.transaction_id = t.id), 0) end as paid_minor,
    t.metadata
  from transaction t
  left join buy b on b.transaction_id = t.id
  left join vendor_account v on v.id = b.vendor_account_id
  left join sell s on s.transaction_id = t.id
  left join deposit_address a on a.transaction_id = s.transaction_id
  left join withdrawal w on w.transaction_id = t.id
  -- The subselects are evaluated once instead of for every row.
  where t.business_id = (select tenant_business()) and t.mode = (select tenant_mode()) and t.type <> 'drill';

-- Returns the lowest id that could have been made at p_at. Ids begin with the time in milliseconds.
create or replace function id_floor(p_at timestamptz) returns uuid language sql immutable strict
  return (lpad(to_hex(greatest(0, floor(extract(epoch from p_at) * 1000)::bigint)), 12, '0') || '00000000000000000000')::uuid;

-- Returns whether a search text names this holder of an account: a part of the name in any case, or the end of the number.
create or replace function is_party(p_text text, p_name text, p_number text) returns boolean language sql immutable
  return position(lower(p_text) in lower(coalesce(p_name, ''))) > 0
    or (length(p_text) >= 4 and right(coalesce(p_number, ''), length(p_text)) = p_text);

-- Returns the ids of the tenant's matching transactions below p_before, newest first, and the id below which to continue; null if there are
-- no more. Reads at most p_window transactions, so it may return fewer than p_most, or none, although more follow. Rows are bounded by
-- whole keys of transaction_of_business, so that only that index can be used. Otherwise PostgreSQL could cache a plan that suits a business
-- with nearly all rows. For a small business, that plan would read the whole table.
create or replace function own_ids(
  p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text,
  p_from timestamptz, p_to timestamptz, p_least numeric default null, p_largest numeric default null, p_party text default null,
  p_metadata jsonb default null, out ids uuid[], out next_id uuid
) language plpgsql stable security definer set search_path = afara, pg_temp as $$
declare
  v_business uuid := tenant_business();
  v_mode mode := tenant_mode();
  v_low uuid := '00000000-0000-0000-0000-000000000000';
  v_top uuid := p_before;
begin
  ids := '{}';
  if p_reference is not null then
    select k.transaction_id into v_low from request_key k
      where k.business_id = v_business and k.mode = v_mode and k.key = 'r:' || p_reference;
    if not found then
      return;
    end if;
    v_top := least(v_top, v_low);
  elsif v_mode = 'live' then
    -- An id contains the time at which its transaction was made, so a period limits the ids. Not in test mode, where the clock can be
    -- moved.
    v_low := coalesce(id_floor(p_from - interval '1 hour'), v_low);
    v_top := least(v_top, id_floor(p_to + interval '1 hour'));
  end if;
  ids := array(
    select t.id from (
      select w.id, w.type, w.status, w.created_at, w.amount_minor, w.metadata from transaction w
      where (w.business_id, w.mode, w.id) <= (v_business, v_mode, v_top) and (w.business_id, w.mode, w.id) >= (v_business, v_mode, v_low)
        and w.id <> p_before
      order by w.business_id desc, w.mode desc, w.id desc limit p_window) t
    where t.type <> 'drill' and (p_type is null or t.type = p_type) and (p_statuses is null or t.status = any (p_statuses))
      and (p_from is null or t.created_at >= p_from) and (p_to is null or t.created_at < p_to)
      and (p_least is null or t.amount_minor >= p_least) and (p_largest is null or t.amount_minor <= p_largest)
      and (p_metadata is null or t.metadata @> p_metadata)
      and (p_party is null
        or exists (select from buy b where b.transaction_id = t.id and is_party(p_party, b.payer_account_name, b.payer_account_number))
        or exists (select from sell s where s.transaction_id = t.id and is_party(p_party, s.account_name, s.account_number)))
      and (p_network is null or exists (select from buy b where b.transaction_id = t.id and b.network = p_network)
        or exists (select from sell s where s.transaction_id = t.id and s.network = p_network)
        or exists (select from withdrawal d where d.transaction_id = t.id and d.network = p_network))
    limit p_most + 1);
  if cardinality(ids) > p_most then
    ids := ids[:p_most];
    next_id := ids[p_most];
  else
    next_id := (select w.id from transaction w
      where (w.business_id, w.mode, w.id) <= (v_business, v_mode, v_top) and (w.business_id, w.mode, w.id) >= (v_business, v_mode, v_low)
        and w.id <> p_before
      order by w.business_id desc, w.mode desc, w.id desc offset p_window - 1 limit 1);
  end if;
end $$;

-- Returns one page of a business's transactions, newest first, in one statement that sets the tenant. A last row without a type has the id
-- below which the next page begins. The settings force reads by key, because a plan is made while tables are small, and cached.
create or replace function list_transactions(
  p_business uuid, p_mode mode, p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type,
  p_statuses text[], p_network text, p_from timestamptz, p_to timestamptz, p_least numeric default null, p_largest numeric default null,
  p_party text default null, p_metadata jsonb default null
) returns setof own_transaction language plpgsql set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  page record;
  last own_transaction;
begin
  perform set_config('afara.business_id', p_business::text, true), set_config('afara.mode', p_mode::text, true);
  page := own_ids(p_before, p_most, p_window, p_reference, p_type, p_statuses, p_network, p_from, p_to, p_least, p_largest,
    p_party, p_metadata);
  return query select * from own_transaction v where v.id = any (page.ids) order by v.id desc;
  if page.next_id is not null then
    last.id := page.next_id;
    return next last;
  end if;
end $$;

-- Returns how many of the tenant's newest p_window matching transactions there are of each type and status, the sum of their amounts, and
-- for buys the sum of what arrived. is_cut means that older ones were not read.
create or replace function own_totals(
  p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text, p_from timestamptz, p_to timestamptz,
  p_least numeric, p_largest numeric, p_party text, p_metadata jsonb default null
) returns table (type transaction_type, status text, transactions bigint, minor numeric, paid_minor numeric, is_cut boolean)
language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  page record;
begin
  page := own_ids('ffffffff-ffff-ffff-ffff-ffffffffffff', p_window, p_window, p_reference, p_type, p_statuses, p_network, p_from, p_to,
    p_least, p_largest, p_party, p_metadata);
  return query select t.type, t.status, count(*), sum(t.amount_minor), case t.type when 'buy' then coalesce(sum((
      select sum(a.amount_minor::numeric) from standing_allocation a where a.transaction_id = t.id)), 0) end, page.next_id is not null
    from transaction t where t.id = any (page.ids) group by t.type, t.status order by t.type, t.status;
end $$;

-- Shows the transactions that a sanctions list holds: there was a hit, and two operators have not released it. is_frozen means that they
-- found a true match. A match that they reopened does not count; its new case does.
create or replace view listed_transaction with (security_barrier) as
  select k.transaction_id, k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'freeze_and_report' as is_frozen
  from case_file k
  where k.kind = 'screening_hit' and k.transaction_id is not null
    and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release')
    and not exists (select from case_file r where r.kind = 'request' and r.ended = 'approved'
      and r.resolution ->> 'action' = 'reopen_match' and r.resolution ->> 'case_id' = k.id::text);
