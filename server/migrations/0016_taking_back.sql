-- Why: a bank's credit is not final. The sending bank may recall it for two weeks, a bank may reverse it, and what is gone
-- from the account is gone. What takes a credit back does so here in the commit that records it, from wherever the money is
-- by then; what cannot be taken back in this moment is kept from moving further. Money that left for no reason that we know
-- stops the account.
--
-- Nothing is un-matched: an allocation stays as it was written, and a row beside it says that it ended.

set local role afara_owner;
set local search_path = afara;

-- Which debit undid which credit: each once.
create table credit_take_back (
  debit_line_id uuid primary key references bank_line (id),
  credit_line_id uuid not null unique references bank_line (id),
  -- What nobody had yet; the rest was taken from those who had it.
  from_fund_minor nonnegative_minor not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

create table allocation_end (
  allocation_id uuid primary key references allocation (id),
  -- The debit that ended it.
  line_id uuid not null references bank_line (id),
  -- Where it went in the ledger.
  entry_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_end_of_line on allocation_end (line_id);

-- A credit that must not move: a bank, or somebody who may ask for it, wants it back.
create table credit_lien (
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  case_id uuid not null references case_file (id),
  -- The debit that could not take it back by itself.
  debit_line_id uuid references bank_line (id),
  placed_at timestamptz not null,
  placed_by text not null check (placed_by <> ''),
  reason text not null check (btrim(reason) <> ''),
  lifted_at timestamptz,
  lifted_by text check (lifted_by <> ''),
  lifted_because text check (btrim(lifted_because) <> ''),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (num_nulls(lifted_at, lifted_by, lifted_because) in (0, 3))
);
create index credit_lien_of_debit on credit_lien (debit_line_id) where debit_line_id is not null;
create index credit_lien_waiting on credit_lien (debit_line_id) where debit_line_id is not null and lifted_at is null;
create unique index credit_lien_in_force on credit_lien (line_id) where lifted_at is null;

create index case_file_unexplained on case_file (vendor_account_id) where kind = 'unexplained_debit' and state <> 'resolved';

-- ── liens ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Whoever delivers, refunds or gives away asks this first.
create function line_has_lien(p_line uuid) returns boolean language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from credit_lien where line_id = p_line and lifted_at is null)
$$;

create function transaction_has_lien(p_transaction uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (
    select from standing_allocation a join credit_lien l on l.line_id = a.line_id
    where a.transaction_id = p_transaction and l.lifted_at is null)
$$;

-- Nobody takes from a credit under a lien, whatever else was decided about it, and no other case sets it free. Matching
-- takes from thousands without one: those are not asked.
create function guard_lien() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.left_minor < old.left_minor then
    raise exception 'credit % is under a lien', old.line_id using errcode = 'AF041';
  end if;
  if new.has_lien and new.blocked_by is null then
    new.blocked_by := (select l.case_id from credit_lien l where l.line_id = old.line_id and l.lifted_at is null);
  end if;
  return new;
end $$;

create trigger credit_fund_under_lien before update or delete on credit_fund for each row
  when (old.has_lien) execute function guard_lien();

create or replace function keep_lien(p_line uuid) returns void language plpgsql as $$
begin
  update credit_fund f set has_lien = true, blocked_by = coalesce(f.blocked_by, l.case_id)
    from credit_lien l where l.line_id = p_line and l.lifted_at is null and f.line_id = p_line;
end $$;

-- Keeps a credit where it is, and asks people. While one is in force, that one is returned.
create function place_lien(p_line uuid, p_debit uuid, p_by text, p_reason text, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l bank_line;
  v_lien credit_lien;
  v_facts jsonb := jsonb_strip_nulls(jsonb_build_object('debit', 'crd_' || replace(p_debit::text, '-', '')));
begin
  select * into strict l from bank_line where id = p_line and direction = 'credit';
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || l.vendor_account_id, 0));
  select * into v_lien from credit_lien where line_id = p_line and lifted_at is null;
  if found then
    update credit_lien set debit_line_id = p_debit where id = v_lien.id and debit_line_id is null;
    return v_lien.id;
  end if;
  v_lien.id := uuidv7();
  insert into credit_lien (id, line_id, case_id, debit_line_id, placed_at, placed_by, reason) values (v_lien.id, p_line,
    open_case(uuidv7(), l.mode, 'recall', l.vendor_account_id, p_line, null, null, p_reason, v_facts,
      case when p_debit is not null then jsonb_build_object('action', 'took_back', 'line_id', p_debit) end, p_at,
      p_at + interval '4 hours'),
    p_debit, p_at, p_by, p_reason);
  perform keep_lien(p_line);
  insert into audit (id, at, actor, action, subject, reason, details)
    values (uuidv7(), p_at, p_by, 'credit.lien_placed', 'crd_' || replace(p_line::text, '-', ''), p_reason, v_facts);
  return v_lien.id;
end $$;

-- False when there is none.
create function lift_lien(p_line uuid, p_by text, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_case uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || l.vendor_account_id, 0)) from bank_line l where l.id = p_line;
  update credit_lien set lifted_at = p_at, lifted_by = p_by, lifted_because = p_reason
    where line_id = p_line and lifted_at is null returning case_id into v_case;
  if not found then
    return false;
  end if;
  update credit_fund set has_lien = false, blocked_by = nullif(blocked_by, v_case) where line_id = p_line;
  perform close_case(v_case, jsonb_build_object('action', 'lift_lien', 'reason', p_reason), p_at);
  insert into audit (id, at, actor, action, subject, reason)
    values (uuidv7(), p_at, p_by, 'credit.lien_lifted', 'crd_' || replace(p_line::text, '-', ''), p_reason);
  return true;
