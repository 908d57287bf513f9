-- Why: some money waited for a decision that nobody could take. Tokens came that no sell could take; tokens of a sell go back to a
-- business that holds no balance; a vendor's own book has a line that nothing of ours explains. Two people say now where each goes, with
-- what they rest it on, and the ledger follows in the commit of their approval. Tokens leave to a wallet in one way only, the withdrawal:
-- what goes back to a wallet passes through the balance in the same commit.

set local role afara_owner;
set local search_path = afara;

-- ── one way to carry out a decision ───────────────────────────────────────────────────────────────────────────

-- What may be decided about which kind of case, and the function that does it: it is given the case as it was approved. A further
-- decision is a further row.
create table decision (
  kind case_kind not null,
  action text not null check (action <> ''),
  carried_out_by text not null check (carried_out_by <> ''),
  primary key (kind, action)
);
create trigger decision_stays before update or delete or truncate on decision for each statement execute function refuse_change();

create function carry_out(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, (select c.resolution ->> 'action' from case_file c where c.id = p_case));
  v_function text;
begin
  select d.carried_out_by into v_function from decision d where d.kind = v_file.kind and d.action = v_file.resolution ->> 'action';
  if not found then
    raise exception 'a case of the kind % is not decided by %', v_file.kind, v_file.resolution ->> 'action' using errcode = 'AF032';
  end if;
  execute format('select %I($1, $2)', v_function) using v_file, p_at;
end $$;

insert into decision (kind, action, carried_out_by) values
  ('wrong_chain', 'to_balance', 'give_back_deposits'), ('wrong_chain', 'return_to_wallet', 'give_back_deposits'),
  ('over_deposited', 'to_balance', 'give_back_deposits'), ('over_deposited', 'return_to_wallet', 'give_back_deposits'),
  ('second_deposit', 'to_balance', 'give_back_deposits'), ('second_deposit', 'return_to_wallet', 'give_back_deposits'),
  ('refund_choice', 'to_balance', 'give_back_sell'), ('refund_choice', 'return_to_wallet', 'give_back_sell'),
  ('payout_unexplained', 'explain', 'explain_payout_line'), ('line_aside', 'read_again', 'read_blocks_again');

-- ── tokens that go back ───────────────────────────────────────────────────────────────────────────────────────

