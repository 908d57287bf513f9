-- Explains a debit: it takes a credit back, is a return that operators pay manually, or starts a move of our own money. A debit without an
-- explanation opens a case and freezes the account at once. Idempotent.
create or replace function explain_debit(p_line uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  d bank_line;
  v_credit uuid;
  v_why text;
begin
  select * into strict d from bank_line where id = p_line;
  if d.kind = 'charge' or exists (select from credit_take_back b where b.debit_line_id = p_line) then
    return;
  end if;
  v_credit := credit_undone_by_readings(d);
  if v_credit is not null and not line_is_taken_back(v_credit) then
    perform take_back_credit(p_line, v_credit, p_at);
    -- The credit was taken back, or a lien blocks it.
    if exists (select from credit_take_back b where b.debit_line_id = p_line)
        or exists (select from credit_lien l where l.debit_line_id = p_line) then
      return;
    end if;
  end if;
  if v_credit is null and (explain_by_hand_payment(d, p_at) or explain_by_move(d, p_at)) then
    return;
  end if;
  -- Another reading of the debit opens no second case.
  if exists (select from case_file k where k.line_id = p_line and k.kind = 'unexplained_debit') then
    return;
  end if;
  v_why := case when v_credit is null then 'Unexplained debit on the account'
    else 'The bank reversed the reversal of a credit' end;
  perform open_case(afara_uuid(), d.mode, 'unexplained_debit', d.vendor_account_id, p_line, null, null, v_why,
    jsonb_build_object('amount_minor', d.settled_minor::text, 'kind', d.kind, 'narration', d.narration,
      'undoes', 'crd_' || replace(v_credit::text, '-', '')), null, p_at, p_at + interval '1 hour');
  perform freeze_account(d.vendor_account_id, v_why || ': crd_' || replace(p_line::text, '-', ''), p_at);
end $$;

-- Lets an unexplained debit take back a credit that has now arrived. Compares in detail only debits of the credit's amount and debits whose
-- source names the line that they undo, because many debits may wait and this runs for every credit.
create or replace function explain_waiting_debits(p_credit uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  c bank_line;
  v_gross numeric;
  v_debit uuid;
begin
  select * into strict c from bank_line l where l.id = p_credit;
  v_gross := c.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  for v_debit in
    select d.id from (
      select b.* from case_file k cross join lateral (select l.* from bank_line l where l.id = k.line_id offset 0) b
      where k.vendor_account_id = c.vendor_account_id and k.kind = 'unexplained_debit' and k.state <> 'resolved'
        and (b.settled_minor::numeric in (c.settled_minor::numeric, c.gross_minor::numeric, v_gross) or exists (
          select from bank_line_assignment s
          cross join lateral (select r.undoes_external_id as name from bank_line_reading r where r.id = s.reading_id offset 0) r
          where s.line_id = b.id and r.name is not null))
      offset 0) d
    where credit_undone_by_readings(d) = p_credit
    order by d.booked_at, d.id limit 1
  loop
    if not line_is_taken_back(p_credit) then
      perform take_back_credit(v_debit, p_credit, p_at);
    end if;
  end loop;
end $$;

-- Takes a credit back for a debit: from its fund, from the buys that hold it and from returns that were not paid. After delivery, the
-- business owes the amount. If the take-back is not possible now, returns false, places a lien on the credit and opens a case. Locks the
-- account. Raises AF042 if the debit or the credit is part of another take-back, and AF001 if a buy cannot be recalled.
create or replace function take_back_credit(p_debit uuid, p_credit uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  d bank_line;
  c bank_line;
  v_problem text;
  v_fund numeric;
  v_gross numeric;
  v_fee numeric;
  v_held numeric;
  v_is_refunded boolean;
  v_is_owed boolean;
  v_entry uuid;
  a record;
begin
  select * into strict d from bank_line where id = p_debit and direction = 'debit' and kind <> 'charge';
  select * into strict c from bank_line where id = p_credit and direction = 'credit' and kind <> 'charge'
    and vendor_account_id = d.vendor_account_id;
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || d.vendor_account_id, 0));
  if exists (select from credit_take_back b where b.debit_line_id = p_debit or b.credit_line_id = p_credit) then
    raise exception 'debit % or credit % is already part of a reversal', p_debit, p_credit using errcode = 'AF042';
  end if;
  -- From here on no other transaction opens a payout or a transfer of this money.
  perform from transaction t where t.id in (
      select s.transaction_id from standing_allocation s where s.line_id = p_credit
      union select coalesce(r.transaction_id, r.id) from credit_return r where r.line_id = p_credit)
    order by t.id for update;
  v_problem := take_back_problem(d, c);
  if v_problem is not null then
    perform place_lien(p_credit, p_debit, 'system:bank-lines', v_problem, p_at);
    return false;
  end if;

  perform lift_lien(p_credit, 'system:bank-lines', 'the bank recalled the credit', p_at);
  delete from credit_fund f where f.line_id = p_credit returning f.left_minor into v_fund;
  -- A credit that is not a payment has no fund.
  insert into credit_take_back (debit_line_id, credit_line_id, from_fund_minor, at) values (p_debit, p_credit, coalesce(v_fund, 0), p_at);
  -- If the debit was taken for a payment by hand of this credit, nobody pays the credit by hand any more.
  update hand_payment h set cancelled_at = p_at from credit_return r
    where r.id = h.return_id and r.line_id = p_credit and h.debit_line_id is null and h.cancelled_at is null;

  for a in
    select s.id, s.transaction_id, s.business_id, s.amount_minor, t.status, t.version, b.payer_account_number, b.payer_bank_code
    from standing_allocation s join transaction t on t.id = s.transaction_id join buy b on b.transaction_id = t.id
    where s.line_id = p_credit order by s.transaction_id for update of t
  loop
    select h.amount_minor into v_held from balance h
      where h.owner = a.transaction_id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = c.mode for update;
    v_held := coalesce(v_held, 0);
    -- If this credit was refunded, what the buy holds belongs to its other credits.
    v_is_refunded := exists (select from refund_legs(a.transaction_id) g where g.line_id = p_credit and g.state = 'paid');
    v_is_owed := v_is_refunded or v_held < a.amount_minor;
    v_entry := afara_uuid();
    perform post_entry(v_entry, c.mode, a.transaction_id, 'credit_recalled', p_at,
      array[case when v_is_owed then 'receivable' else 'held' end]::account_kind[],
      array[case when v_is_owed then a.business_id::text else a.transaction_id::text end],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[a.amount_minor]::positive_minor[]);
    insert into allocation_end (allocation_id, line_id, entry_id, at) values (a.id, p_debit, v_entry, p_at);
    if a.status <> 'recalled' then
      perform from move_transaction(a.transaction_id, a.version, 'credit_recalled',
        jsonb_build_object('line_id', p_debit, 'credit_line_id', p_credit, 'amount_minor', a.amount_minor::text)
          || case when v_is_owed then jsonb_build_object('owed_minor', a.amount_minor::text) else '{}' end, p_at, null);
      if not found then
        raise exception 'transaction % cannot be recalled in status %', a.transaction_id, a.status using errcode = 'AF001';
      end if;
      delete from claim k where k.transaction_id = a.transaction_id;
      delete from payout_order o where o.transaction_id = a.transaction_id;
      perform close_case(k.id, '{"action": "dismiss", "reason": "the bank recalled the credit"}', p_at)
        from case_file k where k.transaction_id = a.transaction_id and k.kind = 'refund_due' and k.state <> 'resolved';
    end if;
    update known_payer k set refused_at = p_at
      where k.mode = c.mode and k.account_number = a.payer_account_number and k.bank_code = a.payer_bank_code and k.refused_at is null;
    -- Either the business owes the amount and an operator must collect it, or other credits of the buy must be returned.
    if v_is_owed or v_held > a.amount_minor then
      perform open_case(afara_uuid(), c.mode, 'recall', c.vendor_account_id, p_credit, a.transaction_id, a.business_id,
        case when v_is_refunded then 'The bank recalled the credit after it was refunded. The business owes the amount.'
          when v_is_owed then 'The bank recalled the credit after the tokens were delivered. The business owes the amount.'
          else 'The bank recalled one credit of the buy. The buy still holds another credit.' end,
        jsonb_build_object('amount_minor', a.amount_minor::text, 'was', a.status, 'held_minor', v_held::text), null, p_at,
        p_at + interval '1 day');
    end if;
  end loop;
  perform end_recalled_return(r, p_at) from credit_return r where r.line_id = p_credit and r.transaction_id is null order by r.id;
  update known_payer k set refused_at = p_at from bank_line_known_payer p
    where p.line_id = p_credit and k.mode = c.mode and k.account_number = p.payer_account_number
      and k.bank_code = p.payer_bank_code and k.refused_at is null;

  -- If the bank took back only the settled amount, the vendor returned its fee, so the fee is no expense.
  v_fee := c.gross_minor::numeric - c.settled_minor::numeric
    + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  if v_fee > 0 and d.settled_minor = c.settled_minor then
    perform post_entry(afara_uuid(), c.mode, null, 'fee_undone', p_at, array['suspense']::account_kind[], array[''],
      array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[v_fee]::positive_minor[]);
  end if;
  perform close_case(k.id, jsonb_build_object('action', 'took_back', 'line_id', p_debit, 'reason', 'the bank recalled the credit'), p_at)
    from case_file k where k.state <> 'resolved' and (k.line_id = p_debit or k.line_id = p_credit)
      and k.kind not in ('recall', 'line_aside');
  return true;
end $$;

-- Returns why a debit cannot take back a credit now, or null. A buy whose transfer is in flight can be recalled only after the transfer is
-- final on the chain. A credit whose return or refund is in flight, or was paid by operators or before a restore as far as we know, can be
-- recalled only when its outcome is known.
create or replace function take_back_problem(d bank_line, c bank_line) returns text language plpgsql stable as $$
declare
  v_gross numeric := c.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  v_status text;
begin
  if d.settled_minor::numeric not in (c.settled_minor::numeric, v_gross) then
    return 'the bank recalled another amount than it had credited';
  end if;
  if exists (select from vendor_debt_move m where m.id = c.id and m.kind = 'settled') then
    return 'the bank recalled the settlement of a vendor';
  end if;
  select t.status into v_status from standing_allocation a join transaction t on t.id = a.transaction_id
    where a.line_id = c.id and t.status <> 'recalled' and (live_transfer(t.id) is not null or not exists (
      select from transition e where e.type = t.type and e.from_status = t.status and e.event = 'credit_recalled')) limit 1;
  if found then
    return format('the bank recalled the credit while its buy was %s', v_status);
  end if;
  if exists (
      select from credit_return r left join transaction t on t.id = coalesce(r.transaction_id, r.id)
      left join lateral refund_legs(t.id) g on true
      where r.line_id = c.id and (t.id is null or g.state in ('out', 'by_hand') or g.state <> 'paid' and (
        are_payouts_uncompared() or (select f.leg is not null from forgotten_refund(t.id, refund_place(g.leg)) f)))) then
    return 'the bank recalled the credit while it was being refunded';
  end if;
  return null;
end $$;

-- Retries the take-backs that wait under a lien, because transfers that were in flight may be final. Returns the number of take-backs done.
-- Locks the account if there are any.
create or replace function take_back_waiting(p_account uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_taken integer := 0;
  l record;
begin
  perform from credit_lien w join bank_line d on d.id = w.debit_line_id
    where w.lifted_at is null and w.debit_line_id is not null and d.vendor_account_id = p_account limit 1;
  if not found then
    return 0;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  for l in
    select w.debit_line_id, w.line_id from credit_lien w join bank_line d on d.id = w.debit_line_id join bank_line c on c.id = w.line_id
    where w.lifted_at is null and w.debit_line_id is not null and d.vendor_account_id = p_account
      and not exists (select from credit_take_back b where b.debit_line_id = d.id or b.credit_line_id = c.id)
      and take_back_problem(d, c) is null
    order by w.placed_at, w.id
  loop
    if take_back_credit(l.debit_line_id, l.line_id, p_at) then
      v_taken := v_taken + 1;
    end if;
  end loop;
  return v_taken;
end $$;

-- Returns whether a bank has taken a credit back.
create or replace function line_is_taken_back(p_credit uuid) returns boolean language sql stable
  return exists (select from credit_take_back where credit_line_id = p_credit);

-- Freezes an account: nothing on it is matched, and no payer is told to pay into it. Does nothing if its state does not allow that.
create or replace function freeze_account(p_account uuid, p_reason text, p_at timestamptz) returns void language plpgsql as $$
declare
  v_from text;
begin
  update vendor_account v set state = 'frozen' where v.id = p_account and exists (
    select from vendor_account_edge e where e.from_state = v.state and e.to_state = 'frozen')
    returning old.state into v_from;
  if found then
    insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, 'system:bank-lines',
      'vendor_account.moved', 'vac_' || replace(p_account::text, '-', ''), p_reason,
      jsonb_build_object('from', v_from, 'to', 'frozen'));
  end if;
end $$;
