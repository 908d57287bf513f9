-- Returns the reference of a return in the payer's journal. It is derived from the bank's own id of the credit, so that a return that is
-- decided again after a restore has the same reference.
create or replace function return_reference(p_return credit_return) returns text language sql stable as $$
  select 'return-' || left(encode(sha256(convert_to(format('%s|%s|%s|%s', p_return.mode, l.vendor_account_id, (
      select min(r.source || ':' || r.external_id collate "C")
      from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id where s.line_id = l.id), (
      select count(*) from credit_return o where o.line_id = l.id and o.transaction_id is null and o.id <= p_return.id)), 'UTF8')),
    'hex'), 32)
  from bank_line l where l.id = p_return.line_id
$$;

-- Opens the transaction of a return in the commit that decides it: moves the naira from suspense to the held balance, and queues it for a
-- payout account that can pay it. The entry has the id of the return.
create or replace function open_return(p_return credit_return, p_at timestamptz) returns void language plpgsql as $$
begin
  perform open_transaction(p_return.id, null, p_return.mode, 'return', 'accepted', p_return.amount_minor, return_reference(p_return),
    p_at, p_at + (select s.look_after from status_time s where s.type = 'return' and s.status = 'refunding'),
    jsonb_build_object('credit', 'crd_' || replace(p_return.line_id::text, '-', ''), 'amount_minor', p_return.amount_minor::text));
  perform post_entry(p_return.id, p_return.mode, p_return.id, 'return_decided', p_at, array['suspense']::account_kind[], array[''],
    array['held']::account_kind[], array[p_return.id::text], array['NGN']::asset[], array[p_return.amount_minor]::positive_minor[]);
  perform queue_refund(p_return.id, p_at);
end $$;

-- Lists the returns and parts of refunds that are not paid, the oldest first. Returns have no transaction if they were decided at a time
-- when the payer process did not pay returns yet: only operators know whether they were paid.
create or replace view owed_return as
  select r.id, r.mode, coalesce(r.transaction_id, r.id) as transaction_id, coalesce(t.type::text, 'none') as type, r.line_id,
    r.amount_minor::numeric as amount_minor, coalesce(l.account_number, r.account_number::text) as account_number,
    coalesce(l.bank_code, r.bank_code) as bank_code, coalesce(l.state, 'before') as state, r.decided_at
  from credit_return r
  left join transaction t on t.id = coalesce(r.transaction_id, r.id)
  left join lateral (select * from refund_legs(t.id) g where g.return_id = r.id) l on true
  where t.id is null or t.status = any (statuses_refund_owed());

