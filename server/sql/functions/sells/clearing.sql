-- What sells are driven by: where each is, when it is looked at next, whom lists are asked about and whose account a bank is asked for.
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

-- Asks everything that is to be asked about a sell whose tokens are here, and moves it: cleared and with the account that pays it, on hold,
-- or for the business to decide. p_name: what the bank said, null when it gave no answer.
create or replace function clear_one_sell(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb,
  p_hits jsonb, p_name jsonb, p_at timestamptz, p_lease_seconds integer
) returns table (outcome text, due_at timestamptz, account_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  t transaction;
  p payee_of_sell;
  v_amount numeric;
  v_why text;
  v_reasons text[];
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'sell' and status = 'deposit_received'
    for no key update;
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  if p_list_version is null and t.mode = 'live' then
    raise exception 'sell % was screened against no list', p_transaction using errcode = 'AF051';
  end if;
  select * into strict p from payee_of_sell where transaction_id = t.id;
  select b.amount_minor::numeric into strict v_amount from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode;

  v_why := coalesce(freeze_of(t.id, p.network), case
    when (select m.status = 'suspended' from business_mode m where m.business_id = t.business_id and m.mode = t.mode)
      then 'the business is suspended'
    when p_name is null then 'the bank does not say whose account it is' end);
  if v_why is not null then
    outcome := 'waits';
    due_at := let_wait('sell', t.id, v_why, p_at);
    return next;
    return;
  end if;

  v_reasons := p.needs;
  if p_hits <> '[]' then
    v_reasons := array_prepend('screening', v_reasons);
  end if;
  if v_reasons <> '{}' then
    outcome := 'held';
  elsif v_amount <= p.fee then
    outcome := 'cannot_pay';
  elsif (p_name ->> 'fits')::boolean is not true then
    outcome := 'name_differs';
  else
    v_reasons := take_sell_velocity(t, v_amount, p_at);
    outcome := case when v_reasons = '{}' then 'queued' else 'held' end;
  end if;

  if outcome = 'queued' then
    -- The order comes first: where no account can pay, nothing has happened.
    account_id := queue_sell(t, p_name ->> 'account_name', p_at);
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
    perform hold_sell(t, v_reasons, v_amount, p_hits, p_list_version, p_at);
  else
    perform ask_about_payee(t, p, outcome, v_amount, p_name, p_at);
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at)
    values (afara_uuid(), t.mode, t.id, p.bank_code, p.account_number, p_name ->> 'outcome', p_name ->> 'account_name', p_at);
  select w.due_at into due_at from wake w where w.subject_id = t.id;
  return next;
end $$;

-- Clears sells whose tokens are here. Those that nothing stands against are cleared together: nothing is frozen, no list and no limit has
-- them, their bank is reached and knows the name, they were never paid for before, and an account has enough for all of them. Every other
-- one is asked about on its own, by clear_one_sell. What fails undoes all, and then each is to be tried alone. items: [{ordinal, id,
-- version, list_name, list_version, list_loaded_at, subjects, hits, name: {outcome, account_name, fits} | null}].
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
  -- From here on nobody moves these; each statement sees what was committed before.
  perform from transaction t where t.id = any (v_asked) order by t.id for no key update;

  with item as materialized (
    select i.* from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb,
      name jsonb)
  ), plain as materialized (
    select i.*, t.mode, t.business_id, p.bank_code, p.account_number, i.name ->> 'account_name' as account_name,
      h.amount_minor::numeric - p.fee as amount, row_number() over (partition by t.mode order by i.id) as place
    from item i
    join transaction t on t.id = i.id
    join payee_of_sell p on p.transaction_id = i.id
    join balance h on h.owner = i.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode
    join business_mode m on m.business_id = t.business_id and m.mode = t.mode
    where t.version = i.version and t.type = 'sell' and t.status = 'deposit_received'
      and i.hits = '[]' and (t.mode = 'test' or i.list_version is not null)
      and p.needs = '{}' and h.amount_minor::numeric > p.fee and m.status <> 'suspended' and m.velocity_hour_minor is null
      and i.name ->> 'outcome' = 'found' and (i.name ->> 'fits')::boolean
      and freeze_of(i.id, p.network) is null
      and not exists (select from payout_right r where r.transaction_id = i.id)
      and not exists (select from payout_order o where o.transaction_id = i.id)
      and not exists (select from bank_trouble b where b.mode = t.mode and b.bank_code = p.bank_code
        and b.noted_at > afara_now() - interval '5 minutes')
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
    -- Each goes to the account with the fewest waiting, those of this very group among them.
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
      raise exception 'a sell cannot be cleared' using errcode = 'AF001';
    end if;
    -- Last: whoever else is cleared for an account waits for its row until the commit.
    for v_account in select distinct u.id from unnest(v_accounts) as u (id) order by 1 loop
      perform wake_now('payout-account', v_account, p_at);
      v_numbers := v_numbers || coalesce((
        select jsonb_build_object(v_account::text, n.nudge_number) from claim_nudge(v_account, p_at, p_lease_seconds) n), '{}');
    end loop;
    select p_at + s.look_after into v_due_at from status_time s where s.type = 'sell' and s.status = 'cleared';
    -- Who calls an account does so once for all of them.
    return query
      select u.ordinal, 'queued'::text, v_due_at, u.account_id, case when row_number() over (partition by u.account_id) = 1
        then (v_numbers ->> u.account_id::text)::integer end
      from unnest(v_ordinals, v_accounts) as u (ordinal, account_id);
  end if;

  if cardinality(v_ids) is distinct from cardinality(v_asked) then
    for i in
      select * from json_to_recordset(p_items) as i (
        ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb,
          hits jsonb,
        name jsonb)
      where i.ordinal = any (v_ordinals) is not true order by i.id
    loop
      return query
        select i.ordinal, c.* from clear_one_sell(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits,
          nullif(i.name, 'null'), p_at, p_lease_seconds) c;
    end loop;
  end if;
end $$;