end $$;

-- ── taking back ───────────────────────────────────────────────────────────────────────────────────────────────

create or replace function line_is_taken_back(p_credit uuid) returns boolean language sql stable
  return exists (select from credit_take_back where credit_line_id = p_credit);

-- Everything that may take from a credit: what was given, what goes back, what a bank took while nobody had it.
create or replace view credit_use as
  select a.line_id, a.amount_minor::numeric as amount_minor from allocation a
  union all
  select r.line_id, r.amount_minor::numeric from credit_return r where r.transaction_id is null
  union all
  select b.credit_line_id, b.from_fund_minor::numeric from credit_take_back b where b.from_fund_minor > 0
  union all
  -- A fee that was learned when the credit was gone already went with it.
  select b.credit_line_id, f.fee_minor::numeric from credit_take_back b join bank_line_fee f on f.line_id = b.credit_line_id
    where f.xid > b.xid;

create or replace view standing_allocation as
  select a.* from allocation a where not exists (select from allocation_end e where e.allocation_id = a.id);

-- Why a debit cannot take a credit back by itself in this moment; null when it can.
create function take_back_problem(d bank_line, c bank_line) returns text language plpgsql stable as $$
declare
  v_gross numeric := c.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  v_status text;
begin
  if d.settled_minor::numeric not in (c.settled_minor::numeric, v_gross) then
    return 'the bank took back another amount than it had given';
  end if;
  select t.status into v_status from standing_allocation a join transaction t on t.id = a.transaction_id
    where a.line_id = c.id and t.status <> 'recalled' and not exists (
      select from transition e where e.type = t.type and e.from_status = t.status and e.event = 'credit_recalled') limit 1;
  if found then
    return format('the bank took it back while its buy was %s', v_status);
  end if;
  if exists (select from credit_return r where r.line_id = c.id) then
    return 'the bank took it back while it was on its way back to the payer';
  end if;
  return null;
end $$;

