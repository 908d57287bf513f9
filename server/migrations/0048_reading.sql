-- Why: a business reads its transactions page by page, its balance, what moved it, and the transaction behind any id that somebody shows
-- it. A page costs the same at the first row and at the millionth: it is read along the index of ids, never counted and never skipped.
-- What a page needs comes with one statement, in which the caller says who it is: nothing but row-level security decides what it sees.

set local role afara_owner;
set local search_path = afara;

-- ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- What moved a balance, newest first. Few postings touch one, and of the others no more is asked than this condition. None has a balance
-- on both sides: a business pays nobody here.
create index posting_of_balance on posting
  ((case when debit_kind = 'business' then debit_owner else credit_owner end), mode, entry_id)
  where debit_kind = 'business' or credit_kind = 'business';

-- By the bank's own name for a payment. (Not on the payout itself, whose row changes in place.)
create index payout_reading_session on payout_reading (session_id) where session_id is not null;

-- ── a page of transactions ────────────────────────────────────────────────────────────────────────────────────

-- All that is told of a transaction, to the business that the settings of the connection name. The wall stands here once and not in every
-- part, which a page of fifty would ask two hundred times. Of a buy the account is the payer's, of a sell the payee's.
create view own_transaction with (security_barrier) as
  select t.id, t.type, t.status, t.reference::text as reference, t.amount_minor, coalesce(b.fee_minor::numeric, s.fee_minor::numeric) as fee_minor,
    t.created_at, b.vendor_account_id, v.name as vendor_name, v.account_number::text as vendor_number, v.bank_name as vendor_bank,
    coalesce(b.payer_bank_code, s.bank_code) as bank_code, coalesce(b.payer_bank_name, s.bank_name) as bank_name,
    coalesce(b.payer_account_number::text, s.account_number::text) as account_number,
    coalesce(b.payer_account_name, s.account_name) as account_name, coalesce(b.network, s.network, w.network) as network,
    coalesce(b.wallet_address, s.wallet_address, w.wallet_address) as wallet_address, a.address as deposit_address, b.needs,
    case when t.status in ('payment_received', 'action_required', 'requested') then (
      select json_build_object('code', k.code, 'message', k.message) from wallet_block k
      where k.transaction_id = t.id and k.ended_at is null) end as wallet_stop
  from transaction t
  left join buy b on b.transaction_id = t.id
  left join vendor_account v on v.id = b.vendor_account_id
  left join sell s on s.transaction_id = t.id
  left join deposit_address a on a.transaction_id = s.transaction_id
  left join withdrawal w on w.transaction_id = t.id
  -- In brackets: asked once and not for every row.
  where t.business_id = (select tenant_business()) and t.mode = (select tenant_mode()) and t.type <> 'drill';
grant select on own_transaction to afara_api;

-- The least id that could be made at a moment: ids begin with milliseconds.
create function id_floor(p_at timestamptz) returns uuid language sql immutable strict
  return (lpad(to_hex(greatest(0, (extract(epoch from p_at) * 1000)::bigint)), 12, '0') || '00000000000000000000')::uuid;

