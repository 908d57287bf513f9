-- Stops the part of the system that a ledger account represents. Returns its name, or null if nothing of it can be stopped.
create or replace function stop_account(p_kind account_kind, p_owner text, p_asset asset, p_mode mode, p_reason text,
  p_at timestamptz) returns text
language plpgsql as $$
declare
  v_network text := split_part(p_owner, ':', 1);
  v_business uuid;
begin
  if p_kind in ('float', 'deposit') or p_kind = 'outgoing' and p_asset = 'NGNC' then
    if gas_asset(v_network) is null then
      return null;
    end if;
    perform place_freeze('network', p_mode || ':' || v_network, p_reason, 'system:reconciliation', p_at);
    return 'network ' || p_mode || ':' || v_network;
  elsif p_kind = 'payout_bank' or p_kind = 'outgoing' and p_asset = 'NGN' then
    if exists (select from payout_account a where a.id::text = p_owner and a.state in ('active', 'draining')) then
      perform stop_payout_account(p_owner::uuid, 'frozen', 'system:reconciliation', p_reason, p_at);
    end if;
    return 'payout account ' || p_owner;
  elsif p_kind = 'bank' then
    if exists (select from vendor_account v where v.id::text = p_owner) then
      perform freeze_account(p_owner::uuid, p_reason, p_at);
    end if;
    return 'collection account ' || p_owner;
  elsif p_kind in ('business', 'receivable', 'reserve') and p_owner ~ '^[0-9a-f-]{36}$' then
    v_business := p_owner::uuid;
  elsif p_kind in ('held', 'committed') and p_owner ~ '^[0-9a-f-]{36}$' then
    v_business := (select t.business_id from transaction t where t.id = p_owner::uuid);
  end if;
  if v_business is null then
    return null;
  end if;
  perform place_freeze('business', v_business::text, p_reason, 'system:reconciliation', p_at);
  return 'business ' || v_business;
end $$;

-- Stops the ledger account that a comparison is about.
create or replace function stop_scope(p_kind text, p_scope text, p_mode mode, p_reason text,
  p_at timestamptz) returns text language sql as $$
  select case p_kind
    when 'lane' then stop_account('float', p_scope, 'NGNC', p_mode, p_reason, p_at)
    when 'deposits' then stop_account('deposit', p_scope, 'NGNC', p_mode, p_reason, p_at)
    when 'payout_lines' then stop_account('payout_bank', p_scope, 'NGN', p_mode, p_reason, p_at)
    when 'payout_balance' then stop_account('payout_bank', p_scope, 'NGN', p_mode, p_reason, p_at)
    when 'collection' then stop_account('bank', p_scope, 'NGN', p_mode, p_reason, p_at)
    when 'bank_lines' then stop_account('bank', p_scope, 'NGN', p_mode, p_reason, p_at) end
$$;

-- Stops the accounts that are named in findings about the ledger: [{kind, owner, asset, …}]. Freezes everything if a finding names no
-- account, if none of the accounts can be stopped, or if there are more than 20 findings. Findings of the scope `checks` stop nothing.
create or replace function stop_found(p_scope text, p_mode mode, p_items jsonb, p_reason text,
  p_at timestamptz) returns text language plpgsql as $$
declare
  v_stopped text;
begin
  if p_scope = 'checks' then
    return null;
  end if;
  select string_agg(distinct stop_account((i ->> 'kind')::account_kind, i ->> 'owner', (i ->> 'asset')::asset, p_mode, p_reason, p_at),
    ', ') into v_stopped
    from jsonb_array_elements(p_items) as i where i ? 'kind';
  if v_stopped is null or jsonb_array_length(p_items) > 20
    or exists (select from jsonb_array_elements(p_items) as i where not i ? 'kind') then
    perform place_freeze('all', '', p_reason, 'system:reconciliation', p_at);
    v_stopped := concat_ws(', ', v_stopped, 'everything');
  end if;
  return v_stopped;
end $$;

