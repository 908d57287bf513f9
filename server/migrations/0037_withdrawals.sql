-- Why: tokens in the balance of a business leave to a wallet by a withdrawal, and by nothing else. It is a third type of transaction, with
-- one question (may they leave?) before it goes the way of a buy: the same lanes, locks and bytes, the same signer, the same people when
-- something goes wrong. What differs is where its tokens come from, and that stands in one word, the purpose of its right.

set local role afara_owner;
set local search_path = afara;

-- In this file the word may be used in the bodies of plpgsql only: PostgreSQL lets nobody use it in the transaction that brings it.
alter type transaction_type add value 'withdrawal';

create table withdrawal (
  transaction_id uuid primary key,
  mode mode not null,
  network text not null,
  wallet_address text not null check (wallet_address <> ''),
  -- 'business', or the id of the case in which two people decided that tokens go back to a wallet.
  asked_by text not null check (asked_by <> '')
);
create trigger withdrawal_is_history before update or delete or truncate on withdrawal for each statement execute function refuse_change();

-- ── two purposes ──────────────────────────────────────────────────────────────────────────────────────────────

alter table delivery add column purpose text not null default 'delivery' check (purpose in ('delivery', 'withdrawal'));
alter table transfer_right drop constraint transfer_right_purpose_check,
  add constraint transfer_right_purpose_check check (purpose in ('delivery', 'withdrawal'));

-- What is held for tokens that leave: a buy was paid in naira, a balance is of tokens.
create function held_asset(p_purpose text) returns asset language sql immutable parallel safe
  return case p_purpose when 'withdrawal' then 'NGNC'::asset else 'NGN' end;

-- Where the tokens of a transaction go, whatever it is.
create view token_destination as
  select b.transaction_id, 'delivery' as purpose, b.vendor_account_id, b.network, b.wallet_address, b.fee_minor::numeric as fee_minor from buy b
  union all
  select w.transaction_id, 'withdrawal', null, w.network, w.wallet_address, 0 from withdrawal w;

-- ── accepting ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The digest of what a withdrawal asks for, as the interface makes it.
create function withdrawal_meaning(p_amount numeric, p_network text, p_address text) returns bytea language sql immutable
  return sha256(convert_to(format('["withdrawal","%s","%s","%s"]', p_amount, p_network, p_address), 'UTF8'));

-- Takes the tokens from the balance and opens the withdrawal, which is looked at at once. Its names are taken already.
create function open_withdrawal(
  p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_meaning bytea, p_by text,
  p_at timestamptz
) returns void language plpgsql as $$
begin
  perform open_transaction(p_id, p_business, p_mode, 'withdrawal', 'accepted', p_amount, p_reference, p_at, p_at,
    terms_of(p_amount, 0, p_reference, p_meaning) || jsonb_build_object('network', p_network, 'wallet_address', p_address, 'asked_by', p_by));
  insert into withdrawal values (p_id, p_mode, p_network, p_address, p_by);
  perform post_entry(uuidv7(), p_mode, p_id, 'taken_from_balance', p_at, array['business']::account_kind[], array[p_business::text],
    array['held']::account_kind[], array[p_id::text], array['NGNC']::asset[], array[p_amount]::positive_minor[]);
end $$;

create function has_lane(p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from lane l where l.mode = p_mode and l.network = p_network and l.abandoned_at is null)
$$;

-- A withdrawal that people decided, in their commit: p_by is the case. It is refused where the balance is less (AF010), where no lane of
-- ours is on that network (AF045), or where the reference names something else (AF040).
create function accept_withdrawal(
  p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_by text, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_meaning bytea := withdrawal_meaning(p_amount, p_network, p_address);
begin
  if not has_lane(p_mode, p_network) then
    raise exception 'no lane of % sends in % mode', p_network, p_mode using errcode = 'AF045';
  end if;
  insert into request_key (business_id, mode, key, transaction_id, meaning)
    values (p_business, p_mode, 'r:' || p_reference, p_id, v_meaning) on conflict do nothing;
  if not found then
    raise exception 'the reference % names another transaction', p_reference using errcode = 'AF040';
  end if;
  perform open_withdrawal(p_id, p_business, p_mode, p_reference, p_network, p_address, p_amount, v_meaning, p_by, p_at);
end $$;

-- Takes the names of a list of requests, all of them in one order, and returns the requests that got all of theirs.
create function take_request_keys(p_requests json) returns uuid[] language sql as $$
  with request as materialized (
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text, meaning bytea)
  ), took as (
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  )
  select array_agg(r.id) from request r
  join (select transaction_id, count(*) as keys from took group by transaction_id) t
    on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end
