-- Refuses (AF002) a change of a treasury move. The trigger calls this only for forbidden changes.
create or replace function guard_move() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  raise exception 'move % cannot be changed in this way (from % to %)', old.id, old.state, new.state using errcode = 'AF002';
end $$;

-- Derives the state of a move from the bank lines that have been matched to it.
create or replace function move_state(m treasury_move, p_at timestamptz) returns void language sql as $$
  update treasury_move x set
    state = case num_nonnulls(x.debit_line_id, x.credit_line_id) when 2 then 'done' when 1 then 'in_transit' else 'expected' end,
    ended_at = case when num_nonnulls(x.debit_line_id, x.credit_line_id) = 2 then p_at end
  where x.id = m.id
$$;

-- Returns whether a debit of a collection account is the start of a move that was decided. If so, books it as such, so that it is not
-- unexplained.
create or replace function explain_by_move(d bank_line, p_at timestamptz) returns boolean language plpgsql as $$
declare
  m treasury_move;
  v_entry uuid;
begin
  if exists (select from treasury_move x where x.debit_line_id = d.id) then
    return true;
  end if;
  select * into m from treasury_move x
    where x.from_account = d.vendor_account_id and x.amount_minor = d.settled_minor and x.state in ('expected', 'in_transit')
      and x.debit_line_id is null
    order by x.decided_at limit 1 for no key update;
  if not found then
    return false;
  end if;
  v_entry := afara_uuid();
  perform post_entry(v_entry, m.mode, null, 'move_left', p_at, array['transit']::account_kind[], array[''],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[m.amount_minor]::positive_minor[]);
  update treasury_move set debit_line_id = d.id, debit_entry_id = v_entry where id = m.id;
  perform move_state(m, p_at);
  return true;
end $$;

-- Undoes the start of a move: the bank later reported that the debit was not the move but the reversal of a credit.
create or replace function undo_move_left() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  m treasury_move;
begin
  select * into m from treasury_move x where x.debit_line_id = new.debit_line_id for no key update;
  if found then
    perform reverse_entry(afara_uuid(), m.debit_entry_id, 'move_left_undone', new.at);
    update treasury_move set debit_line_id = null, debit_entry_id = null, state = 'in_transit', ended_at = null where id = m.id;
    perform move_state(m, new.at);
  end if;
  return null;
end $$;

-- Returns the oldest credit of this amount that is in suspense at the payout account and has an open case.
create or replace function find_unexplained_credit(p_account uuid, p_amount numeric, out line_id uuid,
  out case_id uuid) language sql stable as $$
  select l.id, c.id from case_file c join payout_line l on l.id::text = c.facts ->> 'subject'
  where c.kind = 'payout_unexplained' and c.state = 'open' and c.facts ->> 'account_id' = p_account::text and l.account_id = p_account
    and l.direction = 'credit' and l.problem = 'a credit' and l.entry_id is not null and l.amount_minor = p_amount
    and not exists (select from payout_funding f where f.line_id = l.id)
      and not exists (select from payout_line_answer n where n.line_id = l.id)
  order by c.opened_at limit 1
$$;

-- Books the arrival of a move when the vendor's line of it is recorded: its naira is in the payout account.
create or replace function note_move_arrived() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  m treasury_move;
  l payout_line;
begin
  select * into m from treasury_move where id = new.id for no key update;
  if not found then
    return null;
  end if;
  -- A line that was read before is in suspense. A line that is being recorded now is not in the table yet.
  select * into l from payout_line where id = new.line_id;
  perform post_entry(new.entry_id, m.mode, null, 'move_arrived', coalesce(l.seen_at, afara_now()),
    array[case when l.entry_id is null then 'payout_bank' else 'suspense' end]::account_kind[],
    array[case when l.entry_id is null then new.account_id::text else '' end],
    array['transit']::account_kind[], array[''], array['NGN']::asset[], array[m.amount_minor]::positive_minor[]);
  update treasury_move set credit_line_id = new.line_id, credit_entry_id = new.entry_id where id = m.id;
  perform move_state(m, coalesce(l.seen_at, afara_now()));
  return null;
end $$;

-- Starts a move of naira from a collection account to a payout account, as two operators decided. Lines that were already seen are
-- explained by it.
create or replace function begin_naira_move(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_amount numeric := (p_file.resolution ->> 'amount_minor')::numeric;
  v_from vendor_account;
  v_to payout_account;
  v_found record;
  d record;
begin
  -- Until this commits, no other transaction can record lines of the account.
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || (p_file.resolution ->> 'from_account'), 0));
  select * into strict v_from from vendor_account where id = (p_file.resolution ->> 'from_account')::uuid;
  select * into strict v_to from payout_account where id = (p_file.resolution ->> 'to_account')::uuid for no key update;
  if v_from.mode <> p_file.mode or v_to.mode <> p_file.mode or v_from.state = 'closed' or v_to.state = 'closed' then
    raise exception 'one of the accounts is closed or in another mode' using errcode = 'AF062';
  end if;
  insert into treasury_move (id, mode, kind, from_account, to_account, amount_minor, decided_at)
    values (p_file.id, p_file.mode, 'naira', v_from.id, v_to.id, v_amount, p_at);
  for d in
    select c.id as case_id, l as line from case_file c join bank_line l on l.id = c.line_id
    where c.kind = 'unexplained_debit' and c.state = 'open' and c.vendor_account_id = v_from.id and l.settled_minor = v_amount
    order by c.opened_at limit 1
  loop
    if explain_by_move(d.line, p_at) then
      perform close_case(d.case_id, '{"action": "dismiss", "reason": "two operators confirmed that it is a move of our own money"}', p_at);
    end if;
  end loop;
  select * into v_found from find_unexplained_credit(v_to.id, v_amount);
  insert into payout_funding (id, account_id, amount_minor, entry_id, reason, placed_by, placed_at, line_id)
    values (p_file.id, v_to.id, v_amount, afara_uuid(), 'moved from ' || v_from.account_number, p_file.proposed_by::text, p_at,
      v_found.line_id);
  perform close_case(v_found.case_id, '{"action": "dismiss", "reason": "two operators confirmed that it is a move of our own money"}',
    p_at);
  perform wake_now('payout-account', v_to.id, p_at);
