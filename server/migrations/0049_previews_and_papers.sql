-- Why: whoever builds on us wants to know beforehand. How banks do is told from our own attempts; a bank is asked whose account it is, so
-- often and no oftener; what would stand in the way of a buy, a sell or a withdrawal is read without writing anything; and what a bank needs
-- to find a payment is gathered for a letter. Nothing here moves money.

set local role afara_owner;
set local search_path = afara;

-- ── how banks do ──────────────────────────────────────────────────────────────────────────────────────────────

-- Our own attempts since then that have ended, or should have: by bank, all vendors together. Unreached: no vendor that pays now reaches it;
-- impaired: one of them does not.
create function bank_standings(p_mode mode, p_since timestamptz, p_at timestamptz)
returns table (bank_code text, succeeded integer, failed integer, overdue integer, median_seconds numeric, is_unreached boolean, is_impaired boolean)
language sql stable security definer set search_path = afara, pg_temp as $$
  with tried as (
    select r.bank_code, count(*) filter (where x.state = 'succeeded')::integer as succeeded,
      count(*) filter (where x.state in ('failed', 'reversed'))::integer as failed,
      count(*) filter (where x.state in ('sending', 'accepted', 'unknown') and x.first_sent_at <= p_at - interval '5 minutes')::integer as overdue,
      round((percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
        filter (where x.state = 'succeeded'))::numeric, 1) as median_seconds
    from payout x join payout_right r on r.id = x.right_id
    where x.mode = p_mode and x.ordered_at >= p_since and x.first_sent_at is not null
    group by r.bank_code
  ), troubled as (
    select b.bank_code, bool_and(bank_is_down(a.mode, a.vendor, b.bank_code)) as at_all, bool_or(bank_is_down(a.mode, a.vendor, b.bank_code)) as at_some
    from (select distinct t.bank_code from bank_trouble t where t.mode = p_mode and t.noted_at > clock_timestamp() - interval '5 minutes') b
    join payout_account a on a.mode = p_mode and a.state = 'active' group by b.bank_code
  )
  select coalesce(t.bank_code, d.bank_code), coalesce(t.succeeded, 0), coalesce(t.failed, 0), coalesce(t.overdue, 0), t.median_seconds,
    coalesce(d.at_all, false), coalesce(d.at_some, false)
  from tried t full join troubled d on d.bank_code = t.bank_code
$$;

-- ── whose account it is ───────────────────────────────────────────────────────────────────────────────────────