-- A bank has taken a credit back: from what nobody had of it, from what buys hold, and where those are delivered, from the
-- business, which owes it to us then. True when it was done; else the credit is kept from moving and a person asked.
create function take_back_credit(p_debit uuid, p_credit uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  d bank_line;
  c bank_line;
  v_problem text;
  v_fund numeric;
  v_gross numeric;
  v_fee numeric;
  v_held numeric;
  v_entry uuid;
  v_owed numeric := 0;
  a record;
begin
  select * into strict d from bank_line where id = p_debit and direction = 'debit' and kind <> 'charge';
  select * into strict c from bank_line where id = p_credit and direction = 'credit' and kind <> 'charge'
    and vendor_account_id = d.vendor_account_id;
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || d.vendor_account_id, 0));
  if exists (select from credit_take_back b where b.debit_line_id = p_debit or b.credit_line_id = p_credit) then
    raise exception 'debit % or credit % is part of a taking back already', p_debit, p_credit using errcode = 'AF042';
  end if;
  v_problem := take_back_problem(d, c);
  if v_problem is not null then
    perform place_lien(p_credit, p_debit, 'system:bank-lines', v_problem, p_at);
    return false;
  end if;

  perform lift_lien(p_credit, 'system:bank-lines', 'the bank took it back', p_at);
  delete from credit_fund f where f.line_id = p_credit returning f.left_minor into v_fund;
  -- Nobody was asked to give up what nobody could have: a credit that was no payment.
  insert into credit_take_back (debit_line_id, credit_line_id, from_fund_minor, at) values (p_debit, p_credit, coalesce(v_fund, 0), p_at);

  for a in
    select s.id, s.transaction_id, s.business_id, s.amount_minor, t.status, t.version, b.payer_account_number, b.payer_bank_code
    from standing_allocation s join transaction t on t.id = s.transaction_id join buy b on b.transaction_id = t.id
    where s.line_id = p_credit order by s.transaction_id for update of t
  loop
    select h.amount_minor into v_held from balance h
      where h.owner = a.transaction_id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = c.mode for update;
    v_held := coalesce(v_held, 0);
    v_entry := uuidv7();
    perform post_entry(v_entry, c.mode, a.transaction_id, 'credit_recalled', p_at,
      array[case when v_held >= a.amount_minor then 'held' else 'receivable' end]::account_kind[],
      array[case when v_held >= a.amount_minor then a.transaction_id::text else a.business_id::text end],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[a.amount_minor]::positive_minor[]);
    insert into allocation_end (allocation_id, line_id, entry_id, at) values (a.id, p_debit, v_entry, p_at);
    if a.status <> 'recalled' then
      perform from move_transaction(a.transaction_id, a.version, 'credit_recalled',
        jsonb_build_object('line_id', p_debit, 'credit_line_id', p_credit, 'amount_minor', a.amount_minor::text), p_at, null);
      if not found then
        raise exception 'transaction % cannot be recalled from %', a.transaction_id, a.status using errcode = 'AF001';
      end if;
      delete from claim k where k.transaction_id = a.transaction_id;
    end if;
    update known_payer k set refused_at = p_at
      where k.mode = c.mode and k.account_number = a.payer_account_number and k.bank_code = a.payer_bank_code and k.refused_at is null;
    -- Somebody must collect it; or what other credits gave to the same buy must go back.
    if v_held <> a.amount_minor then
      perform open_case(uuidv7(), c.mode, 'recall', c.vendor_account_id, p_credit, a.transaction_id, a.business_id,
        case when v_held < a.amount_minor then 'the bank took it back after the tokens had left: the business owes it'
          else 'the bank took one part back, and the buy still holds another' end,
        jsonb_build_object('amount_minor', a.amount_minor::text, 'was', a.status, 'held_minor', v_held::text), null, p_at,
        p_at + interval '1 day');
    end if;
  end loop;
  update known_payer k set refused_at = p_at from bank_line_known_payer p
    where p.line_id = p_credit and k.mode = c.mode and k.account_number = p.payer_account_number
      and k.bank_code = p.payer_bank_code and k.refused_at is null;

  -- What left the account is what had reached it: then the vendor's fee was given back with it, and was no expense.
  v_fee := c.gross_minor::numeric - c.settled_minor::numeric
    + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  if v_fee > 0 and d.settled_minor = c.settled_minor then
    perform post_entry(uuidv7(), c.mode, null, 'fee_undone', p_at, array['suspense']::account_kind[], array[''],
      array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[v_fee]::positive_minor[]);
  end if;
  perform close_case(k.id, jsonb_build_object('action', 'took_back', 'line_id', p_debit, 'reason', 'the bank took it back'), p_at)
    from case_file k where k.state <> 'resolved' and (k.line_id = p_debit or k.line_id = p_credit)
      and k.kind not in ('recall', 'line_aside');
  return true;
end $$;

-- The credit that one of those who saw a debit says it undoes.
create function find_undone_by(d bank_line) returns uuid language sql stable as $$
  select coalesce(d.undoes, (
    select u.id from bank_line_seat s join bank_line_reading r on r.id = s.reading_id cross join lateral (select find_undone(r) as id) u
    where s.line_id = d.id and u.id is not null order by r.seen_at, r.id limit 1))
$$;

-- A debit takes a credit back, or nobody knows why money left: then the account stops at once and people are asked.
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
  v_credit := find_undone_by(d);
  if v_credit is not null and not line_is_taken_back(v_credit) then
    perform take_back_credit(p_line, v_credit, p_at);
    -- Done, or it waits for people under a lien.
    if exists (select from credit_take_back b where b.debit_line_id = p_line)
        or exists (select from credit_lien l where l.debit_line_id = p_line) then
      return;
    end if;
  end if;
  -- Whoever sees it again does not ask again.
  if exists (select from case_file k where k.line_id = p_line and k.kind = 'unexplained_debit') then
    return;
  end if;
  v_why := case when v_credit is null then 'money left the account, and nothing says why'
    else 'a credit was taken back again' end;
  perform open_case(uuidv7(), d.mode, 'unexplained_debit', d.vendor_account_id, p_line, null, null, v_why,
    jsonb_build_object('amount_minor', d.settled_minor::text, 'kind', d.kind, 'narration', d.narration,
      'undoes', 'crd_' || replace(v_credit::text, '-', '')), null, p_at, p_at + interval '1 hour');
  perform freeze_account(d.vendor_account_id, v_why || ': crd_' || replace(p_line::text, '-', ''), p_at);
