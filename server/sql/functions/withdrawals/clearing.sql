-- Returns what the driver needs to advance a withdrawal, as driven_buys does for buys.
create or replace function driven_withdrawal(p_transaction uuid)
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  wallet_address text, network text, tokens_minor numeric, fine_minor numeric, fine_at timestamptz, paid_at timestamptz, is_ours boolean,
  is_blocked boolean
) language sql stable security definer set search_path = afara, pg_temp as $$
  select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, d.wallet_address, d.network,
    t.amount_minor::numeric, f.tokens_minor::numeric, case f.outcome when 'fine' then f.asked_at end, f.paid_at,
    is_own_wallet(d.wallet_address),
    exists (select from wallet_block k where k.transaction_id = t.id and k.ended_at is null)
  from transaction t join withdrawal d on d.transaction_id = t.id left join wake w on w.subject_id = t.id
  left join wallet_preflight f on f.mode = t.mode and f.network = d.network and f.address = d.wallet_address
  where t.id = p_transaction
$$;

-- Checks a withdrawal, in the commit that moves it: it is cleared and queued for a lane, or put on hold. A frozen withdrawal, or one
-- without a lane now, waits. If the balance does not cover payments that were made from it before a restore, the withdrawal is put on hold
-- at once: while it waits, it keeps tokens that the request of such a payment needs when it is sent again. Also returns the lane and its
-- nudge number if its nudge was claimed.
create or replace function clear_one_withdrawal(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb,
  p_hits jsonb, p_at timestamptz, p_lease_seconds integer, p_wallet jsonb
) returns table (outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  t transaction;
  w withdrawal;
  m business_mode;
  v_why text;
  v_held_because text;
  v_reasons text[] := '{}';
  v_stop jsonb;
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
    raise exception 'withdrawal % was not screened against a sanctions list', p_transaction using errcode = 'AF051';
  end if;
  select * into strict w from withdrawal where transaction_id = t.id;
  select * into strict m from business_mode where business_id = t.business_id and mode = t.mode;
  v_why := freeze_of(t.id, w.network);
  v_held_because := case when v_why is not null then balance_held_because(t) end;
  v_why := coalesce(v_why, case
    when m.status <> 'active' then 'the business is suspended'
    when choose_lane(t.mode, w.network, t.amount_minor, null) is null then 'no lane of ' || w.network || ' takes new transfers' end);
  if v_why is not null and v_held_because is null then
    outcome := 'waits';
    due_at := let_wait('withdrawal', t.id, v_why, p_at);
    return next;
    return;
  end if;

  v_stop := wallet_stop(t.id, p_version, w.network, t.amount_minor, p_wallet, p_at);
  if v_stop is not null and p_hits = '[]' and v_held_because is null then
    select x.outcome, x.due_at into outcome, due_at from let_wallet_wait(t.id, p_version, v_stop, p_at) x;
    return next;
    return;
  end if;
  if p_hits <> '[]' then
    v_reasons := '{screening}';
  elsif v_held_because is not null then
    v_reasons := '{balance_held}';
  elsif num_nonnulls(m.velocity_hour_minor, m.velocity_wallet_day_minor) > 0 then
    v_reasons := take_velocity(t.id, t.amount_minor, p_at);
  end if;
  if move_transactions(array[t.id], array[case when v_reasons = '{}' then 'checks_passed' else 'check_failed' end], array['{}'::jsonb],
    null, p_at) <> 1 then
    raise exception 'withdrawal % cannot be cleared', t.id using errcode = 'AF001';
  end if;
  if v_reasons = '{}' then
    outcome := 'queued';
    perform end_wallet_blocks(array[t.id], p_at);
    lane_id := queue_delivery(t.id, p_at);
    select n.nudge_number into nudge_number from claim_nudge(lane_id, p_at, p_lease_seconds) n;
  else
    outcome := 'held';
    perform open_case(afara_uuid(), t.mode, (case v_reasons when '{screening}' then 'screening_hit'
        when '{balance_held}' then 'cannot_deliver' else 'over_limit' end)::case_kind, null, null, t.id, t.business_id,
      case v_reasons when '{screening}' then 'The wallet of this withdrawal may match a sanctions list.'
        when '{balance_held}' then 'The balance of the business does not cover what was paid from it before the restore.'
        else 'This withdrawal exceeds the current limits of the business.' end,
      jsonb_strip_nulls(jsonb_build_object('reasons', to_jsonb(v_reasons), 'amount_minor', t.amount_minor::text, 'hits', p_hits, 'list',
        p_list_version, 'network', w.network, 'wallet_address', w.wallet_address, 'because', v_held_because)),
      null, p_at, p_at + interval '24 hours');
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  select k.due_at into due_at from wake k where k.subject_id = t.id;
  return next;
end $$;

-- Clears withdrawals one by one. An error rolls back all of them; the caller then retries each alone. p_items: [{ordinal, id, version,
-- list_name, list_version, list_loaded_at, subjects, hits, wallet}].
create or replace function clear_withdrawals(p_items json, p_at timestamptz, p_lease_seconds integer)
returns table (ordinal integer, outcome text, due_at timestamptz, lane_id uuid, nudge_number integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  i record;
begin
  for i in
    select * from json_to_recordset(p_items) as i (
      ordinal integer, id uuid, version integer, list_name text, list_version text, list_loaded_at timestamptz, subjects jsonb, hits jsonb,
        wallet jsonb)
    order by i.id
  loop
    return query
      select i.ordinal, c.* from clear_one_withdrawal(i.id, i.version, i.list_name, i.list_version, i.list_loaded_at, i.subjects, i.hits,
        p_at,
        p_lease_seconds, i.wallet) c;
  end loop;
  perform remember_wallets(a.answers, p_at) from (
    select jsonb_agg(i.wallet) as answers from json_to_recordset(p_items) as i (wallet jsonb)
    where i.wallet ->> 'outcome' in ('fine', 'blocked')) a where a.answers is not null;
end $$;

-- Checks a withdrawal that waits. Queues it if no lane has it, and opens a case if its transfer failed. Returns when it is due next, or
-- null if it has changed since it was read.
create or replace function look_at_withdrawal(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
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
  if resume_within_limits(t, p_at) then
    return p_at;
  end if;
  if not exists (select from delivery d where d.transaction_id = t.id) and live_transfer(t.id) is null then
    if t.status = 'cleared' then
      perform queue_delivery(t.id, p_at);
    elsif t.status = 'send_failed' and not exists (
        select from case_file c where c.transaction_id = t.id and c.state <> 'resolved'
          and c.kind in ('send_failed', 'signer_refused')) then
      perform open_case(afara_uuid(), t.mode, 'send_failed', null, null, t.id, t.business_id,
        'The transfer failed. No tokens left us.',
        '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
    end if;
  end if;
  select * into strict s from status_time where type = t.type and status = t.status;
  v_since := status_since(t.id, p_version);
  if s.expected_within is not null and p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  elsif s.expected_within is not null then
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;
