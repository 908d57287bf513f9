-- Returns the place of a leg's credit among the credits of its buy. The leg number of a redirect is this place plus a multiple of 1000, so
-- that the payer process recognises that both legs refund the same credit.
create or replace function refund_place(p_leg integer) returns integer language sql immutable parallel safe return p_leg % 1000;

-- Returns the first refund of a credit that the payer process sent before a restore and that has no payout in the database yet. The credit
-- belongs to a buy or a return. The naira may have been sent, so nothing else is paid for the credit until this refund has its payout again
-- and the bank has reported the outcome.
create or replace function forgotten_refund(p_transaction uuid, p_place integer, out leg integer, out bank_code text,
  out account_number text) language sql stable as $$
  select k.leg, f.bank_code, f.account_number
  from transaction t join payout_forgotten f on starts_with(f.right_key, coalesce(t.business_id::text, '') || '/' || t.mode || '/'
    || t.reference || '/refund/')
  cross join lateral (select substring(f.right_key from '[0-9]+$')::integer as leg) k
  where t.id = p_transaction and refund_place(k.leg) = p_place
    and not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id)
  order by k.leg, f.attempt limit 1
$$;

-- Returns what is refunded of a buy or by a return, one leg per credit, with the state of each:
-- paid: it was paid and has not been returned;
-- out: a payout is open and may be paid;
-- by_hand: operators pay it manually;
-- queued: a payout account has the order;
-- due: it can be given to a payout account;
-- unknown: no bank has reported a full account number, with bank and name;
-- used_up: the automatic attempts are exhausted, or it was paid and returned.
-- A payment that the payer process sent before a restore is due: it is ordered again with the leg and the account in the payer's journal,
-- so that the bank recognises it. What banks report now about the payer does not matter. If that leg is a redirect, the state is unknown
-- until two operators decide the redirect again.
create or replace function refund_legs(p_transaction uuid)
returns table (return_id uuid, line_id uuid, leg integer, amount numeric, bank_code text, account_number text, account_name text,
  state text,
  last_account uuid)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select g.return_id, g.line_id, g.leg, g.amount, g.bank_code, g.account_number, g.account_name, case
      when o.is_paid or h.debit_line_id is not null then 'paid'
      when o.is_alive then 'out'
      when h.id is not null then 'by_hand'
      when exists (select from payout_order w where w.transaction_id = p_transaction and w.purpose = 'refund'
        and refund_place(w.leg) = refund_place(g.leg)) then 'queued'
      when g.was_sent then case when g.sent_leg = g.leg then 'due' else 'unknown' end
      when not g.is_known then 'unknown'
      when o.came_back or o.tried >= most_payouts() then 'used_up'
      else 'due' end,
    o.last_account
  from (
    select r.id as return_id, r.line_id, r.amount_minor::numeric as amount, s.leg is not null as was_sent, s.leg as sent_leg,
      case when s.leg = r.place then s.leg else r.place + 1000 * coalesce(d.number, 0) end::integer as leg,
      coalesce(case when s.leg = r.place then s.bank_code end, d.bank_code, r.bank_code)::text as bank_code,
      coalesce(case when s.leg = r.place then s.account_number end, d.account_number, r.account_number)::text as account_number,
      coalesce(d.account_name, r.account_name)::text as account_name,
      d.number is not null or coalesce(k.payer_account_number = r.account_number and k.payer_bank_code = r.bank_code
        and btrim(r.account_name) <> '' and not exists (
          select from bank_line_assignment s where s.line_id = r.line_id and s.contradicts_payer), false)
        or k.payer_account_number is null and exists (
          select from return_account n where n.line_id = r.line_id
            and (n.bank_code, n.account_number) = (r.bank_code, r.account_number)) as is_known
    from (
      select r.*, row_number() over (order by r.id) as place from credit_return r
      where r.transaction_id = p_transaction or r.id = p_transaction and r.transaction_id is null) r
    left join bank_line_known_payer k on k.line_id = r.line_id
    left join lateral (select d.* from refund_redirect d where d.return_id = r.id order by d.number desc limit 1) d on true
    cross join lateral forgotten_refund(p_transaction, r.place::integer) s) g
  left join hand_payment h on h.return_id = g.return_id and h.cancelled_at is null
  cross join lateral (
    select coalesce(bool_or(x.money_back_at is null), false) as is_alive,
      coalesce(bool_or(x.money_back_at is null and x.final_entry_id is not null), false) as is_paid,
      coalesce(bool_or(x.final_entry_id is not null) filter (where r.leg = g.leg), false) as came_back,
      count(*) filter (where r.leg = g.leg) as tried,
      (array_agg(x.account_id order by x.attempt desc) filter (where r.leg = g.leg))[1] as last_account
    from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = p_transaction and r.purpose = 'refund' and refund_place(r.leg) = refund_place(g.leg)) o
