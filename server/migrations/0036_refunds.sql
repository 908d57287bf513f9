-- Why: naira of a buy goes back through the bank, to where it came from. What a buy gives back is a decision of two people, one row for each
-- credit (credit_return); here each of them becomes a payout of its own, a leg: to the number and bank in the bank's own record of that
-- credit, or to where two people said with evidence of their own. The buy is refunded when all legs are paid.

set local role afara_owner;
set local search_path = afara;

-- ── where naira goes back to ──────────────────────────────────────────────────────────────────────────────────

-- Decided after it was decided that it goes back: the bank's record shows no whole number, or the bank there would not take it.
create table refund_redirect (
  return_id uuid not null references credit_return (id),
  number integer not null check (number >= 1),
  mode mode not null,
  transaction_id uuid not null references transaction (id),
  bank_code filled_text not null,
  account_number account_number not null,
  account_name filled_text not null,
  case_id uuid not null unique references case_file (id),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (return_id, number)
);
create index refund_redirect_of_transaction on refund_redirect (transaction_id);
create trigger refund_redirect_is_history before update or delete or truncate on refund_redirect
  for each statement execute function refuse_change();

-- A leg is the place of its credit among those of the buy; where it goes elsewhere it is another leg in the same place, so that the payer
-- knows it as the same naira.
create function refund_place(p_leg integer) returns integer language sql immutable parallel safe return p_leg % 1000;

-- What goes back of a buy, credit by credit, and where each stands. Paid: it was, and is not back. Out: it may be paid. Queued: an account of
-- ours has it to pay. Due: it can be given to one. Unknown: no bank has told a whole number, with bank and name. Used up: it was tried as often
-- as it is by itself, or came back.
create function refund_legs(p_transaction uuid)
returns table (return_id uuid, line_id uuid, leg integer, amount numeric, bank_code text, account_number text, account_name text, state text,
  last_account uuid)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select g.return_id, g.line_id, g.leg, g.amount, g.bank_code, g.account_number, g.account_name, case
      when o.is_paid then 'paid'
      when o.is_alive then 'out'
      when exists (select from payout_order w where w.transaction_id = p_transaction and w.purpose = 'refund'
        and refund_place(w.leg) = refund_place(g.leg)) then 'queued'
      when not g.is_known then 'unknown'
      when o.came_back or o.tried >= most_payouts() then 'used_up'
      else 'due' end,
    o.last_account
  from (
    select r.id as return_id, r.line_id, (r.place + 1000 * coalesce(d.number, 0))::integer as leg, r.amount_minor::numeric as amount,
      coalesce(d.bank_code, r.bank_code)::text as bank_code, coalesce(d.account_number, r.account_number)::text as account_number,
      coalesce(d.account_name, r.account_name)::text as account_name,
      d.number is not null or coalesce(k.payer_account_number = r.account_number and k.payer_bank_code = r.bank_code
        and btrim(r.account_name) <> '' and not exists (
          select from bank_line_seat s where s.line_id = r.line_id and s.contradicts_payer), false) as is_known
    from (
      select r.*, row_number() over (order by r.id) as place from credit_return r where r.transaction_id = p_transaction) r
    left join bank_line_known_payer k on k.line_id = r.line_id
    left join lateral (select d.* from refund_redirect d where d.return_id = r.id order by d.number desc limit 1) d on true) g
  cross join lateral (
    select coalesce(bool_or(x.money_back_at is null), false) as is_alive,
      coalesce(bool_or(x.money_back_at is null and x.final_entry_id is not null), false) as is_paid,
      coalesce(bool_or(x.final_entry_id is not null) filter (where r.leg = g.leg), false) as came_back,
      count(*) filter (where r.leg = g.leg) as tried,
      (array_agg(x.account_id order by x.attempt desc) filter (where r.leg = g.leg))[1] as last_account
    from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = p_transaction and r.purpose = 'refund' and refund_place(r.leg) = refund_place(g.leg)) o
$$;

-- ── what becomes of a refund ──────────────────────────────────────────────────────────────────────────────────

-- Says where a buy stands by its legs, in the commit that changed one of them, and asks people about those that nothing more is done for by
-- itself. p_short: legs that no account of ours can pay now.
create function settle_refund(p_transaction uuid, p_at timestamptz, p_short integer default 0) returns void language plpgsql as $$
declare
  t transaction;
  v_states text[];
  v_event text;
  v_waits_for text;
  v_open case_file;