$$;

-- Whether nothing may leave for a business over a network now. (freeze_of asks the same for a transaction that is there.)
create function is_leaving_frozen(p_business uuid, p_mode mode, p_network text) returns boolean language sql stable as $$
  select exists (select from freeze_order f where f.lifted_at is null and case f.scope
    when 'all' then true when 'business' then f.subject = p_business::text else f.subject = p_mode || ':' || p_network end)
$$;

-- Accepts each withdrawal of a list, or says why not, in the order of locks that accept_sells has: taken, possible_duplicate (with the
-- first), network_not_open, frozen, insufficient_balance, daily_limit. What is refused has taken nothing.
create function accept_withdrawals(p_requests json)
returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_won uuid[] := take_request_keys(p_requests);
  r record;
begin
  for r in
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      network text, wallet_address text, daily_limit_minor numeric, guard_since timestamptz, at timestamptz)
    order by r.business_id, r.mode, r.at, r.ordinal
  loop
    perform pg_advisory_xact_lock(hashtextextended(r.business_id::text || r.mode, 0));
    first_id := null;
    if r.guard_since is not null then
      select s.transaction_id into first_id from recent_sell s
        where s.business_id = r.business_id and s.mode = r.mode and s.meaning = r.meaning and s.at > r.guard_since;
    end if;
    ordinal := r.ordinal;
    outcome := case
      when r.id = any (v_won) is not true then 'taken'
      when first_id is not null then 'possible_duplicate'
      when not has_lane(r.mode, r.network) then 'network_not_open'
      when is_leaving_frozen(r.business_id, r.mode, r.network) then 'frozen'
      when not exists (
        select from balance b where b.owner = r.business_id::text and b.kind = 'business' and b.asset = 'NGNC'
          and b.mode = r.mode and b.amount_minor >= r.amount_minor for update) then 'insufficient_balance'
      when not take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) then 'daily_limit'
      else 'accepted' end;
    if outcome = 'accepted' then
      perform open_withdrawal(r.id, r.business_id, r.mode, r.reference, r.network, r.wallet_address, r.amount_minor, r.meaning, 'business', r.at);
      if r.guard_since is not null then
        delete from recent_sell s where s.business_id = r.business_id and s.mode = r.mode and s.at <= r.guard_since;
        insert into recent_sell values (r.business_id, r.mode, r.meaning, r.id, r.at)
          on conflict (business_id, mode, meaning) do update set transaction_id = excluded.transaction_id, at = excluded.at;
      end if;
    else
      delete from request_key k where k.transaction_id = r.id and k.business_id = r.business_id and k.mode = r.mode
        and k.key in ('r:' || r.reference, 'k:' || r.key);
    end if;
    return next;
  end loop;
end $$;

