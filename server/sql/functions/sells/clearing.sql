-- Returns what the driver needs to advance sells: their status, when they are due next, the names to screen, and the account whose name a
-- bank must confirm.
create or replace function driven_sells(p_transactions uuid[])
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  bank_code text, account_number text, account_name text, senders text[]
) language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, p.bank_code, p.account_number::text,
      p.account_name, array(select distinct d.sender from deposit d where d.transaction_id = u.id)
    from unnest(p_transactions) as u (id)
    join transaction t on t.id = u.id join payee_of_sell p on p.transaction_id = u.id left join wake w on w.subject_id = u.id;
end $$;

-- Reads sells whose tokens have arrived, and names every obstacle to clearing each. The conditions are written only here: clear_sells
-- clears the sells without an obstacle together, and clear_one_sell decides what happens to any other sell. An obstacle that clear_one_sell
-- does not know holds the sell for an operator, so a new condition needs only one more line here. The caller has locked the sells.
create or replace function sells_to_clear(p_items json)
returns table (
  ordinal integer, id uuid, mode mode, business_id uuid, bank_code text, account_number text, network text, held numeric, fee numeric,
  obstacles text[]
) language sql stable rows 50 as $$
  select i.ordinal, t.id, t.mode, t.business_id, p.bank_code, p.account_number::text, p.network, h.amount_minor::numeric, p.fee,
    array_remove(array[
      case when t.mode = 'live' and i.list_version is null then 'unscreened' end,
      case when freeze_of(i.id, p.network) is not null then case when balance_held_because(t) is not null then 'balance_held'
        else 'frozen' end
        when bank_stopped_because(t.mode, p.bank_code) is not null then 'frozen' end,
      case when m.status <> 'active' then 'suspended' end,
      case when has_undecided_loss(i.id) then 'tokens_taken' end,
      case when nullif(i.name, 'null') is null then 'unanswered' end,
      case when h.amount_minor::numeric <= p.fee then 'fee' end,
      case when (i.name ->> 'outcome' = 'found' and (i.name ->> 'fits')::boolean) is not true then 'name_differs' end,
      case when m.velocity_hour_minor is not null then 'velocity' end,
      -- The next two obstacles stop nothing, but the payout account is then chosen for this sell alone and not for the whole group.
      case when exists (select from payout_right r where r.transaction_id = i.id)
        or exists (select from payout_order o where o.transaction_id = i.id) then 'ordered_before' end,
      case when exists (
        select from bank_trouble b
        where b.mode = t.mode and b.bank_code = p.bank_code and b.noted_at > afara_now() - interval '5 minutes') then 'bank_in_trouble' end,
      case when (i.hits = '[]') is not true then 'screening' end
    ], null) || p.needs
  from json_to_recordset(p_items) as i (ordinal integer, id uuid, version integer, list_version text, hits jsonb, name jsonb)
  join transaction t on t.id = i.id
  join payee_of_sell p on p.transaction_id = i.id
  join balance h on h.owner = i.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode
  join business_mode m on m.business_id = t.business_id and m.mode = t.mode
  where t.version = i.version and t.type = 'sell' and t.status = 'deposit_received'
$$;

