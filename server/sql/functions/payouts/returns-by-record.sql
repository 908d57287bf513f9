-- Returns the payer of a credit if the bank's own record names one account, with bank and name, and no source contradicts it. If the record
-- hides the number, returns the account that the payer named and whose holder has the name in the record, unless the credit is more than
-- most_returned_to_named. A row of nulls otherwise. Only such a payer is refunded without a decision.
create or replace function certain_payer(p_line uuid) returns bank_line_known_payer language sql stable as $$
  select case when k.payer_account_number is not null then k
    else row(k.line_id, n.account_number, k.payer_account_mask, n.account_name, k.payer_words, n.bank_code,
      n.bank_name)::bank_line_known_payer end
  from payer_of_line(p_line) k join bank_line l on l.id = p_line left join return_account n on n.line_id = p_line
  where l.direction = 'credit' and l.kind = 'payment' and btrim(k.payer_name) <> '' and not exists (
      select from bank_line_assignment s where s.line_id = p_line and s.contradicts_payer)
    and case when k.payer_account_number is not null then k.payer_bank_code is not null
      else n.line_id is not null and l.settled_minor::numeric <= most_returned_to_named()
        and not account_digits_contradict(null, k.payer_account_mask, n.account_number, null)
        and coalesce(k.payer_bank_code, n.bank_code) = n.bank_code end
$$;

-- Returns the most that goes back to one account in 24 hours without a decision: ₦200,000.00.
create or replace function most_returned_unasked() returns numeric language sql immutable return 20000000;

-- Returns the largest payment that goes back without a decision to an account that its payer named, because the bank's record hides it:
-- ₦100,000.00. That the holder has the payer's name proves less than the record.
create or replace function most_returned_to_named() returns numeric language sql immutable return 10000000;

-- Returns whether an amount may go back to an account without a decision: most_returned_unasked in 24 hours. Until the recall period of the
-- payment ends, its bank can take it back after we returned it, so this is what one account can cost us in a day. Above it people decide.
-- Until the caller commits, no other commit returns anything unasked, so that two cannot use the same allowance.
create or replace function may_return_unasked(p_mode mode, p_account text, p_bank text, p_amount numeric, p_at timestamptz)
returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unasked returns' || p_mode, 0));
  return p_amount + (
    select coalesce(sum(r.amount_minor::numeric), 0) from credit_return r
    where r.case_id is null and r.mode = p_mode and r.account_number = p_account and r.bank_code = p_bank
      and r.decided_at > p_at - interval '24 hours') <= most_returned_unasked();
end $$;

-- Returns an amount of a credit that no buy needs to the account in the bank's own record, in the caller's commit: the payer paid too much,
-- or paid again. Returns false if the record does not name the account, if the amount needs people, or if something blocks the credit. The
-- payer process reads the record itself. Nothing is paid until the driver of the return has screened the payer.
create or replace function return_by_record(p_line uuid, p_amount numeric, p_at timestamptz) returns boolean language plpgsql as $$
declare
  p bank_line_known_payer := certain_payer(p_line);
  v_left numeric;
  v_return credit_return;
begin
  if p.payer_account_number is null or not may_return_unasked((select l.mode from bank_line l where l.id = p_line),
      p.payer_account_number, p.payer_bank_code, p_amount, p_at) then
    return false;
  end if;
  update credit_fund f set left_minor = f.left_minor - p_amount
    where f.line_id = p_line and f.blocked_by is null and not f.has_lien and f.left_minor >= p_amount
    returning f.left_minor into v_left;
  if not found then
    return false;
  end if;
  if v_left = 0 then
    delete from credit_fund where line_id = p_line;
  end if;
  insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name,
      account_name, decided_at)
    select afara_uuid(), l.mode, p_line, null, null, p_amount, p.payer_account_number, p.payer_bank_code, p.payer_bank_name, p.payer_name,
      p_at
    from bank_line l where l.id = p_line
    returning * into v_return;
  perform open_return(v_return, p_at);
  return true;
end $$;

