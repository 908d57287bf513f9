-- Why: what the books say is ours is compared with the world, all day: wallets and deposit addresses at one final block, payout accounts
-- with their vendors' own books, collection accounts with statements, and the ledger with itself. What is under way is listed, so that what
-- is left is a real difference; one that stands in two looks stops exactly the account or the network that it is in, and people are asked.
--
-- A look costs what has changed since the last one, and the number of accounts; it never reads the whole history. Postings, lines and deposits are
-- therefore folded into sums and short lists by the number of their writer, as the sealer does.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'reconciliation_differs';  -- the books and the world say different things, and go on doing so

-- ── how far the history was folded ────────────────────────────────────────────────────────────────────────────

-- One row. Whoever reconciles holds a lease, so that two workers do not do it twice.
create table reconciling (
  is_one boolean primary key default true check (is_one),
  holder text,
  lease_until timestamptz,
  -- Everything whose writer is at most this number is in the sums below.
  through_xid bigint not null default 0,
  -- The last seal whose rows were hashed anew; after the newest one it begins again.
  verified_seal bigint not null default 0,
  verified_all_at timestamptz,
  -- Up to which writer the checks were run, and when; and the last day on which they read everything.
  checked_xid bigint not null default 0,
  checked_at timestamptz,
  checked_all_on date
);
insert into reconciling default values;

-- The sum of an account, and of an account in a day (in Lagos). Held and committed money is summed over all transactions.
create table account_book (
  mode mode not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  primary key (mode, kind, owner, asset)
) with (fillfactor = 50);
create table account_day (
  mode mode not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  day date not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  primary key (mode, day, kind, owner, asset)
) with (fillfactor = 50);

-- What the books and the vendor's own book of a payout account say of one thing, as long as they do not say the same.
create table payout_item (
  account_id uuid not null references payout_account (id),
  -- 'ref:<reference>' of a payment, 'entry:<id>' of a posting with its lines, 'line:<id>' of a line that nothing explains.
  key text not null,
  ours_minor numeric(38, 0) not null,
  theirs_minor numeric(38, 0) not null,
  since timestamptz not null,
  primary key (account_id, key)
) with (fillfactor = 70);
-- The sum of the vendor's lines.
create table payout_book (
  account_id uuid primary key references payout_account (id),
  lines_minor numeric(38, 0) not null,
  line_count bigint not null
) with (fillfactor = 50);

-- Deposit addresses that should have tokens, or have others than they should. The one that was not looked at for the longest is next.
create table deposit_holding (
  mode mode not null,
  network text not null,
  address text collate "C" not null,
  units numeric(78, 0) not null,
  looked_at timestamptz,
  -- What was there last, less what should have been.
  off_units numeric(78, 0) not null default 0,
  primary key (mode, network, address)
) with (fillfactor = 70);
create index deposit_holding_next on deposit_holding (mode, network, looked_at nulls first, address);
create index deposit_holding_off on deposit_holding (mode, network) where off_units <> 0;

-- What sweeps brought to a lane: more than the books have, by what is less than a kobo at each address.
create table lane_sweeps (
  lane_id uuid primary key,
  units numeric(78, 0) not null,
  minor numeric(38, 0) not null
) with (fillfactor = 50);
create index deposit_sweep_of_lane on deposit_sweep (lane_id, block);

create function take_reconciling(p_holder text, p_lease_ms integer) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update reconciling set holder = p_holder, lease_until = clock_timestamp() + make_interval(secs => least(greatest(p_lease_ms, 0), 120000) / 1000.0)
    where holder = p_holder or lease_until is null or lease_until <= clock_timestamp();
  return found;
end $$;