end $$;

-- Returns why a move of tokens cannot be booked yet, or null.
create or replace function token_move_problem(m treasury_move, p_at timestamptz) returns text language plpgsql stable as $$
declare
  f lane;
  t lane;
begin
  select * into strict f from lane where id = m.from_lane;
  select * into strict t from lane where id = m.to_lane;
  if (f.read_at >= p_at - interval '4 minutes' and t.read_at >= p_at - interval '4 minutes') is not true then
    return 'the wallets of the two lanes were not read within the last four minutes';
  elsif f.read_at < m.decided_at and t.read_at < m.decided_at and p_at > m.decided_at then
    return 'the chain was not read since the move was decided';
  elsif exists (select from transfer x where x.lane_id = f.id and x.state in ('reserved', 'signed', 'conflict')) then
    return 'the sending lane has pending transfers';
  elsif (top_up_room(t)).tokens_minor < m.amount_minor::numeric then
    return 'the chain does not show the tokens in the receiving wallet';
  elsif (top_up_room(f)).tokens_minor > -m.amount_minor::numeric then
    return 'the chain still shows the tokens in the sending wallet';
  end if;
  return null;
end $$;

-- Books the decided moves of tokens that the chain shows by now. Returns how many were booked.
create or replace function settle_token_moves(p_at timestamptz) returns integer language plpgsql security definer set search_path = afara,
  pg_temp as $$
declare
  m treasury_move;
  f lane;
  t lane;
  s record;
  v_entry uuid;
  v_done integer := 0;
begin
  for m in select * from treasury_move x where x.kind = 'tokens' and x.state = 'expected' order by x.decided_at
    for no key update skip locked loop
    perform from lane l where l.id in (m.from_lane, m.to_lane) order by l.id for no key update;
    continue when token_move_problem(m, p_at) is not null;
    select * into strict f from lane where id = m.from_lane;
    select * into strict t from lane where id = m.to_lane;
    perform post_entry(m.id, m.mode, null, 'lane_moved', p_at, array['float']::account_kind[], array[t.network || ':' || t.number],
      array['float']::account_kind[], array[f.network || ':' || f.number], array['NGNC']::asset[], array[m.amount_minor]::positive_minor[]);
    -- If reconciliation put a surplus of the receiving wallet into suspense, that surplus was this move.
    for s in select x.entry_id, x.case_id from reconciliation_surplus x where x.lane_id = t.id and x.undone_entry_id is null loop
      v_entry := afara_uuid();
      perform reverse_entry(v_entry, s.entry_id, 'surplus_explained', p_at);
      update reconciliation_surplus set undone_entry_id = v_entry where entry_id = s.entry_id;
      perform close_case(s.case_id, '{"action": "dismiss", "reason": "two operators moved tokens to the lane"}', p_at);
    end loop;
    update treasury_move set state = 'done', ended_at = p_at where id = m.id;
    update delivery set due_at = p_at where lane_id = t.id and due_at > p_at;
    perform note_short(t, null, p_at);
    perform wake_now('lane', t.id, p_at);
    v_done := v_done + 1;
  end loop;
  return v_done;
end $$;

-- Starts a move of tokens between two lanes of one network and mode, as two operators decided. Raises AF062 for any other pair, or if the
-- receiving lane is abandoned.
create or replace function begin_token_move(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  f lane;
  t lane;
begin
  select * into strict f from lane where id = (p_file.resolution ->> 'from_lane')::uuid;
  select * into strict t from lane where id = (p_file.resolution ->> 'to_lane')::uuid;
  if (f.mode, f.network) is distinct from (t.mode, t.network) or f.mode <> p_file.mode or f.id = t.id or t.abandoned_at is not null then
    raise exception 'the lanes must be two lanes of one network and mode, and the receiving lane must not be abandoned'
      using errcode = 'AF062';
  end if;
  insert into treasury_move (id, mode, kind, from_lane, to_lane, amount_minor, decided_at)
    values (p_file.id, p_file.mode, 'tokens', f.id, t.id, (p_file.resolution ->> 'amount_minor')::numeric, p_at);
  perform settle_token_moves(p_at);
end $$;

-- Cancels a move of which nothing was seen yet. One operator is enough, because no money is touched. Returns false if something was seen.
create or replace function cancel_move(p_move uuid, p_by text, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update treasury_move set state = 'cancelled', ended_at = p_at
    where id = p_move and state = 'expected' and num_nonnulls(debit_line_id, credit_line_id) = 0;
  if not found then
    return false;
  end if;
  delete from payout_funding where id = p_move and line_id is null;
  insert into audit (id, at, actor, action, subject, reason)
    values (afara_uuid(), p_at, p_by, 'treasury.move_cancelled', 'move ' || p_move, p_reason);
  return true;
end $$;