-- Records the decision of two operators to pay a return, or a part of a refund, manually. Raises AF430 if the return is already paid or the
-- payer process may be paying it, and AF400 if an unexplained debit may be its payment, because it would be paid twice. Raises AF044 if a
-- sanctions list holds it, and AF062 until it was screened. After a start of the database server, raises AF062 until the payer's journal
-- was compared, because a restored database may lack a payment that the payer process made.
create or replace function begin_hand_payment(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_account uuid := (p_file.resolution ->> 'account_id')::uuid;
  r credit_return;
  t transaction;
  l record;
  d record;
begin
  -- Until this commits, no other transaction can record lines of the account.
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || v_account, 0));
  select * into strict r from credit_return where id = (p_file.resolution ->> 'return_id')::uuid;
  if not exists (select from vendor_account v where v.id = v_account and v.mode = r.mode and v.state <> 'closed') then
    raise exception 'the collection account is closed or in another mode' using errcode = 'AF062';
  end if;
  if r.transaction_id is null and not exists (select from transaction x where x.id = r.id) then
    perform open_return(r, p_at);
  elsif is_held_by_sanctions(coalesce(r.transaction_id, r.id)) then
    raise exception 'return % matches a sanctions list and cannot be paid', r.id using errcode = 'AF044';
  elsif names_to_screen(coalesce(r.transaction_id, r.id)) is not null then
    raise exception 'return % was not screened yet. Approve this again in a minute', r.id using errcode = 'AF062';
  end if;
  select * into strict t from transaction where id = coalesce(r.transaction_id, r.id) for update;
  select * into strict l from refund_legs(t.id) g where g.return_id = r.id;
  if are_payouts_uncompared() then
    raise exception 'the payer process may have paid return %. Approve this again when its journal was compared with the database', r.id
      using errcode = 'AF062';
  end if;
  if (select f.leg is not null from forgotten_refund(t.id, refund_place(l.leg)) f) then
    raise exception 'the payer process sent return % before the database was restored. It continues, and we ask the bank', r.id
      using errcode = 'AF430';
  end if;
  if t.status <> all (statuses_refund_owed()) or l.state in ('paid', 'out', 'by_hand') then
    raise exception 'return % is % and cannot be paid manually', r.id, l.state using errcode = 'AF430';
  end if;
  if former_debit_in_question(t.id, 'refund', l.leg) is not null then
    raise exception 'debit % may be a payout of return %. Explain the debit first', former_debit_in_question(t.id, 'refund', l.leg), r.id
      using errcode = 'AF400';
  end if;
  delete from payout_order o where o.transaction_id = t.id and o.purpose = 'refund' and refund_place(o.leg) = refund_place(l.leg);
  insert into hand_payment (id, return_id, mode, vendor_account_id, amount_minor, decided_at)
    values (p_file.id, r.id, r.mode, v_account, r.amount_minor, p_at);
  if t.status = 'refund_failed' then
    perform from move_transaction(t.id, t.version, 'refund_redirected', jsonb_build_object('by_hand', true), p_at, null);
  end if;
  -- The return may have been paid before this decision. Then its debit is already recorded and waits for an explanation. A debit from
  -- before the return was decided does not count.
  for d in
    select c.id as case_id, b as line from case_file c join bank_line b on b.id = c.line_id
    where c.kind = 'unexplained_debit' and c.state = 'open' and c.vendor_account_id = v_account and b.settled_minor = r.amount_minor
      and c.opened_at >= r.decided_at
    order by c.opened_at limit 1
  loop
    if explain_by_hand_payment(d.line, p_at) then
      perform close_case(d.case_id, '{"action": "dismiss", "reason": "two operators confirmed that it paid a return"}', p_at);
    end if;
  end loop;
  perform settle_refund(t.id, p_at);
end $$;

-- Returns whether a debit of a collection account is a return or refund that two operators decided to pay manually. If so, records it as
-- paid.
create or replace function explain_by_hand_payment(d bank_line, p_at timestamptz) returns boolean language plpgsql as $$
declare
  h hand_payment;
  v_transaction uuid;
  v_entry uuid := afara_uuid();
begin
  if exists (select from hand_payment x where x.debit_line_id = d.id) then
    return true;
  end if;
  select * into h from hand_payment x
    where x.vendor_account_id = d.vendor_account_id and x.amount_minor = d.settled_minor and x.debit_line_id is null
      and x.cancelled_at is null
    order by x.decided_at limit 1 for no key update;
  if not found then
    return false;
  end if;
  select coalesce(r.transaction_id, r.id) into strict v_transaction from credit_return r where r.id = h.return_id;
  perform from transaction t where t.id = v_transaction for no key update;
  perform post_entry(v_entry, h.mode, v_transaction, 'paid_by_hand', p_at, array['held']::account_kind[], array[v_transaction::text],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[h.amount_minor]::positive_minor[]);
  update hand_payment set debit_line_id = d.id, entry_id = v_entry where id = h.id;
  perform settle_refund(v_transaction, p_at);
  return true;
end $$;

-- Undoes a manual payment, because the bank later reported that its debit took a credit back. The return is then not paid.
create or replace function undo_hand_payment() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  h hand_payment;
  t transaction;
begin
  select * into h from hand_payment x where x.debit_line_id = new.debit_line_id for no key update;
  if not found then
    return null;
  end if;
  select x.* into strict t from credit_return r join transaction x on x.id = coalesce(r.transaction_id, r.id) where r.id = h.return_id
    for no key update of x;
  perform reverse_entry(afara_uuid(), h.entry_id, 'hand_payment_undone', new.at);
  update hand_payment set debit_line_id = null, entry_id = null where id = h.id;
  if t.status = 'refunded' then
    perform settle_refund(t.id, new.at);
    perform from transaction x cross join lateral move_transaction(x.id, x.version, 'refund_redirected', '{"by_hand": true}', new.at, null)
      where x.id = t.id and x.status = 'refund_failed';
  end if;
  return null;
