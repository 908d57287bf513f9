-- Returns the transaction of a case, locked. Raises AF040 if it is not a buy, a withdrawal or a return, and AF041 if a lien blocks its
-- money.
create or replace function decided_buy(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_file.transaction_id and type in ('buy', 'withdrawal', 'return') for update;
  if not found then
    raise exception 'the case is not about a buy, a withdrawal or a return' using errcode = 'AF040';
  end if;
  if transaction_has_lien(t.id) then
    raise exception 'a credit of transaction % is under a lien', t.id using errcode = 'AF041';
  end if;
  return t;
end $$;

-- Moves the transaction of a case by the decided event and deletes its claim, because no credit is matched to it after a decision. A buy
-- that continues with another amount than was requested gets the fee of that amount. Raises AF001 if the status does not allow the event.
create or replace function move_decided(p_file case_file, p_event text, p_data jsonb, p_at timestamptz) returns void language plpgsql as $$
begin
  perform from transaction t
    cross join lateral move_transaction(t.id, t.version, p_event,
      p_data || jsonb_build_object('case', 'cas_' || replace(p_file.id::text, '-', ''))
        || case when p_event in ('short_accepted', 'fixed') then held_terms(t.id) else '{}' end, p_at, null)
    where t.id = p_file.transaction_id;
  if not found then
    raise exception 'event % is not allowed in the status of transaction %', p_event, p_file.transaction_id using errcode = 'AF001';
  end if;
  delete from claim where transaction_id = p_file.transaction_id;
end $$;

-- Releases a held buy or withdrawal after two operators reviewed it with this amount and this wallet. If another case also holds it, that
-- case is decided first, and the last decision releases the transaction. If only the return to its payer waited for the review, the driver
-- continues with that.
create or replace function carry_out_buy_release(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'release');
  t transaction := decided_buy(v_file);
  b token_destination;
  v_held numeric;
begin
  select * into b from token_destination where transaction_id = t.id;
  select h.amount_minor into v_held from balance h where h.owner = t.id::text and h.kind = 'held'
    and h.asset = coalesce(held_asset(b.purpose), 'NGN') and h.mode = t.mode;
  if t.status <> 'on_hold' and not (v_file.kind = 'screening_hit' and t.status = any (statuses_a_list_holds())) then
    raise exception 'transaction % is no longer on hold: its status is %', t.id, t.status using errcode = 'AF001';
  end if;
  if (v_file.resolution ->> 'amount_minor', v_file.resolution ->> 'network', v_file.resolution ->> 'address')
      is distinct from (v_held::text, b.network, b.wallet_address) then
    raise exception 'the amount or the wallet of transaction % changed since the proposal', t.id using errcode = 'AF040';
  end if;
  if exists (
    select from case_file k where k.transaction_id = t.id and k.id <> p_case and k.state <> 'resolved'
      and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall')) then
    return;
  end if;
  if t.status <> 'on_hold' then
    perform schedule_wake(t.id, p_at);
    return;
  end if;
  perform move_decided(v_file, 'released', v_file.resolution - 'action', p_at);
  perform close_with(v_file, '{overdue}', p_at);
  perform deliver_decided(t, p_at);
end $$;

-- Rejects a held buy as two operators decided: all of its naira is refunded.
create or replace function carry_out_buy_reject(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'reject'), 'rejected', p_at);
end $$;

-- Refunds all of the naira of a buy as two operators decided.
create or replace function carry_out_buy_return_all(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'return_all'), 'return_chosen', p_at);
end $$;

-- Checks a buy again from the start, because the obstacle was removed.
create or replace function carry_out_buy_fix(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'fix');
begin
  perform decided_buy(v_file);
  perform move_decided(v_file, 'fixed', '{}', p_at);
  perform close_with(v_file, '{overdue}', p_at);
end $$;

-- Accepts the amount that has arrived: the buy continues with it.
create or replace function carry_out_buy_accept_short(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'accept_short');
  v_received numeric;
begin
  select b.amount_minor into v_received from balance b
    where b.owner = v_file.transaction_id::text and b.kind = 'held' and b.asset = 'NGN' and b.mode = v_file.mode;
  if v_received is null then
    raise exception 'transaction % holds no naira', v_file.transaction_id using errcode = 'AF010';
  end if;
  perform move_decided(v_file, 'short_accepted', jsonb_build_object('received_minor', v_received::text), p_at);
  perform free_fund(v_file, p_at);
end $$;

-- Records a decision of two operators that money was sent although the database could not tell: the refund was paid, or the tokens of the
-- transfer arrived.
create or replace function carry_out_buy_was_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'was_paid');
begin
  if v_file.kind in ('payout_unknown', 'payout_mismatch') then
    perform end_decided_refund(v_file, true, p_at);
  else
    perform end_conflict(v_file, 'final_ok', p_at);
  end if;