end $$;

-- A debit that came before its credit was unexplained until now. The account stays as it is: people set it going again.
create or replace function explain_waiting_debits(p_credit uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_debit uuid;
begin
  for v_debit in
    select d.id from case_file k join bank_line d on d.id = k.line_id
    where k.vendor_account_id = (select l.vendor_account_id from bank_line l where l.id = p_credit)
      and k.kind = 'unexplained_debit' and k.state <> 'resolved' and find_undone_by(d) = p_credit
    order by d.booked_at, d.id limit 1
  loop
    if not line_is_taken_back(p_credit) then
      perform take_back_credit(v_debit, p_credit, p_at);
    end if;
  end loop;
end $$;

-- What could not be taken back because it was in flight is tried again: it may have landed. Few liens are in force at a time.
create function take_back_waiting(p_account uuid, p_at timestamptz) returns integer
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

-- Nothing is matched on a frozen account, and nobody is told to pay into it. One that is closed stays closed.
create function freeze_account(p_account uuid, p_reason text, p_at timestamptz) returns void language plpgsql as $$
declare
  v_from text;
begin
  update vendor_account v set state = 'frozen' where v.id = p_account and exists (
    select from vendor_account_edge e where e.from_state = v.state and e.to_state = 'frozen')
    returning old.state into v_from;
  if found then
    insert into audit (id, at, actor, action, subject, reason, details) values (uuidv7(), p_at, 'system:bank-lines',
      'vendor_account.moved', 'vac_' || replace(p_account::text, '-', ''), p_reason,
      jsonb_build_object('from', v_from, 'to', 'frozen'));
  end if;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

create trigger credit_take_back_is_history before update or delete or truncate on credit_take_back
  for each statement execute function refuse_change();
create trigger allocation_end_is_history before update or delete or truncate on allocation_end
  for each statement execute function refuse_change();
create trigger credit_lien_stays before delete or truncate on credit_lien
  for each statement execute function refuse_change();

grant select on credit_take_back, allocation_end, credit_lien to afara_worker;
grant execute on function line_has_lien, transaction_has_lien, take_back_waiting to afara_worker;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a bank took is accounted for: every debit, and all of every credit that was taken back.
create function check_taking_back(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, 'money left the account, and nobody is asked why')::finding
  from bank_line d
  where d.xid > since_xid and d.direction = 'debit' and d.kind <> 'charge'
    and not exists (select from credit_take_back b where b.debit_line_id = d.id)
    and not exists (select from credit_lien l where l.debit_line_id = d.id)
    and not exists (select from case_file k where k.line_id = d.id and k.kind = 'unexplained_debit')
  union all
  select row(b.credit_line_id::text, 'it was taken back, and somebody still has of it')::finding
  from credit_take_back b
  where exists (select from credit_fund f where f.line_id = b.credit_line_id)
    or exists (select from standing_allocation a where a.line_id = b.credit_line_id)
  union all
  select row(e.allocation_id::text, 'it ended, and the ledger does not have that')::finding
  from allocation_end e
  join allocation a on a.id = e.allocation_id
  left join credit_take_back b on b.debit_line_id = e.line_id and b.credit_line_id = a.line_id
  left join posting p on p.entry_id = e.entry_id and p.mode = a.mode and p.credit_kind = 'suspense' and p.asset = 'NGN'
    and p.amount_minor = a.amount_minor and (p.debit_kind, p.debit_owner) in (
      ('held'::account_kind, a.transaction_id::text), ('receivable', a.business_id::text))
  where e.xid > since_xid and (b.debit_line_id is null or p.entry_id is null)
  union all
  select row(t.id::text, 'it was recalled, and no bank took anything back')::finding
  from transaction t
  where t.type = 'buy' and t.status = 'recalled' and not exists (
    select from allocation a join allocation_end e on e.allocation_id = a.id where a.transaction_id = t.id)
  union all
  select row(l.line_id::text, 'it is under a lien, and nothing keeps it from moving')::finding
  from credit_lien l join credit_fund f on f.line_id = l.line_id where l.lifted_at is null and (f.blocked_by is null or not f.has_lien)
$$;

grant execute on function check_taking_back to afara_worker;