$$;

-- Moves a buy or a return according to the states of its legs, in the commit that changed one of them, and opens a case for legs that need
-- an operator. p_short is the number of legs that no payout account can pay now.
create or replace function settle_refund(p_transaction uuid, p_at timestamptz,
  p_short integer default 0) returns void language plpgsql as $$
declare
  t transaction;
  v_states text[];
  v_event text;
  v_waits_for text;
  v_open case_file;
begin
  select * into strict t from transaction where id = p_transaction for no key update;
  if t.type = 'buy' and t.status = 'recalled' then
    perform settle_recalled_refund(t, p_at);
    return;
  end if;
  v_states := array(select l.state from refund_legs(t.id) l);
  v_event := case
    when t.status = 'refunding' and v_states <> '{}' and 'paid' = all (v_states) then 'refund_paid'
    when t.status = 'refunded' and 'paid' <> any (v_states) then 'refund_came_back'
    when t.status = 'refunding' and 'used_up' = any (v_states) and not v_states && '{out,queued,due}' then 'refund_dead' end;
  if v_event is not null then
    perform from move_transaction(t.id, t.version, v_event, jsonb_build_object('payouts', (
      select coalesce(jsonb_agg('pay_' || replace(x.id::text, '-', '') order by x.id), '[]')
      from payout_right r join payout x on x.right_id = r.id
      where r.transaction_id = t.id and r.purpose = 'refund' and (x.money_back_at is null) = (v_event = 'refund_paid'))), p_at, null);
    if not found then
      raise exception 'event % is not allowed for transaction % in status %', v_event, t.id, t.status using errcode = 'AF001';
    end if;
    select * into strict t from transaction where id = p_transaction;
    if v_event = 'refund_came_back' and t.type = 'return' then
      perform end_recalled_return(r, p_at) from credit_return r where r.id = t.id and line_is_taken_back(r.line_id);
      select * into strict t from transaction where id = p_transaction;
    end if;
  elsif t.status = 'refunding' and 'due' = any (v_states) then
    -- The driver of the buy then gives the leg to another account.
    perform schedule_wake(t.id, p_at + case when p_short > 0 then interval '1 minute' else interval '0' end);
  end if;
  v_waits_for := case
    when t.status <> all (statuses_refund_owed()) then null
    when 'used_up' = any (v_states) then 'another account'
    when 'unknown' = any (v_states) then 'an account'
    when p_short > 0 then 'naira' end;
  select * into v_open from case_file c where c.transaction_id = t.id and c.kind = 'refund_due' and c.state <> 'resolved';
  if v_open.id is not null and v_open.facts ->> 'waits_for' is distinct from v_waits_for
      -- A due leg is retried soon, so the case stays open until then.
      and not (v_waits_for is null and 'due' = any (v_states)) then
    perform close_case(v_open.id, jsonb_build_object('action', 'dismiss', 'reason', case when v_waits_for is null
      then 'the whole amount is being refunded or was refunded' else 'the refund now waits for something else' end), p_at);
  end if;
  if v_waits_for is not null then
    perform open_case(afara_uuid(), t.mode, 'refund_due', k.vendor_account_id, null, t.id, t.business_id,
        case v_waits_for when 'naira' then 'A refund is due, and no payout account can pay it now.'
          when 'an account' then 'A refund is due, and no bank has shown the payer''s full account number.'
          else 'A refund is due, and the receiving bank rejects it.' end,
        jsonb_build_object('waits_for', v_waits_for, 'amount_minor', sum(l.amount)::text, 'returns', count(*), 'parts',
          jsonb_agg(jsonb_build_object('credit', 'crd_' || replace(l.line_id::text, '-', ''), 'amount_minor', l.amount::text, 'state',
            l.state,
            'bank_code', l.bank_code, 'account_number', l.account_number, 'account_name', l.account_name) order by l.leg)),
        null, p_at, p_at + interval '1 day')
      from refund_legs(t.id) l join bank_line k on k.id = l.line_id group by k.vendor_account_id;
  end if;