end $$;

-- Records a decision that nothing was sent: the naira returns to the held balance. A second decision of two operators then retries or
-- refunds it.
create or replace function carry_out_buy_not_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'not_paid');
begin
  if v_file.kind in ('payout_unknown', 'payout_mismatch') then
    perform end_decided_refund(v_file, false, p_at);
  else
    perform end_conflict(v_file, 'final_void', p_at);
  end if;
end $$;

-- Continues a buy with a credit that arrived after the buy had ended.
create or replace function carry_out_accept_late(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'accept_late');
begin
  perform move_decided(v_file, 'fixed', '{}', p_at);
  perform free_fund(v_file, p_at);
end $$;

-- Refunds what a buy holds to the payers of its credits. The naira stays held until it is paid out.
create or replace function carry_out_return_part(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'return_part'), 'return_chosen', p_at);
end $$;

-- Refunds all that a buy holds to the payers of its credits, and queues the payouts. The naira stays held until it is paid out.
create or replace function return_held(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_buy(p_file);
  v_sum numeric;
  v_held numeric;
  v_wrong uuid;
begin
  perform require_not_sent_before(p_file.transaction_id);
  select coalesce(r.line_id, a.line_id) into v_wrong
    from jsonb_to_recordset(p_file.resolution -> 'returns') as r (line_id uuid, amount_minor numeric, destination jsonb)
    full join (
      select s.line_id, sum(s.amount_minor::numeric) as amount from standing_allocation s
      where s.transaction_id = t.id group by s.line_id) a on a.line_id = r.line_id
    where a.amount is distinct from r.amount_minor limit 1;
  if found then
    raise exception 'the amount of credit % changed since the proposal', v_wrong using errcode = 'AF040';
  end if;
  select sum(r.amount_minor) into v_sum from jsonb_to_recordset(p_file.resolution -> 'returns') as r (amount_minor numeric);
  select b.amount_minor into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGN' and b.mode = t.mode for update;
  -- An amount that a transfer has taken is no longer held and cannot be refunded, whatever the outcome of the transfer.
  if v_held is distinct from v_sum then
    raise exception 'transaction % holds % kobo, but the decision refunds % kobo', t.id,
      coalesce(v_held, 0), coalesce(v_sum, 0) using errcode = 'AF010';
  end if;
  delete from delivery where transaction_id = t.id;
  insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name,
      account_name, decided_at)
    select afara_uuid(), p_file.mode, r.line_id, t.id, p_file.id, r.amount_minor,
      came_from(r.line_id, t.id, r.destination), r.destination ->> 'bank_code', r.destination ->> 'bank_name',
      r.destination ->> 'account_name', p_at
    from jsonb_to_recordset(p_file.resolution -> 'returns') as r (line_id uuid, amount_minor numeric, destination jsonb);
  perform move_decided(p_file, p_event, '{}', p_at);
  perform free_fund(p_file, p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,send_failed,signer_refused,underpaid,late_credit,overdue}', p_at);
  perform open_refund_case(t.id, p_at);
end $$;

-- Sends a buy or withdrawal again after its transfer failed, as two operators decided. Raises AF001 unless the transfer is known to have
-- failed.
create or replace function carry_out_retry_send(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'retry_send');
  t transaction := decided_buy(v_file);
begin
  if t.status <> 'send_failed' then
    raise exception 'only a failed transfer can be retried: the status of transaction % is %', t.id, t.status using errcode = 'AF001';
  end if;
  perform deliver_decided(t, p_at);
  perform close_with(v_file, '{send_failed,signer_refused,cannot_deliver,overdue}', p_at);
end $$;

-- Ends a transfer in conflict: an unknown transfer used its lock, and two operators found out the outcome. A lien does not prevent this,
-- because a recall of the naira waits for this outcome.
create or replace function end_conflict(p_file case_file, p_state text, p_at timestamptz) returns void language plpgsql as $$
declare
  f transfer;
  l lane;
begin
  perform from transaction where id = p_file.transaction_id for update;
  select x.* into f from transfer_right r join transfer x on x.right_id = r.id
    where r.transaction_id = p_file.transaction_id and x.state = 'conflict' for update of x;
  if not found then
    raise exception 'no transfer of transaction % is in conflict', p_file.transaction_id using errcode = 'AF040';
  end if;
  select * into strict l from lane where id = f.lane_id;
  perform end_transfers(l, json_build_array(json_build_object('transfer_id', f.id, 'state', p_state,
    'evidence', coalesce(f.evidence, '{}') || jsonb_build_object('decided', 'cas_' || replace(p_file.id::text, '-', '')))), p_at);
end $$;