-- Who asked about which account, written before the bank is asked. Whoever may ask without end could list who banks where.
create table name_enquiry (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  key_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  -- Whether a name was brought along, to be compared; else initials are told.
  has_name boolean not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index name_enquiry_of_business on name_enquiry (business_id, mode, at);
create trigger name_enquiry_is_history before update or delete or truncate on name_enquiry for each statement execute function refuse_change();

-- Writes the enquiry down. Returns how many seconds to wait where the business has asked often enough, in the last minute or the last day;
-- null: it may ask. One at a time for a business, so that many at once do not all count themselves as the last.
create function take_name_enquiry(
  p_id uuid, p_business uuid, p_mode mode, p_key uuid, p_bank_code text, p_account_number text, p_has_name boolean,
  p_most_minute integer, p_most_day integer, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('name_enquiry' || p_business || p_mode, 0));
  -- The one that must grow old first.
  select max(free_at) into v_free_at from (
    (select e.at + interval '1 minute' as free_at from name_enquiry e
      where e.business_id = p_business and e.mode = p_mode and e.at > p_at - interval '1 minute' order by e.at desc offset p_most_minute - 1 limit 1)
    union all
    (select e.at + interval '1 day' from name_enquiry e
      where e.business_id = p_business and e.mode = p_mode and e.at > p_at - interval '1 day' order by e.at desc offset p_most_day - 1 limit 1)) f;
  if v_free_at is not null then
    return greatest(1, ceil(extract(epoch from v_free_at - p_at)));
  end if;
  insert into name_enquiry values (p_id, p_business, p_mode, p_key, p_bank_code, p_account_number, p_has_name, p_at);
  return null;
end $$;

-- ── what would stand in the way ───────────────────────────────────────────────────────────────────────────────

-- As take_daily_use, and takes nothing.
create function has_daily_room(p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric, p_limit numeric) returns boolean language sql stable as $$
  select p_limit is null or p_amount + coalesce((select u.used_minor::numeric from daily_use u
    where u.business_id = p_business and u.mode = p_mode and u.day = (p_at at time zone 'Africa/Lagos')::date), 0) <= p_limit
$$;

-- Every answer that accept_buys, accept_sells or accept_withdrawals could give to such a request of the business that the settings of the
-- connection name, and not the first one alone; with what would hold it up later. It locks and writes nothing.
create function own_problems(
  p_type transaction_type, p_amount numeric, p_network text, p_meaning bytea, p_guard_since timestamptz, p_daily_limit numeric, p_at timestamptz
) returns table (outcome text, first_id uuid) language sql stable security definer set search_path = afara, pg_temp as $$
  with own as (select tenant_business() as business, tenant_mode() as mode)
  select 'possible_duplicate', s.transaction_id from own join recent_sell s
    on s.business_id = own.business and s.mode = own.mode and s.meaning = p_meaning and s.at > p_guard_since
  union all
  select 'network_not_open', null from own where p_type in ('buy', 'withdrawal') and p_network is not null and not has_lane(own.mode, p_network)
  union all
  select 'frozen', null from own where is_leaving_frozen(own.business, own.mode, p_network)
  union all
  select 'insufficient_balance', null from own
    where (p_type = 'withdrawal' or (p_type = 'sell' and p_network is null)) and p_amount > coalesce((
      select b.amount_minor::numeric from balance b
      where b.owner = own.business::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = own.mode), 0)
  union all
  select 'daily_limit', null from own where not has_daily_room(own.business, own.mode, p_at, p_amount, p_daily_limit)
$$;

-- What a network could deliver now: whether a wallet of ours takes new transfers there, the most that one of them has free, and whether
-- the address is one of ours.
create function delivery_room(p_mode mode, p_network text, p_address text, out is_active boolean, out room_minor numeric, out is_own boolean)
language sql stable security definer set search_path = afara, pg_temp as $$
  select count(l.id) > 0, trunc(coalesce(max(greatest(0, least(coalesce(b.amount_minor::numeric, 0), coalesce(l.tokens_minor, b.amount_minor::numeric, 0))
    - coalesce((select sum(d.tokens_minor::numeric) from delivery d where d.lane_id = l.id), 0))), 0)), is_own_wallet(p_address)
  from lane l
  left join balance b on b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
  where l.mode = p_mode and l.network = p_network and l.state = 'active' and l.abandoned_at is null
$$;

-- ── what can be shown ─────────────────────────────────────────────────────────────────────────────────────────

-- What a bank finds a payment of ours by, for the business that the settings of the connection name. Of our own account the last digits only.
create function own_payout_traces(p_transaction uuid)
returns table (id uuid, purpose text, state text, reference text, session_id text, amount_minor text, bank_code text, account_number text,
  account_name text, from_ending text, sent_at timestamptz, ended_at timestamptz, money_back_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select x.id, r.purpose, x.state, x.reference, x.session_id, r.amount_minor::text, r.bank_code, r.account_number::text, r.account_name::text,
    right(a.account_number, 4), x.first_sent_at, x.ended_at, x.money_back_at
  from transaction t join payout_right r on r.transaction_id = t.id join payout x on x.right_id = r.id join payout_account a on a.id = x.account_id
  where t.id = p_transaction and t.type <> 'drill' and t.business_id = tenant_business() and t.mode = tenant_mode() and x.first_sent_at is not null
  order by x.first_sent_at, x.id
$$;

-- A sell is told with the address that its tokens are to be sent to.
do $$
declare
  v_text text := pg_get_functiondef('transaction_facts(uuid, boolean)'::regprocedure);
  v_new text := replace(v_text, '''deposits'', (',
    '''deposit_address'', (select json_build_object(''network'', k.network, ''address'', k.address) from deposit_address k where k.transaction_id = t.id),
    ''deposits'', (');
begin
  if v_new = v_text then
    raise exception 'transaction_facts does not say what was deposited';
  end if;
  execute v_new;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

alter table name_enquiry enable row level security;
alter table name_enquiry force row level security;
create policy house on name_enquiry to afara_owner, afara_worker using (true) with check (true);
grant select on name_enquiry to afara_worker;

grant execute on function bank_standings, take_name_enquiry, own_problems, delivery_room, own_payout_traces to afara_api;
