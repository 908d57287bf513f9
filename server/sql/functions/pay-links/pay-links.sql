-- Opens the buy, issues its amount and code, and creates the pay page, in one commit. Returns false if one of its keys is taken. An
-- obstacle rolls everything back: the message of AF070 is one word that names the obstacle.
create or replace function issue_pay_link(p_expected uuid, p_request json, p_code text, p_link json) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  r record;
  k record;
  v_accepted boolean;
  v_needs text[];
  v_stop text;
begin
  select * into r from json_to_record(p_request) as r (
    id uuid, business_id uuid, mode mode, vendor_account_id uuid, amount_minor numeric, fee_minor numeric, network text,
    wallet_address text, at timestamptz, due_at timestamptz);
  select * into k from json_to_record(p_link) as k (id uuid, token text, description text, return_url text);
  select i.accepted, i.needs into strict v_accepted, v_needs from issue_expected_payment(p_expected, p_request, p_code) i;
  if not v_accepted then
    return false;
  end if;
  v_stop := coalesce(
    v_needs[1],
    case when not exists (select from vendor_account v where v.id = r.vendor_account_id and v.state = 'active') then 'account' end,
    delivery_stop(r.business_id, r.mode, r.network, r.wallet_address, r.amount_minor - r.fee_minor));
  if v_stop is not null then
    raise exception '%', v_stop using errcode = 'AF070';
  end if;
  insert into pay_link (id, business_id, mode, transaction_id, token, description, return_url, created_at, expires_at)
    values (k.id, r.business_id, r.mode, r.id, k.token, k.description, k.return_url, r.at, r.due_at);
  return true;
end $$;

-- Cancels the buy of one of the tenant's links, if nothing was paid. Returns the status of the buy; null if there is no such link.
create or replace function cancel_pay_link(p_link uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t record;
begin
  select x.id, x.version, x.status into t from pay_link l join transaction x on x.id = l.transaction_id
    where l.id = p_link and l.business_id = tenant_business() and l.mode = tenant_mode() for no key update of x;
  if not found then
    return null;
  end if;
  if t.status = 'pending_payment' then
    perform from move_transaction(t.id, t.version, 'cancelled', '{}', p_at, null);
    return 'cancelled';
  end if;
  return t.status;
end $$;

-- Returns what a visitor with the token may see. The wallet, the payer and the reason of a delay are not shown. takes_payment is false if
-- the account is frozen, the business is suspended, or a freeze stops its tokens. number_until is set if the account number belongs to this
-- payment alone: the payer pays to it until then, and the amount is the one that its vendor expects.
create or replace function pay_page(p_token text) returns table (
  mode mode, business_name text, description text, return_url text, status text, amount_minor numeric, left_minor numeric, code text,
  account_number text, account_name text, bank_name text, expires_at timestamptz, rest_until timestamptz, network text, hash text,
  takes_payment boolean, transaction_id uuid, number_until timestamptz, seen_kind text, seen_minor numeric, paid_minor numeric
) language sql stable security definer set search_path = afara, pg_temp as $$
  select l.mode, b.name, l.description, l.return_url, t.status, coalesce(o.asked_minor, e.amount_minor::numeric),
    coalesce(o.asked_minor, c.left_minor::numeric, 0), e.code,
    coalesce(o.number, v.account_number), coalesce(o.account_name, v.name), coalesce(o.bank_name, v.bank_name),
    case t.status when 'pending_payment' then least(l.expires_at, w.due_at) else l.expires_at end,
    case t.status when 'part_paid' then w.due_at end, y.network, f.hash,
    v.state in ('active', 'draining') and m.status = 'active' and not is_leaving_frozen(l.business_id, l.mode, y.network),
    l.transaction_id, o.valid_until, s.kind, s.amount_minor,
    (select coalesce(sum(a.amount_minor::numeric), 0) from standing_allocation a where a.transaction_id = l.transaction_id)
  from pay_link l
  join business b on b.id = l.business_id
  join business_mode m on m.business_id = l.business_id and m.mode = l.mode
  join transaction t on t.id = l.transaction_id
  join buy y on y.transaction_id = l.transaction_id
  join expected_payment e on e.transaction_id = l.transaction_id
  join vendor_account v on v.id = e.vendor_account_id
  left join claim c on c.transaction_id = l.transaction_id
  left join lateral seen_credit(c.transaction_id) s on true
  left join wake w on w.subject_id = l.transaction_id
  left join lateral (
    select n.number, n.account_name, n.bank_name, n.valid_until,
      case when t.status = 'pending_payment' and c.left_minor is not null then n.amount_minor::numeric end as asked_minor
    from collection_number n
    where n.transaction_id = l.transaction_id and is_payable_number(n.id, afara_now())
    order by n.asked_at desc limit 1) o on true
  left join lateral (
    select x.hash from transfer_right r join transfer x on x.right_id = r.id and x.state = 'final_ok'
    where r.transaction_id = l.transaction_id and t.status = 'completed' limit 1) f on true
  where l.token = p_token
$$;

-- Returns the ids of the tenant's matching links below p_before, newest first, and the id below which to continue; null if there are no
-- more. Reads at most p_window links, so it may return fewer than p_most, or none, although more follow. The settings force reads by key,
-- because a plan is made while tables are small, and cached.
create or replace function own_pay_link_ids(
  p_before uuid, p_most integer, p_window integer, p_statuses text[], p_from timestamptz, p_to timestamptz,
  p_metadata jsonb default null, out ids uuid[], out next_id uuid
) language plpgsql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_business uuid := tenant_business();
  v_mode mode := tenant_mode();
begin
  ids := array(
    select l.id from (
      select w.id, w.transaction_id, w.created_at from pay_link w
      where w.business_id = v_business and w.mode = v_mode and w.id < p_before
      order by w.business_id desc, w.mode desc, w.id desc limit p_window) l
    join transaction t on t.id = l.transaction_id
    where (p_statuses is null or t.status = any (p_statuses)) and (p_metadata is null or t.metadata @> p_metadata)
      and (p_from is null or l.created_at >= p_from) and (p_to is null or l.created_at < p_to)
    order by l.id desc limit p_most + 1);
  if cardinality(ids) > p_most then
    ids := ids[:p_most];
    next_id := ids[p_most];
  else
    next_id := (select w.id from pay_link w
      where w.business_id = v_business and w.mode = v_mode and w.id < p_before
      order by w.business_id desc, w.mode desc, w.id desc offset p_window - 1 limit 1);
  end if;
end $$;

-- Returns the outcome of the newest p_window links of the tenant that were made in a period: how many have each status, what they ask for,
-- and the naira that arrived. is_cut means that there are older links that were not read.
create or replace function own_pay_link_totals(p_window integer, p_from timestamptz, p_to timestamptz)
returns table (status text, links bigint, asked_minor numeric, arrived_minor numeric, is_cut boolean)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  with newest as materialized (
    select w.id, w.transaction_id, w.created_at from pay_link w
    where w.business_id = tenant_business() and w.mode = tenant_mode()
    order by w.business_id desc, w.mode desc, w.id desc limit p_window)
  select t.status, count(*), sum(t.amount_minor), coalesce(sum(a.minor), 0), (select count(*) = p_window from newest)
  from newest l
  join transaction t on t.id = l.transaction_id
  left join lateral (select sum(x.amount_minor::numeric) as minor from allocation x where x.transaction_id = l.transaction_id) a on true
  where (p_from is null or l.created_at >= p_from) and (p_to is null or l.created_at < p_to)
  group by t.status
$$;