-- Ids of the caller's own transactions below p_before that fit, newest first, and the id below which to go on; null: that is all. No more
-- than p_window transactions are looked at, so there may be fewer than p_most, or none, and still more to come.
-- Rows are bounded by whole keys of transaction_of_business, and so by nothing but that index: a plan that is kept for a business which
-- has nearly everything would else look for a small one's rows among all.
create function own_ids(
  p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type, p_statuses text[], p_network text,
  p_from timestamptz, p_to timestamptz, out ids uuid[], out next_id uuid
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
    -- An id is made in the moment in which its transaction is. In test mode the clock can be set.
    v_low := coalesce(id_floor(p_from - interval '1 hour'), v_low);
    v_top := least(v_top, id_floor(p_to + interval '1 hour'));
  end if;
  ids := array(
    select t.id from (
      select w.id, w.type, w.status, w.created_at from transaction w
      where (w.business_id, w.mode, w.id) <= (v_business, v_mode, v_top) and (w.business_id, w.mode, w.id) >= (v_business, v_mode, v_low)
        and w.id <> p_before
      order by w.business_id desc, w.mode desc, w.id desc limit p_window) t
    where t.type <> 'drill' and (p_type is null or t.type = p_type) and (p_statuses is null or t.status = any (p_statuses))
      and (p_from is null or t.created_at >= p_from) and (p_to is null or t.created_at < p_to)
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

-- One page, in one statement that says whose it is; newest first. A last row without a type has the id below which the next page begins.
-- Every table is read by its key: a plan is made while tables are small, and kept.
create function list_transactions(
  p_business uuid, p_mode mode, p_before uuid, p_most integer, p_window integer, p_reference text, p_type transaction_type,
  p_statuses text[], p_network text, p_from timestamptz, p_to timestamptz
) returns setof own_transaction language plpgsql set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  page record;
  last own_transaction;
begin
  perform set_config('afara.business_id', p_business::text, true), set_config('afara.mode', p_mode::text, true);
  page := own_ids(p_before, p_most, p_window, p_reference, p_type, p_statuses, p_network, p_from, p_to);
  return query select * from own_transaction v where v.id = any (page.ids) order by v.id desc;
  if page.next_id is not null then
    last.id := page.next_id;
    return next last;
  end if;
end $$;

grant execute on function own_ids, list_transactions to afara_api;

-- ── balances ──────────────────────────────────────────────────────────────────────────────────────────────────

-- What the business that the settings name can dispose of, and what its unfinished transactions hold of its tokens.
create function own_balance(out available_minor numeric, out held_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select
    coalesce((select b.amount_minor::numeric from balance b
      where b.owner = tenant_business()::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = tenant_mode()), 0),
    coalesce((select sum(b.amount_minor::numeric) from balance b join transaction t on t.id = b.owner::uuid
      where b.kind = 'held' and b.asset = 'NGNC' and b.mode = tenant_mode()
        and t.business_id = tenant_business() and t.mode = tenant_mode()), 0)
$$;

-- What moved that balance, newest first, below one movement, in a time; at most p_window movements are looked at, and a last row without a
-- step says where to go on.
create function own_balance_movements(p_before uuid, p_most integer, p_window integer, p_from timestamptz, p_to timestamptz)
returns table (
  entry_id uuid, step text, posted_at timestamptz, minor numeric, transaction_id uuid, type transaction_type, reference text
) language plpgsql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_owner text := tenant_business()::text;
  v_mode mode := tenant_mode();
  v_told integer := 0;
  v_looked integer := 0;
  v_last uuid;
  m record;
begin
  -- One row for each entry: an entry moves a balance once.
  for m in
    select p.entry_id, e.step, e.posted_at, case when p.credit_kind = 'business' then p.amount_minor::numeric else -p.amount_minor::numeric end as minor,
      e.transaction_id, t.type, t.reference::text as reference
    from (
      select p.entry_id, p.credit_kind, p.amount_minor from posting p
      where (p.debit_kind = 'business' or p.credit_kind = 'business')
        and (case when p.debit_kind = 'business' then p.debit_owner else p.credit_owner end) = v_owner and p.mode = v_mode and p.entry_id < p_before
      order by p.entry_id desc limit p_window + 1) p
    join entry e on e.id = p.entry_id left join transaction t on t.id = e.transaction_id
    order by p.entry_id desc
  loop
    if v_told = p_most or v_looked = p_window then
      entry_id := v_last; step := null; posted_at := null; minor := null; transaction_id := null; type := null; reference := null;
      return next;
      return;
    end if;
    v_looked := v_looked + 1;
    v_last := m.entry_id;
    if (p_from is null or m.posted_at >= p_from) and (p_to is null or m.posted_at < p_to) then
      v_told := v_told + 1;
      entry_id := m.entry_id; step := m.step; posted_at := m.posted_at; minor := m.minor;
      transaction_id := m.transaction_id; type := m.type; reference := m.reference;
      return next;
    end if;
  end loop;
end $$;

grant execute on function own_balance, own_balance_movements to afara_api;

-- ── whose is this? ────────────────────────────────────────────────────────────────────────────────────────────

-- Those of a list that are the caller's own.
create function own_among(p_ids uuid[]) returns setof uuid language sql stable as $$
  select t.id from transaction t
  where t.id = any (p_ids) and t.business_id = tenant_business() and t.mode = tenant_mode() and t.type <> 'drill'
$$;

-- The transactions that an id of ours leads to, whoever's they are. Each table is read by a key of its own, one after the other, whatever
-- the planner knows.
create function ids_behind(p_kind text, p_id uuid) returns uuid[] language plpgsql stable as $$
begin
  return case p_kind
    when 'transaction' then array[p_id]
    when 'credit' then array(select a.transaction_id from allocation a where a.line_id = p_id)
    when 'transfer' then array(select r.transaction_id from transfer_right r where r.id = (select f.right_id from transfer f where f.id = p_id))
    when 'payout' then array(select r.transaction_id from payout_right r where r.id = (select o.right_id from payout o where o.id = p_id))
    when 'deposit' then array(select d.transaction_id from deposit d where d.id = p_id)
    when 'event' then array(select e.transaction_id from event_position e where e.event_id = p_id)
    when 'pay_link' then array(select l.transaction_id from pay_link l where l.id = p_id)
  end;
end $$;

-- The same for what a bank calls a payment, in or out.
create function ids_of_session(p_session text) returns uuid[] language plpgsql stable as $$
declare
  v_keys uuid[];
  v_found uuid[];
begin
  v_keys := array(select g.id from bank_line_reading g where g.session_id = p_session limit 100);
  v_keys := array(select s.line_id from bank_line_seat s where s.reading_id = any (v_keys));
  v_found := array(select a.transaction_id from allocation a where a.line_id = any (v_keys));
  v_keys := array(select distinct g.payout_id from payout_reading g where g.session_id = p_session limit 100);
  v_keys := array(select o.right_id from payout o where o.id = any (v_keys));
  return v_found || array(select r.transaction_id from payout_right r where r.id = any (v_keys));
end $$;

-- The same for what a network calls a transfer, out or in, in any of its spellings.
create function ids_of_hash(p_hashes text[]) returns uuid[] language plpgsql stable as $$
declare
  v_keys uuid[];
begin
  v_keys := array(select n.transfer_id from transfer_attempt n where n.hash = any (p_hashes));
  v_keys := array(select f.right_id from transfer f where f.id = any (v_keys));
  return array(select r.transaction_id from transfer_right r where r.id = any (v_keys))
    || array(select d.transaction_id from deposit d where d.mode = tenant_mode() and d.tx_hash = any (p_hashes) limit 100);
end $$;

-- The caller's own transactions that something leads to, with what it turned out to be: an id of ours (its kind and uuid), or else a text as
-- it was given and in other spellings. What leads to another's leads nowhere.
create function find_own(p_kind text, p_id uuid, p_texts text[]) returns table (found_as text, transaction_id uuid)
language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  if p_id is not null then
    return query select p_kind, i from own_among(ids_behind(p_kind, p_id)) i;
    return;
  end if;
  return query
    select case when starts_with(k.key, 'r:') then 'reference' else 'idempotency_key' end, i
    from request_key k cross join lateral own_among(array[k.transaction_id]) i
    where k.business_id = tenant_business() and k.mode = tenant_mode() and k.key in ('r:' || p_texts[1], 'k:' || p_texts[1]);
  return query select 'session', i from own_among(ids_of_session(p_texts[1])) i;
  return query select 'hash', i from own_among(ids_of_hash(p_texts)) i;
  return query select 'deposit_address', i from own_among(
    array(select a.transaction_id from deposit_address a where a.address = any (p_texts) and a.mode = tenant_mode())) i;
end $$;

grant execute on function find_own to afara_api;