begin
  select * into strict t from transaction where id = p_transaction for no key update;
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
      raise exception 'transaction % cannot go on from % by %', t.id, t.status, v_event using errcode = 'AF001';
    end if;
    select * into strict t from transaction where id = p_transaction;
  elsif t.status = 'refunding' and 'due' = any (v_states) then
    -- Whoever looks at the buy gives it to another account.
    perform schedule_wake(t.id, p_at + case when p_short > 0 then interval '1 minute' else interval '0' end);
  end if;
  v_waits_for := case
    when t.status not in ('refunding', 'refund_failed') then null
    when 'used_up' = any (v_states) then 'another account'
    when 'unknown' = any (v_states) then 'an account'
    when p_short > 0 then 'naira' end;
  select * into v_open from case_file c where c.transaction_id = t.id and c.kind = 'refund_due' and c.state <> 'resolved';
  if v_open.id is not null and v_open.facts ->> 'waits_for' is distinct from v_waits_for
      -- What is due is tried in a moment: nothing has changed yet.
      and not (v_waits_for is null and 'due' = any (v_states)) then
    perform close_case(v_open.id, jsonb_build_object('action', 'dismiss', 'reason', case when v_waits_for is null
      then 'all of it is on its way back, or paid' else 'it waits for something else now' end), p_at);
  end if;
  if v_waits_for is not null then
    perform open_case(uuidv7(), t.mode, 'refund_due', b.vendor_account_id, null, t.id, t.business_id,
        case v_waits_for when 'naira' then 'Naira of this buy goes back, and no account of ours can pay it now.'
          when 'an account' then 'Naira of this buy goes back, and no bank has told the whole account that it came from.'
          else 'Naira of this buy goes back, and the bank there does not take it.' end,
        jsonb_build_object('waits_for', v_waits_for, 'amount_minor', sum(l.amount)::text, 'returns', count(*), 'parts',
          jsonb_agg(jsonb_build_object('credit', 'crd_' || replace(l.line_id::text, '-', ''), 'amount_minor', l.amount::text, 'state', l.state,
            'bank_code', l.bank_code, 'account_number', l.account_number, 'account_name', l.account_name) order by l.leg)),
        null, p_at, p_at + interval '1 day')
      from refund_legs(t.id) l join buy b on b.transaction_id = t.id group by b.vendor_account_id;
  end if;
end $$;