-- Clears one sell, or decides what its obstacles lead to: the sell waits, is held for an operator, or needs a choice of the business.
-- Returns the outcome, when the sell is due next, and the account that pays it. p_item is an item of clear_sells; its name is null if the
-- bank gave no answer.
create or replace function clear_one_sell(p_item json, p_at timestamptz, p_lease_seconds integer)
returns table (outcome text, due_at timestamptz, account_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  -- Each of these obstacles is handled below. Any other obstacle is a reason to hold the sell.
  KNOWN constant text[] := '{unscreened,frozen,suspended,unanswered,fee,name_differs,velocity,ordered_before,bank_in_trouble}';
  i record;
  t transaction;
  p payee_of_sell;
  q record;
  v_why text;
  v_reasons text[];
begin
  select * into strict i from json_to_record(p_item) as i (
    id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb, name jsonb);
  select * into t from transaction where id = i.id and version = i.version and type = 'sell' and status = 'deposit_received'
    for no key update;
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  select * into strict q from sells_to_clear(json_build_array(p_item));
  if 'unscreened' = any (q.obstacles) then
    raise exception 'sell % was not screened against a sanctions list', t.id using errcode = 'AF051';
  end if;
  select * into strict p from payee_of_sell where transaction_id = t.id;

  -- A sell without the bank's answer waits even if there is a reason to hold it. Operators release a held sell with the bank's name
  -- (release_sell), and the bank is not asked about a sell on hold. Without the name, a false sanctions match could not be released and its
  -- tokens could not be returned. Nothing is paid while the sell waits.
  v_why := case
    when 'frozen' = any (q.obstacles) then coalesce(freeze_of(t.id, p.network), bank_stopped_because(t.mode, p.bank_code))
    when 'suspended' = any (q.obstacles) then 'the business is suspended'
    when 'unanswered' = any (q.obstacles) then 'the bank does not return the account name' end;
  if v_why is not null then
    outcome := 'waits';
    due_at := let_wait('sell', t.id, v_why, p_at);
    return next;
    return;
  end if;

  v_reasons := array(select o.name from unnest(q.obstacles) with ordinality as o (name, place) where o.name <> all (KNOWN)
    order by o.place);
  if v_reasons <> '{}' then
    outcome := 'held';
  elsif 'fee' = any (q.obstacles) then
    outcome := 'cannot_pay';
  elsif 'name_differs' = any (q.obstacles) then
    outcome := 'name_differs';
  else
    v_reasons := take_sell_velocity(t, q.held, p_at);
    outcome := case when v_reasons = '{}' then 'queued' else 'held' end;
  end if;

  if outcome = 'queued' then
    -- The order is queued first, so that nothing is changed if no account can pay.
    account_id := queue_sell(t, i.name ->> 'account_name', p_at);
    if account_id is null then
      delete from velocity_use u where u.transaction_id = t.id and u.business_id = t.business_id and u.mode = t.mode and u.at = p_at;
      outcome := 'waits';
      due_at := let_wait('sell', t.id, 'no account of ours can pay it now', p_at);
      perform ask_about_float(t.mode, p_at);
      return next;
      return;
    end if;
    if move_transactions(array[t.id], array['checks_passed'], array['{}'::jsonb], null, p_at) <> 1 then
      raise exception 'sell % cannot be cleared', t.id using errcode = 'AF001';
    end if;
    select n.nudge_number into nudge_number from claim_nudge(account_id, p_at, p_lease_seconds) n;
  elsif outcome = 'held' then
    perform hold_sell(t, v_reasons, q.held, i.hits, i.list_version, p_at);
  else
    perform ask_about_payee(t, p, outcome, q.held, i.name, p_at);
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), t.mode, t.id, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at);
  insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at)
    values (afara_uuid(), t.mode, t.id, p.bank_code, p.account_number, i.name ->> 'outcome', i.name ->> 'account_name', p_at);
  select w.due_at into due_at from wake w where w.subject_id = t.id;
  return next;
end $$;

