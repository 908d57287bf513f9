-- Returns how often a payout is attempted automatically before the business is asked.
create or replace function most_payouts() returns integer language sql immutable as $$ select 3 $$;

-- Returns whether the payer process sent a payment for a sell, on any leg, that a restored database has not opened again. Its naira may
-- have been sent.
create or replace function has_forgotten_payout(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from payout_forgotten f join transaction t on t.id = p_transaction
    where starts_with(f.right_key, t.business_id || '/' || t.mode || '/' || t.reference || '/payout/')
      and not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id))
$$;

-- Moves the held tokens of a sell back to the balance of its business, in the caller's commit. Returns false if the business may hold no
-- balance, if a sanctions list holds the tokens, if nobody has decided who bears a seizure by the issuer, or if the tokens were or may have
-- been paid for.
create or replace function return_to_balance(t transaction, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_held numeric;
begin
  if is_held_by_sanctions(t.id) or has_undecided_loss(t.id)
    or not (select m.may_hold_balance from business_mode m where m.business_id = t.business_id and m.mode = t.mode) then
    return false;
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  if v_held is null or live_payout(t.id, 'payout') is not null or has_forgotten_payout(t.id) then
    return false;
  end if;
  perform post_entry(afara_uuid(), t.mode, t.id, 'returned_to_balance', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  perform from move_transaction(t.id, t.version, 'refund_paid', jsonb_build_object('amount_minor', v_held::text, 'to', 'balance'), p_at,
    null);
  if not found then
    raise exception 'the tokens of sell % cannot be returned in status %', t.id, t.status using errcode = 'AF001';
  end if;
  return true;
end $$;

-- Retries a dead payout, or asks the business what to do with its tokens. Holds a sell whose tokens the issuer seized. A payee that was not
-- screened within the last day is screened first.
create or replace function try_payout_again(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_name text := name_of_payee(t.id);
  v_tried integer := (select count(*) from payout o join payout_right r on r.id = o.right_id where r.transaction_id = t.id
    and r.purpose = 'payout');
begin
  if t.status = 'payout_failed' and has_undecided_loss(t.id) then
    perform from move_transaction(t.id, t.version, 'stopped', '{}', p_at, null);
    if not found then
      raise exception 'sell % cannot be put on hold', t.id using errcode = 'AF001';
    end if;
    return;
  end if;
  if t.status <> 'returned' and v_name is not null and v_tried < most_payouts() and freeze_of(t.id, null) is null
      and not exists (select from stale_screening(t.id, p_at)) then
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
    raise exception 'no case can be opened for sell %', t.id using errcode = 'AF001';
  end if;
  perform open_case(afara_uuid(), t.mode, 'payout_failed', null, null, t.id, t.business_id,
    case t.status when 'returned' then 'The receiving bank returned the naira.' else 'The bank rejected the payout.' end,
    jsonb_build_object('tried', v_tried), jsonb_build_object('action', 'return_all'), p_at, p_at + interval '48 hours');
end $$;

-- Waits for the rest of the tokens of a sell that was deposited in part, with a case in which the amount can be accepted. When the time has
-- expired and the network was read up to that time, the tokens are returned.
create or replace function wait_for_rest(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_until timestamptz := (
    select status_since(t.id, t.version) + s.expected_within from status_time s where s.type = t.type and s.status = t.status);
begin
  if p_at >= v_until and is_read_past(t.id, v_until) then
    perform from move_transaction(t.id, t.version, 'top_up_window_closed', '{}', p_at, null);
  else
    perform open_case(afara_uuid(), t.mode, 'part_deposited', null, null, t.id, t.business_id, 'Only part of the tokens arrived.',
      jsonb_build_object('amount_minor', t.amount_minor::text, 'received_minor', (
        select b.amount_minor::text from balance b
        where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode)),
      jsonb_build_object('action', 'return_all'), p_at, v_until);
  end if;
end $$;

-- Takes every due step of a sell that needs no answer from outside, and opens a case if the tokens cannot be returned. Returns when the
-- sell is due next, or null if it has changed since it was read.
create or replace function look_at_sell(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
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
  if resume_within_limits(t, p_at) then
    return p_at;
  end if;
  if t.status = any (statuses_to_pay_out()) and not exists (select from payout_order o where o.transaction_id = t.id)
      and live_payout(t.id, 'payout') is null then
    perform try_payout_again(t, p_at);
  elsif t.status = 'part_deposited' then
    perform wait_for_rest(t, p_at);
  elsif t.status = 'refunding' and not return_to_balance(t, p_at) then
    perform open_case(afara_uuid(), t.mode, 'refund_choice', null, null, t.id, t.business_id,
      'The tokens of this sell must be returned, and the destination is unknown.', '{}', null, p_at, p_at + interval '48 hours');
  end if;
  if (select version from transaction where id = t.id) <> p_version then
    return (select w.due_at from wake w where w.subject_id = t.id);
  end if;
  select * into strict s from status_time where type = 'sell' and status = t.status;
  v_since := status_since(t.id, p_version);
  if s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  -- The missing tokens may have been sent in time, because the network was not read up to the deadline yet.
  if t.status = 'part_deposited' and p_at >= v_since + s.expected_within then
    v_next := p_at + interval '1 minute';
  end if;
  -- A sell that waits for naira or for the end of a freeze is retried sooner.
  if t.status in ('payout_failed', 'cleared') and not exists (select from payout_order o where o.transaction_id = t.id)
      and live_payout(t.id, 'payout') is null then
    v_next := p_at + interval '1 minute';
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- Closes up to p_most cases about sells and payout floats, and up to p_most about buys and withdrawals, that later events have answered.
create or replace function close_outlived_cases(p_at timestamptz, p_most integer) returns integer
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