-- Books unexplained tokens in one of our wallets to suspense, because their owner is unknown.
create or replace function book_surplus(p_scope text, p_mode mode, p_amount numeric, p_case uuid,
  p_at timestamptz) returns uuid language plpgsql as $$
declare
  l lane;
  v_entry uuid := afara_uuid();
begin
  select * into strict l from lane
    where mode = p_mode and network = split_part(p_scope, ':', 1) and number = split_part(p_scope, ':', 2)::integer for no key update;
  perform post_entry(v_entry, p_mode, null, 'surplus_found', p_at, array['float']::account_kind[], array[p_scope],
    array['suspense']::account_kind[], array[''], array['NGNC']::asset[], array[p_amount]::positive_minor[]);
  insert into reconciliation_surplus (entry_id, mode, lane_id, amount_minor, case_id, at)
    values (v_entry, p_mode, l.id, p_amount, p_case, p_at);
  return v_entry;
end $$;

-- Reverses the surplus of a lane in suspense after operators topped the lane up. If the surplus was larger than the top-up, the next
-- comparisons find the rest.
create or replace function undo_surplus() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s reconciliation_surplus;
  v_entry uuid;
begin
  for s in
    select x.* from reconciliation_surplus x join lane l on l.id = x.lane_id
    where x.undone_entry_id is null and l.mode = new.mode and l.network = new.resolution ->> 'network'
      and l.number = (new.resolution ->> 'number')::integer
  loop
    v_entry := afara_uuid();
    perform reverse_entry(v_entry, s.entry_id, 'surplus_explained', new.resolved_at);
    update reconciliation_surplus set undone_entry_id = v_entry where entry_id = s.entry_id;
    perform close_case(s.case_id, '{"action": "dismiss", "reason": "two operators topped up the lane"}', new.resolved_at) from case_file c
      where c.id = s.case_id and c.state <> 'resolved';
  end loop;
  return null;
end $$;