create function release_reconciling(p_holder text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set holder = null, lease_until = null where holder = p_holder
$$;

-- In an account: what its balance grows by. Out: the rest.
create function posting_sides(p_after bigint, p_through bigint)
returns table (entry_id uuid, mode mode, kind account_kind, owner text, asset asset, in_minor numeric, out_minor numeric)
language sql stable as $$
  select p.entry_id, p.mode, p.debit_kind, p.debit_owner, p.asset,
    case when account_is_debit_normal(p.debit_kind) then p.amount_minor::numeric else 0 end,
    case when account_is_debit_normal(p.debit_kind) then 0 else p.amount_minor::numeric end
  from posting p where p.xid > p_after and p.xid <= p_through
  union all
  select p.entry_id, p.mode, p.credit_kind, p.credit_owner, p.asset,
    case when account_is_debit_normal(p.credit_kind) then 0 else p.amount_minor::numeric end,
    case when account_is_debit_normal(p.credit_kind) then p.amount_minor::numeric else 0 end
  from posting p where p.xid > p_after and p.xid <= p_through
$$;

-- Whose money is summed over all transactions.
create function book_owner(p_kind account_kind, p_owner text) returns text language sql immutable parallel safe
  return case when p_kind in ('held', 'committed') then '' else p_owner end;

-- Folds the next writers, at most so many, into the sums. True when there are more.
create function fold_books(p_most bigint) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_after bigint;
  v_last bigint;
  v_through bigint;
begin
  select through_xid into strict v_after from reconciling for update;
  -- Below it every writer has ended: nothing new can appear there.
  v_last := pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1;
  v_through := least(v_last, v_after + p_most);
  if v_through <= v_after then
    return false;
  end if;

  with side as materialized (
    select s.*, lagos_day(e.posted_at) as day, e.id is null as is_stray
    from posting_sides(v_after, v_through) s left join entry e on e.id = s.entry_id
  ), booked as (
    insert into account_book as b
      select s.mode, s.kind, book_owner(s.kind, s.owner), s.asset, sum(s.in_minor), sum(s.out_minor) from side s group by 1, 2, 3, 4
      on conflict (mode, kind, owner, asset) do update
        set in_minor = b.in_minor + excluded.in_minor, out_minor = b.out_minor + excluded.out_minor
  )
  -- A day that was closed stays as it was: what comes late is of the day after it.
  insert into account_day as d
    select s.mode, s.kind, book_owner(s.kind, s.owner), s.asset,
      greatest(coalesce(s.day, lagos_day(now())), (select max(c.day) + 1 from daily_close c where c.mode = s.mode)), sum(s.in_minor), sum(s.out_minor)
    from side s group by 1, 2, 3, 4, 5
    on conflict (mode, day, kind, owner, asset) do update
      set in_minor = d.in_minor + excluded.in_minor, out_minor = d.out_minor + excluded.out_minor;

  insert into payout_item as i
    select t.account_id, t.key, sum(t.ours), sum(t.theirs), min(t.at) from (
      select s.owner::uuid as account_id, coalesce('ref:' || x.reference, 'entry:' || coalesce(e.reverses, e.id)) as key,
        s.in_minor - s.out_minor as ours, 0::numeric as theirs, e.posted_at as at
      from posting_sides(v_after, v_through) s join entry e on e.id = s.entry_id
      left join lateral (
        select x.reference from payout_right r join payout x on x.right_id = r.id
        where r.transaction_id = e.transaction_id and x.entry_id in (e.id, e.reverses) limit 1) x on true
      where s.kind = 'payout_bank'
      union all
      select l.account_id, coalesce('entry:' || l.entry_id, 'entry:' || (select f.entry_id from payout_funding f where f.line_id = l.id),
          case when l.reference is not null and l.kind <> 'fee' then 'ref:' || l.reference end, 'line:' || l.id),
        0, case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end, l.seen_at
      from payout_line l where l.xid > v_after and l.xid <= v_through
    ) t
    where exists (select from payout_account a where a.id = t.account_id)
    group by t.account_id, t.key
    on conflict (account_id, key) do update
      set ours_minor = i.ours_minor + excluded.ours_minor, theirs_minor = i.theirs_minor + excluded.theirs_minor;
  delete from payout_item where ours_minor = theirs_minor;
  insert into payout_book as b
    select l.account_id, sum(case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end), count(*)
    from payout_line l where l.xid > v_after and l.xid <= v_through group by l.account_id
    on conflict (account_id) do update set lines_minor = b.lines_minor + excluded.lines_minor, line_count = b.line_count + excluded.line_count;

  insert into deposit_holding as h (mode, network, address, units)
    select t.mode, t.network, t.address, sum(t.units) from (
      select d.mode, d.network, d.address, d.units from deposit d where d.xid > v_after and d.xid <= v_through
      union all
      select w.mode, w.network, w.address, -w.units from deposit_sweep w where w.xid > v_after and w.xid <= v_through) t
    group by t.mode, t.network, t.address
    on conflict (mode, network, address) do update set units = h.units + excluded.units, looked_at = null;
  insert into lane_sweeps as s
    select w.lane_id, sum(w.units), sum(w.swept_minor::numeric) from deposit_sweep w where w.xid > v_after and w.xid <= v_through group by w.lane_id
    on conflict (lane_id) do update set units = s.units + excluded.units, minor = s.minor + excluded.minor;

  update reconciling set through_xid = v_through;
  return v_through < v_last;
end $$;

-- ── looks ─────────────────────────────────────────────────────────────────────────────────────────────────────

create domain reconciled_kind as text check (value in ('lane', 'deposits', 'gas', 'payout_lines', 'payout_balance', 'collection', 'ledger'));

-- What was found: one row when something changes, and none while all is as it was.
create table reconciliation (
  id uuid primary key,
  scope_kind reconciled_kind not null,
  scope text collate "C" not null,
  mode mode not null,
  at timestamptz not null,
  ours_minor numeric(78, 0) not null,
  theirs_minor numeric(78, 0) not null,
  -- What nothing explains: theirs, less ours and what is under way.
  difference_minor numeric(78, 0) not null,
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  state text not null check (state in ('agrees', 'differs', 'confirmed')),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check ((difference_minor = 0) = (state = 'agrees'))
);
create index reconciliation_of_scope on reconciliation (scope_kind, scope, mode, at);
create trigger reconciliation_is_history before update or delete or truncate on reconciliation
  for each statement execute function refuse_change();

-- How each thing that is compared stands now.
create table reconciliation_scope (
  scope_kind reconciled_kind not null,
  scope text collate "C" not null,
  mode mode not null,
  ours_minor numeric(78, 0) not null,
  theirs_minor numeric(78, 0) not null,
  difference_minor numeric(78, 0) not null,
  items jsonb not null,
  state text not null check (state in ('agrees', 'differs', 'confirmed')),
  -- Since when it stands so.
  since timestamptz not null,
  looked_at timestamptz not null,
  last_agreed_at timestamptz,
  -- What the next look compares with.
  basis jsonb,
  primary key (scope_kind, scope, mode)
) with (fillfactor = 50);

-- Tokens in a wallet of ours that nobody explains, as they were put in suspense.
create table reconciliation_surplus (
  entry_id uuid primary key,
  mode mode not null,
  lane_id uuid not null references lane (id),
  amount_minor positive_minor not null,
  case_id uuid not null,
  at timestamptz not null,
  -- Two people said that they are ours, in this commit.
  undone_entry_id uuid unique
);
create index reconciliation_surplus_standing on reconciliation_surplus (lane_id) where undone_entry_id is null;

-- Stops what an account of the books stands for; the words for it, or null where nothing of it can be stopped.
create function stop_account(p_kind account_kind, p_owner text, p_asset asset, p_mode mode, p_reason text, p_at timestamptz) returns text
language plpgsql as $$
declare
  v_network text := split_part(p_owner, ':', 1);
  v_business uuid;
begin
  if p_kind in ('float', 'deposit') or p_kind = 'outgoing' and p_asset = 'NGNC' then
    if gas_asset(v_network) is null then
      return null;
    end if;
    perform place_freeze('network', p_mode || ':' || v_network, p_reason, 'system:reconciliation', p_at);
    return 'network ' || p_mode || ':' || v_network;
  elsif p_kind = 'payout_bank' or p_kind = 'outgoing' and p_asset = 'NGN' then
    if exists (select from payout_account a where a.id::text = p_owner and a.state in ('active', 'draining')) then
      perform stop_payout_account(p_owner::uuid, 'frozen', 'system:reconciliation', p_reason, p_at);
    end if;
    return 'payout account ' || p_owner;
  elsif p_kind = 'bank' then
    if exists (select from vendor_account v where v.id::text = p_owner) then
      perform freeze_account(p_owner::uuid, p_reason, p_at);
    end if;
    return 'collection account ' || p_owner;
  elsif p_kind in ('business', 'receivable', 'reserve') and p_owner ~ '^[0-9a-f-]{36}$' then
    v_business := p_owner::uuid;
  elsif p_kind in ('held', 'committed') and p_owner ~ '^[0-9a-f-]{36}$' then
    v_business := (select t.business_id from transaction t where t.id = p_owner::uuid);
  end if;
  if v_business is null then
    return null;
  end if;
  perform place_freeze('business', v_business::text, p_reason, 'system:reconciliation', p_at);
  return 'business ' || v_business;
end $$;

-- The account of the books that a look is about.
create function stop_scope(p_kind text, p_scope text, p_mode mode, p_reason text, p_at timestamptz) returns text language sql as $$
  select case p_kind
    when 'lane' then stop_account('float', p_scope, 'NGNC', p_mode, p_reason, p_at)
    when 'deposits' then stop_account('deposit', p_scope, 'NGNC', p_mode, p_reason, p_at)
    when 'payout_lines' then stop_account('payout_bank', p_scope, 'NGN', p_mode, p_reason, p_at)
    when 'payout_balance' then stop_account('payout_bank', p_scope, 'NGN', p_mode, p_reason, p_at)
    when 'collection' then stop_account('bank', p_scope, 'NGN', p_mode, p_reason, p_at) end
$$;

-- Stops what the findings about the ledger are about: [{kind, owner, asset, …}]. What is about no account, or too much at once, stops everything;
-- what the checks of the record say stops nothing by itself.
create function stop_found(p_scope text, p_mode mode, p_items jsonb, p_reason text, p_at timestamptz) returns text language plpgsql as $$
declare
  v_stopped text;
begin
  if p_scope = 'checks' then
    return null;
  end if;
  select string_agg(distinct stop_account((i ->> 'kind')::account_kind, i ->> 'owner', (i ->> 'asset')::asset, p_mode, p_reason, p_at), ', ') into v_stopped
    from jsonb_array_elements(p_items) as i where i ? 'kind';
  if v_stopped is null or jsonb_array_length(p_items) > 20 or exists (select from jsonb_array_elements(p_items) as i where not i ? 'kind') then
    perform place_freeze('all', '', p_reason, 'system:reconciliation', p_at);
    v_stopped := concat_ws(', ', v_stopped, 'everything');
  end if;
  return v_stopped;
end $$;

-- Tokens that came to a wallet of ours and that nobody explains are somebody's: they wait in suspense.
create function book_surplus(p_scope text, p_mode mode, p_amount numeric, p_case uuid, p_at timestamptz) returns uuid language plpgsql as $$
declare
  l lane;
  v_entry uuid := uuidv7();
begin
  select * into strict l from lane
    where mode = p_mode and network = split_part(p_scope, ':', 1) and number = split_part(p_scope, ':', 2)::integer for no key update;
  perform post_entry(v_entry, p_mode, null, 'surplus_found', p_at, array['float']::account_kind[], array[p_scope],
    array['suspense']::account_kind[], array[''], array['NGNC']::asset[], array[p_amount]::positive_minor[]);
  insert into reconciliation_surplus (entry_id, mode, lane_id, amount_minor, case_id, at) values (v_entry, p_mode, l.id, p_amount, p_case, p_at);
  return v_entry;
end $$;

-- Keeps what a look found. A difference that stands for p_confirm_ms in one direction is confirmed, once: we have less than the books say, and
-- what it is in is stopped; we have more, and it is put in suspense where no line of a bank will explain it. People are asked, and no more when it agrees again.
-- All is frozen when what is missing in a mode comes to more than p_all_minor. Returns how it stands.
create function note_reconciliation(
  p_kind text, p_scope text, p_mode mode, p_ours numeric, p_theirs numeric, p_difference numeric, p_items jsonb, p_basis jsonb,
  p_confirm_ms integer, p_all_minor numeric, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s reconciliation_scope;
  v_state text;
  v_subject text := p_kind || ':' || p_mode || ':' || p_scope;
  v_words text;
  v_stopped text;
  v_case uuid;
  v_missing numeric;
  v_is_surplus boolean;
begin
  select * into s from reconciliation_scope where scope_kind = p_kind and scope = p_scope and mode = p_mode for update;
  v_state := case
    when p_difference = 0 then 'agrees'
    when s.state is null or s.state = 'agrees' or sign(p_difference) <> sign(s.difference_minor) then 'differs'
    when s.state = 'differs' and p_at - s.since >= make_interval(secs => p_confirm_ms / 1000.0) then 'confirmed'
    else s.state end;
  if s.state is null or (s.state, s.difference_minor) is distinct from (v_state, p_difference) then
    insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
      values (uuidv7(), p_kind, p_scope, p_mode, p_at, p_ours, p_theirs, p_difference, p_items, v_state);
  end if;
  insert into reconciliation_scope as r
    values (p_kind, p_scope, p_mode, p_ours, p_theirs, p_difference, p_items, v_state, p_at, p_at, case v_state when 'agrees' then p_at end, p_basis)
    on conflict (scope_kind, scope, mode) do update set ours_minor = p_ours, theirs_minor = p_theirs, difference_minor = p_difference,
      items = p_items, state = v_state, looked_at = p_at, basis = p_basis,
      since = case when r.state = v_state or r.state = 'differs' and v_state = 'confirmed' then r.since else p_at end,
      last_agreed_at = case v_state when 'agrees' then p_at else r.last_agreed_at end;

  if v_state = 'agrees' and s.state in ('differs', 'confirmed') then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the books and the world agree again"}', p_at) from case_file c
      where c.kind = 'reconciliation_differs' and c.state <> 'resolved' and c.mode = p_mode and c.facts ->> 'subject' = v_subject
        and not c.facts ? 'is_in_suspense';
  end if;
  if v_state <> 'confirmed' or s.state = 'confirmed' then
    return v_state;
  end if;

  v_words := case when p_kind = 'ledger' then format('The %s of the ledger do not hold in %s mode: %s findings', p_scope, p_mode, p_difference)
    else format('%s %s in %s mode: the books say %s, and %s is there', replace(p_kind, '_', ' '), p_scope, p_mode, p_theirs - p_difference, p_theirs) end;
  v_is_surplus := p_kind = 'lane' and p_difference > 0 and not exists (
    -- What left a deposit address and is not booked yet comes to a lane: the sweep will explain it.
    select from reconciliation_scope x where x.scope_kind = 'deposits' and x.scope = split_part(p_scope, ':', 1) and x.mode = p_mode
      and x.state <> 'agrees');
  if p_kind = 'ledger' then
    v_stopped := stop_found(p_scope, p_mode, p_items, v_words, p_at);
  elsif p_difference < 0 then
    v_stopped := stop_scope(p_kind, p_scope, p_mode, v_words, p_at);
    select coalesce(sum(-x.difference_minor), 0) into v_missing from reconciliation_scope x
      where x.mode = p_mode and x.state = 'confirmed' and x.difference_minor < 0 and x.scope_kind not in ('gas', 'ledger');
    if v_missing > p_all_minor then
      perform place_freeze('all', '', format('₦%s is missing in %s mode: %s', in_naira(v_missing), p_mode, v_words), 'system:reconciliation', p_at);
      v_stopped := concat_ws(', ', v_stopped, 'everything');
    end if;
  elsif p_kind = 'gas' then
    return v_state;
  end if;
  v_case := open_case(uuidv7(), p_mode, 'reconciliation_differs', null, null, null, null,
    v_words || case when v_is_surplus then '; what is too much waits in suspense' else '' end,
    jsonb_strip_nulls(jsonb_build_object('subject', v_subject || case when v_is_surplus then ':' || p_at else '' end,
      'kind', p_kind, 'scope', p_scope, 'ours_minor', p_ours::text, 'theirs_minor', p_theirs::text, 'difference_minor', p_difference::text,
      'stopped', v_stopped, 'is_in_suspense', case when v_is_surplus then true end,
      'items', (select jsonb_agg(i.item) from (select i.item from jsonb_array_elements(p_items) as i (item) limit 20) i))),
    null, p_at, p_at + interval '1 hour');
  if v_is_surplus then
    perform book_surplus(p_scope, p_mode, p_difference, v_case, p_at);
    -- By this they agree; whatever is too much later is found anew.
    insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
      values (uuidv7(), p_kind, p_scope, p_mode, p_at, p_ours + p_difference, p_theirs, 0, p_items, 'agrees');
    update reconciliation_scope set ours_minor = p_ours + p_difference, difference_minor = 0, state = 'agrees', since = p_at, last_agreed_at = p_at
      where scope_kind = p_kind and scope = p_scope and mode = p_mode;
  end if;
  return v_state;
end $$;

-- Which account of the books a sealed row is about.
create function accounts_of_row(p_table text, p_id uuid, p_ordinal integer)
returns table (mode mode, kind account_kind, owner text, asset asset)
language sql stable security definer set search_path = afara, pg_temp as $$
  select p.mode, s.kind, s.owner, p.asset from posting p
    cross join lateral (values (p.debit_kind, p.debit_owner), (p.credit_kind, p.credit_owner)) as s (kind, owner)
    where p_table in ('posting', 'entry') and p.entry_id = p_id and (p_table = 'entry' or p.ordinal = p_ordinal)
  union all
  select l.mode, 'bank', l.vendor_account_id::text, 'NGN' from bank_line l where p_table = 'bank_line' and l.id = p_id
  union all
  select v.mode, 'bank', v.id::text, 'NGN' from bank_line_reading r join vendor_account v on v.id = r.vendor_account_id
    where p_table = 'bank_line_reading' and r.id = p_id
  union all
  select t.mode, 'held', t.id::text, 'NGN' from transaction t where p_table = 'transaction_event' and t.id = p_id
  union all
  select a.mode, 'held', a.transaction_id::text, 'NGN' from allocation a where p_table = 'allocation' and a.id = p_id
  union all
  select f.mode, 'float', f.network, 'NGNC' from transfer_attempt a join transfer f on f.id = a.transfer_id where p_table = 'transfer_attempt' and a.id = p_id
  union all
  select d.mode, 'deposit', d.network, 'NGNC' from deposit d where p_table = 'deposit' and d.id = p_id
  union all
  select d.mode, 'deposit', d.network, 'NGNC' from deposit_sweep d where p_table = 'deposit_sweep' and d.id = p_id
  union all
  select r.mode, 'held', r.transaction_id::text, 'NGNC' from payout_right r where p_table = 'payout_right' and r.id = p_id
  union all
  select x.mode, 'payout_bank', x.account_id::text, 'NGN' from payout_reading r join payout x on x.id = r.payout_id
    where p_table = 'payout_reading' and r.id = p_id
  union all
  select a.mode, 'payout_bank', a.id::text, 'NGN' from payout_line l join payout_account a on a.id = l.account_id
    where p_table = 'payout_line' and l.id = p_id
$$;

-- Accounts whose balance is not the sum of their postings: held money is compared as a whole.
create function find_wrong_balances() returns table (mode mode, kind account_kind, owner text, asset asset, balance_minor numeric, postings_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with told as (
    select b.mode, b.kind, book_owner(b.kind, b.owner) as owner, b.asset, sum(b.amount_minor::numeric) as minor from balance b group by 1, 2, 3, 4
  ), summed as (
    select s.mode, s.kind, s.owner, s.asset, sum(s.minor) as minor from (
      select b.mode, b.kind, b.owner, b.asset, b.in_minor - b.out_minor as minor from account_book b where account_has_floor(b.kind)
      union all
      select p.mode, p.kind, book_owner(p.kind, p.owner), p.asset, p.in_minor - p.out_minor
      from reconciling r cross join lateral posting_sides(r.through_xid, 9223372036854775807) p where account_has_floor(p.kind)
    ) s group by 1, 2, 3, 4
  )
  select coalesce(t.mode, s.mode), coalesce(t.kind, s.kind), coalesce(t.owner, s.owner), coalesce(t.asset, s.asset), coalesce(t.minor, 0), coalesce(s.minor, 0)
  from told t full join summed s using (mode, kind, owner, asset) where coalesce(t.minor, 0) <> coalesce(s.minor, 0)
$$;

create function note_verified(p_seal bigint, p_is_all boolean, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set verified_seal = p_seal, verified_all_at = case when p_is_all then p_at else verified_all_at end
$$;

create function note_checked(p_xid bigint, p_all_on date, p_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update reconciling set checked_xid = p_xid, checked_at = p_at, checked_all_on = coalesce(p_all_on, checked_all_on)
$$;

-- What was found at deposit addresses: [{address, off_units}]. Those that are empty and right are not looked at again.
create function note_holdings(p_mode mode, p_network text, p_found json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update deposit_holding h set looked_at = p_at, off_units = f.off_units
    from json_to_recordset(p_found) as f (address text, off_units numeric)
    where h.mode = p_mode and h.network = p_network and h.address = f.address;
  delete from deposit_holding h using json_to_recordset(p_found) as f (address text)
    where h.mode = p_mode and h.network = p_network and h.address = f.address and h.units = 0 and h.off_units = 0;
end $$;

-- ── a surplus that was ours ───────────────────────────────────────────────────────────────────────────────────

-- As before; what reconciliation has put in suspense meanwhile is still to be explained, and this may be the explanation.
create or replace function top_up_room(l lane, out tokens_minor numeric, out gas_units numeric) language plpgsql stable as $$
begin
  select l.tokens_minor - coalesce(sum(x.minor), 0) into tokens_minor from (
    select b.amount_minor::numeric as minor from balance b
      where b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
    union all
    select -s.amount_minor::numeric from reconciliation_surplus s where s.lane_id = l.id and s.undone_entry_id is null
    union all
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.state in ('reserved', 'signed')
    union all
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.state = 'conflict'
    union all
    -- Locks end in their order: what ended in the last minute is among the newest. Five seconds for clocks that differ.
    select r.tokens_minor::numeric from transfer f join transfer_right r on r.id = f.right_id
      where f.lane_id = l.id and f.lock >= l.next_lock - 10000 and f.state = 'final_ok' and f.ended_at > l.read_at - interval '5 seconds'
    union all
    select a.tokens_minor::numeric from adopted_lock a where a.lane_id = l.id and a.state = 'waiting' and a.end_state is null
  ) x;
  gas_units := coalesce((select sum(o.gas_units) from lane o where o.mode = l.mode and o.network = l.network), 0)
    - account_sum(l.mode, 'gas', l.network, gas_asset(l.network));
end $$;

-- Tokens of a lane were topped up: what waited in suspense there is undone. If that was more, the next looks find the rest.
create function undo_surplus() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s reconciliation_surplus;
  v_entry uuid;
begin
  for s in
    select x.* from reconciliation_surplus x join lane l on l.id = x.lane_id
    where x.undone_entry_id is null and l.mode = new.mode and l.network = new.resolution ->> 'network' and l.number = (new.resolution ->> 'number')::integer
  loop
    v_entry := uuidv7();
    perform reverse_entry(v_entry, s.entry_id, 'surplus_explained', new.resolved_at);
    update reconciliation_surplus set undone_entry_id = v_entry where entry_id = s.entry_id;
    perform close_case(s.case_id, '{"action": "dismiss", "reason": "two people have topped the lane up"}', new.resolved_at) from case_file c
      where c.id = s.case_id and c.state <> 'resolved';
  end loop;
  return null;
end $$;
-- At the end of the commit: by then what was topped up is in the books, and the float has what is taken back.
create constraint trigger case_file_explains_surplus after update on case_file deferrable initially deferred for each row
  when (new.state = 'resolved' and old.state <> 'resolved' and new.resolution ->> 'action' = 'top_up_lane' and new.ended = 'approved')
  execute function undo_surplus();

-- ── the close of a day ────────────────────────────────────────────────────────────────────────────────────────

create table daily_close (
  mode mode not null,
  day date not null,
  made_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (mode, day)
);
create table daily_close_line (
  mode mode not null,
  day date not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  opening_minor numeric(38, 0) not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  closing_minor numeric(38, 0) not null,
  -- What bank, vendor or chain have, by the last look before the close, when all that was under way is counted. Null: it is nowhere but in the books.
  world_minor numeric(78, 0),
  difference_minor numeric(78, 0),
  primary key (mode, day, kind, owner, asset),
  foreign key (mode, day) references daily_close (mode, day),
  check (closing_minor = opening_minor + in_minor - out_minor)
);
create trigger daily_close_is_history before update or delete or truncate on daily_close for each statement execute function refuse_change();
create trigger daily_close_line_is_history before update or delete or truncate on daily_close_line for each statement execute function refuse_change();

-- Every account in a day: with what it began, what came, what went, with what it ended, and what the world has.
create function lines_of_day(p_mode mode, p_day date)
returns table (kind account_kind, owner text, asset asset, opening_minor numeric, in_minor numeric, out_minor numeric, closing_minor numeric,
  world_minor numeric, difference_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select b.kind, b.owner, b.asset, c.closing - c.ins + c.outs, c.ins, c.outs, c.closing, c.closing + w.difference, w.difference
  from account_book b
  cross join lateral (
    select b.in_minor - b.out_minor - coalesce(sum(d.in_minor - d.out_minor) filter (where d.day > p_day), 0) as closing,
      coalesce(sum(d.in_minor) filter (where d.day = p_day), 0) as ins, coalesce(sum(d.out_minor) filter (where d.day = p_day), 0) as outs
    from account_day d where d.mode = p_mode and d.day >= p_day and d.kind = b.kind and d.owner = b.owner and d.asset = b.asset) c
  left join lateral (
    select sum(s.difference_minor) as difference from reconciliation_scope s
    where s.mode = p_mode and (s.scope_kind::text, s.scope) in (
      (case b.kind when 'float' then 'lane' when 'deposit' then 'deposits' when 'gas' then 'gas' when 'payout_bank' then 'payout_lines' when 'bank' then 'collection' end, b.owner),
      (case b.kind when 'payout_bank' then 'payout_balance' end, b.owner))) w on true
  where b.mode = p_mode and (c.closing <> 0 or c.ins <> 0 or c.outs <> 0)
  order by b.kind, b.owner, b.asset
$$;

-- What stands in the way of a close.
create function differs_now(p_mode mode) returns table (scope_kind text, scope text, difference_minor numeric, since timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select s.scope_kind::text, s.scope, s.difference_minor, s.since from reconciliation_scope s
  where s.mode = p_mode and s.state <> 'agrees' and not (s.scope_kind = 'gas' and s.difference_minor > 0) order by s.scope_kind, s.scope
$$;

-- Closes the next days of a mode that are over, each once; none while something differs. Returns how many.
create function close_days(p_mode mode, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_day date;
  v_count integer := 0;
begin
  if exists (select from differs_now(p_mode)) then
    return 0;
  end if;
  for v_day in
    select d::date from generate_series(
      coalesce((select max(c.day) + 1 from daily_close c where c.mode = p_mode), (select min(a.day) from account_day a where a.mode = p_mode)),
      -- Whoever posted in the last moment of a day has committed by then.
      lagos_day(p_at - interval '5 minutes') - 1, interval '1 day') as d limit 31
  loop
    insert into daily_close (mode, day, made_at) values (p_mode, v_day, p_at) on conflict do nothing;
    if found then
      insert into daily_close_line
        select p_mode, v_day, l.kind, l.owner, l.asset, l.opening_minor, l.in_minor, l.out_minor, l.closing_minor, l.world_minor, l.difference_minor
        from lines_of_day(p_mode, v_day) l;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

-- ── what it shows of itself ───────────────────────────────────────────────────────────────────────────────────

create function reconciliation_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.name, jsonb_build_object('mode', s.mode, 'kind', s.scope_kind, 'scope', s.scope), f.value::double precision
  from reconciliation_scope s cross join lateral (values
    ('reconciliation_difference', s.difference_minor), ('reconciliation_confirmed', (s.state = 'confirmed')::integer),
    ('reconciliation_age_seconds', greatest(0, extract(epoch from p_at - s.looked_at)))) as f (name, value)
  union all
  select 'seals_verified_age_seconds', '{}', extract(epoch from p_at - r.verified_all_at)::double precision from reconciling r where r.verified_all_at is not null
$$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What was confirmed was asked about; what was put in suspense is in the ledger; and a day that was closed hangs together with the one before it.
create function check_reconciliation(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, 'it was confirmed, and nobody was asked')::finding
  from reconciliation r
  where r.state = 'confirmed' and r.xid > since_xid and not (r.scope_kind = 'gas' and r.difference_minor > 0) and not exists (
    select from case_file c where c.kind::text = 'reconciliation_differs' and c.mode = r.mode and c.facts ->> 'kind' = r.scope_kind and c.facts ->> 'scope' = r.scope
      and c.opened_at <= r.at)
  union all
  select row(e.id::text, 'it books a surplus that no look found')::finding
  from entry e where e.step in ('surplus_found', 'surplus_explained') and e.xid > since_xid and not exists (
    select from reconciliation_surplus s where e.id in (s.entry_id, s.undone_entry_id))
  union all
  select row(s.entry_id::text, 'a surplus that the ledger does not have as it says')::finding
  from reconciliation_surplus s
  where not exists (select from posting p where p.entry_id = s.entry_id and p.mode = s.mode and p.debit_kind = 'float' and p.credit_kind = 'suspense'
      and p.asset = 'NGNC' and p.amount_minor = s.amount_minor)
    or s.undone_entry_id is not null and not exists (select from entry e where e.id = s.undone_entry_id and e.reverses = s.entry_id)
$$;

create function check_daily_closes(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.mode || ' ' || c.day, problem)::finding
  from daily_close c
  cross join lateral (
    select bool_or(x.apart <> 0) as is_apart from (
      select sum(case when account_is_debit_normal(l.kind) then l.closing_minor else -l.closing_minor end) as apart
      from daily_close_line l where l.mode = c.mode and l.day = c.day group by l.asset) x) t
  cross join lateral (select case
    when exists (select from daily_close_line l where l.mode = c.mode and l.day = c.day and l.difference_minor <> 0 and l.kind <> 'gas') then 'it was closed while something differed'
    when t.is_apart then 'what it closes with does not come to nothing'
    when exists (select from daily_close b where b.mode = c.mode and b.day = c.day - 1) and exists (
      select from (select * from daily_close_line l where l.mode = c.mode and l.day = c.day) n
      full join (select * from daily_close_line l where l.mode = c.mode and l.day = c.day - 1) b using (kind, owner, asset)
      where coalesce(n.opening_minor, 0) <> coalesce(b.closing_minor, 0)) then 'it does not begin as the day before ended'
    end as problem) p
  where c.xid > since_xid and problem is not null
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['reconciling', 'account_book', 'account_day', 'payout_item', 'payout_book', 'deposit_holding', 'lane_sweeps', 'reconciliation',
      'reconciliation_scope', 'reconciliation_surplus', 'daily_close', 'daily_close_line'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant execute on function take_reconciling, release_reconciling, fold_books, note_reconciliation, accounts_of_row, find_wrong_balances, note_verified,
  note_checked, note_holdings, close_days, check_reconciliation, check_daily_closes to afara_worker;
grant execute on function reconciliation_figures to afara_api;
