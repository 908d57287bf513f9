-- Locks and returns the sell of a case. Raises AF040 if the case is not about a sell.
create or replace function decided_sell(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_file.transaction_id and type = 'sell' for update;
  if not found then
    raise exception 'the case is not about a sell' using errcode = 'AF040';
  end if;
  return t;
end $$;

-- Releases a held sell as two operators decided. Fails if the amount, the account or the bank's name for the account changed since the
-- proposal. Does nothing while another case that holds the sell is open.
create or replace function release_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
  p payee_of_sell;
  v_held numeric;
  v_name text := name_of_payee(t.id);
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  select h.amount_minor into v_held from balance h where h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode;
  if t.status <> 'on_hold' then
    raise exception 'transaction % is no longer on hold: its status is %', t.id, t.status using errcode = 'AF001';
  end if;
  if v_name is null then
    raise exception 'no bank has confirmed the account name. Return the tokens' using errcode = 'AF062';
  end if;
  if (p_file.resolution ->> 'amount_minor', p_file.resolution ->> 'bank_code', p_file.resolution ->> 'account_number',
      p_file.resolution ->> 'account_name') is distinct from (v_held::text, p.bank_code, p.account_number::text, v_name) then
    raise exception 'the amount or the account of transaction % changed since the proposal', t.id using errcode = 'AF040';
  end if;
  if exists (
    select from case_file k where k.transaction_id = t.id and k.id <> p_file.id and k.state <> 'resolved'
      and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall')) then
    return;
  end if;
  perform move_decided(p_file, 'released', p_file.resolution - 'action', p_at);
  perform close_with(p_file, '{overdue}', p_at);
  select * into strict t from transaction where id = t.id;
  if queue_sell(t, v_name, p_at) is null then
    raise exception 'no payout account can pay it now. Approve it again later' using errcode = 'AF062';
  end if;
end $$;

-- Starts the return of all tokens that a sell holds.
create or replace function return_sell(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  if is_held_by_sanctions(t.id) then
    raise exception 'sell % matches a sanctions list and cannot be returned', t.id using errcode = 'AF044';
  end if;
  perform require_decided_loss(t.id);
  if live_payout(t.id, 'payout') is not null then
    raise exception 'a payout of sell % is pending', t.id using errcode = 'AF001';
  end if;
  if has_forgotten_payout(t.id) then
    raise exception 'the payout of sell % was sent before the database was restored. Let the sell continue: the bank knows if it was paid',
      t.id using errcode = 'AF062';
  end if;
  if former_debit_in_question(t.id, 'payout', 1) is not null then
    raise exception 'debit % may be a payout of sell %. Explain the debit first', former_debit_in_question(t.id, 'payout', 1), t.id
      using errcode = 'AF400';
  end if;
  delete from payout_order where transaction_id = t.id and purpose = 'payout';
  perform move_decided(p_file, p_event, '{}', p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,payout_failed,name_differs,late_deposit,part_deposited,overdue}', p_at);
  perform schedule_wake(t.id, p_at);
end $$;

-- Lets a sell be checked again after a problem was fixed, by the business or by two operators on its behalf. If they confirmed the account
-- name that the bank has, or set another account, that payee is recorded. Raises AF062 if the business may not sell to the other account.
create or replace function fix_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
  p payee_of_sell;
  v_name text := p_file.resolution ->> 'account_name';
begin
  select * into strict p from payee_of_sell where transaction_id = t.id;
  if not may_change_payee(t, coalesce(p_file.resolution ->> 'bank_code', p.bank_code),
      coalesce(p_file.resolution ->> 'account_number', p.account_number)) then
    raise exception 'the business sells only to its beneficiaries, and this account is not one of them, or too new. A member adds it'
      using errcode = 'AF062';
  end if;
  if v_name is not null then
    insert into sell_payee (transaction_id, number, mode, bank_code, bank_name, account_number, account_name, case_id, at)
      values (t.id, 1 + (select count(*) from sell_payee x where x.transaction_id = t.id), t.mode,
        coalesce(p_file.resolution ->> 'bank_code', p.bank_code), coalesce(p_file.resolution ->> 'bank_name', p.bank_name),
        coalesce(p_file.resolution ->> 'account_number', p.account_number), v_name, p_file.id, p_at);
  end if;
  perform move_decided(p_file, 'fixed', '{}', p_at);
  perform close_with(p_file, '{payout_failed,name_differs,late_deposit,cannot_deliver,overdue}', p_at);
end $$;

-- Accepts the amount that has arrived as the whole of a sell.
create or replace function accept_short_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  perform move_decided(p_file, 'short_accepted', jsonb_build_object('received_minor', (
    select b.amount_minor::text from balance b where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode)),
      p_at);
end $$;

-- Ends the payout of a sell by the bank's own evidence. Locks the account first, as its worker does.
create or replace function end_decided_payout(p_file case_file, p_was_paid boolean, p_at timestamptz) returns void language plpgsql as $$
declare
  v_payout uuid := live_payout(p_file.transaction_id, 'payout');
begin
  if v_payout is null then
    raise exception 'sell % has no pending payout', p_file.transaction_id using errcode = 'AF040';
  end if;
  if p_was_paid and exists (select from payout x where x.id = v_payout and x.final_entry_id is not null) then
    perform keep_paid(p_file, v_payout, p_at);
  else
    perform end_payout_by_evidence(v_payout, p_was_paid, p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by), p_at);
  end if;
  perform close_with(p_file, '{overdue,payout_unknown,payout_mismatch}', p_at);
end $$;

-- Returns whether the case is about a sell.
create or replace function is_about_sell(p_case uuid) returns boolean language sql stable as $$
  select exists (select from case_file c join transaction t on t.id = c.transaction_id where c.id = p_case and t.type = 'sell')
$$;

-- Releases a held transaction as two operators decided: it continues as if the checks had passed.
create or replace function carry_out_release(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform release_sell(decided_case(p_case, 'release'), p_at);
  else
    perform carry_out_buy_release(p_case, p_at);
  end if;
end $$;

-- Rejects a held transaction as two operators decided: its money is returned to the payer, the sender or the balance.
create or replace function carry_out_reject(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_withdrawal(p_case) then
    perform return_withdrawal(decided_case(p_case, 'reject'), 'rejected', p_at);
  elsif is_about_sell(p_case) then
    perform return_sell(decided_case(p_case, 'reject'), 'rejected', p_at);
  else
    perform carry_out_buy_reject(p_case, p_at);
  end if;
end $$;

-- Starts the return of all of the money of a transaction, as two operators decided.
create or replace function carry_out_return_all(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_withdrawal(p_case) then
    perform return_withdrawal(decided_case(p_case, 'return_all'), 'return_chosen', p_at);
  elsif is_about_sell(p_case) then
    perform return_sell(decided_case(p_case, 'return_all'), 'return_chosen', p_at);
  else
    perform carry_out_buy_return_all(p_case, p_at);
  end if;
end $$;

-- Checks a transaction again after the business fixed the obstacle.
create or replace function carry_out_fix(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform fix_sell(decided_case(p_case, 'fix'), p_at);
  else
    perform carry_out_buy_fix(p_case, p_at);
  end if;
end $$;

-- Accepts the amount that has arrived as the whole of the transaction, as two operators decided.
create or replace function carry_out_accept_short(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform accept_short_sell(decided_case(p_case, 'accept_short'), p_at);
  else
    perform carry_out_buy_accept_short(p_case, p_at);
  end if;
end $$;

-- Ends a transaction as paid, because two operators have outside evidence that the money was sent.
create or replace function carry_out_was_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform end_decided_payout(decided_case(p_case, 'was_paid'), true, p_at);
  else
    perform carry_out_buy_was_paid(p_case, p_at);
  end if;
end $$;

-- Records that the money was not sent, because two operators have outside evidence of that. The money may then be paid again.
create or replace function carry_out_not_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_about_sell(p_case) then
    perform end_decided_payout(decided_case(p_case, 'not_paid'), false, p_at);
  else
    perform carry_out_buy_not_paid(p_case, p_at);
  end if;
end $$;