-- Gives each leg that is due to an account of ours that can pay it, in the caller's commit: after a dead one to another, if there is another.
create function queue_refund(p_transaction uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  l record;
  v_account uuid;
  v_short integer := 0;
begin
  select * into strict t from transaction where id = p_transaction for no key update;
  -- What a list holds is not given back; what is being sent, or was, is not here; and what was stopped is for people.
  if t.status = 'refunding' and not is_held_by_sanctions(t.id) and not exists (
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

-- A buy gives back what it holds: what can be paid is given to an account of ours at once, and people are asked about the rest.
create or replace function open_refund_case(p_transaction uuid, p_at timestamptz) returns uuid language plpgsql as $$
begin
  perform queue_refund(p_transaction, p_at);
  return (select c.id from case_file c where c.transaction_id = p_transaction and c.kind = 'refund_due' and c.state <> 'resolved');
end $$;

-- As before, and: what a buy gives back and no account has is given to one.
create or replace function look_at_buy(p_transaction uuid, p_version integer, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  s status_time;
  v_since timestamptz;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' for update;
  if not found then
    return null;
  end if;
  if t.status = 'cleared' and not exists (select from delivery d where d.transaction_id = t.id)
      and live_transfer(t.id) is null then
    perform from deliver_buy(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  -- Whoever moved it here has asked; if not, somebody must.
  if t.status = 'send_failed' and not exists (select from delivery d where d.transaction_id = t.id)
      and not exists (select from case_file c where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('send_failed', 'signer_refused')) then
    perform open_case(uuidv7(), t.mode, 'send_failed', null, null, t.id, t.business_id, 'The transfer is dead, and no tokens left us.',
      '{}', jsonb_build_object('action', 'retry_send'), p_at, p_at + interval '24 hours');
  end if;
  if t.status = 'refunding' then
    perform queue_refund(t.id, p_at);
    select version into t.version from transaction where id = t.id;
  end if;
  select * into strict s from status_time where type = 'buy' and status = t.status;
  select e.happened_at into strict v_since from transaction_event e where e.transaction_id = t.id and e.sequence = p_version;
  if t.version <> p_version or s.expected_within is null then
    v_next := null;
  elsif p_at < v_since + s.expected_within then
    v_next := v_since + s.expected_within;
  else
    perform open_overdue_case(t, s, v_since, p_at);
    v_next := p_at + greatest(s.expected_within, interval '1 hour');
  end if;
  if t.version <> p_version then
    return v_next;
  end if;
  -- What no account of ours could pay is tried again soon.
  if t.status = 'refunding' and exists (select from refund_legs(t.id) l where l.state = 'due') then
    v_next := p_at + interval '1 minute';
  end if;
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- ── payouts of several legs ───────────────────────────────────────────────────────────────────────────────────

-- As before, and: of a refund each leg is asked about by itself, and takes its own part of what the buy holds.
create or replace function open_payouts(p_account uuid, p_fence bigint, p_most integer, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_owner text := p_account::text;
  v_due uuid[];
  v_known uuid[];
  v_stale uuid[];
  v_open uuid[];
  v_keys text[];
  v_books numeric;
  v_funds numeric;
  v_short text;
  v_other uuid;
  v_attempt integer;
  v_reference text;
  v_count integer := 0;
  v_transactions uuid[] := '{}';
  v_purposes text[] := '{}';
  v_legs integer[] := '{}';
  v_payouts uuid[] := '{}';
  v_entries uuid[] := '{}';
  v_rights uuid[] := '{}';
  v_new boolean[] := '{}';
  v_attempts integer[] := '{}';
  v_references text[] := '{}';
  v_helds numeric[] := '{}';
  v_amounts numeric[] := '{}';
  v_selling uuid[];
  v_data jsonb[];
  d record;
begin
  if a.checked_start is distinct from pg_postmaster_start_time() then
    raise exception 'payout account % was not compared with the payer since the database started', p_account using errcode = 'AF061';
  end if;
  v_due := array(select w.transaction_id from payout_order w
    where w.account_id = p_account and (w.due_at is null or w.due_at <= p_at) order by w.cleared_at, w.transaction_id limit p_most);
  if cardinality(v_due) = 0 then
    return 0;
  end if;
  if a.state in ('active', 'draining') and (a.read_at is null or a.read_at < p_at - interval '60 seconds') then
    perform note_payouts_short(a, 'reading', p_at);
    return 0;
  end if;

  -- From here on nobody moves or stops these; each statement sees what was committed before.
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  v_known := array(select r.id from payout_right r where r.transaction_id = any (v_due));
  v_stale := array(select t.id from transaction t where t.id = any (v_due)
    and t.status not in ('cleared', 'payout_failed', 'returned', 'refunding'));
  if v_stale <> '{}' then
    delete from payout_order w where w.transaction_id = any (v_stale);
  end if;
  -- A right that is there already is a second try; while the first is not dead, nothing is opened for the same.
  if v_known <> '{}' then
    delete from payout_order w using payout_right r, payout x
      where w.transaction_id = any (v_due) and r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose
        and (w.purpose = 'payout' or refund_place(r.leg) = refund_place(w.leg))
        and x.right_id = any (v_known) and x.right_id = r.id and x.money_back_at is null;
  end if;
  select b.amount_minor::numeric into v_books from balance b
    where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode for no key update;
  v_books := coalesce(v_books, 0);
  -- What is out may or may not have left the account yet: it is taken to be there still to leave.
  v_open := array(select x.right_id from payout x where x.account_id = p_account and x.next_look_at is not null
    and x.state in ('ordered', 'sending', 'accepted', 'unknown'));
  v_funds := coalesce(a.available_minor, 0)
    - coalesce((select sum(r.amount_minor::numeric) from payout_right r where r.id = any (v_open)), 0);
  v_keys := array(select payout_right_key(t.business_id, t.mode, t.reference, w.purpose, w.leg)
    from payout_order w join transaction t on t.id = w.transaction_id and t.id = any (v_due) where w.transaction_id = any (v_due));

  for d in
    select w.*, t.reference, t.status, h.amount_minor::numeric as held, r.id as right_id,
      payouts_held_by(w.transaction_id, s.network, w.purpose, w.business_id, w.mode) as frozen,
      -- What is taken of what it holds: all of it for a sell, and its own leg for a refund.
      case w.purpose when 'payout' then w.amount_minor::numeric + s.fee_minor::numeric else w.amount_minor::numeric end as taken,
      case w.purpose when 'payout' then w.amount_minor::numeric + s.fee_minor::numeric else (
        select sum(o.amount_minor::numeric) from payout_order o where o.transaction_id = w.transaction_id and o.purpose = 'refund') end as wanted, w.purpose = 'refund' and transaction_has_lien(w.transaction_id) as has_lien,
      (r.id is null or (r.bank_code, r.account_number::text, r.account_name::text, r.amount_minor::numeric)
        = (w.bank_code, w.account_number::text, w.account_name::text, w.amount_minor::numeric)) as is_same,
      case when r.id is null then 0 else (select max(x.attempt) from payout x where x.right_id = any (v_known) and x.right_id = r.id) end as attempts
    from payout_order w join transaction t on t.id = w.transaction_id and t.id = any (v_due)
    left join sell s on s.transaction_id = w.transaction_id and s.transaction_id = any (v_due)
    left join balance h on h.owner = any (v_due::text[]) and h.owner = w.transaction_id::text and h.kind = 'held'
      and h.asset = case w.purpose when 'payout' then 'NGNC'::asset else 'NGN' end and h.mode = w.mode
    left join payout_right r on r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = w.leg
    where w.transaction_id = any (v_due) and w.account_id = p_account
    order by w.cleared_at, w.transaction_id
  loop
    v_attempt := d.attempts + 1;
    v_reference := payout_reference(d.business_id, d.mode, d.reference, d.purpose, d.leg, v_attempt);
    -- What was sent before a restore was sent from the account that the payer's journal says.
    select f.account_id into v_other from payout_forgotten f
      where f.right_key = any (v_keys) and f.reference = v_reference and f.account_id <> p_account limit 1;
    if v_other is not null then
      update payout_order set account_id = v_other, due_at = null
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      perform wake_now('payout-account', v_other, p_at);
    elsif (d.purpose = 'payout') <> (d.status in ('cleared', 'payout_failed', 'returned'))
      or (case d.purpose when 'payout' then d.held = d.wanted else d.held >= d.wanted end) is not true or not d.is_same then
      perform stop_payout_order(d.transaction_id, d.purpose, 'What it holds is not what was cleared.',
        jsonb_build_object('cleared_minor', d.amount_minor::text, 'held_minor', d.held::text), p_at);
    elsif d.frozen is not null or d.has_lien then
      update payout_order set due_at = p_at + interval '1 minute'
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
    elsif a.state not in ('active', 'draining') or d.amount_minor::numeric > least(v_books, v_funds) then
      if a.state in ('active', 'draining') then
        v_short := case when d.amount_minor::numeric > v_books then 'books' else 'funds' end;
      end if;
      v_other := choose_payout_account(a.mode, d.bank_code, d.amount_minor::numeric, p_account);
      update payout_order set account_id = coalesce(v_other, p_account),
          due_at = case when v_other is null then p_at + interval '10 seconds' end
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      if v_other is not null then
        perform wake_now('payout-account', v_other, p_at);
      end if;
    else
      v_count := v_count + 1;
      v_books := v_books - d.amount_minor::numeric;
      v_funds := v_funds - d.amount_minor::numeric;
      v_transactions[v_count] := d.transaction_id;
      v_purposes[v_count] := d.purpose;
      v_legs[v_count] := d.leg;
      v_payouts[v_count] := uuidv7();
      v_entries[v_count] := uuidv7();
      v_rights[v_count] := coalesce(d.right_id, uuidv7());
      v_new[v_count] := d.right_id is null;
      v_attempts[v_count] := v_attempt;
      v_references[v_count] := v_reference;
      v_helds[v_count] := d.taken;
      v_amounts[v_count] := d.amount_minor::numeric;
    end if;
  end loop;
  if a.short_of is distinct from 'payer' then
    perform note_payouts_short(a, v_short, p_at);
  end if;
  if v_count = 0 then
    return 0;
  end if;

  insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
      amount_minor, opened_at)
    select u.id, w.mode, w.transaction_id, w.purpose, w.leg, w.business_id, t.reference, w.bank_code, w.account_number, w.account_name,
      w.amount_minor, p_at
    from unnest(v_rights, v_transactions, v_purposes, v_legs, v_new) as u (id, transaction_id, purpose, leg, is_new)
    join payout_order w on w.transaction_id = any (v_transactions) and w.transaction_id = u.transaction_id and w.purpose = u.purpose and w.leg = u.leg
    join transaction t on t.id = any (v_transactions) and t.id = u.transaction_id
    where u.is_new;
  insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, next_look_at)
    select u.id, u.right_id, a.mode, p_account, u.attempt, u.reference, 'ordered', u.entry_id, p_at, p_at
    from unnest(v_payouts, v_rights, v_attempts, v_references, v_entries) as u (id, right_id, attempt, reference, entry_id);
  perform post_mixed_entries(a.mode, 'payout_opened', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_purposes, v_helds, v_amounts) with ordinality as u (entry_id, transaction_id, purpose, held, amount, place)
    cross join lateral (values
      (u.place, 1, u.entry_id, 'held'::account_kind, u.transaction_id::text, 'committed'::account_kind, u.transaction_id::text,
        case u.purpose when 'payout' then 'NGNC'::asset else 'NGN' end, u.held),
      (u.place, 2, u.entry_id, 'outgoing', v_owner, 'payout_bank', v_owner, 'NGN', u.amount)
    ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount);
  select array_agg(u.transaction_id), array_agg(jsonb_build_object('payout', 'pay_' || replace(u.id::text, '-', ''), 'attempt', u.attempt))
    into v_selling, v_data
    from unnest(v_transactions, v_purposes, v_payouts, v_attempts) as u (transaction_id, purpose, id, attempt) where u.purpose = 'payout';
  if v_selling is not null and move_transactions(v_selling, array_fill('payout_ordered'::text, array[cardinality(v_selling)]), v_data, null, p_at)
      <> cardinality(v_selling) then
    raise exception 'a transaction is not where its payout is' using errcode = 'AF001';
  end if;
  delete from payout_order w using unnest(v_transactions, v_purposes, v_legs) as u (transaction_id, purpose, leg)
    where w.transaction_id = any (v_transactions) and w.transaction_id = u.transaction_id and w.purpose = u.purpose and w.leg = u.leg;
  perform close_remembered(p_account, p_at);
  return v_count;
end $$;

-- As before, and: a buy is refunded when all of its legs are paid.
create or replace function succeed_payouts(a payout_account, p_ids uuid[], p_at timestamptz) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_rights uuid[] := array(select x.right_id from payout x where x.id = any (p_ids));
  v_openings uuid[] := array(select x.entry_id from payout x where x.id = any (p_ids));
  v_owner text := a.id::text;
  v_entries uuid[];
  v_payouts uuid[];
  v_transactions uuid[];
  v_purposes text[];
  v_helds numeric[];
  v_amounts numeric[];
  v_data jsonb[];
  v_sells uuid[];
  v_told jsonb[];
begin
  select array_agg(uuidv7() order by x.id), array_agg(x.id order by x.id), array_agg(r.transaction_id order by x.id),
      array_agg(r.purpose order by x.id), array_agg(p.amount_minor::numeric order by x.id), array_agg(r.amount_minor::numeric order by x.id),
      array_agg(jsonb_strip_nulls(jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'session_id', x.session_id)) order by x.id)
    into v_entries, v_payouts, v_transactions, v_purposes, v_helds, v_amounts, v_data
    from payout x join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    join posting p on p.entry_id = any (v_openings) and p.entry_id = x.entry_id and p.ordinal = 1
    where x.id = any (p_ids);
  perform post_mixed_entries(a.mode, 'payout_succeeded', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_purposes, v_helds, v_amounts) with ordinality
      as u (entry_id, transaction_id, purpose, held, amount, place)
    cross join lateral (values
      ('payout', u.place, 1, u.entry_id, 'clearing'::account_kind, '', 'outgoing'::account_kind, v_owner, 'NGN'::asset, u.amount),
      ('payout', u.place, 2, u.entry_id, 'clearing', '', 'income', 'fees', 'NGN', u.held - u.amount),
      ('payout', u.place, 3, u.entry_id, 'committed', u.transaction_id::text, 'clearing', '', 'NGNC', u.held),
      ('refund', u.place, 1, u.entry_id, 'committed', u.transaction_id::text, 'outgoing', v_owner, 'NGN', u.amount)
    ) as p (purpose, place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
    where p.purpose = u.purpose and p.amount > 0;
  update payout x set state = 'succeeded', final_entry_id = u.entry_id, ended_at = p_at, ended_count = 0, ended_told_at = null,
      next_look_at = case when naira_back_since(a.id, x.reference) is not null then p_at + payout_gap(0) end
    from unnest(v_payouts, v_entries) as u (id, entry_id) where x.id = any (p_ids) and x.id = u.id;
  -- A sell is over with its payout; a buy when all of its legs are paid.
  select array_agg(u.id order by u.place), array_agg(u.data order by u.place) into v_sells, v_told
    from unnest(v_transactions, v_purposes, v_data) with ordinality as u (id, purpose, data, place) where u.purpose = 'payout';
  if v_sells is not null and move_transactions(v_sells, array_fill('payout_succeeded'::text, array[cardinality(v_sells)]), v_told, null, p_at)
      <> cardinality(v_sells) then
    raise exception 'a transaction is not where its payout is' using errcode = 'AF001';
  end if;
  if 'refund' = any (v_purposes) then
    perform settle_refund(u.id, p_at) from (
      select distinct u.id from unnest(v_transactions, v_purposes) as u (id, purpose) where u.purpose = 'refund') u;
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "the bank has paid it"}', p_at) from case_file c
    where c.transaction_id = any (v_transactions) and c.state <> 'resolved'
      and c.kind in ('overdue', 'cannot_deliver', 'payout_unknown', 'payout_mismatch', 'payout_failed');
end $$;

-- As before, and: what a dead leg means for its buy its other legs say as well.
create or replace function bury_payout(p_payout uuid, p_state text, p_evidence jsonb, p_data jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  x payout;
  r payout_right;
  t transaction;
begin
  select * into strict x from payout where id = p_payout for no key update;
  select * into strict r from payout_right where id = x.right_id;
  select * into strict t from transaction where id = r.transaction_id for no key update;
  if x.final_entry_id is not null then
    perform reverse_entry(uuidv7(), x.final_entry_id, 'payout_undone', p_at);
  end if;
  perform reverse_entry(uuidv7(), x.entry_id, 'payout_dead', p_at);
  update payout set state = p_state, money_back_at = p_at, ended_at = coalesce(ended_at, p_at), next_look_at = null,
      evidence = p_evidence
    where id = p_payout;
  if r.purpose = 'refund' then
    perform settle_refund(t.id, p_at);
  else
    perform from move_transaction(t.id, t.version, case when x.final_entry_id is null then 'payout_dead' else 'payout_returned' end,
      jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'state', p_state) || coalesce(p_data, '{}'), p_at, null);
    if not found then
      raise exception 'transaction % is % and its payout is dead', t.id, t.status using errcode = 'AF001';
    end if;
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "no naira left us, or it is back"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('overdue', 'payout_unknown', 'payout_mismatch');
end $$;

create or replace function check_payouts(since_xid bigint) returns setof finding language sql stable as $$
  select row(x.id::text, problem)::finding
  from payout x
  left join payout_right r on r.id = x.right_id
  left join transaction t on t.id = r.transaction_id
  left join sell s on s.transaction_id = r.transaction_id
  left join payout_account a on a.id = x.account_id
  left join entry e on e.id = x.entry_id
  left join posting p on p.entry_id = x.entry_id and p.ordinal = 1
  left join posting q on q.entry_id = x.entry_id and q.ordinal = 2
  left join entry f on f.id = x.final_entry_id
  cross join lateral (select case
    when r.id is null or a.id is null or t.id is null then 'it has no right, no account or no transaction'
    when x.mode is distinct from r.mode or x.mode is distinct from a.mode
      or (r.mode, r.business_id, r.reference) is distinct from (t.mode, t.business_id, t.reference::text)
      then 'it is not for its transaction, or not of its account'
    when x.reference is distinct from payout_reference(r.business_id, r.mode, r.reference, r.purpose, r.leg, x.attempt)
      then 'its reference is not the one of its attempt'
    when (e.transaction_id, e.mode) is distinct from (r.transaction_id, x.mode)
      or (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset) is distinct from ('held'::account_kind, t.id::text,
        'committed'::account_kind, t.id::text, case r.purpose when 'payout' then 'NGNC'::asset else 'NGN' end)
      or (q.debit_kind, q.debit_owner, q.credit_kind, q.credit_owner, q.asset, q.amount_minor::numeric) is distinct from ('outgoing'::account_kind,
        a.id::text, 'payout_bank'::account_kind, a.id::text, 'NGN'::asset, r.amount_minor::numeric)
      or p.amount_minor::numeric - r.amount_minor::numeric is distinct from case r.purpose when 'payout' then s.fee_minor::numeric else 0 end
      then 'the ledger does not have its opening'
    when (x.money_back_at is not null) is distinct from exists (select from entry y where y.reverses = x.entry_id)
      then case when x.money_back_at is null then 'it is not dead, and the ledger says so' else 'it is dead, and the ledger does not say so' end
    when x.final_entry_id is not null and ((f.transaction_id, f.mode, f.step) is distinct from (r.transaction_id, x.mode, 'payout_succeeded'::text)
      or (x.money_back_at is not null) is distinct from exists (select from entry y where y.reverses = x.final_entry_id))
      then 'it was paid, and the ledger says otherwise'
    when x.money_back_at is not null then null
    when x.final_entry_id is null and t.status <> case r.purpose when 'payout' then 'paying_out' else 'refunding' end
      -- Of a refund, one leg may be paid while another is not.
      or x.final_entry_id is not null and t.status <> all (case r.purpose when 'payout' then '{completed,recalled}'
        else '{refunding,refunded,refund_failed,recalled}' end::text[])
      then 'it is ' || x.state || ', and its transaction is ' || t.status
    end as problem) c
  where problem is not null and (e.xid > since_xid or e.xid is null or x.state <> 'succeeded' and x.money_back_at is null)
  union all
  select row(r.id::text, 'it is used ' || count(*) || ' times')::finding
  from payout_right r join payout x on x.right_id = r.id and x.money_back_at is null group by r.id having count(*) > 1
  union all
  select row(t.id::text, 'it is ' || t.status || ', and nothing was paid')::finding
  from transaction t where t.type = 'sell' and t.status in ('paying_out', 'completed') and not exists (
    select from payout_right r join payout x on x.right_id = r.id where r.transaction_id = t.id and r.purpose = 'payout' and x.money_back_at is null)
  union all
  select row(w.transaction_id::text, 'waits to be paid and is ' || coalesce(t.status, 'no transaction'))::finding
  from payout_order w left join transaction t on t.id = w.transaction_id
  where coalesce(t.status not in ('cleared', 'payout_failed', 'returned', 'refunding'), true) or t.mode <> w.mode
    or w.purpose = 'payout' and live_payout(w.transaction_id, w.purpose) is not null
    or w.purpose = 'refund' and exists (select from payout_right r join payout x on x.right_id = r.id and x.money_back_at is null
      where r.transaction_id = w.transaction_id and r.purpose = 'refund' and refund_place(r.leg) = refund_place(w.leg))
    or not exists (select from payout_account a where a.id = w.account_id and a.mode = w.mode)
  union all
  select row(a.id::text, 'a payout account of ours, and nothing looks at it')::finding
  from payout_account a where a.state <> 'closed' and not exists (select from wake w where w.subject_id = a.id and w.type = 'payout-account')
$$;

-- ── before a restore ──────────────────────────────────────────────────────────────────────────────────────────

-- As before, and: a buy whose naira the payer has sent back, as a restored database has forgotten, is not delivered.
create or replace function freeze_of(p_transaction uuid, p_network text) returns text
language plpgsql stable security definer set search_path = afara, pg_temp as $$
begin
  if not exists (select from freeze_order where lifted_at is null) and not exists (select from vendor_account where state = 'frozen')
      and not exists (select from payout_forgotten) then
    return null;
  end if;
  return (
    select w.words from (
      select 1 as width, 'everything is frozen: ' || f.reason as words from freeze_order f where f.scope = 'all' and f.lifted_at is null
      union all
      select 2, 'the business is frozen: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'business' and f.subject = t.business_id::text and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 3, p_network || ' is frozen in ' || t.mode || ' mode: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'network' and f.subject = t.mode || ':' || p_network and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 4, 'the account that it was paid into is frozen: ' || v.account_number
        from standing_allocation a join bank_line l on l.id = a.line_id join vendor_account v on v.id = l.vendor_account_id
        where a.transaction_id = p_transaction and v.state = 'frozen'
      union all
      -- The refund itself goes on: it has the same reference, and the bank is asked.
      select 5, 'its naira was sent back before the database was restored: ' || f.reference
        from transaction t join payout_forgotten f on starts_with(f.right_key, t.business_id || '/' || t.mode || '/' || t.reference || '/refund/')
        where t.id = p_transaction and t.status <> 'refunding'
          and not exists (select from payout x where x.reference = f.reference and x.account_id = f.account_id)
    ) w order by w.width limit 1);
end $$;

-- ── what people decide ────────────────────────────────────────────────────────────────────────────────────────

-- Two people say where a part of what goes back is to be paid to.
create function carry_out_redirect(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'redirect');
  t transaction := decided_buy(v_file);
  l record;
begin
  if is_held_by_sanctions(t.id) then
    raise exception 'buy % is held because of a list of sanctions, and is not given back', t.id using errcode = 'AF044';
  end if;
  select * into l from refund_legs(t.id) g where g.return_id = (v_file.resolution ->> 'return_id')::uuid;
  if not found or t.status not in ('refunding', 'refund_failed') or l.state in ('paid', 'out', 'queued') then
    raise exception 'nothing of buy % waits for another account', t.id using errcode = 'AF040';
  end if;
  if l.amount::text is distinct from v_file.resolution ->> 'amount_minor' then
    raise exception 'another amount goes back than was looked at' using errcode = 'AF040';
  end if;
  insert into refund_redirect (return_id, number, mode, transaction_id, bank_code, account_number, account_name, case_id, at)
    values (l.return_id, 1 + (select count(*) from refund_redirect d where d.return_id = l.return_id), t.mode, t.id,
      v_file.resolution ->> 'bank_code', v_file.resolution ->> 'account_number', v_file.resolution ->> 'account_name', p_case, p_at);
  if t.status = 'refund_failed' then
    perform move_decided(v_file, 'refund_redirected', '{}', p_at);
  end if;
  perform close_with(v_file, '{overdue}', p_at);
  perform queue_refund(t.id, p_at);
end $$;

-- What became of a leg, by the bank's own evidence.
create function end_decided_refund(p_file case_file, p_was_paid boolean, p_at timestamptz) returns void language plpgsql as $$
declare
  v_payout uuid;
begin
  select x.id into v_payout from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = p_file.transaction_id and r.purpose = 'refund' and 'pay_' || replace(x.id::text, '-', '') = p_file.facts ->> 'payout';
  if v_payout is null then
    raise exception 'the case is about no payout of transaction %', p_file.transaction_id using errcode = 'AF040';
  end if;
  if p_was_paid and exists (select from payout x where x.id = v_payout and x.final_entry_id is not null) then
    perform keep_paid(p_file, v_payout, p_at);
  else
    perform end_payout_by_evidence(v_payout, p_was_paid, p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by), p_at);
  end if;
  perform close_with(p_file, '{overdue,payout_unknown,payout_mismatch}', p_at);
end $$;

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

-- The naira is held again. Whether it is sent again or goes back is the next question, which takes two people as well.
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

-- ── what is told ──────────────────────────────────────────────────────────────────────────────────────────────

-- Of a payout also what it is for and where it goes.
do $$
declare
  v_text text := pg_get_functiondef('transaction_facts(uuid, boolean)'::regprocedure);
  v_new text := replace(v_text, '''back_at'', o.money_back_at)',
    '''back_at'', o.money_back_at, ''purpose'', r.purpose, ''bank_code'', r.bank_code, ''account_number'', r.account_number)');
begin
  if v_new = v_text then
    raise exception 'transaction_facts does not say when naira is back';
  end if;
  execute v_new;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What goes back is on its way or asked about until it is paid, is what was given, and is not what a list of sanctions holds; where it goes
-- elsewhere two people decided that, and what they decided was done.
create or replace function check_refunds(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, format('it is %s, and nobody pays it back or is asked to', t.status))::finding
  from transaction t
  where t.type = 'buy' and t.status in ('refunding', 'refund_failed') and not exists (
      select from case_file k where k.transaction_id = t.id and k.kind in ('refund_due', 'cannot_deliver') and k.state <> 'resolved')
    and not (t.status = 'refunding' and coalesce((
      select bool_and(l.state not in ('unknown', 'used_up')) from refund_legs(t.id) l), false))
  union all
  select row(t.id::text, format('it is refunding, %s of %s that it was given goes back', coalesce(r.amount, 0), coalesce(a.amount, 0)))::finding
  from transaction t
  left join (select r.transaction_id, sum(r.amount_minor::numeric) as amount from credit_return r group by 1) r on r.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by 1) a on a.transaction_id = t.id
  where t.type = 'buy' and t.status in ('refunding', 'refunded', 'refund_failed') and r.amount is distinct from a.amount
  union all
  select row(k.transaction_id::text, 'a list of sanctions holds it, and it is ' || t.status)::finding
  from case_file k join transaction t on t.id = k.transaction_id
  where k.kind = 'screening_hit' and t.status not in ('payment_received', 'on_hold', 'recalled')
    and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release')
  union all
  select row(r.id::text, 'a part of a buy was paid back that is none of its credits, or to another account than was decided')::finding
  from payout_right r
  where r.purpose = 'refund' and r.xid > since_xid and not exists (
    select from (
      select c.id, c.amount_minor, c.bank_code, c.account_number, row_number() over (order by c.id) as place from credit_return c
      where c.transaction_id = r.transaction_id) c
    left join refund_redirect d on d.return_id = c.id and d.number = r.leg / 1000
    where c.place = refund_place(r.leg) and c.amount_minor::numeric = r.amount_minor::numeric and (r.leg < 1000 or d.number is not null)
      and (r.bank_code, r.account_number) = (coalesce(d.bank_code, c.bank_code), coalesce(d.account_number, c.account_number)))
  union all
  select row(t.id::text, 'it is refunded, and a part of it was not paid')::finding
  from transaction t join transaction_event v on v.transaction_id = t.id and v.sequence = t.version
  where t.type = 'buy' and t.status = 'refunded' and v.xid > since_xid and exists (select from refund_legs(t.id) l where l.state <> 'paid')
  union all
  select row(d.case_id::text, 'it goes elsewhere in the name of a case that did not decide it')::finding
  from refund_redirect d
  where d.xid > since_xid and not exists (
    select from case_file c where c.id = d.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
      and c.resolution @> jsonb_build_object('action', 'redirect', 'return_id', d.return_id, 'bank_code', d.bank_code,
        'account_number', d.account_number))
  union all
  select row(c.id::text, 'it was decided to redirect, and that was not done')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and c.resolution ->> 'action' = 'redirect' and not exists (
    select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
$$;

-- ── the payer follows it by itself ────────────────────────────────────────────────────────────────────────────

grant select (transaction_id, mode, vendor_account_id) on buy to afara_payer;
grant select (id, mode, line_id, transaction_id, business_id, amount_minor, decided_by) on allocation to afara_payer;
grant select (allocation_id) on allocation_end to afara_payer;
grant select (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, session_id) on bank_line to afara_payer;
grant select (line_id, fee_minor, entry_id) on bank_line_fee to afara_payer;
grant select (reading_id, line_id) on bank_line_seat to afara_payer;
grant select (id, vendor_account_id, source, external_id, direction, session_id, payer_account_number, payer_bank_code)
  on bank_line_reading to afara_payer;
grant select (reading_id, payer_account_number, payer_bank_code) on bank_line_payer to afara_payer;
grant select (credit_line_id) on credit_take_back to afara_payer;
grant select (line_id, lifted_at) on credit_lien to afara_payer;
grant select (id, mode, line_id, transaction_id, amount_minor) on credit_return to afara_payer;
grant select (id, mode, bank_code, account_number, state) on vendor_account to afara_payer;
grant select (id, transaction_id) on transfer_right to afara_payer;
grant select (id, right_id, state) on transfer to afara_payer;

-- Where two people decided that a part of a buy's naira goes.
create view decided_redirect with (security_barrier) as
  select d.return_id, d.number, d.transaction_id, d.bank_code, d.account_number from refund_redirect d join case_file c on c.id = d.case_id
  where c.ended = 'approved' and c.proposed_by <> c.approved_by and c.resolution ->> 'action' = 'redirect' and c.transaction_id = d.transaction_id
    and (c.resolution ->> 'bank_code', c.resolution ->> 'account_number') = (d.bank_code, d.account_number);
grant select on decided_redirect to afara_payer;

-- That a list of sanctions has a hand on what was paid for a transaction, and nobody has said that it was somebody else.
create view listed_transaction with (security_barrier) as
  select k.transaction_id from case_file k
  where k.kind = 'screening_hit' and k.transaction_id is not null
    and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release');
grant select on listed_transaction to afara_payer;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['buy', 'allocation', 'credit_return', 'vendor_account', 'transfer', 'transfer_right'] loop
    execute format('create policy payer_reads on %I for select to afara_payer using (true)', name);
  end loop;
end $$;

alter table refund_redirect enable row level security;
alter table refund_redirect force row level security;
create policy house on refund_redirect to afara_owner, afara_worker, afara_sealer using (true) with check (true);
grant select on refund_redirect to afara_worker;
grant execute on function refund_legs, refund_place to afara_worker;

-- What is refunding already.
select queue_refund(t.id, now()) from transaction t where t.type = 'buy' and t.status = 'refunding';
