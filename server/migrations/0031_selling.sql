-- Why: tokens that have arrived are not yet a reason to pay naira. Between the two stand the questions of this file: is anything frozen,
-- is a name or the sender on a list, is it more than was agreed, does the bank know the account under the name that was given. All of them
-- are asked in the one commit that clears the sell, and what is cleared has its payee, its amount and the account that pays bound.
--
-- What is frozen, or what no account of ours can pay in this moment, waits where it is and goes on by itself. What needs a person is
-- on hold; what needs the business (another name, another account) is for it to decide.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'wrong_chain';         -- tokens came to an address of ours on another network
alter type case_kind add value 'late_deposit';        -- tokens came after the sell had ended
alter type case_kind add value 'over_deposited';      -- more tokens came than the sell is of
alter type case_kind add value 'second_deposit';      -- tokens came to a sell that was whole already
alter type case_kind add value 'part_deposited';      -- the rest of the tokens did not come
alter type case_kind add value 'name_differs';        -- the bank has another name for the account, or no such account
alter type case_kind add value 'payout_failed';       -- no account of ours could pay it
alter type case_kind add value 'payout_unknown';      -- a bank does not say what became of a payout
alter type case_kind add value 'payout_mismatch';     -- a bank says that it paid something else than was ordered
alter type case_kind add value 'payout_unexplained';  -- a bank took naira for nothing that we ordered
alter type case_kind add value 'refund_choice';       -- tokens go back, and nobody has said where to

-- ── whom a sell pays ──────────────────────────────────────────────────────────────────────────────────────────

-- Decided after the sell was accepted: another payee, or the name that the bank has for the one that was given.
create table sell_payee (
  transaction_id uuid not null,
  number integer not null check (number >= 1),
  mode mode not null,
  bank_code text not null,
  bank_name text not null,
  account_number account_number not null,
  account_name text not null check (account_name <> ''),
  case_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (transaction_id, number)
);
create trigger sell_payee_is_history before update or delete or truncate on sell_payee for each statement execute function refuse_change();

create view payee_of_sell as
  select s.transaction_id, s.mode, s.network, s.wallet_address, s.fee_minor::numeric as fee, s.needs,
    coalesce(p.bank_code, s.bank_code) as bank_code, coalesce(p.bank_name, s.bank_name) as bank_name,
    coalesce(p.account_number, s.account_number) as account_number, coalesce(p.account_name, s.account_name) as account_name
  from sell s left join lateral (
    select * from sell_payee p where p.transaction_id = s.transaction_id order by p.number desc limit 1) p on true;