-- Clears sells whose tokens have arrived. Sells without an obstacle are cleared together if our accounts have enough for all of them, the
-- others one by one. An error rolls back all of them; the caller then retries each alone. p_items: [{ordinal, id, version, list_name,
-- list_version, list_loaded_at, subjects, hits, name: {outcome, account_name, comparison, fits} | null}].
create or replace function clear_sells(p_items json, p_at timestamptz, p_lease_seconds integer)
returns table (ordinal integer, outcome text, due_at timestamptz, account_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_asked uuid[] := array(select i.id from json_to_recordset(p_items) as i (id uuid));
  v_ordinals integer[];
  v_ids uuid[];
  v_accounts uuid[];
  v_numbers jsonb := '{}';
  v_due_at timestamptz;
  v_account uuid;
  i record;
begin
  -- From here on no other transaction moves these sells. Each statement sees what was committed before.
  perform from transaction t where t.id = any (v_asked) order by t.id for no key update;

  with item as materialized (
    select i.* from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb,
      name jsonb)
  ), plain as materialized (
    select i.*, s.mode, s.business_id, s.bank_code, s.account_number, i.name ->> 'account_name' as account_name, s.held - s.fee as amount,
      row_number() over (partition by s.mode order by i.id) as place
    from sells_to_clear(p_items) s join item i on i.ordinal = s.ordinal where s.obstacles = '{}'
  ), wanted as materialized (
    select p.mode, sum(p.amount) as minor, count(*)::integer as many from plain p group by p.mode
  ), able as (
    select w.mode, w.many, a.id, q.waiting, least(b.amount_minor::numeric, coalesce(a.available_minor, 0)) - q.minor as rest
    from wanted w
    join payout_account a on a.mode = w.mode and a.state = 'active' and a.short_of is null
    join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
    cross join lateral (
      select count(*) as waiting, coalesce(sum(o.amount_minor), 0) as minor from (
        select o.amount_minor::numeric as amount_minor from payout_order o where o.account_id = a.id limit 200) o) q
    where least(b.amount_minor::numeric, coalesce(a.available_minor, 0)) - q.minor >= w.minor
  ), turn as materialized (
    -- Each sell goes to the account with the fewest waiting orders, including those of this group.
    select a.mode, array_agg(a.id order by a.waiting + g.place, a.rest desc, a.id) as accounts
    from able a cross join lateral generate_series(1, a.many) as g (place) group by a.mode
  ), placed as materialized (
    select p.*, k.accounts[p.place] as account_id from plain p join turn k on k.mode = p.mode
  ), ordered as (
    insert into payout_order
      select p.id, 'payout', 1, p.mode, p.business_id, p.account_id, p.bank_code, p.account_number, p.account_name, p.amount, p_at, null
      from placed p
  ), screened as (
    insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
      select afara_uuid(), p.mode, p.id, p.list_name, p.list_version, p.list_loaded_at, p.subjects, p.hits, p_at from placed p
  ), named as (
    insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at)
      select afara_uuid(), p.mode, p.id, p.bank_code, p.account_number, 'found', p.account_name, p_at from placed p
  )
  select array_agg(p.ordinal), array_agg(p.id), array_agg(p.account_id) into v_ordinals, v_ids, v_accounts from placed p;

  if v_ids is not null then
    if move_transactions(v_ids, array_fill('checks_passed'::text, array[cardinality(v_ids)]),
        array_fill('{}'::jsonb, array[cardinality(v_ids)]), null, p_at) <> cardinality(v_ids) then
      raise exception 'a sell changed while it was being cleared' using errcode = 'AF001';
    end if;
    -- This runs last, because other transactions that are cleared for an account wait for its row until the commit.
    for v_account in select distinct u.id from unnest(v_accounts) as u (id) order by 1 loop
      perform wake_now('payout-account', v_account, p_at);
      v_numbers := v_numbers || coalesce((
        select jsonb_build_object(v_account::text, n.nudge_number) from claim_nudge(v_account, p_at, p_lease_seconds) n), '{}');
    end loop;
    select p_at + s.look_after into v_due_at from status_time s where s.type = 'sell' and s.status = 'cleared';
    -- Only one row per account has the nudge number, so that the caller nudges each account once.
    return query
      select u.ordinal, 'queued'::text, v_due_at, u.account_id, case when row_number() over (partition by u.account_id) = 1
        then (v_numbers ->> u.account_id::text)::integer end
      from unnest(v_ordinals, v_accounts) as u (ordinal, account_id);
  end if;

  if cardinality(v_ids) is distinct from cardinality(v_asked) then
    for i in
      select x.ordinal, x.item from (
        select (e.value ->> 'ordinal')::integer as ordinal, e.value as item from json_array_elements(p_items) e) x
      where x.ordinal = any (v_ordinals) is not true order by (x.item ->> 'id')::uuid
    loop
      return query select i.ordinal, c.* from clear_one_sell(i.item, p_at, p_lease_seconds) c;
    end loop;
  end if;
end $$;
