-- Why: paying out one sell asked the database for the same things as paying out a hundred. What is the same for all is asked for once
-- here. What is asked, and what is refused, is as it was.

set local role afara_owner;
set local search_path = afara;

-- ── clearing ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Clears sells whose tokens are here. Those that nothing stands against are cleared together: nothing is frozen, no list and no limit has
-- them, their bank is reached and knows the name, they were never paid for before, and an account has enough for all of them. Every other
-- one is asked about on its own, by clear_one_sell. What fails undoes all, and then each is to be tried alone. items: [{ordinal, id, version,
-- list_name, list_version, list_loaded_at, subjects, hits, name: {outcome, account_name, fits} | null}].
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
        and b.noted_at > clock_timestamp() - interval '5 minutes')
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
      select uuidv7(), p.mode, p.id, p.list_name, p.list_version, p.list_loaded_at, p.subjects, p.hits, p_at from placed p
  ), named as (
    insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at)
      select uuidv7(), p.mode, p.id, p.bank_code, p.account_number, 'found', p.account_name, p_at from placed p
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
        ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb,
        name jsonb)
      where i.ordinal = any (v_ordinals) is not true order by i.id
    loop
      return query
        select i.ordinal, c.* from clear_one_sell(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits,
          nullif(i.name, 'null'), p_at, p_lease_seconds) c;
    end loop;
  end if;
end $$;

-- ── deposits ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Planned once, and by whoever has planned it when no address was given out yet: so addresses are looked for by those that were told, or
-- such a plan would read all of them for ever.
do $$
declare
  v_text text;
  c record;
begin
  select pg_get_functiondef(p.oid) into strict v_text from pg_proc p
    where p.pronamespace = 'afara'::regnamespace and p.proname = 'record_deposits';
  for c in select * from (values
    ('  v_lane lane;', '  v_lane lane;
  v_addresses text[] := array(select l.address from json_to_recordset(p_logs) as l (address text)
    union select l.sender from json_to_recordset(p_logs) as l (sender text));'),
    ('join deposit_address a on a.address = l.address', 'join deposit_address a on a.address = any (v_addresses) and a.address = l.address'),
    ('join deposit_address a on a.address = l.sender', 'join deposit_address a on a.address = any (v_addresses) and a.address = l.sender')
  ) as x (was, becomes) loop
    if position(c.was in v_text) = 0 then
      raise exception 'record_deposits does not say: %', c.was;
    end if;
    v_text := replace(v_text, c.was, c.becomes);
  end loop;
  execute v_text;
end $$;
alter function record_deposits(mode, text, numeric, numeric, text, numeric, numeric, json, json, timestamptz)
  set plan_cache_mode = force_generic_plan;

-- The same where nothing in the blocks concerns us, as in most: they were read. False when somebody else has read on meanwhile.
create function pass_blocks(p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update chain_cursor set block = p_block, block_hash = p_hash, lag_blocks = p_lag, read_at = p_at
    where mode = p_mode and network = p_network and block = p_from and halted_because is null and p_block > p_from;
  return found;
end $$;

grant execute on function pass_blocks to afara_worker;
