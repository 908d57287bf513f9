-- Checks a buy or a return that waits. A cleared buy without a lane is queued for one, and a refund without a payout account is queued for
-- one. A buy on hold because of limits is resumed when the limits allow it. Returns when the transaction is due next (now, if it was
-- resumed), or null if it has moved otherwise or its status has no deadline.
create or replace function look_at_buy(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type in ('buy', 'return') for update;
  if not found then
    return null;
  end if;
  if t.status = 'cleared' and not exists (select from delivery d where d.transaction_id = t.id)
      and live_transfer(t.id) is null then
    perform from deliver_buy(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  -- The step that set this status normally opened a case. If it did not, a case is opened here.
  if t.status = 'send_failed' and not exists (select from delivery d where d.transaction_id = t.id)
      and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved'
        and c.kind in ('send_failed', 'signer_refused')) then
    perform open_case(afara_uuid(), t.mode, 'send_failed', null, null, t.id, t.business_id, 'The transfer failed. No tokens left us.',
      '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
  end if;
  if resume_within_limits(t, p_at) then
    return p_at;
  end if;
  if t.status = 'refunding' then
    perform queue_refund(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  select * into strict s from status_time where type = t.type and status = t.status;
  v_since := status_since(t.id, p_version);
  if t.version <> p_version or s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  if t.version <> p_version then
    return v_next;
  end if;
  -- A refund that no payout account could pay is retried soon.
  if t.status = 'refunding' and exists (select from refund_legs(t.id) l where l.state = 'due') then
    v_next := p_at + interval '1 minute';
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- Checks a buy that waits for a decision because of its wallet. If the wallet can receive now, the buy continues, and an open proposal is
-- dropped. Otherwise the buy is due again within an hour. Returns when the buy is due, or null if the buy has changed since it was read.
create or replace function look_at_blocked_buy(p_transaction uuid, p_version integer, p_wallet jsonb, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  v_case uuid;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy'
    and status = 'action_required' for update;
  if not found then
    return null;
  end if;
  perform remember_wallets(jsonb_build_array(p_wallet), p_at);
  select c.id into v_case from case_file c
    where c.transaction_id = t.id and c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.facts ? 'wallet';
  if v_case is null then
    return look_at_buy(t.id, p_version, p_at);
  end if;
  if p_wallet ->> 'outcome' in ('fine', 'known') then
    perform end_wallet_blocks(array[t.id], p_at);
    perform close_case(c.id, '{"action": "dismiss", "reason": "the wallet can receive"}', p_at) from case_file c
      where c.transaction_id = t.id and c.state <> 'resolved' and (c.id = v_case or c.kind = 'overdue');
    perform from move_transaction(t.id, t.version, 'fixed', '{"by": "wallet"}', p_at, null);
    return p_at;
  end if;
  if p_wallet ->> 'outcome' = 'blocked' then
    perform note_wallet_block(t, p_wallet, p_at);
  end if;
  v_next := least(look_at_buy(t.id, p_version, p_at), p_at + interval '1 hour');
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- Deletes the delivery and closes the cases of a buy that a bank has recalled.
create or replace function end_recalled_buy() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_transaction uuid := (select a.transaction_id from allocation a where a.id = new.allocation_id);
begin
  delete from delivery d where d.transaction_id = v_transaction;
  perform close_case(c.id,
    jsonb_build_object('action', 'took_back', 'line_id', new.line_id, 'reason', 'the bank recalled the credit'), new.at)
    from case_file c
    where c.transaction_id = v_transaction and c.line_id is null and c.state <> 'resolved';
  return null;
end $$;

-- Closes cases that later events have answered: the buy continued, the bank recalled its naira, or the refund was paid. Returns the number
-- of cases closed. Runs now and then; nothing waits for it.
create or replace function close_outlived_cases_of_buys(p_at timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_closed integer;
begin
  select count(*) filter (where close_case(k.id,
    jsonb_build_object('action', 'dismiss', 'reason', format('the %s is %s', k.type, k.status)), p_at))
    into v_closed
    from (
      select c.id, t.type, t.status
      from case_file c join transaction t on t.id = c.transaction_id and t.type in ('buy', 'withdrawal', 'return')
      where c.state <> 'resolved' and case c.kind
        when 'overdue' then t.status is distinct from c.facts ->> 'status'
        when 'over_limit' then t.status not in ('payment_received', 'on_hold')
        when 'screening_hit' then t.status = 'recalled'
        when 'cannot_deliver' then t.status in ('sending', 'completed', 'refunding', 'refunded', 'recalled', 'returned_to_balance')
        when 'send_failed' then t.status <> 'send_failed'
        when 'signer_refused' then t.status in ('completed', 'refunding', 'refunded', 'recalled', 'returned_to_balance')
        -- A recall case without a line is about a delivery that a lien stopped. The case of the lien itself has a line and stays open.
        when 'recall' then c.line_id is null and t.status <> 'on_hold'
        when 'underpaid' then t.status <> 'part_paid'
        when 'refund_due' then t.status <> all (statuses_refund_owed())
        else false end
      order by c.due_at limit p_most for update of c skip locked) k;
  return v_closed;
end $$;