end $$;

-- Refuses a change of a manual payment. The trigger calls this only for forbidden changes: only the debit and the entry may change, and the
-- payment may be cancelled once, while it has no debit.
create or replace function guard_hand_payment() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  raise exception 'manual payment % cannot be changed in this way', old.id using errcode = 'AF002';
end $$;

-- Returns the first day in Lagos of a period that no imported statement of a collection account shows completely; null if all were read.
-- Polls do not count: feeds list incoming payments and their reversals, so only a statement shows a payment that operators made. A
-- statement may be exported before its last day ends. That day is complete only if another statement continues on the next day with the
-- same balance. A statement whose period ends after the day of its import does not count, because it does not say how far it goes.
create or replace function first_unread_day(p_account uuid, p_from date, p_through date) returns date language sql stable as $$
  with run as materialized (
    select i.first_day, i.last_day, i.opening_minor, i.closing_minor from import_run i
    where i.vendor_account_id = p_account and i.last_day >= p_from and i.last_day <= lagos_day(i.imported_at)
  )
  select min(d.day) from (select p_from + n as day from generate_series(0, p_through - p_from) n) d
  where not exists (
    select from run r where r.first_day <= d.day and (r.last_day > d.day or r.last_day = d.day and exists (
      select from run n where n.first_day = d.day + 1 and n.opening_minor = r.closing_minor)))
$$;

-- Ends a manual payment that was not made, in the commit of a decision that sends the naira another way. Does nothing if there is none. Two
-- operators said that they make the payment, so their word that they did not is not enough: statements of the collection account must show
-- every day from the decision about the return until after the proposal. Raises AF441 until they do or while a row of them is set aside,
-- AF400 while an unexplained debit may be the payment, and AF040 if the payment was made. Every path that ends a manual payment calls this.
create or replace function end_hand_payment(p_file case_file, p_return uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  h hand_payment;
  r credit_return;
  v_proposed date;
  v_id text;
begin
  -- A commit that records the debit waits for this lock, and its import is recorded after the debit.
  select * into h from hand_payment x where x.return_id = p_return and x.cancelled_at is null for update;
  if not found then
    return;
  end if;
  if h.debit_line_id is not null then
    raise exception 'return % was paid manually, so it cannot be redirected', p_return using errcode = 'AF040';
  end if;
  select * into strict r from credit_return where id = p_return;
  select lagos_day(s.at) into strict v_proposed from case_step s where s.case_id = p_file.id and s.action = 'proposed'
    order by s.sequence desc limit 1;
  if first_unread_day(h.vendor_account_id, lagos_day(r.decided_at), v_proposed) is not null then
    raise exception 'return % may have been paid manually. Import a statement of vac_% from % to % or later, then approve this', p_return,
      replace(h.vendor_account_id::text, '-', ''), first_unread_day(h.vendor_account_id, lagos_day(r.decided_at), v_proposed),
      v_proposed + 1 using errcode = 'AF441';
  end if;
  select c.id::text into v_id from bank_line_quarantine q join case_file c on c.id = q.case_id
    where q.vendor_account_id = h.vendor_account_id and q.source = 'statement' and q.last_seen_at >= r.decided_at and c.state <> 'resolved'
    order by q.last_seen_at limit 1;
  if found then
    raise exception 'a row of the statement was set aside and may be the manual payment of return %. Resolve cas_% first', p_return,
      replace(v_id, '-', '') using errcode = 'AF441';
  end if;
  select b.id::text into v_id from case_file c join bank_line b on b.id = c.line_id
    where c.kind = 'unexplained_debit' and c.state <> 'resolved' and c.vendor_account_id = h.vendor_account_id
      and c.opened_at >= r.decided_at and is_amount_of_payout(b.settled_minor, h.amount_minor)
    order by c.opened_at limit 1;
  if found then
    raise exception 'debit crd_% may be the manual payment of return %. Explain the debit first', replace(v_id, '-', ''), p_return
      using errcode = 'AF400';
  end if;
  update hand_payment set cancelled_at = p_at where id = h.id;
end $$;