-- ── clearing ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Asks everything that is to be asked about a withdrawal, in the commit that moves it: cleared and on a lane's list, or on hold. What is
-- frozen, or has no lane in this moment, waits where it is. With the lane, if its nudge was claimed.
create function clear_one_withdrawal(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb,
  p_hits jsonb, p_at timestamptz, p_lease_seconds integer
) returns table (outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  t transaction;
  w withdrawal;
  m business_mode;
  v_why text;
  v_reasons text[] := '{}';
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'withdrawal' and status = 'requested'
    for no key update;
  if not found then
    outcome := 'moved_on';
    due_at := p_at;
    return next;
    return;
  end if;
  if p_list_version is null and t.mode = 'live' then
    raise exception 'withdrawal % was screened against no list', p_transaction using errcode = 'AF051';
  end if;
  select * into strict w from withdrawal where transaction_id = t.id;
  select * into strict m from business_mode where business_id = t.business_id and mode = t.mode;
  v_why := coalesce(freeze_of(t.id, w.network), case
    when m.status = 'suspended' then 'the business is suspended'
    when choose_lane(t.mode, w.network, t.amount_minor, null) is null then 'no lane of ' || w.network || ' takes new transfers' end);
  if v_why is not null then
    outcome := 'waits';
    due_at := let_wait('withdrawal', t.id, v_why, p_at);
    return next;
    return;
  end if;

  if p_hits <> '[]' then
    v_reasons := '{screening}';
  elsif num_nonnulls(m.velocity_hour_minor, m.velocity_wallet_day_minor) > 0 then
    v_reasons := take_velocity(t.id, t.amount_minor, p_at);
  end if;
  if move_transactions(array[t.id], array[case when v_reasons = '{}' then 'checks_passed' else 'check_failed' end], array['{}'::jsonb], null, p_at) <> 1 then
    raise exception 'withdrawal % cannot be cleared', t.id using errcode = 'AF001';
  end if;
  if v_reasons = '{}' then
    outcome := 'queued';
    lane_id := queue_delivery(t.id, p_at);
    select n.nudge_number into nudge_number from claim_nudge(lane_id, p_at, p_lease_seconds) n;
  else
    outcome := 'held';
    perform open_case(uuidv7(), t.mode, (case when v_reasons = '{screening}' then 'screening_hit' else 'over_limit' end)::case_kind, null, null,
      t.id, t.business_id,
      case when v_reasons = '{screening}' then 'The wallet of this withdrawal is on a list of sanctions.'
        else 'This withdrawal is more than the business may move now.' end,
      jsonb_build_object('reasons', to_jsonb(v_reasons), 'amount_minor', t.amount_minor::text, 'hits', p_hits, 'list', p_list_version,
        'network', w.network, 'wallet_address', w.wallet_address),
      null, p_at, p_at + interval '24 hours');
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (uuidv7(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  select k.due_at into due_at from wake k where k.subject_id = t.id;
  return next;
end $$;

-- The same for many, each on its own; what fails undoes all, and then each is to be tried alone. items: [{ordinal, id, version, list_name,
-- list_version, list_loaded_at, subjects, hits}].
create function clear_withdrawals(p_items json, p_at timestamptz, p_lease_seconds integer)
returns table (ordinal integer, outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  i record;
begin
  for i in
    select * from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb)
    order by i.id
  loop
    return query
      select i.ordinal, c.* from clear_one_withdrawal(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits, p_at,
        p_lease_seconds) c;
  end loop;
end $$;

-- Looks at a withdrawal that waits for others: one that no lane has is given to one, and people are told of what failed or takes too long.
-- Returns when it is to be looked at next, or null when it is not as it was read any more.
create function look_at_withdrawal(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'withdrawal' for update;
  if not found then
    return null;
  end if;
  if not exists (select from delivery d where d.transaction_id = t.id) and live_transfer(t.id) is null then
    if t.status = 'cleared' then
      perform queue_delivery(t.id, p_at);
    elsif t.status = 'send_failed' and not exists (
        select from case_file c where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('send_failed', 'signer_refused')) then
      perform open_case(uuidv7(), t.mode, 'send_failed', null, null, t.id, t.business_id, 'The transfer is dead, and no tokens left us.',
        '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
    end if;
  end if;
  select * into strict s from status_time where type = t.type and status = t.status;
  select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;
  if s.expected_within is not null and p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  elsif s.expected_within is not null then
    perform open_overdue_case(t, s, v_since, p_at);
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- ── what people decide ────────────────────────────────────────────────────────────────────────────────────────

create function is_about_withdrawal(p_case uuid) returns boolean language sql stable as $$
  select exists (select from case_file c join withdrawal w on w.transaction_id = c.transaction_id where c.id = p_case)
$$;

-- It is given up, and its tokens are in the balance again in the same commit.
create function return_withdrawal(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  w withdrawal;
  v_held numeric;
begin
  select * into strict t from transaction where id = p_file.transaction_id and type = 'withdrawal' for update;
  select * into strict w from withdrawal where transaction_id = t.id;
  if is_held_by_sanctions(t.id) then
    raise exception 'withdrawal % is held because of a list of sanctions, and is not given back', t.id using errcode = 'AF044';
  end if;
  if live_transfer(t.id) is not null then
    raise exception 'a transfer of withdrawal % is not over', t.id using errcode = 'AF001';
  end if;
  -- What a restored database has forgotten may have arrived: its right takes that lock, and no other.
  if exists (
    select from adopted_lock a where a.state = 'waiting' and a.tokens_minor > 0
      and a.right_key = format('%s/%s/%s/withdrawal/1', t.business_id, t.mode, t.reference)
      and (lower(a.address), a.tokens_minor::numeric) = (lower(w.wallet_address), t.amount_minor)) then
    raise exception 'withdrawal % was sent before the database was restored: let it go on, and the chain is asked', t.id using errcode = 'AF062';
  end if;
  delete from delivery where transaction_id = t.id;
  select b.amount_minor::numeric into strict v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  perform post_entry(uuidv7(), t.mode, t.id, 'returned_to_balance', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  perform move_decided(p_file, p_event, jsonb_build_object('amount_minor', v_held::text, 'to', 'balance'), p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,send_failed,signer_refused,overdue}', p_at);
end $$;

-- ── lanes for two purposes ────────────────────────────────────────────────────────────────────────────────────

-- These functions are as they were but for what is said here, so none of them is written down a second time.
do $$
declare
  c record;
  v_text text;
begin
  for c in select x.name, array_agg(x.was) as was, array_agg(x.becomes) as becomes from (values
    -- On the list of a lane.
    ('queue_delivery', 'join buy b on', 'join token_destination b on'),
    ('queue_delivery', 'b.fee_minor::numeric as fee into v', 'b.fee_minor::numeric as fee, b.purpose into v'),
    ('queue_delivery', 'h.asset = ''NGN''', 'h.asset = held_asset(b.purpose)'),
    ('queue_delivery', 'v.amount - v.fee, p_at, p_at)', 'v.amount - v.fee, p_at, p_at, v.purpose)'),
    ('stop_delivery', 'from buy b where', 'from token_destination b where'),
    ('take_velocity', 'b buy;', 'b token_destination;'),
    ('take_velocity', 'from buy where', 'from token_destination where'),
    -- Opened: what is held of either asset is committed.
    ('open_new_transfers', 'v_businesses uuid[] := ''{}'';', 'v_businesses uuid[] := ''{}''; v_purposes text[] := ''{}'';'),
    ('open_new_transfers', 'h.asset = ''NGN''', 'h.asset = held_asset(w.purpose)'),
    ('open_new_transfers', 'r.purpose = ''delivery''', 'r.purpose = w.purpose'),
    ('open_new_transfers', 'v_businesses[v_count] := d.business_id;', 'v_businesses[v_count] := d.business_id; v_purposes[v_count] := d.purpose;'),
    ('open_new_transfers', 'u.transaction_id, ''delivery'', 1,', 'u.transaction_id, u.purpose, 1,'),
    ('open_new_transfers', 'v_addresses, v_sums, v_new)', 'v_addresses, v_sums, v_new, v_purposes)'),
    ('open_new_transfers', 'address, tokens, is_new)', 'address, tokens, is_new, purpose)'),
    ('open_new_transfers', 'unnest(v_entries, v_transactions, v_amounts, v_sums)', 'unnest(v_entries, v_transactions, v_amounts, v_sums, v_purposes)'),
    ('open_new_transfers', 'u (entry_id, transaction_id, amount, tokens, place)', 'u (entry_id, transaction_id, amount, tokens, purpose, place)'),
    ('open_new_transfers', '''NGN''::asset, u.amount)', 'held_asset(u.purpose), u.amount)'),
    ('take_adopted', 'r.purpose = ''delivery''', 'r.purpose = d.purpose'),
    ('take_adopted', 'd.transaction_id, ''delivery'', 1,', 'd.transaction_id, d.purpose, 1,'),
    ('take_adopted', 'array[''NGN'', ''NGNC'']::asset[]', 'array[held_asset(d.purpose), ''NGNC'']::asset[]'),
    ('take_adopted_locks', '''%s/%s/%s/delivery/1'', w.business_id, w.mode, t.reference)', '''%s/%s/%s/%s/1'', w.business_id, w.mode, t.reference, w.purpose)'),
    ('take_adopted_locks', '''%s/%s/%s/delivery/1'', d.business_id, d.mode, t.reference)', '''%s/%s/%s/%s/1'', d.business_id, d.mode, t.reference, d.purpose)'),
    ('take_adopted_locks', 'h.asset = ''NGN''', 'h.asset = held_asset(w.purpose)'),
    -- Ended: tokens of a balance are nobody's naira, and pass no clearing.
    ('end_transfers', 'v_tokens numeric[];', 'v_tokens numeric[]; v_assets asset[];'),
    ('end_transfers', 'array_agg(r.tokens_minor::numeric order by x.lock),', 'array_agg(r.tokens_minor::numeric order by x.lock), array_agg(p.asset order by x.lock),'),
    ('end_transfers', 'v_amounts, v_tokens, v_gas, v_data', 'v_amounts, v_tokens, v_assets, v_gas, v_data'),
    ('end_transfers', 'unnest(v_entries, v_transactions, v_amounts, v_tokens, v_gas)', 'unnest(v_entries, v_transactions, v_amounts, v_tokens, v_assets, v_gas)'),
    ('end_transfers', 'u (entry_id, transaction_id, amount, tokens, gas, place)', 'u (entry_id, transaction_id, amount, tokens, held, gas, place)'),
    ('end_transfers', '''clearing''::account_kind, '''', ''outgoing''', 'case u.held when ''NGN'' then ''clearing''::account_kind else ''committed'' end, case u.held when ''NGN'' then '''' else u.transaction_id::text end, ''outgoing'''),
    ('end_transfers', '''clearing'', '''', ''NGN'', u.tokens)', '''clearing'', '''', ''NGN'', case u.held when ''NGN'' then u.tokens else 0 end)'),
    ('bury_transfer', 'from buy b where', 'from token_destination b where'),
    ('doubt_transfer', 'join buy b on', 'join token_destination b on'),
    ('note_refusal', 'join buy b on', 'join token_destination b on'),
    -- Decided.
    ('decided_buy', 'type = ''buy'' for update', 'type in (''buy'', ''withdrawal'') for update'),
    ('decided_buy', 'about no buy', 'about no buy and no withdrawal'),
    ('deliver_decided', 'from buy b where', 'from token_destination b where'),
    ('carry_out_buy_release', 'b buy;', 'b token_destination;'),
    ('carry_out_buy_release', 'from buy where', 'from token_destination where'),
    ('carry_out_buy_release', 'h.asset = ''NGN''', 'h.asset = held_asset(b.purpose)'),
    ('carry_out_reject', 'if is_about_sell(p_case) then', 'if is_about_withdrawal(p_case) then
    perform return_withdrawal(decided_case(p_case, ''reject''), ''rejected'', p_at);
  elsif is_about_sell(p_case) then'),
    ('carry_out_return_all', 'if is_about_sell(p_case) then', 'if is_about_withdrawal(p_case) then
    perform return_withdrawal(decided_case(p_case, ''return_all''), ''return_chosen'', p_at);
  elsif is_about_sell(p_case) then'),
    ('close_outlived_cases_of_buys', 't.type = ''buy''', 't.type in (''buy'', ''withdrawal'')'),
    ('close_outlived_cases_of_buys', '''the buy is '' || k.status', 'format(''the %s is %s'', k.type, k.status)'),
    ('close_outlived_cases_of_buys', 'select c.id, t.status from', 'select c.id, t.type, t.status from'),
    ('close_outlived_cases_of_buys', '''refunding'', ''refunded'', ''recalled'')', '''refunding'', ''refunded'', ''recalled'', ''returned_to_balance'')'),
    ('wake_waiting', '(''buy'', ''sell'')', '(''buy'', ''sell'', ''withdrawal'')'),
    -- Told.
    ('transaction_facts', 'coalesce(b.network, s.network)', 'coalesce(b.network, s.network, w.network)'),
    ('transaction_facts', 'left join sell s on s.transaction_id = t.id where', 'left join sell s on s.transaction_id = t.id left join withdrawal w on w.transaction_id = t.id where'),
    -- Checked.
    ('check_acceptance', '''buy''::transaction_type as type', '''buy'' as type'),
    ('check_acceptance', 's.fee_minor::numeric, ''sell'' from sell s', 's.fee_minor::numeric, ''sell'' from sell s
    union all
    select w.transaction_id, w.mode, 0, ''withdrawal'' from withdrawal w'),
    ('check_acceptance', 't.type <> d.type', 't.type::text <> d.type'),
    ('check_parts', 'select transaction_id, ''sell'' from sell', 'select transaction_id, ''sell'' from sell
    union all
    select transaction_id, ''withdrawal'' from withdrawal'),
    ('check_cleared_buys', 't.type in (''buy'', ''sell''))', 't.type <> ''drill'')'),
    ('check_transfers', 'left join buy b on b.transaction_id = r.transaction_id', 'left join token_destination b on b.transaction_id = r.transaction_id'),
    ('check_transfers', '(r.network, r.address) is distinct from (b.network, b.wallet_address)', '(r.purpose, r.network, r.address) is distinct from (b.purpose, b.network, b.wallet_address)'),
    ('check_transfers', 't.id::text, ''NGN''::asset)', 't.id::text, held_asset(r.purpose))'),
    ('check_transfers', 'y.debit_kind = ''clearing'' and y.asset', 'y.credit_kind = ''outgoing'' and y.asset'),
    ('check_transfers', 'from transaction t join buy b on b.transaction_id = t.id
  where t.type = ''buy'' and b.network is not null and t.status in', 'from transaction t join token_destination b on b.transaction_id = t.id
  where b.network is not null and t.status in'),
    ('check_deliveries', 'left join buy b on', 'left join token_destination b on'),
    ('check_deliveries', '(d.mode, d.network) is distinct from (l.mode, l.network)', '(d.mode, d.network, d.purpose) is distinct from (l.mode, l.network, b.purpose)'),
    ('check_deliveries', 'from transaction t join buy b on b.transaction_id = t.id
  where t.type = ''buy'' and t.status', 'from transaction t join token_destination b on b.transaction_id = t.id
  where t.status'),
    ('check_payouts_outgoing', 'x.money_back_at is null and x.final_entry_id is null), 0)', 'x.money_back_at is null and x.final_entry_id is null), 0) + coalesce((
    select sum(r.tokens_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
    where r.transaction_id = c.owner::uuid and r.purpose = ''withdrawal'' and f.state in (''reserved'', ''signed'', ''conflict'')), 0)')
  ) as x (name, was, becomes) group by x.name loop
    select pg_get_functiondef(p.oid) into strict v_text from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname = c.name;
    for i in 1 .. cardinality(c.was) loop
      if position(c.was[i] in v_text) = 0 then
        raise exception '% does not say: %', c.name, c.was[i];
      end if;
      v_text := replace(v_text, c.was[i], c.becomes[i]);
    end loop;
    execute v_text;
  end loop;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A withdrawal has its tokens from the balance of its business, once; what was cleared was screened; what is on hold has a case; what was
-- given up is in the balance again.
create function check_withdrawals(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.transaction_id::text, 'its tokens were not taken from the balance of its business')::finding
  from withdrawal w left join transaction t on t.id = w.transaction_id
  where (
    select count(*) from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = w.transaction_id and e.step = 'taken_from_balance' and e.mode = w.mode and e.reverses is null
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('business'::account_kind, t.business_id::text, 'held'::account_kind, t.id::text, 'NGNC'::asset, t.amount_minor)) <> 1
  union all
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list')::finding
  from transaction_event e join withdrawal w on w.transaction_id = e.transaction_id
  where e.event = 'checks_passed' and e.xid > since_xid and not exists (
    select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
  union all
  select row(t.id::text, 'it is on_hold, and nobody is asked')::finding
  from withdrawal w join transaction t on t.id = w.transaction_id
  where t.status = 'on_hold' and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(t.id::text, 'its tokens are back, and the ledger does not have that')::finding
  from withdrawal w join transaction t on t.id = w.transaction_id
  where (t.status = 'returned_to_balance') <> exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = t.id and e.step = 'returned_to_balance' and e.mode = t.mode
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
        = ('held'::account_kind, t.id::text, 'business'::account_kind, t.business_id::text, 'NGNC'::asset, t.amount_minor))
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

alter table withdrawal enable row level security;
alter table withdrawal force row level security;
create policy house on withdrawal to afara_owner, afara_worker, afara_sealer using (true) with check (true);
-- Details belong to whoever may see their transaction.
create policy own_rows on withdrawal for select to afara_api using (exists (select from transaction t where t.id = transaction_id));
create policy signer_reads on withdrawal for select to afara_signer using (true);
grant select on withdrawal to afara_worker, afara_sealer, afara_api;
grant select (transaction_id, mode, network, wallet_address) on withdrawal to afara_signer;
grant select (step) on entry to afara_signer;
grant select on token_destination to afara_worker;

grant execute on function accept_withdrawals to afara_api;
grant execute on function clear_withdrawals, look_at_withdrawal, held_asset, check_withdrawals to afara_worker;