-- What a bank said about whose account it is, each time that it was asked for a decision.
create table name_answer (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  outcome text not null check (outcome in ('found', 'not_found')),
  account_name text check ((outcome = 'found') = (account_name is not null)),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index name_answer_of_transaction on name_answer (transaction_id);
create trigger name_answer_is_history before update or delete or truncate on name_answer for each statement execute function refuse_change();

-- ── clearing ──────────────────────────────────────────────────────────────────────────────────────────────────

-- What sells are driven by: where each is, when it is looked at next, whom lists are asked about and whose account a bank is asked for.
create function driven_sells(p_transactions uuid[])
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

-- As take_velocity, for what leaves in naira.
create function take_sell_velocity(t transaction, p_amount numeric, p_at timestamptz) returns text[] language plpgsql as $$
declare
  v_limit numeric := (select m.velocity_hour_minor::numeric from business_mode m where m.business_id = t.business_id and m.mode = t.mode);
  v_hour numeric;
begin
  if v_limit is null then
    return '{}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('velocity' || t.business_id || t.mode, 0));
  select sum(u.amount_minor::numeric) into v_hour from velocity_use u
    where u.business_id = t.business_id and u.mode = t.mode and u.at > p_at - interval '1 hour';
  if coalesce(v_hour, 0) + p_amount > v_limit then
    return '{velocity_hour}';
  end if;
  insert into velocity_use values (t.business_id, t.mode, p_at, t.id, null, null, p_amount);
  return '{}';
end $$;

-- Gives a sell to an account that can pay it, in the caller's commit. Null: none can in this moment.
create function queue_sell(t transaction, p_account_name text, p_at timestamptz) returns uuid language plpgsql as $$
declare
  p payee_of_sell;
  v_held numeric;
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  select b.amount_minor::numeric into strict v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode;
  return queue_payout(t.id, 'payout', p.bank_code, p.account_number, p_account_name, v_held - p.fee, p_at);
end $$;

-- Asks everything that is to be asked about a sell whose tokens are here, and moves it: cleared and with the account that pays it, on hold,
-- or for the business to decide. p_name: what the bank said, null when it gave no answer.
create function clear_one_sell(
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
    when (select m.status = 'suspended' from business_mode m where m.business_id = t.business_id and m.mode = t.mode) then 'the business is suspended'
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
    values (uuidv7(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at)
    values (uuidv7(), t.mode, t.id, p.bank_code, p.account_number, p_name ->> 'outcome', p_name ->> 'account_name', p_at);
  select w.due_at into due_at from wake w where w.subject_id = t.id;
  return next;
end $$;

-- The same for many, each on its own; what fails undoes all, and then each is to be tried alone. items: [{ordinal, id, version, list_name,
-- list_version, list_loaded_at, subjects, hits, name: {outcome, account_name, fits} | null}].
create function clear_sells(p_items json, p_at timestamptz, p_lease_seconds integer)
returns table (ordinal integer, outcome text, due_at timestamptz, account_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  i record;
begin
  for i in
    select * from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb,
      name jsonb)
    order by i.id
  loop
    return query
      select i.ordinal, c.* from clear_one_sell(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits,
        nullif(i.name, 'null'), p_at, p_lease_seconds) c;
  end loop;
end $$;

-- Something about it is for people. The event says nothing of why: outside, one hold looks like any other.
create function hold_sell(t transaction, p_reasons text[], p_amount numeric, p_hits jsonb, p_list_version text, p_at timestamptz)
returns void language plpgsql as $$
declare
  v_is_listed boolean := 'screening' = any (p_reasons);
begin
  perform from move_transaction(t.id, t.version, 'check_failed', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be held', t.id using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, (case when v_is_listed then 'screening_hit' else 'over_limit' end)::case_kind, null, null, t.id,
    t.business_id,
    case when v_is_listed then 'A name or the sender of this sell is like one on a list of sanctions.'
      else 'This sell is more than the business may move now.' end,
    jsonb_build_object('reasons', to_jsonb(p_reasons), 'amount_minor', p_amount::text, 'hits', p_hits, 'list', p_list_version),
    null, p_at, p_at + interval '24 hours');
end $$;

create function ask_about_payee(t transaction, p payee_of_sell, p_outcome text, p_amount numeric, p_name jsonb, p_at timestamptz)
returns void language plpgsql as $$
begin
  perform from move_transaction(t.id, t.version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be asked about', t.id using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, (case p_outcome when 'cannot_pay' then 'cannot_deliver' else 'name_differs' end)::case_kind, null,
    null, t.id, t.business_id,
    case when p_outcome = 'cannot_pay' then 'The fee would take all that arrived.'
      when p_name ->> 'outcome' = 'not_found' then 'The bank has no such account.'
      else 'The bank has another name for this account.' end,
    jsonb_build_object('amount_minor', p_amount::text, 'fee_minor', p.fee::text, 'bank_code', p.bank_code, 'bank_name', p.bank_name,
      'account_number', p.account_number, 'account_name', p.account_name, 'bank_says', p_name ->> 'account_name'),
    jsonb_build_object('action', 'return_all'), p_at, p_at + interval '48 hours');
end $$;

-- Naira is short where payouts come from. One question for a mode, however many sells wait.
create function ask_about_float(p_mode mode, p_at timestamptz) returns void language sql as $$
  select open_case(uuidv7(), p_mode, 'cannot_deliver', null, null, null, null, 'No account has enough naira for the next payout.',
    jsonb_build_object('subject', 'payouts:' || p_mode), null, p_at, p_at + interval '1 hour')
$$;

-- ── what is looked at ─────────────────────────────────────────────────────────────────────────────────────────

-- By itself a payout is tried so often; then the business is asked.
create function most_payouts() returns integer language sql immutable as $$ select 3 $$;

-- Whether the payer sent something for a sell, on whatever leg, that a restored database has not opened again: its naira may have left.
create function has_forgotten_payout(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from payout_forgotten f join transaction t on t.id = p_transaction
    where starts_with(f.right_key, t.business_id || '/' || t.mode || '/' || t.reference || '/payout/')
      and not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id))
$$;

-- Tokens go back into the balance of their business, in the caller's commit. False: it may hold none, a list of sanctions has them, or
-- they were or may have been paid for.
create function return_to_balance(t transaction, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_held numeric;
begin
  if is_held_by_sanctions(t.id)
    or not (select m.may_hold_balance from business_mode m where m.business_id = t.business_id and m.mode = t.mode) then
    return false;
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  if v_held is null or live_payout(t.id, 'payout') is not null or has_forgotten_payout(t.id) then
    return false;
  end if;
  perform post_entry(uuidv7(), t.mode, t.id, 'returned_to_balance', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  perform from move_transaction(t.id, t.version, 'refund_paid', jsonb_build_object('amount_minor', v_held::text, 'to', 'balance'), p_at, null);
  if not found then
    raise exception 'sell % cannot be returned from %', t.id, t.status using errcode = 'AF001';
  end if;
  return true;
end $$;

-- What the bank said last about whose account a sell pays; null when it knows of none. What it said of another payee is no answer.
create function name_of_payee(p_transaction uuid) returns text language sql stable as $$
  select a.account_name from name_answer a join payee_of_sell p on p.transaction_id = a.transaction_id
  where a.transaction_id = p_transaction and (a.bank_code, a.account_number) = (p.bank_code, p.account_number) order by a.at desc, a.id desc limit 1
$$;

-- A payout is dead: it is tried again, or the business decides what to do with its tokens.
create function try_payout_again(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_name text := name_of_payee(t.id);
  v_tried integer := (select count(*) from payout o join payout_right r on r.id = o.right_id where r.transaction_id = t.id and r.purpose = 'payout');
begin
  if t.status <> 'returned' and v_name is not null and v_tried < most_payouts() and freeze_of(t.id, null) is null then
    if queue_sell(t, v_name, p_at) is not null then
      return;
    end if;
    perform ask_about_float(t.mode, p_at);
    return;
  end if;
  if t.status <> 'returned' and v_tried < most_payouts() then
    return;
  end if;
  perform from move_transaction(t.id, t.version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be asked about', t.id using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, 'payout_failed', null, null, t.id, t.business_id,
    case t.status when 'returned' then 'The receiving bank sent the naira back.' else 'The bank would not pay it.' end,
    jsonb_build_object('tried', v_tried), jsonb_build_object('action', 'return_all'), p_at, p_at + interval '48 hours');
end $$;

-- A part of the tokens is here: the rest is waited for, and somebody may say that it is enough. After that it goes back.
create function wait_for_rest(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_until timestamptz := (
    select e.happened_at + s.expected_within from transaction_event e join status_time s on s.type = t.type and s.status = t.status
    where e.transaction_id = t.id and e.sequence = t.version);
begin
  if p_at >= v_until then
    perform from move_transaction(t.id, t.version, 'top_up_window_closed', '{}', p_at, null);
  else
    perform open_case(uuidv7(), t.mode, 'part_deposited', null, null, t.id, t.business_id, 'Only a part of the tokens has arrived.',
      jsonb_build_object('amount_minor', t.amount_minor::text, 'received_minor', (
        select b.amount_minor::text from balance b
        where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode)),
      jsonb_build_object('action', 'return_all'), p_at, v_until);
  end if;
end $$;

-- Takes whatever step of a sell is due that asks nobody outside, and tells people of what takes too long. Returns when it is to be looked
-- at next, or null when it is not as it was read any more.
create function look_at_sell(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'sell' for update;
  if not found then
    return null;
  end if;
  if t.status in ('payout_failed', 'returned', 'cleared') and not exists (select from payout_order o where o.transaction_id = t.id)
      and live_payout(t.id, 'payout') is null then
    perform try_payout_again(t, p_at);
  elsif t.status = 'part_deposited' then
    perform wait_for_rest(t, p_at);
  elsif t.status = 'refunding' and not return_to_balance(t, p_at) then
    perform open_case(uuidv7(), t.mode, 'refund_choice', null, null, t.id, t.business_id,
      'The tokens of this sell go back, and nobody has said where to.', '{}', null, p_at, p_at + interval '48 hours');
  end if;
  if (select version from transaction where id = t.id) <> p_version then
    return (select w.due_at from wake w where w.subject_id = t.id);
  end if;
  select * into strict s from status_time where type = 'sell' and status = t.status;
  select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;
  if s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    perform open_overdue_case(t, s, v_since, p_at);
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  -- What waits for naira or for a freeze is tried again sooner.
  if t.status in ('payout_failed', 'cleared') and not exists (select from payout_order o where o.transaction_id = t.id)
      and live_payout(t.id, 'payout') is null then
    v_next := p_at + interval '1 minute';
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- The same as close_outlived_cases, for sells: what was asked about one that has gone on is answered. Naira is not short any more when
-- no sell waits for it.
alter function close_outlived_cases(timestamptz, integer) rename to close_outlived_cases_of_buys;
create function close_outlived_cases(p_at timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_closed integer;
begin
  select count(*) filter (where close_case(k.id, jsonb_build_object('action', 'dismiss', 'reason', k.reason), p_at)) into v_closed
    from (
      select c.id, coalesce('the sell is ' || t.status, 'no sell waits for naira') as reason
      from case_file c left join transaction t on t.id = c.transaction_id
      where c.state <> 'resolved' and case
        when t.type = 'sell' then case c.kind
          when 'overdue' then t.status is distinct from c.facts ->> 'status'
          when 'over_limit' then t.status <> 'on_hold'
          when 'part_deposited' then t.status <> 'part_deposited'
          when 'refund_choice' then t.status <> 'refunding'
          when 'name_differs' then t.status <> 'action_required'
          when 'payout_failed' then t.status not in ('action_required', 'payout_failed', 'returned')
          else false end
        when c.kind = 'cannot_deliver' and c.facts ->> 'subject' = 'payouts:' || c.mode then not exists (
          select from wake w join transaction x on x.id = w.subject_id
          where w.type = 'sell' and x.mode = c.mode and x.status in ('deposit_received', 'cleared', 'payout_failed')
            and not exists (select from payout_order o where o.transaction_id = x.id))
        else false end
      order by c.due_at limit p_most for update of c skip locked) k;
  return v_closed + close_outlived_cases_of_buys(p_at, p_most);
end $$;
revoke execute on function close_outlived_cases_of_buys from afara_worker;

-- ── what people decide about a sell ───────────────────────────────────────────────────────────────────────────

create function decided_sell(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_file.transaction_id and type = 'sell' for update;
  if not found then
    raise exception 'the case is about no sell' using errcode = 'AF040';
  end if;
  return t;
end $$;

-- Two people looked at what holds a sell, at this amount for this payee under the name that the bank has, and it goes on.
create function release_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
  p payee_of_sell;
  v_held numeric;
  v_name text := name_of_payee(t.id);
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  select h.amount_minor into v_held from balance h where h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode;
  if t.status <> 'on_hold' then
    raise exception 'transaction % is %', t.id, t.status using errcode = 'AF001';
  end if;
  if v_name is null then
    raise exception 'no bank has said whose account it is: return the tokens' using errcode = 'AF062';
  end if;
  if (p_file.resolution ->> 'amount_minor', p_file.resolution ->> 'bank_code', p_file.resolution ->> 'account_number',
      p_file.resolution ->> 'account_name') is distinct from (v_held::text, p.bank_code, p.account_number::text, v_name) then
    raise exception 'transaction % is of another amount or for another account than was looked at', t.id using errcode = 'AF040';
  end if;
  if exists (
    select from case_file k where k.transaction_id = t.id and k.id <> p_file.id and k.state <> 'resolved'
      and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver')) then
    return;
  end if;
  perform move_decided(p_file, 'released', p_file.resolution - 'action', p_at);
  perform close_with(p_file, '{overdue}', p_at);
  select * into strict t from transaction where id = t.id;
  if queue_sell(t, v_name, p_at) is null then
    raise exception 'no account of ours can pay it now: approve it again later' using errcode = 'AF062';
  end if;
end $$;

-- All tokens that a sell holds go back.
create function return_sell(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  if is_held_by_sanctions(t.id) then
    raise exception 'sell % is held because of a list of sanctions, and is not given back', t.id using errcode = 'AF044';
  end if;
  if live_payout(t.id, 'payout') is not null then
    raise exception 'a payout of sell % is not over', t.id using errcode = 'AF001';
  end if;
  if has_forgotten_payout(t.id) then
    raise exception 'sell % was sent to a bank before the database was restored: let it be paid, and the bank is asked', t.id using errcode = 'AF062';
  end if;
  delete from payout_order where transaction_id = t.id and purpose = 'payout';
  perform move_decided(p_file, p_event, '{}', p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,payout_failed,name_differs,late_deposit,part_deposited,overdue}', p_at);
  perform schedule_wake(t.id, p_at);
end $$;

-- The business, or two people for it, says that the name of the bank is right, or what else was missing is there: it is asked anew.
create function fix_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
  p payee_of_sell;
  v_name text := p_file.resolution ->> 'account_name';
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  if v_name is not null then
    insert into sell_payee (transaction_id, number, mode, bank_code, bank_name, account_number, account_name, case_id, at)
      values (t.id, 1 + (select count(*) from sell_payee x where x.transaction_id = t.id), t.mode,
        coalesce(p_file.resolution ->> 'bank_code', p.bank_code), coalesce(p_file.resolution ->> 'bank_name', p.bank_name),
        coalesce(p_file.resolution ->> 'account_number', p.account_number), v_name, p_file.id, p_at);
  end if;
  perform move_decided(p_file, 'fixed', '{}', p_at);
  perform close_with(p_file, '{payout_failed,name_differs,late_deposit,cannot_deliver,overdue}', p_at);
end $$;

-- What has arrived is enough.
create function accept_short_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  perform move_decided(p_file, 'short_accepted', jsonb_build_object('received_minor', (
    select b.amount_minor::text from balance b where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode)), p_at);
end $$;

-- What became of the payout of a sell, by the bank's own evidence. The account is locked first, as by whoever works in it.
create function end_decided_payout(p_file case_file, p_was_paid boolean, p_at timestamptz) returns void language plpgsql as $$
declare
  v_payout uuid := live_payout(p_file.transaction_id, 'payout');
begin
  if v_payout is null then
    raise exception 'sell % has no payout that is not over', p_file.transaction_id using errcode = 'AF040';
  end if;
  perform end_payout_by_evidence(v_payout, p_was_paid, p_file.resolution || jsonb_build_object('case',
    'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by), p_at);
  perform close_with(p_file, '{overdue,payout_unknown,payout_mismatch}', p_at);
end $$;

-- The same words decide about buys and about sells. What is decided about a buy is as it was.
alter function carry_out_release(uuid, timestamptz) rename to carry_out_buy_release;
alter function carry_out_reject(uuid, timestamptz) rename to carry_out_buy_reject;
alter function carry_out_return_all(uuid, timestamptz) rename to carry_out_buy_return_all;
alter function carry_out_fix(uuid, timestamptz) rename to carry_out_buy_fix;
alter function carry_out_accept_short(uuid, timestamptz) rename to carry_out_buy_accept_short;
alter function carry_out_was_paid(uuid, timestamptz) rename to carry_out_buy_was_paid;
alter function carry_out_not_paid(uuid, timestamptz) rename to carry_out_buy_not_paid;

create function is_about_sell(p_case uuid) returns boolean language sql stable as $$
  select exists (select from case_file c join transaction t on t.id = c.transaction_id where c.id = p_case and t.type = 'sell')
$$;

create function carry_out_release(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform release_sell(decided_case(p_case, 'release'), p_at);
  else
    perform carry_out_buy_release(p_case, p_at);
  end if;
end $$;

create function carry_out_reject(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform return_sell(decided_case(p_case, 'reject'), 'rejected', p_at);
  else
    perform carry_out_buy_reject(p_case, p_at);
  end if;
end $$;

create function carry_out_return_all(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform return_sell(decided_case(p_case, 'return_all'), 'return_chosen', p_at);
  else
    perform carry_out_buy_return_all(p_case, p_at);
  end if;
end $$;

create function carry_out_fix(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform fix_sell(decided_case(p_case, 'fix'), p_at);
  else
    perform carry_out_buy_fix(p_case, p_at);
  end if;
end $$;

create function carry_out_accept_short(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform accept_short_sell(decided_case(p_case, 'accept_short'), p_at);
  else
    perform carry_out_buy_accept_short(p_case, p_at);
  end if;
end $$;

create function carry_out_was_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform end_decided_payout(decided_case(p_case, 'was_paid'), true, p_at);
  else
    perform carry_out_buy_was_paid(p_case, p_at);
  end if;
end $$;

create function carry_out_not_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform end_decided_payout(decided_case(p_case, 'not_paid'), false, p_at);
  else
    perform carry_out_buy_not_paid(p_case, p_at);
  end if;
end $$;

-- ── how much may be promised ──────────────────────────────────────────────────────────────────────────────────

-- Naira that is neither on its way nor waited for by a sell that was accepted: more than this cannot be promised. A sell that is not over
-- is looked at again some time, so that all of them are found by their wake-ups.
create function payout_room(p_mode mode) returns numeric
language plpgsql stable security definer set search_path = afara, pg_temp as $$
begin
  return coalesce((
      select sum(least(b.amount_minor::numeric, coalesce(a.available_minor, b.amount_minor)::numeric))
      from payout_account a join balance b on b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode
      where a.mode = p_mode and a.state = 'active'), 0)
    - coalesce((
      select sum(t.amount_minor::numeric - s.fee_minor::numeric)
      from wake w join transaction t on t.id = w.subject_id join sell s on s.transaction_id = w.subject_id
      where w.type = 'sell' and t.mode = p_mode and t.status <> 'paying_out'), 0);
end $$;
create index wake_of_sell on wake (subject_id) where type = 'sell';

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What was paid for was screened, or released, and its bank was asked; what is on hold or waits for a choice has a case; what has left for
-- the bank has a right; what is back in a balance is in the ledger.
create function check_sells(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id::text, 'it was cleared, and nobody asked a list or the bank')::finding
  from transaction_event e
  where e.type = 'sell' and e.event = 'checks_passed' and e.xid > since_xid and not (
    exists (select from screening_result s where s.transaction_id = e.transaction_id and s.xid = e.xid and s.hits = '[]'
      and (s.mode = 'test' or s.list_version is not null))
    and exists (select from name_answer a where a.transaction_id = e.transaction_id and a.xid = e.xid and a.outcome = 'found'))
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nobody is asked')::finding
  from transaction t
  where t.type = 'sell' and t.status in ('on_hold', 'action_required') and not exists (
    select from case_file c where c.transaction_id = t.id and c.state <> 'resolved')
  union all
  select row(v.transaction_id::text, 'its tokens are back, and the ledger does not have that')::finding
  from transaction_event v join transaction t on t.id = v.transaction_id
  where v.type = 'sell' and v.event = 'refund_paid' and v.data ->> 'to' = 'balance' and v.xid > since_xid and not exists (
    select from entry e join posting p on p.entry_id = e.id
    where e.transaction_id = v.transaction_id and e.step = 'returned_to_balance' and e.xid = v.xid
      and (p.debit_kind, p.credit_kind, p.credit_owner, p.asset) = ('held', 'business', t.business_id::text, 'NGNC')
      and p.amount_minor::text = v.data ->> 'amount_minor')
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['sell_payee', 'name_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant execute on function driven_sells, clear_sells, look_at_sell, close_outlived_cases, check_sells to afara_worker;
grant execute on function payout_room to afara_api;