end $$;

-- Gives each due leg to a payout account that can pay it, in the caller's commit. After a failed payout another account is preferred.
create or replace function queue_refund(p_transaction uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  l record;
  v_account uuid;
  v_short integer := 0;
begin
  select * into strict t from transaction where id = p_transaction for no key update;
  -- Nothing is refunded before the driver has screened everybody whom it pays, if a sanctions list holds the buy, if its tokens are being
  -- sent or were sent, or if its delivery waits for a decision of operators.
  if t.status = 'refunding' and was_sent_before(t.id) then
    perform open_case(afara_uuid(), t.mode, 'restored', null, null, t.id, t.business_id,
      'Tokens were sent for this buy before the restore, so it cannot be refunded.', '{}', null, p_at, p_at + interval '1 day');
  elsif t.status = 'refunding' and not is_held_by_sanctions(t.id) and names_to_screen(t.id) is null and not exists (
      select from transfer_right r join transfer f on f.right_id = r.id
      where r.transaction_id = t.id and f.state in ('reserved', 'signed', 'conflict', 'final_ok')) and not exists (
      select from case_file c where c.transaction_id = t.id and c.kind = 'cannot_deliver' and c.state <> 'resolved') then
    for l in select * from refund_legs(t.id) g where g.state = 'due' order by g.leg loop
      v_account := coalesce(choose_payout_account(t.mode, l.bank_code, l.amount, l.last_account),
        case when l.last_account is not null then choose_payout_account(t.mode, l.bank_code, l.amount, null) end);
      if v_account is null then
        v_short := v_short + 1;
      else
        insert into payout_order values (t.id, 'refund', l.leg, t.mode, t.business_id, v_account, l.bank_code, l.account_number,
          l.account_name, l.amount, p_at, null);
        perform wake_now('payout-account', v_account, p_at);
      end if;
    end loop;
  end if;
  perform settle_refund(t.id, p_at, v_short);
end $$;

-- Starts the refund of a buy: queues every leg that can be paid, and returns the case about the others, or null.
create or replace function open_refund_case(p_transaction uuid, p_at timestamptz) returns uuid language plpgsql as $$
begin
  perform queue_refund(p_transaction, p_at);
  return (select c.id from case_file c where c.transaction_id = p_transaction and c.kind = 'refund_due' and c.state <> 'resolved');
end $$;

-- Sends one leg of a refund to another account, as two operators decided. Raises AF441 if operators said that they pay it manually and no
-- statement shows whether they did.
create or replace function carry_out_redirect(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'redirect');
  t transaction;
  l record;
  f record;
  v_number integer;
begin
  -- Lock the account before the transaction, in the same order as commits that record its lines. Otherwise they could deadlock.
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || h.vendor_account_id, 0)) from hand_payment h
    where h.return_id = (v_file.resolution ->> 'return_id')::uuid and h.cancelled_at is null;
  t := decided_buy(v_file);
  if is_held_by_sanctions(t.id) then
    raise exception 'buy % matches a sanctions list and cannot be refunded', t.id using errcode = 'AF044';
  end if;
  select * into l from refund_legs(t.id) g where g.return_id = (v_file.resolution ->> 'return_id')::uuid;
  if not found or t.status <> all (statuses_refund_owed()) or l.state in ('paid', 'out', 'queued') then
    raise exception 'no refund of buy % is waiting for another account', t.id using errcode = 'AF040';
  end if;
  if l.amount::text is distinct from v_file.resolution ->> 'amount_minor' then
    raise exception 'the refund amount changed since the proposal' using errcode = 'AF040';
  end if;
  v_number := 1 + (select count(*) from refund_redirect d where d.return_id = l.return_id);
  select * into f from forgotten_refund(t.id, refund_place(l.leg));
  if f.leg is not null and (f.leg, f.bank_code, f.account_number) is distinct from
      (refund_place(l.leg) + 1000 * v_number, v_file.resolution ->> 'bank_code', v_file.resolution ->> 'account_number') then
    raise exception 'this refund was already sent to account % at bank % before the database was restored. %', f.account_number,
      f.bank_code, case when f.leg < 1000
      then 'Decline this proposal: the refund continues, and we ask the bank'
      else 'Propose a redirect to that account: we then ask the bank' end using errcode = 'AF062';
  end if;
  perform end_hand_payment(v_file, l.return_id, p_at);
  insert into refund_redirect (return_id, number, mode, transaction_id, bank_code, account_number, account_name, case_id, at)
    values (l.return_id, v_number, t.mode, t.id,
      v_file.resolution ->> 'bank_code', v_file.resolution ->> 'account_number', v_file.resolution ->> 'account_name', p_case, p_at);
  if t.status = 'refund_failed' then
    perform move_decided(v_file, 'refund_redirected', '{}', p_at);
  end if;
  perform close_with(v_file, '{overdue}', p_at);
  perform queue_refund(t.id, p_at);