-- Returns how long a buy that was paid in part waits for the rest.
create or replace function short_payment_window() returns interval language sql immutable return interval '48 hours';

-- Returns what arrived of a buy whose payer did not complete it in time, to the accounts in the bank's own record. Returns false if the
-- record does not name an account, if something blocks a credit, or if an amount needs people; then people decide. Returns null while the
-- rest may have arrived in time: the bank was not read past the deadline, or a credit that surely pays the buy waits to be matched.
-- p_screening is that of clear_return.
create or replace function return_short_payment(p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  v_until timestamptz;
  v_why text;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' and status = 'part_paid' for update;
  if not found then
    return true;
  end if;
  v_until := status_since(t.id, t.version) + short_payment_window();
  if p_at < v_until then
    perform schedule_wake(t.id, v_until);
    return null;
  end if;
  v_why := case when not are_banks_read_past(t.id, v_until) then 'its bank was not read past the deadline'
    when exists (select from seen_credit(t.id) s where s.kind = 'sure') then 'a credit that pays it waits to be matched' end;
  if v_why is not null then
    perform let_wait('buy', t.id, v_why, p_at);
    return null;
  end if;
  return return_held_by_record(t, p_screening, 'not completed in time', p_at);
end $$;

-- Returns a payment that arrived after its buy had ended, once the time of the business to accept it is over. Returns false if the buy does
-- not wait for that, if there is time left, or for the reasons of return_short_payment.
create or replace function return_late_payment(p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' and status = 'action_required'
    for update;
  if not found or is_held_by_sanctions(t.id) or not exists (
      select from business_case k where k.transaction_id = t.id and k.code = 'late_payment' and k.due_at <= p_at
        and not exists (select from business_case_end e where e.case_id = k.id)) then
    return false;
  end if;
  return return_held_by_record(t, p_screening, 'late, and not accepted in time', p_at);
end $$;

-- Returns all naira that a buy holds to the accounts in the bank's own record and moves the buy, in the caller's commit. Returns false, and
-- moves nothing, if a list may name a payer, if a record does not name the account, if an amount needs people, or if something blocks a
-- credit.
create or replace function return_held_by_record(t transaction, p_screening jsonb, p_reason text, p_at timestamptz) returns boolean
language plpgsql as $$
begin
  if is_held_by_sanctions(t.id) or not clear_return(t, p_screening, p_at) then
    return false;
  end if;
  if transaction_has_lien(t.id) or was_sent_before(t.id) or exists (
      select from standing_allocation a cross join lateral certain_payer(a.line_id) k where a.transaction_id = t.id
      group by k.payer_account_number, k.payer_bank_code
      having (k.payer_account_number is not null
        -- A name that came after the screening was not screened.
        and bool_and(p_screening -> 'subjects' @> jsonb_build_array(jsonb_build_object('kind', 'name', 'text', k.payer_name)))
        and may_return_unasked(t.mode, k.payer_account_number, k.payer_bank_code, sum(a.amount_minor::numeric), p_at)) is not true) then
    return false;
  end if;
  insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name,
      account_name, decided_at)
    select afara_uuid(), t.mode, a.line_id, t.id, null, a.amount, k.payer_account_number, k.payer_bank_code, k.payer_bank_name,
      k.payer_name, p_at
    from (
      select s.line_id, sum(s.amount_minor::numeric) as amount from standing_allocation s where s.transaction_id = t.id
      group by s.line_id) a
    cross join lateral certain_payer(a.line_id) k;
  perform from move_transaction(t.id, t.version, 'return_chosen', jsonb_build_object('reason', p_reason), p_at, null);
  if not found then
    raise exception 'the payment of buy % cannot be returned in status %', t.id, t.status using errcode = 'AF001';
  end if;
  delete from claim where transaction_id = t.id;
  perform close_case(c.id, '{"action": "dismiss", "reason": "what arrived is returned to its payer"}', p_at)
    from case_file c where c.transaction_id = t.id and c.kind in ('underpaid', 'late_credit', 'overdue') and c.state <> 'resolved';
  perform queue_refund(t.id, p_at);
  return true;
end $$;