-- What became of the part of a deposit that its sell could not take: it is the business's, and stays in its balance or left it at once.
create table deposit_answer (
  deposit_id uuid primary key references deposit (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  amount_minor positive_minor not null,
  entry_id uuid not null,
  -- None: it stays in the balance.
  withdrawal_id uuid,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
-- What came and was not, or not all, for its sell: few, and looked at in every check.
create index deposit_beside on deposit (transaction_id) where held_minor < minor;
create trigger deposit_answer_is_history before update or delete or truncate on deposit_answer
  for each statement execute function refuse_change();

-- Tokens that came to an address of ours and are nobody's yet, under the question that was asked about them.
create view deposit_in_suspense as
  select d.id, d.mode, d.transaction_id, d.network, d.tx_hash, d.sender, d.minor::numeric - d.held_minor::numeric as amount_minor,
    (case d.outcome when 'wrong_chain' then 'wrong_chain' when 'second' then 'second_deposit' else 'over_deposited' end)::case_kind as kind
  from deposit d
  where d.held_minor < d.minor and not exists (select from deposit_answer a where a.deposit_id = d.id);

-- The sell that a case is about, locked, where its tokens may go back in this moment.
create function returnable_sell(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction := decided_sell(p_file);
begin
  if is_held_by_sanctions(t.id) then
    raise exception 'sell % is held because of a list of sanctions, and is not given back', t.id using errcode = 'AF044';
  end if;
  if p_file.resolution ->> 'action' = 'to_balance'
      and not (select m.may_hold_balance from business_mode m where m.business_id = t.business_id and m.mode = t.mode) then
    raise exception 'the business may hold no balance: the tokens go to a wallet that it has confirmed' using errcode = 'AF062';
  end if;
  return t;
end $$;

-- Sends what is in the balance of a sell's business to the wallet that was decided, in the caller's commit. The reference is derived, so
-- that the same thing goes back once.
create function send_back(t transaction, p_file case_file, p_reference text, p_amount numeric, p_at timestamptz) returns uuid
language plpgsql as $$
declare
  v_id uuid := uuidv7();
begin
  perform accept_withdrawal(v_id, t.business_id, t.mode, p_reference, p_file.resolution ->> 'network', p_file.resolution ->> 'address',
    p_amount, p_file.id::text, p_at);
  return v_id;
end $$;

-- What came and was too much, too late to be taken, or on another network: all of it that the case is about, as those who decided saw it.
create function give_back_deposits(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := returnable_sell(p_file);
  d record;
  v_entry uuid;
  v_withdrawal uuid;
begin
  if (select jsonb_agg(jsonb_build_object('deposit_id', s.id, 'amount_minor', s.amount_minor::text) order by s.id) from deposit_in_suspense s
      where s.transaction_id = t.id and s.kind = p_file.kind) is distinct from p_file.resolution -> 'deposits' then
    raise exception 'what waits for a decision is not what was looked at' using errcode = 'AF040';
  end if;
  for d in select * from deposit_in_suspense s where s.transaction_id = t.id and s.kind = p_file.kind order by s.id loop
    v_entry := uuidv7();
    perform post_entry(v_entry, t.mode, t.id, 'suspense_to_balance', p_at, array['suspense']::account_kind[], array[''],
      array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[d.amount_minor]::positive_minor[]);
    v_withdrawal := null;
    if p_file.resolution ->> 'action' = 'return_to_wallet' then
      v_withdrawal := send_back(t, p_file, 'return-dep_' || replace(d.id::text, '-', ''), d.amount_minor, p_at);
    end if;
    insert into deposit_answer (deposit_id, mode, case_id, amount_minor, entry_id, withdrawal_id, at)
      values (d.id, t.mode, p_file.id, d.amount_minor, v_entry, v_withdrawal, p_at);
  end loop;
end $$;

-- The tokens of a sell that is refunding, where nobody had said where to: into the balance, if the business may hold one by now, or to
-- a wallet that it has confirmed.
create function give_back_sell(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := returnable_sell(p_file);
  v_held numeric;
  v_withdrawal uuid;
begin
  if t.status <> 'refunding' then
    raise exception 'transaction % is %', t.id, t.status using errcode = 'AF001';
  end if;
  if live_payout(t.id, 'payout') is not null or has_forgotten_payout(t.id) then
    raise exception 'sell % was or may have been paid: let the bank be asked', t.id using errcode = 'AF062';
  end if;
  if p_file.resolution ->> 'action' = 'to_balance' then
    if not return_to_balance(t, p_at) then
      raise exception 'sell % holds nothing', t.id using errcode = 'AF040';
    end if;
    return;
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode for update;
  if v_held::text is distinct from p_file.resolution ->> 'amount_minor' then
    raise exception 'sell % holds %, and that is not what was looked at', t.id, coalesce(v_held, 0) using errcode = 'AF040';
  end if;
  perform post_entry(uuidv7(), t.mode, t.id, 'returned_to_wallet', p_at, array['held']::account_kind[], array[t.id::text],
    array['business']::account_kind[], array[t.business_id::text], array['NGNC']::asset[], array[v_held]::positive_minor[]);
  v_withdrawal := send_back(t, p_file, 'return-txn_' || replace(t.id::text, '-', ''), v_held, p_at);
  perform move_decided(p_file, 'refund_paid', jsonb_build_object('amount_minor', v_held::text, 'to', 'wallet',
    'withdrawal', 'txn_' || replace(v_withdrawal::text, '-', ''), 'network', p_file.resolution ->> 'network',
    'address', p_file.resolution ->> 'address'), p_at);
  perform close_with(p_file, '{overdue}', p_at);
end $$;

-- ── transfers that were set aside ─────────────────────────────────────────────────────────────────────────────

-- From this block on a network is read once more, beside what is new; null: nothing is to be read again.
alter table chain_cursor add column reread_from numeric(38, 0) check (reread_from >= 0);
create index deposit_aside_to on deposit_aside ((raw ->> 'address'));
create index deposit_aside_from on deposit_aside ((raw ->> 'sender'));

-- A transfer was set aside because an address did not hold what its transfers say, or could not be read: a node may have left out another.
-- Two people say from where on the network is read once more. What is found is believed as anything is: only if everything adds up.
create function read_blocks_again(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_from numeric := (p_file.resolution ->> 'from_block')::numeric;
  v_cursor uuid;
begin
  update chain_cursor set reread_from = least(reread_from, v_from)
    where mode = p_file.mode and network = p_file.facts ->> 'network' and block >= v_from returning id into v_cursor;
  if not found then
    raise exception 'block % of that network was not read yet, or the case is about no network', v_from using errcode = 'AF040';
  end if;
  perform wake_now('deposits', v_cursor, p_at);
end $$;

-- So far it was read, and p_next is what comes next; null: all of it was. What people asked for meanwhile, from further back, stands.
create function note_reread(p_cursor uuid, p_from numeric, p_next numeric) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update chain_cursor set reread_from = p_next where id = p_cursor and reread_from = p_from
$$;

-- What was set aside and is recorded since is no question any more.
create function close_outlived_asides(p_at timestamptz) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  select count(*) filter (where close_case(k.id, '{"action": "dismiss", "reason": "the transfer is recorded since"}', p_at))::integer
  from (
    select c.id from case_file c
    where c.kind = 'line_aside' and c.state <> 'resolved' and c.facts ? 'hash' and (
      exists (select from deposit d where d.mode = c.mode and d.network = c.facts ->> 'network' and d.tx_hash = c.facts ->> 'hash'
        and c.facts ->> 'subject' = d.network || ' ' || d.tx_hash || '/' || d.log_index)
      or exists (select from deposit_sweep w where w.mode = c.mode and w.network = c.facts ->> 'network' and w.tx_hash = c.facts ->> 'hash'
        and c.facts ->> 'subject' = w.network || ' ' || w.tx_hash || '/' || w.log_index))
    for update of c skip locked) k
$$;

-- ── lines that nobody could explain ───────────────────────────────────────────────────────────────────────────

-- What two people said that a line of a vendor's own book was.
create table payout_line_answer (
  line_id uuid primary key references payout_line (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  explained_as text not null check (explained_as in ('capital', 'return', 'loss', 'charge', 'vendor', 'somebody')),
  -- Whose return it is.
  payout_id uuid references payout (id),
  -- Whose money it is, where it stays in suspense.
  whose text,
  -- None where it stays as it is booked.
  entry_id uuid,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check ((explained_as = 'return') = (payout_id is not null)),
  check ((explained_as = 'somebody') = (whose is not null)),
  check (entry_id is not null or explained_as in ('return', 'somebody'))
);
-- A credit that has the reference of a payout and is not its naira, as two people found: it is in suspense, and whose it is is asked.
create table payout_line_disowned (
  line_id uuid primary key references payout_line (id),
  mode mode not null,
  case_id uuid not null references case_file (id),
  entry_id uuid not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create trigger payout_line_disowned_is_history before update or delete or truncate on payout_line_disowned
  for each statement execute function refuse_change();
create index payout_line_answer_of on payout_line_answer (payout_id) where payout_id is not null;
create trigger payout_line_answer_is_history before update or delete or truncate on payout_line_answer
  for each statement execute function refuse_change();

-- As before, but for credits that people said are somebody else's.
create or replace function naira_back_since(p_account uuid, p_reference text) returns timestamptz language sql stable as $$
  select case when l.debits > 0 and l.debits = l.credits then l.seen_at end
  from (
    select sum(l.amount_minor::numeric) filter (where l.direction = 'debit') as debits,
      sum(l.amount_minor::numeric) filter (where l.direction = 'credit') as credits, max(l.seen_at) as seen_at
    from payout_line l
    where l.account_id = p_account and l.reference = p_reference and l.kind <> 'fee'
      and (l.direction = 'debit' or not exists (select from payout_line_disowned n where n.line_id = l.id))) l
$$;

create or replace function payout_money_back(x payout, a payout_account) returns jsonb language sql stable as $$
  select case
    when l.debits > 0 and l.debits = l.credits then jsonb_build_object('lines', l.ids)
    when l.debits = 0 and l.credits = 0 and x.final_entry_id is null and x.ended_count >= 2 and a.lines_whole_at > x.ended_told_at
      then jsonb_build_object('no_debit_by', a.lines_whole_at, 'told', x.ended_count)
    end
  from (
    select coalesce(sum(l.amount_minor::numeric) filter (where l.direction = 'debit'), 0) as debits,
      coalesce(sum(l.amount_minor::numeric) filter (where l.direction = 'credit'), 0) as credits, jsonb_agg(l.external_id) as ids
    from payout_line l
    where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee'
      and (l.direction = 'debit' or not exists (select from payout_line_disowned n where n.line_id = l.id))) l
$$;

-- Asks whose a credit is that waits in suspense.
create function ask_about_line(l payout_line, a payout_account, p_problem text, p_at timestamptz) returns void language sql as $$
  select open_case(uuidv7(), a.mode, 'payout_unexplained', null, null, null, null,
    format('The vendor shows %s at payout account %s that we cannot explain.', p_problem, a.name),
    jsonb_strip_nulls(jsonb_build_object('subject', l.id, 'account_id', a.id, 'account', a.name, 'vendor', a.vendor, 'line', l.external_id,
      'direction', l.direction, 'amount_minor', l.amount_minor::text, 'reference', l.reference, 'problem', p_problem,
      'payout', 'pay_' || replace(l.payout_id::text, '-', ''))), null, p_at, p_at + interval '1 hour')
$$;

-- Naira came into an account and nobody knows whose it is: the books have it too.
create function book_to_suspense(l payout_line, a payout_account, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_entry uuid := uuidv7();
begin
  perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[a.id::text],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[l.amount_minor::numeric]::positive_minor[]);
  return v_entry;
end $$;

-- What came back of a payout in another amount than was paid is in suspense until people say what it is, as any credit is; and so is
-- what comes with the reference of a payout whose naira people have found elsewhere.
create function book_odd_return() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
begin
  select * into strict a from payout_account where id = new.account_id;
  if new.problem is null and exists (select from payout_line_answer n where n.payout_id = new.payout_id) then
    new.problem := 'a return of what was back already';
    perform ask_about_line(new, a, new.problem, new.seen_at);
  end if;
  if new.problem is not null then
    new.entry_id := book_to_suspense(new, a, new.seen_at);
  end if;
  return new;
end $$;
create trigger payout_line_odd_return before insert on payout_line for each row
  when (new.direction = 'credit' and new.entry_id is null and new.kind <> 'fee'
    and (new.problem = 'a return of another amount than was paid' or new.problem is null and new.payout_id is not null))
  execute function book_odd_return();

-- A debit too many was given back after people had said who bears it: nobody does, and nobody is asked about it any more.
create function undo_answered_debit() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  d record;
begin
  select l.id, n.entry_id into d from payout_line l left join payout_line_answer n on n.line_id = l.id
    where l.account_id = new.account_id and l.reference = new.reference and l.direction = 'debit' and l.problem is not null
      and l.entry_id is not null and l.amount_minor = new.amount_minor
      and not exists (select from entry e where e.reverses = n.entry_id) order by l.seen_at limit 1;
  if found then
    if d.entry_id is not null then
      perform reverse_entry(uuidv7(), d.entry_id, 'payout_line_given_back', new.seen_at);
    end if;
    perform close_case(c.id, '{"action": "dismiss", "reason": "the vendor has given it back"}', new.seen_at) from case_file c
      where c.kind = 'payout_unexplained' and c.state <> 'resolved' and c.facts ->> 'subject' = d.id::text;
  end if;
  return null;
end $$;
create trigger payout_line_given_back after insert on payout_line for each row
  when (new.direction = 'credit' and new.problem is null and new.entry_id is not null and new.reference is not null and new.kind <> 'fee')
  execute function undo_answered_debit();

-- The account in the ledger that an explanation names.
create function explaining_account(p_as text, a payout_account, out kind account_kind, out owner text) language sql immutable as $$
  select (case p_as when 'capital' then 'capital' when 'vendor' then 'receivable' else 'expense' end)::account_kind,
    case p_as when 'capital' then '' when 'vendor' then 'vendor:' || a.vendor when 'charge' then 'bank' else 'loss' end
$$;

-- What of a line is in no account that says what it was: all of it, or, of a debit of another amount than was ordered, what the payout
-- itself does not stand for. Less than nothing: less left than the books say.
create function unexplained_part(l payout_line) returns numeric language plpgsql stable as $$
declare
  x payout;
begin
  if l.problem is distinct from 'a debit of another amount than was ordered' then
    return l.amount_minor;
  end if;
  select * into x from payout where id = l.payout_id;
  if x.id is null or x.money_back_at is not null then
    return l.amount_minor;
  end if;
  if x.final_entry_id is null then
    raise exception 'first decide what became of the payout that the line is about' using errcode = 'AF062';
  end if;
  return l.amount_minor::numeric - (select r.amount_minor::numeric from payout_right r where r.id = x.right_id);
end $$;

-- Two people say what a line was. A credit is in suspense until then, and so is a debit as far as the books reached.
create function explain_payout_line(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_as text := p_file.resolution ->> 'as';
  l payout_line;
  a payout_account;
  v_is_booked boolean;
  v_part numeric;
  v_other record;
  v_entry uuid;
begin
  select * into strict l from payout_line where id = (p_file.facts ->> 'subject')::uuid;
  select * into strict a from payout_account where id = l.account_id for no key update;
  if exists (select from payout_line_answer n where n.line_id = l.id) or exists (select from payout_funding f where f.line_id = l.id) then
    raise exception 'line % is explained already', l.external_id using errcode = 'AF040';
  end if;
  v_part := unexplained_part(l);
  v_is_booked := l.entry_id is not null or exists (select from payout_line_disowned n where n.line_id = l.id);
  if v_as = 'return' then
    perform explain_as_return(p_file, l, a, p_at);
    return;
  end if;
  if v_as <> 'somebody' and v_part < 0 then
    raise exception 'less left than was ordered: the rest is whoever was to have it (--explain somebody)' using errcode = 'AF062';
  end if;
  select * into v_other from explaining_account(v_as, a);
  if v_as = 'somebody' then
    -- What is in suspense stays there; what is in no book comes to it.
    if not v_is_booked and v_part <> 0 then
      v_entry := uuidv7();
      if l.direction = 'debit' and v_part > 0 then
        perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['suspense']::account_kind[], array[''],
          array['payout_bank']::account_kind[], array[a.id::text], array['NGN']::asset[], array[v_part]::positive_minor[]);
      else
        perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['payout_bank']::account_kind[], array[a.id::text],
          array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[abs(v_part)]::positive_minor[]);
      end if;
    end if;
  elsif v_part > 0 then
    v_entry := uuidv7();
    if l.direction = 'debit' then
      perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array[v_other.kind], array[v_other.owner],
        array[case when v_is_booked then 'suspense' else 'payout_bank' end]::account_kind[],
        array[case when v_is_booked then '' else a.id::text end], array['NGN']::asset[], array[v_part]::positive_minor[]);
    else
      perform post_entry(v_entry, a.mode, null, 'payout_line_explained', p_at, array['suspense']::account_kind[], array[''],
        array[v_other.kind], array[v_other.owner], array['NGN']::asset[], array[v_part]::positive_minor[]);
    end if;
  end if;
  insert into payout_line_answer (line_id, mode, case_id, explained_as, whose, entry_id, at)
    values (l.id, a.mode, p_file.id, v_as, p_file.resolution ->> 'whose', v_entry, p_at);
end $$;

-- A credit is the naira of a payout of the same account that the vendor's own book shows as gone. What a bank kept of it is our expense.
create function explain_as_return(p_file case_file, l payout_line, a payout_account, p_at timestamptz) returns void language plpgsql as $$
declare
  x payout;
  r payout_right;
  v_entry uuid := uuidv7();
  v_kept numeric;
begin
  select * into x from payout where id = (p_file.resolution ->> 'payout_id')::uuid and account_id = a.id for no key update;
  if not found or l.direction <> 'credit' then
    raise exception 'no payout of this account can have come back with that line' using errcode = 'AF040';
  end if;
  select * into strict r from payout_right where id = x.right_id;
  if x.money_back_at is not null or x.state = 'ordered' or (
      select coalesce(sum(case o.direction when 'debit' then 1 else -1 end), 0) from payout_line o
      where o.account_id = a.id and o.reference = x.reference and o.kind <> 'fee' and o.id <> l.id
        -- What is booked by itself stands for something else.
        and o.problem is null and o.entry_id is null and not exists (select from payout_line_disowned n where n.line_id = o.id)) <> 1 then
    raise exception 'the vendor does not show the naira of payout % as gone', x.id using errcode = 'AF040';
  end if;
  if l.amount_minor::numeric > r.amount_minor::numeric then
    raise exception 'more came than was paid: it is not, or not only, the return of payout %', x.id using errcode = 'AF062';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (uuidv7(), x.id, p_at, 'evidence', 'returned', p_file.resolution || jsonb_build_object('line', l.external_id,
      'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by));
  perform bury_payout(x.id, case x.state when 'succeeded' then 'reversed' when 'reversed' then 'reversed' else 'failed' end,
    p_file.resolution || jsonb_build_object('lines', jsonb_build_array(l.external_id)), '{"reason": "evidence"}', p_at);
  -- The payout stands for its naira again, so that the line does not; what did not come with it is the bank's.
  v_kept := r.amount_minor::numeric - l.amount_minor::numeric;
  perform post_mixed_entries(a.mode, 'payout_line_explained', p_at, array[v_entry], array[null::uuid], array_agg(v_entry),
      array_agg(p.debit_kind order by p.part), array_agg(p.debit_owner order by p.part), array_agg('payout_bank'::account_kind),
      array_agg(a.id::text), array_agg('NGN'::asset), array_agg(p.amount order by p.part)::positive_minor[])
    from (values (1, 'suspense'::account_kind, '', l.amount_minor::numeric), (2, 'expense', 'bank', v_kept))
      as p (part, debit_kind, debit_owner, amount) where p.amount > 0;
  insert into payout_line_answer (line_id, mode, case_id, explained_as, payout_id, entry_id, at)
    values (l.id, a.mode, p_file.id, 'return', x.id, v_entry, p_at);
end $$;

-- A payout was paid, as the bank says; the naira that came with its reference is not its own. It waits in suspense for whoever it belongs to.
create function keep_paid(p_file case_file, p_payout uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  x payout;
  a payout_account;
  l payout_line;
begin
  select * into strict x from payout where id = p_payout;
  select * into strict a from payout_account where id = x.account_id for no key update;
  select * into strict x from payout where id = p_payout for no key update;
  if x.money_back_at is not null or x.final_entry_id is null or naira_back_since(a.id, x.reference) is null then
    raise exception 'payout % is % and needs no evidence', x.id, x.state using errcode = 'AF040';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (uuidv7(), x.id, p_at, 'evidence', 'was_paid', p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by));
  for l in
    select o.* from payout_line o where o.account_id = a.id and o.reference = x.reference and o.direction = 'credit' and o.kind <> 'fee'
      and o.problem is null and o.entry_id is null and not exists (select from payout_line_disowned n where n.line_id = o.id)
  loop
    insert into payout_line_disowned (line_id, mode, case_id, entry_id, at)
      values (l.id, a.mode, p_file.id, book_to_suspense(l, a, p_at), p_at);
    perform ask_about_line(l, a, 'a credit that is not the return it calls itself', p_at);
  end loop;
  update payout set state = 'succeeded', ended_count = 0, ended_told_at = null, next_look_at = null where id = x.id;
end $$;

create or replace function end_decided_payout(p_file case_file, p_was_paid boolean, p_at timestamptz) returns void language plpgsql as $$
declare
  v_payout uuid := live_payout(p_file.transaction_id, 'payout');
begin
  if v_payout is null then
    raise exception 'sell % has no payout that is not over', p_file.transaction_id using errcode = 'AF040';
  end if;
  if p_was_paid and exists (select from payout x where x.id = v_payout and x.final_entry_id is not null) then
    perform keep_paid(p_file, v_payout, p_at);
  else
    perform end_payout_by_evidence(v_payout, p_was_paid, p_file.resolution || jsonb_build_object('case',
      'cas_' || replace(p_file.id::text, '-', ''), 'proposed_by', p_file.proposed_by, 'approved_by', p_file.approved_by), p_at);
  end if;
  perform close_with(p_file, '{overdue,payout_unknown,payout_mismatch}', p_at);
end $$;

-- Two people let an account pay again, as before. What left it and nobody has explained stays a question of its own.
create or replace function carry_out_resume_payouts(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'resume_payouts');
  v_account text := v_file.resolution ->> 'account_id';
begin
  if not move_payout_account(v_account::uuid, 'active', null, p_at) then
    raise exception 'payout account % is active', v_account using errcode = 'AF040';
  end if;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- As before; a vendor may owe us too.
create or replace function check_account(since_xid bigint) returns setof finding language sql stable as $$
  with used as (
    select debit_kind as kind, debit_owner as owner, mode from posting where xid > since_xid
    union
    select credit_kind, credit_owner, mode from posting where xid > since_xid
  ), named as (
    -- An owner is looked up by the key that its table has: compared as text, each would be looked for in all rows.
    select u.*, case when pg_input_is_valid(u.owner, 'uuid') then u.owner::uuid end as id from used u
  )
  select row(mode || ' ' || kind || ':' || owner, 'no such owner in this mode')::finding
  from named u
  where case
    when kind in ('held', 'committed') then not exists (select from transaction t where t.id = u.id and t.mode = u.mode)
    when kind = 'receivable' and starts_with(owner, 'vendor:') then not exists (
      select from payout_account a where 'vendor:' || a.vendor = u.owner and a.mode = u.mode)
    when kind in ('business', 'receivable', 'reserve') then not exists (select from business_mode b where b.business_id = u.id and b.mode = u.mode)
    when kind = 'bank' then not exists (select from vendor_account v where v.id = u.id and v.mode = u.mode)
    else false
  end
$$;

-- What people decided was done, to the kobo, and nothing was done in their name that they did not decide. What is decided since this file
-- is looked at by check_returns.
create or replace function check_decisions(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to ' || (c.resolution ->> 'action') || ', and that was not done')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version left join transaction t on t.id = c.transaction_id
  where c.ended = 'approved' and s.xid > since_xid and not case c.resolution ->> 'action'
    when 'allocate' then exists (
      select from allocation a where a.decided_by = c.id::text and a.line_id = c.line_id and a.xid = s.xid
        and a.transaction_id::text = c.resolution ->> 'transaction_id' and a.amount_minor::text = c.resolution ->> 'amount_minor')
    when 'return' then exists (
      select from credit_return r where r.case_id = c.id and r.line_id = c.line_id and r.transaction_id is null and r.xid = s.xid
        and r.amount_minor::text = c.resolution ->> 'amount_minor'
        and r.account_number = c.resolution -> 'destination' ->> 'account_number')
    when 'accept_short' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'short_accepted' and v.xid = s.xid)
    when 'confirm_import' then not exists (select from credit_fund f where f.blocked_by = c.id)
    when 'charge' then exists (select from entry e where e.id = c.id and e.xid = s.xid)
    when 'took_back' then exists (
      select from credit_take_back b where c.line_id in (b.debit_line_id, b.credit_line_id) and b.xid = s.xid)
    when 'release' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'released' and v.xid = s.xid)
      or exists (
        select from case_file k where k.transaction_id = c.transaction_id and k.id <> c.id
          and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall') and k.opened_at <= c.resolved_at
          and (k.resolved_at is null or k.resolved_at >= c.resolved_at))
    when 'lift_freeze' then exists (
      select from freeze_order f where f.id::text = c.resolution ->> 'freeze_id' and f.lifted_by = c.proposed_by::text)
    else case
      when c.resolution ->> 'action' in ('return_all', 'reject') and t.type = 'sell' then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.xid = s.xid and v.event in ('return_chosen', 'rejected'))
      when c.resolution ->> 'action' in ('return_part', 'return_all', 'reject') then (
        select count(*) from credit_return r where r.case_id = c.id and r.transaction_id = c.transaction_id and r.xid = s.xid
      ) = jsonb_array_length(c.resolution -> 'returns')
      -- Of a transfer the chain's own event; of a payout, that there was evidence.
      when c.resolution ->> 'action' in ('was_paid', 'not_paid') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.xid = s.xid
          and v.event = case c.resolution ->> 'action' when 'was_paid' then 'transfer_final' else 'transfer_dead' end)
        or exists (
          select from payout_right r join payout x on x.right_id = r.id join payout_reading g on g.payout_id = x.id
          where r.transaction_id = c.transaction_id and g.kind = 'evidence' and g.code = c.resolution ->> 'action' and g.xid = s.xid)
      when c.resolution ->> 'action' in ('accept_late', 'fix') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'fixed' and v.xid = s.xid)
      when c.resolution ->> 'action' = 'redirect' then exists (select from refund_redirect d where d.case_id = c.id and d.xid = s.xid)
      else true end end
  union all
  select row(a.id::text, 'it was given in the name of a case that did not decide it')::finding
  from allocation a
  where a.decided_by <> 'matching' and a.xid > since_xid and not exists (
    select from case_file c where c.id::text = a.decided_by and c.ended = 'approved' and c.line_id = a.line_id
      and c.resolution @> jsonb_build_object('action', 'allocate', 'transaction_id', a.transaction_id, 'amount_minor', a.amount_minor::text))
  union all
  select row(r.id::text, 'it goes back in the name of a case that did not decide it')::finding
  from credit_return r
  where r.xid > since_xid and not exists (
    select from case_file c where c.id = r.case_id and c.ended = 'approved'
      and c.resolution ->> 'action' in ('return', 'return_part', 'return_all', 'reject'))
$$;

-- As before; what people found to be the return of a payout counts for it.
create or replace function check_payout_lines(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, c.problem)::finding
  from payout_line l
  left join payout x on x.account_id = l.account_id and x.reference = l.reference
  left join payout_right r on r.id = x.right_id
  left join payout_forgotten g on g.account_id = l.account_id and g.reference = l.reference
  cross join lateral (select case
    when l.problem is not null then case when not exists (select from case_file c where c.facts ->> 'subject' = l.id::text)
      then 'nobody can explain it, and nobody was asked' end
    when l.kind = 'fee' then case when l.entry_id is null and l.amount_minor::numeric > 0 and not exists (
        select from payout_line o where o.seen_at = l.seen_at and o.account_id = l.account_id and o.kind = 'fee' and o.direction <> l.direction)
      then 'a fee that is not in the ledger' end
    when l.direction = 'debit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      then 'a debit that is no payout of ours'
    when l.direction = 'credit' and coalesce(r.amount_minor::numeric, g.amount_minor::numeric) is distinct from l.amount_minor::numeric
      and not exists (select from payout_funding f where f.line_id = l.id and f.amount_minor::numeric = l.amount_minor::numeric)
      then 'a credit that is nothing of ours'
    end as problem) c
  where l.xid > since_xid and c.problem is not null
  union all
  select row(x.id::text, format('the vendor shows %s of it as gone, and it is %s', n.net, case when x.money_back_at is null then x.state else 'dead' end))::finding
  from payout x join payout_right r on r.id = x.right_id
  cross join lateral (
    select sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end) as net, max(l.xid) as xid
    from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee' and l.problem is null
      and l.entry_id is null) n
  where n.net is not null and n.xid > since_xid and (n.net > r.amount_minor::numeric or x.money_back_at is not null and n.net <> 0)
    and not exists (select from payout_line_answer w where w.payout_id = x.id)
  union all
  select row(x.id::text, 'it is paid, and the vendor shows no debit of it')::finding
  from payout x join payout_account a on a.id = x.account_id
  -- By then its entry is sealed long since: what was written later than that is no measure here.
  where x.state = 'succeeded' and x.ended_at < a.lines_whole_at - interval '1 day' and not exists (
    select from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.direction = 'debit')
    and (since_xid = 0 or x.ordered_at > a.lines_whole_at - interval '3 days' and x.ended_at > a.lines_whole_at - interval '26 hours')
  union all
  select row(e.id::text, 'the fees in the ledger are not those of the lines')::finding
  from entry e join posting p on p.entry_id = e.id
  where e.step = 'payout_fees' and e.xid > since_xid and p.amount_minor::numeric is distinct from (
    select abs(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end)) from payout_line l where l.entry_id = e.id)
$$;

-- What was decided about tokens that go back and about lines that nobody could explain was done, to the kobo, and by nobody else; tokens
-- that are nobody's yet are asked about.
create function check_returns(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to ' || (c.resolution ->> 'action') || ', and that was not done')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and c.resolution ->> 'action' in ('to_balance', 'return_to_wallet', 'explain')
    and not case c.kind
      when 'refund_choice' then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'refund_paid' and v.xid = s.xid
          and v.data ->> 'to' = case c.resolution ->> 'action' when 'to_balance' then 'balance' else 'wallet' end)
      when 'payout_unexplained' then exists (
        select from payout_line_answer n where n.case_id = c.id and n.line_id::text = c.facts ->> 'subject' and n.xid = s.xid
          and n.explained_as = c.resolution ->> 'as')
      else (
        select count(*) from deposit_answer a where a.case_id = c.id and a.xid = s.xid
          and (a.withdrawal_id is not null) = (c.resolution ->> 'action' = 'return_to_wallet')
      ) = jsonb_array_length(c.resolution -> 'deposits') end
  union all
  select row(a.deposit_id::text, problem)::finding
  from deposit_answer a left join deposit d on d.id = a.deposit_id left join transaction t on t.id = d.transaction_id
  left join transaction w on w.id = a.withdrawal_id left join entry e on e.id = a.entry_id left join posting p on p.entry_id = a.entry_id
  left join case_file c on c.id = a.case_id and c.ended = 'approved' and c.transaction_id = d.transaction_id
  cross join lateral (select case
    when c.id is null then 'it was given back, and nobody decided that'
    when a.amount_minor::numeric is distinct from d.minor::numeric - d.held_minor::numeric then 'it is not what its sell could not take'
    when (e.mode, e.transaction_id, e.step, p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric) is distinct from
      (d.mode, d.transaction_id, 'suspense_to_balance'::text, 'suspense'::account_kind, 'business'::account_kind, t.business_id::text,
        'NGNC'::asset, a.amount_minor::numeric) then 'the ledger does not have it as it says'
    when a.withdrawal_id is not null and (w.type::text, w.business_id, w.mode, w.amount_minor::numeric) is distinct from
      ('withdrawal', t.business_id, a.mode, a.amount_minor::numeric) then 'no withdrawal takes it to its wallet'
    end as problem) k
  where a.xid > since_xid and problem is not null
  union all
  select row(s.id::text, 'its tokens are nobody''s, and nobody is asked')::finding
  from deposit_in_suspense s where not exists (
    select from case_file c where c.transaction_id = s.transaction_id and c.kind = s.kind and c.state <> 'resolved')
  union all
  select row(v.transaction_id::text, 'its tokens went to a wallet, and no withdrawal took them there')::finding
  from transaction_event v
  where v.type = 'sell' and v.event = 'refund_paid' and v.data ->> 'to' = 'wallet' and v.xid > since_xid and not exists (
    select from transaction w join entry e on e.transaction_id = v.transaction_id and e.step = 'returned_to_wallet' and e.xid = v.xid
    join posting p on p.entry_id = e.id
    where 'txn_' || replace(w.id::text, '-', '') = v.data ->> 'withdrawal' and w.type::text = 'withdrawal' and w.business_id = v.business_id
      and (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner) = ('held', v.transaction_id::text, 'business', v.business_id::text)
      and v.data ->> 'amount_minor' = all (array[w.amount_minor::text, p.amount_minor::text]))
  union all
  select row(n.line_id::text, k.problem)::finding
  from payout_line_answer n left join payout_line l on l.id = n.line_id
  left join case_file c on c.id = n.case_id and c.ended = 'approved'
  cross join lateral (select case
    when l.id is null or c.id is null then 'it was explained, and nobody decided that'
    when n.entry_id is not null and not exists (
      select from entry e where e.id = n.entry_id and e.mode = n.mode and e.step = 'payout_line_explained')
      then 'it was explained, and the ledger does not have that'
    when n.payout_id is not null and not exists (select from payout x where x.id = n.payout_id and x.account_id = l.account_id and x.money_back_at is not null)
      then 'it is the return of a payout that is not dead'
    end as problem) k
  where n.xid > since_xid and k.problem is not null
  union all
  select row(n.line_id::text, 'it was disowned, and the ledger or those who decided do not have that')::finding
  from payout_line_disowned n left join payout_line l on l.id = n.line_id
  where n.xid > since_xid and not (
    exists (select from case_file c where c.id = n.case_id and c.ended = 'approved' and c.resolution ->> 'action' = 'was_paid')
    and exists (
      select from entry e join posting p on p.entry_id = e.id
      where e.id = n.entry_id and (p.debit_kind, p.debit_owner, p.credit_kind, p.amount_minor::numeric)
        = ('payout_bank', l.account_id::text, 'suspense', l.amount_minor::numeric)))
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['deposit_answer', 'payout_line_answer', 'payout_line_disowned'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;
grant select on deposit_in_suspense to afara_worker;

grant execute on function note_reread, close_outlived_asides, check_returns to afara_worker;