-- Records the result of a comparison. A difference that lasts for p_confirm_ms in one direction is confirmed, once. If we have less than
-- the ledger says, the part concerned is stopped. If a lane has more, the surplus is booked to suspense, unless a sweep will explain it. A
-- case is opened, and closed when the ledger and the actual balance agree again. Everything is frozen if more than p_all_minor is missing
-- in a mode. Returns the state.
create or replace function note_reconciliation(
  p_kind text, p_scope text, p_mode mode, p_ours numeric, p_theirs numeric, p_difference numeric, p_items jsonb, p_basis jsonb,
  p_confirm_ms integer, p_all_minor numeric, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s reconciliation_scope;
  v_state text;
  v_subject text := p_kind || ':' || p_mode || ':' || p_scope;
  v_words text;
  v_stopped text;
  v_case uuid;
  v_missing numeric;
  v_is_surplus boolean;
begin
  select * into s from reconciliation_scope where scope_kind = p_kind and scope = p_scope and mode = p_mode for update;
  v_state := case
    when p_difference = 0 then 'agrees'
    when s.state is null or s.state = 'agrees' or sign(p_difference) <> sign(s.difference_minor) then 'differs'
    when s.state = 'differs' and p_at - s.since >= make_interval(secs => p_confirm_ms / 1000.0) then 'confirmed'
    else s.state end;
  if s.state is null or (s.state, s.difference_minor) is distinct from (v_state, p_difference) then
    insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
      values (afara_uuid(), p_kind, p_scope, p_mode, p_at, p_ours, p_theirs, p_difference, p_items, v_state);
  end if;
  insert into reconciliation_scope as r
    values (p_kind, p_scope, p_mode, p_ours, p_theirs, p_difference, p_items, v_state, p_at, p_at, case v_state when 'agrees' then p_at end,
      p_basis)
    on conflict (scope_kind, scope, mode) do update set ours_minor = p_ours, theirs_minor = p_theirs, difference_minor = p_difference,
      items = p_items, state = v_state, looked_at = p_at, basis = p_basis,
      since = case when r.state = v_state or r.state = 'differs' and v_state = 'confirmed' then r.since else p_at end,
      last_agreed_at = case v_state when 'agrees' then p_at else r.last_agreed_at end;

  if v_state = 'agrees' and s.state in ('differs', 'confirmed') then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the ledger and the actual balance agree again"}', p_at) from case_file c
      where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.mode = p_mode and c.facts ->> 'subject' = v_subject
        and not c.facts ? 'is_in_suspense';
  end if;
  if v_state <> 'confirmed' or s.state = 'confirmed' then
    return v_state;
  end if;

  v_words := case when p_kind = 'ledger'
    then format('The %s of the ledger fail in %s mode: %s findings', p_scope, p_mode, p_difference)
    when p_kind = 'bank_lines' then format('The bank does not know credits of ₦%s on collection account %s in %s mode', in_naira(p_ours),
      p_scope, p_mode)
    when p_kind = 'vendor_debt' then format('%s in %s mode: it should have settled ₦%s, but settled ₦%s', p_scope, p_mode,
      in_naira(p_theirs - p_difference), in_naira(p_theirs))
    else format('%s %s in %s mode: the ledger has %s, but the actual balance is %s',
      replace(p_kind, '_', ' '), p_scope, p_mode, p_theirs - p_difference,
      p_theirs) end;
  v_is_surplus := p_kind = 'lane' and p_difference > 0 and not exists (
    -- Tokens that left a deposit address and are not booked yet arrive in a lane. The sweep will explain them.
    select from reconciliation_scope x where x.scope_kind = 'deposits' and x.scope = split_part(p_scope, ':', 1) and x.mode = p_mode
      and x.state <> 'agrees');
  if p_kind = 'ledger' then
    v_stopped := stop_found(p_scope, p_mode, p_items, v_words, p_at);
  elsif p_difference < 0 then
    v_stopped := stop_scope(p_kind, p_scope, p_mode, v_words, p_at);
    select coalesce(sum(-x.difference_minor), 0) into v_missing from reconciliation_scope x
      where x.mode = p_mode and x.state = 'confirmed' and x.difference_minor < 0 and x.scope_kind not in ('gas', 'ledger', 'vendor_debt');
    if v_missing > p_all_minor then
      perform place_freeze('all', '', format('₦%s is missing in %s mode: %s', in_naira(v_missing), p_mode, v_words),
        'system:reconciliation', p_at);
      v_stopped := concat_ws(', ', v_stopped, 'everything');
    end if;
  elsif p_kind = 'gas' then
    return v_state;
  end if;
  v_case := open_case(afara_uuid(), p_mode, 'reconciliation_differs', null, null, null, null,
    v_words || case when v_is_surplus then '; the surplus is in suspense' else '' end,
    jsonb_strip_nulls(jsonb_build_object('subject', v_subject || case when v_is_surplus then ':' || p_at else '' end,
      'kind', p_kind, 'scope', p_scope, 'ours_minor', p_ours::text, 'theirs_minor', p_theirs::text, 'difference_minor', p_difference::text,
      'stopped', v_stopped, 'is_in_suspense', case when v_is_surplus then true end,
      'items', (select jsonb_agg(i.item) from (select i.item from jsonb_array_elements(p_items) as i (item) limit 20) i))),
    null, p_at, p_at + interval '1 hour');
  if v_is_surplus then
    perform book_surplus(p_scope, p_mode, p_difference, v_case, p_at);
    -- After this booking the ledger and the chain agree. A later surplus is a new difference.
    insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
      values (afara_uuid(), p_kind, p_scope, p_mode, p_at, p_ours + p_difference, p_theirs, 0, p_items, 'agrees');
    update reconciliation_scope set ours_minor = p_ours + p_difference, difference_minor = 0, state = 'agrees', since = p_at,
      last_agreed_at = p_at
      where scope_kind = p_kind and scope = p_scope and mode = p_mode;
  end if;
  return v_state;
end $$;

-- Returns accounts whose balance is not the sum of their postings. Held accounts are compared as one sum.
create or replace function find_wrong_balances() returns table (mode mode, kind account_kind, owner text, asset asset,
  balance_minor numeric, postings_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with told as (
    select b.mode, b.kind, book_owner(b.kind, b.owner) as owner, b.asset, sum(b.amount_minor::numeric) as minor from balance b
      group by 1, 2, 3, 4
  ), summed as (
    select s.mode, s.kind, s.owner, s.asset, sum(s.minor) as minor from (
      select b.mode, b.kind, b.owner, b.asset, b.in_minor - b.out_minor as minor from account_book b where account_has_floor(b.kind)
      union all
      select p.mode, p.kind, book_owner(p.kind, p.owner), p.asset, p.in_minor - p.out_minor
      from reconciling r cross join lateral posting_sides(r.through_xid, 9223372036854775807) p where account_has_floor(p.kind)
    ) s group by 1, 2, 3, 4
  )
  select coalesce(t.mode, s.mode), coalesce(t.kind, s.kind), coalesce(t.owner, s.owner), coalesce(t.asset, s.asset), coalesce(t.minor, 0),
    coalesce(s.minor, 0)
  from told t full join summed s using (mode, kind, owner, asset) where coalesce(t.minor, 0) <> coalesce(s.minor, 0)
$$;

-- Records up to which seal the rows were hashed again, and when all of them were.
create or replace function note_verified(p_seal bigint, p_is_all boolean, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set verified_seal = p_seal, verified_all_at = case when p_is_all then p_at else verified_all_at end
$$;

-- Records the newest seal that was seen, how many rows must still be hashed again, and since when this number is above zero.
create or replace function note_pace(p_seal bigint, p_owed bigint, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set seen_seal = p_seal, owed_rows = p_owed, owed_since = case when p_owed > 0 then coalesce(owed_since, p_at) end
$$;

-- Records what was found at deposit addresses: [{address, off_units}]. Addresses that are empty and correct are not checked again.
create or replace function note_holdings(p_mode mode, p_network text, p_found json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off
  set enable_mergejoin = off as $$
begin
  update deposit_holding h set looked_at = p_at, off_units = f.off_units
    from json_to_recordset(p_found) as f (address text, off_units numeric)
    where h.mode = p_mode and h.network = p_network and h.address = f.address;
  delete from deposit_holding h using json_to_recordset(p_found) as f (address text)
    where h.mode = p_mode and h.network = p_network and h.address = f.address and h.units = 0 and h.off_units = 0;
end $$;

-- Returns the metrics of reconciliation: the difference, whether it is confirmed, and the age of each comparison, of the seals and of the
-- checks.
create or replace function reconciliation_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  -- Accounts at banks and vendors have ids, which no label names. They count together.
  select f.name, jsonb_build_object('mode', s.mode, 'kind', s.scope_kind, 'place', s.place), f.value::double precision
  from (
    select mode, scope_kind, case when scope ~ '[0-9a-f]{8}-|[0-9]{10}' then 'accounts' else scope end as place,
      (array_agg(difference_minor order by abs(difference_minor) desc))[1] as difference,
      max((state = 'confirmed')::integer) as confirmed, min(looked_at) as looked_at
    from reconciliation_scope group by 1, 2, 3) s
  cross join lateral (values
    ('reconciliation_difference', s.difference), ('reconciliation_confirmed', s.confirmed),
    ('reconciliation_age_seconds', greatest(0, extract(epoch from p_at - s.looked_at)))) as f (name, value)
  union all
  select 'seals_verified_age_seconds', '{}', extract(epoch from p_at - r.verified_all_at)::double precision from reconciling r
    where r.verified_all_at is not null
  union all
  select 'seals_owed_rows', '{}', r.owed_rows::double precision from reconciling r
  union all
  select 'checks_age_seconds', '{}', extract(epoch from p_at - min(coalesce(c.ended_at, c.begun_at)))::double precision from check_cursor c
    where c.walk = 'all' having count(*) > 0
  union all
  select 'checks_failing', '{}', count(*)::double precision from check_cursor c where c.failure is not null
$$;