end $$;

-- Ends a payout of a refund by the bank's own evidence, as operators decided.
create or replace function end_decided_refund(p_file case_file, p_was_paid boolean, p_at timestamptz) returns void language plpgsql as $$
declare
  v_payout uuid;
begin
  select x.id into v_payout from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = p_file.transaction_id and r.purpose = 'refund'
      and 'pay_' || replace(x.id::text, '-', '') = p_file.facts ->> 'payout';
  if v_payout is null then
    raise exception 'the case is not about a payout of transaction %', p_file.transaction_id using errcode = 'AF040';
  end if;
  if p_was_paid and exists (select from payout x where x.id = v_payout and x.final_entry_id is not null) then
    perform keep_paid(p_file, v_payout, p_at);
  else
    perform end_payout_by_evidence(v_payout, p_was_paid, p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by), p_at);
  end if;
  perform close_with(p_file, '{overdue,payout_unknown,payout_mismatch}', p_at);
end $$;

-- Returns whether tokens were or may have been sent for a transaction before a restore: a lock that the restored database did not know
-- names the transaction, and no right has taken that lock yet. A lock that two operators wrote off does not count, because it is already
-- booked as a loss.
create or replace function was_sent_before(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from transaction t join adopted_lock a on a.right_key = format('%s/%s/%s/delivery/1', t.business_id, t.mode, t.reference)
    where t.id = p_transaction and a.state = 'waiting' and a.tokens_minor > 0 and a.written_off_at is null)
$$;

-- Refuses (AF062) a refund if tokens were sent before a restore. The chain must be asked first, or the customer would receive both.
create or replace function require_not_sent_before(p_transaction uuid) returns void language plpgsql as $$
begin
  if was_sent_before(p_transaction) then
    raise exception 'tokens were sent for transaction % before the database was restored. Let it continue: the chain shows if they arrived',
      p_transaction
      using errcode = 'AF062';
  end if;
end $$;
