-- Why: a wallet can be spelt right and still be unable to receive: it has no trustline, is a contract on another network only, is
-- frozen by the issuer. Its network is asked before anything is cleared. What cannot receive waits where it is, with the reason and the
-- way to mend it in words that its business reads, and goes on by itself when it is mended.

set local role afara_owner;
set local search_path = afara;

-- The newest answer about each wallet, so that a wallet is asked about once and not for each buy. A memory, and no history.
create table wallet_preflight (
  mode mode not null,
  network text not null,
  address text not null,
  outcome text not null check (outcome in ('fine', 'blocked')),
  code text,
  message text,
  -- What is odd about it without being in the way.
  warning text,
  -- It was asked whether so much can arrive: more may not.
  tokens_minor nonnegative_minor not null,
  asked_at timestamptz not null,
  -- Tokens of ours have arrived there.
  paid_at timestamptz,
  primary key (mode, network, address),
  check ((outcome = 'blocked') = (code is not null and message is not null)),
  check (num_nulls(code, message) in (0, 2))
) with (fillfactor = 70);

-- A transaction that waits, or waited, for the wallet that it goes to.
create table wallet_block (
  id uuid primary key,
  transaction_id uuid not null,
  mode mode not null,
  code text not null check (code <> ''),
  message text not null check (message <> ''),
  since timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create index wallet_block_of_transaction on wallet_block (transaction_id);
create unique index wallet_block_open on wallet_block (transaction_id) where ended_at is null;

-- ── what is read before it is asked ───────────────────────────────────────────────────────────────────────────

-- As in 0022, with the wallet: what is remembered of it, whether it is one of our own, and whether the buy waits for it.
drop function driven_buys;
create function driven_buys(p_transactions uuid[])
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  payer_account_name text, wallet_address text, payer_names text[], network text, tokens_minor numeric, fine_minor numeric,
  fine_at timestamptz, paid_at timestamptz, is_ours boolean, is_blocked boolean
) language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, b.payer_account_name, b.wallet_address,
      array(
        select n.name::text from allocation a
        join bank_line_seat s on s.line_id = a.line_id
        join bank_line_reading r on r.id = s.reading_id
        left join bank_line_payer p on p.reading_id = s.reading_id
        cross join lateral (values (r.payer_name), (p.payer_name)) as n (name)
        where a.transaction_id = u.id and n.name is not null),
      b.network, t.amount_minor::numeric - b.fee_minor::numeric, f.tokens_minor::numeric,
      case f.outcome when 'fine' then f.asked_at end, f.paid_at, is_own_wallet(b.wallet_address),
      exists (select from wallet_block k where k.transaction_id = u.id and k.ended_at is null)
    from unnest(p_transactions) as u (id)
    join transaction t on t.id = u.id join buy b on b.transaction_id = u.id left join wake w on w.subject_id = u.id
    left join wallet_preflight f on f.mode = t.mode and f.network = b.network and f.address = b.wallet_address;
end $$;

-- Whether a lane has this wallet, on whatever network and in whatever mode: it is nobody else's anywhere. An address of Stellar with a number
-- inside (M…) pays the account whose key it has in the same characters as that account's own address (G…).
create function is_own_wallet(p_address text) returns boolean language sql stable as $$
  select exists (select from lane l where lower(l.address) = lower(p_address)
    or (l.network = 'Stellar' and length(p_address) = 69 and substr(l.address, 2, 51) = substr(p_address, 2, 51)))
$$;

-- The same of a withdrawal, whose tokens are all that it is about.
create function driven_withdrawal(p_transaction uuid)
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  wallet_address text, network text, tokens_minor numeric, fine_minor numeric, fine_at timestamptz, paid_at timestamptz, is_ours boolean,
  is_blocked boolean
) language sql stable security definer set search_path = afara, pg_temp as $$
  select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, d.wallet_address, d.network,
    t.amount_minor::numeric, f.tokens_minor::numeric, case f.outcome when 'fine' then f.asked_at end, f.paid_at,
    is_own_wallet(d.wallet_address),
    exists (select from wallet_block k where k.transaction_id = t.id and k.ended_at is null)
  from transaction t join withdrawal d on d.transaction_id = t.id left join wake w on w.subject_id = t.id
  left join wallet_preflight f on f.mode = t.mode and f.network = d.network and f.address = d.wallet_address
  where t.id = p_transaction
$$;

-- ── what was answered ─────────────────────────────────────────────────────────────────────────────────────────

-- Keeps what networks said: [{mode, network, address, tokens_minor, outcome, code, message, warning}]. In one order, so that two who
-- keep the same wallets do not wait for each other.
create function remember_wallets(p_answers jsonb, p_at timestamptz) returns void language sql as $$
  insert into wallet_preflight as f (mode, network, address, outcome, code, message, warning, tokens_minor, asked_at)
  select distinct on (a.mode, a.network, a.address) a.mode, a.network, a.address, a.outcome, a.code, a.message, a.warning, a.tokens_minor, p_at
  from jsonb_to_recordset(p_answers) as a (
    mode mode, network text, address text, tokens_minor numeric, outcome text, code text, message text, warning text)
  where a.outcome in ('fine', 'blocked') and a.address is not null
  -- Of several sums the smallest is what all of them vouch for; a no stands before a yes.
  order by a.mode, a.network, a.address, a.outcome, a.tokens_minor
  on conflict (mode, network, address) do update set outcome = excluded.outcome, code = excluded.code, message = excluded.message,
    warning = excluded.warning, tokens_minor = excluded.tokens_minor, asked_at = excluded.asked_at,
    paid_at = case excluded.outcome when 'fine' then f.paid_at end
$$;

-- Why a transaction cannot go to its wallet now, as {code, message}; null when it can. A network that cannot be asked is no reason for ever:
-- after two minutes what is small goes on unasked, and what is larger waits.
create function wallet_stop(p_transaction uuid, p_version integer, p_network text, p_tokens numeric, p_wallet jsonb, p_at timestamptz)
returns jsonb language plpgsql stable as $$
declare
  -- 50,000 naira.
  MOST_UNASKED constant numeric := 5000000;
begin
  if p_network is null or p_wallet ->> 'outcome' in ('fine', 'known') then
    return null;
  end if;
  if p_wallet ->> 'outcome' = 'blocked' then
    return jsonb_build_object('code', p_wallet ->> 'code', 'message', p_wallet ->> 'message');
  end if;
  if p_tokens <= MOST_UNASKED and p_at >= status_since(p_transaction, p_version) + interval '2 minutes' then
    return null;
  end if;
  return jsonb_build_object('code', 'network_unavailable', 'message',
    format('We cannot ask %s whether this wallet can receive. Nothing has to be done: it is asked again.', p_network));
end $$;

create function status_since(p_transaction uuid, p_version integer) returns timestamptz language sql stable as $$
  select e.happened_at from transaction_event e where e.transaction_id = p_transaction and e.sequence = p_version
$$;

-- It stays where it is until its wallet can receive, and is looked at again: each minute at first, then less often. After two days people
-- are asked, with the way back proposed. Returns what became of it and when it is looked at next.
create function let_wallet_wait(p_transaction uuid, p_version integer, p_stop jsonb, p_at timestamptz)
returns table (outcome text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  t transaction;
  d token_destination;
  s status_time;
  v_since timestamptz := status_since(p_transaction, p_version);
  v_age interval := p_at - v_since;
begin
  select * into strict t from transaction where id = p_transaction;
  perform note_wallet_block(t, p_stop, p_at);
  if v_age >= interval '2 days' then
    select * into strict d from token_destination where transaction_id = t.id;
    perform from move_transaction(t.id, t.version, case t.type when 'buy' then 'choice_needed' else 'check_failed' end, '{}', p_at, null);
    if not found then
      raise exception 'transaction % cannot be asked about', t.id using errcode = 'AF001';
    end if;
    perform open_case(uuidv7(), t.mode, 'cannot_deliver', d.vendor_account_id, null, t.id, t.business_id,
      'Its wallet has not been able to receive for two days.',
      jsonb_build_object('wallet', p_stop ->> 'code', 'message', p_stop ->> 'message', 'network', d.network, 'wallet_address', d.wallet_address,
        'since', v_since, 'amount_minor', t.amount_minor::text),
      jsonb_build_object('action', case t.type when 'buy' then 'return_all' else 'reject' end), p_at, p_at + interval '24 hours');
    outcome := case t.type when 'buy' then 'cannot_deliver' else 'held' end;
    if t.type = 'buy' then
      perform schedule_wake(t.id, p_at + interval '1 hour');
    end if;
    select w.due_at into due_at from wake w where w.subject_id = t.id;
    return next;
    return;
  end if;
  -- That a network cannot be asked is for people long before that.
  if p_stop ->> 'code' = 'network_unavailable' and v_age >= interval '1 hour' then
    select * into strict s from status_time where type = t.type and status = t.status;
    perform open_overdue_case(t, s, v_since, p_at);
  end if;
  outcome := 'waits';
  due_at := p_at + case
    when p_stop ->> 'code' = 'network_unavailable' then case when v_age < interval '2 minutes' then interval '5 seconds' else interval '30 seconds' end
    when v_age < interval '15 minutes' then interval '1 minute'
    when v_age < interval '6 hours' then interval '5 minutes'
    else interval '30 minutes' end;
  insert into wake (subject_id, type, due_at, last_error)
    values (t.id, t.type::text, due_at, left('waits: its wallet cannot receive (' || (p_stop ->> 'code') || ')', 500))
    on conflict (subject_id) do update set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0, last_error = excluded.last_error;
  return next;
end $$;

create function note_wallet_block(t transaction, p_stop jsonb, p_at timestamptz) returns void language plpgsql as $$
begin
  update wallet_block set asked_at = p_at, message = p_stop ->> 'message'
    where transaction_id = t.id and ended_at is null and code = p_stop ->> 'code';
  if found then
    return;
  end if;
  perform end_wallet_blocks(array[t.id], p_at);
  insert into wallet_block values (uuidv7(), t.id, t.mode, p_stop ->> 'code', p_stop ->> 'message', p_at, p_at, null);
end $$;

create function end_wallet_blocks(p_transactions uuid[], p_at timestamptz) returns void language sql as $$
  update wallet_block set ended_at = p_at where transaction_id = any (p_transactions) and ended_at is null
$$;

-- A buy that people are asked about because of its wallet goes on when the wallet was mended meanwhile; what they had proposed falls.
-- Otherwise it is looked at again in an hour. Returns when, or null when it is not as it was read any more.
create function look_at_blocked_buy(p_transaction uuid, p_version integer, p_wallet jsonb, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  v_case uuid;
  v_next timestamptz;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'buy' and status = 'action_required' for update;
  if not found then
    return null;
  end if;
  perform remember_wallets(jsonb_build_array(p_wallet), p_at);
  select c.id into v_case from case_file c
    where c.transaction_id = t.id and c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.facts ? 'wallet';
  if v_case is null then
    return look_at_buy(t.id, p_version, p_at);
  end if;
  if p_wallet ->> 'outcome' in ('fine', 'known') then
    perform end_wallet_blocks(array[t.id], p_at);
    perform close_case(c.id, '{"action": "dismiss", "reason": "the wallet can receive"}', p_at) from case_file c
      where c.transaction_id = t.id and c.state <> 'resolved' and (c.id = v_case or c.kind = 'overdue');
    perform from move_transaction(t.id, t.version, 'fixed', '{"by": "wallet"}', p_at, null);
    return p_at;
  end if;
  if p_wallet ->> 'outcome' = 'blocked' then
    perform note_wallet_block(t, p_wallet, p_at);
  end if;
  v_next := least(look_at_buy(t.id, p_version, p_at), p_at + interval '1 hour');
  perform schedule_wake(t.id, v_next);
  return v_next;
end $$;

-- People asked a network about a wallet: the answer is kept, and what waits for this wallet is looked at now. Returns how many that is.
create function note_wallet(p_wallet jsonb, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_count integer;
begin
  perform remember_wallets(jsonb_build_array(p_wallet), p_at);
  update wake w set due_at = least(w.due_at, p_at)
    from wallet_block k join token_destination d on d.transaction_id = k.transaction_id
    where w.subject_id = k.transaction_id and k.ended_at is null
      and (k.mode, d.network, d.wallet_address) = ((p_wallet ->> 'mode')::mode, p_wallet ->> 'network', p_wallet ->> 'address');
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- ── where it is asked ─────────────────────────────────────────────────────────────────────────────────────────

-- These functions are as they were but for what is said here, so none of them is written down a second time.
do $$
declare
  c record;
  v_text text;
begin
  for c in select x.name, array_agg(x.was order by x.place) as was, array_agg(x.becomes order by x.place) as becomes from (values
    -- Held for people first: whoever is on a list is not told about a wallet. What a wallet stops takes nothing of a limit.
    (1, 'clear_one_buy', 'p_lease_seconds integer)', 'p_lease_seconds integer, p_wallet jsonb)'),
    (2, 'clear_one_buy', 'v_reasons text[];', 'v_reasons text[];
  v_stop jsonb;'),
    (3, 'clear_one_buy', 'v_reasons := q.needs;', 'v_stop := wallet_stop(p_transaction, p_version, q.network, q.amount - q.fee, p_wallet, p_at);
  v_reasons := q.needs;'),
    (4, 'clear_one_buy', 'if q.has_velocity and v_reasons = ''{}'' then', 'if q.has_velocity and v_reasons = ''{}'' and v_stop is null then'),
    (5, 'clear_one_buy', 'elsif move_transactions(', 'elsif v_stop is not null then
    select w.outcome, w.due_at into outcome, due_at from let_wallet_wait(p_transaction, p_version, v_stop, p_at) w;
    return next;
    return;
  elsif move_transactions('),
    (6, 'clear_one_buy', 'outcome := ''queued'';', 'outcome := ''queued'';
    perform end_wallet_blocks(array[p_transaction], p_at);'),
    (1, 'clear_buys', 'i.subjects, i.hits from json_to_recordset', 'i.subjects, i.hits, i.wallet from json_to_recordset'),
    (2, 'clear_buys', 'list_version text, subjects jsonb, hits jsonb)
  )', 'list_version text, subjects jsonb, hits jsonb, wallet jsonb)
  )'),
    (3, 'clear_buys', 'and i.hits = ''[]'' and', 'and i.wallet ->> ''outcome'' in (''fine'', ''known'') and i.hits = ''[]'' and'),
    (4, 'clear_buys', 'insert into delivery
', 'perform end_wallet_blocks(v_ids, p_at);
    insert into delivery
'),
    (5, 'clear_buys', 'list_loaded_at timestamptz, subjects jsonb, hits jsonb)
      where', 'list_loaded_at timestamptz, subjects jsonb, hits jsonb, wallet jsonb)
      where'),
    (6, 'clear_buys', 'p_lease_seconds) c;
    end loop;
  end if;', 'p_lease_seconds, i.wallet) c;
    end loop;
  end if;
  -- Last: whoever keeps the same wallet waits for these rows until the commit, and for nothing of ours.
  perform remember_wallets(a.answers, p_at) from (
    select jsonb_agg(i.wallet) as answers from json_to_recordset(p_items) as i (wallet jsonb)
    where i.wallet ->> ''outcome'' in (''fine'', ''blocked'')) a where a.answers is not null;'),
    (1, 'clear_one_withdrawal', 'p_lease_seconds integer)', 'p_lease_seconds integer, p_wallet jsonb)'),
    (2, 'clear_one_withdrawal', 'v_reasons text[] := ''{}'';', 'v_reasons text[] := ''{}'';
  v_stop jsonb;'),
    (3, 'clear_one_withdrawal', 'if p_hits <> ''[]'' then', 'v_stop := wallet_stop(t.id, p_version, w.network, t.amount_minor, p_wallet, p_at);
  if v_stop is not null and p_hits = ''[]'' then
    select x.outcome, x.due_at into outcome, due_at from let_wallet_wait(t.id, p_version, v_stop, p_at) x;
    return next;
    return;
  end if;
  if p_hits <> ''[]'' then'),
    (4, 'clear_one_withdrawal', 'outcome := ''queued'';', 'outcome := ''queued'';
    perform end_wallet_blocks(array[t.id], p_at);'),
    (1, 'clear_withdrawals', 'hits jsonb)', 'hits jsonb, wallet jsonb)'),
    (2, 'clear_withdrawals', 'p_lease_seconds) c;
  end loop;', 'p_lease_seconds, i.wallet) c;
  end loop;
  perform remember_wallets(a.answers, p_at) from (
    select jsonb_agg(i.wallet) as answers from json_to_recordset(p_items) as i (wallet jsonb)
    where i.wallet ->> ''outcome'' in (''fine'', ''blocked'')) a where a.answers is not null;'),
    -- Two people release, or send again, what does not go to a wallet that cannot receive.
    (1, 'deliver_decided', 'begin', 'begin
  perform require_wallet(t, p_at);'),
    (1, 'end_transfers', 'perform close_case(c.id,', 'perform note_paid_wallets(l.mode, l.network, v_transactions, p_at);
    perform close_case(c.id,'),
    (2, 'end_transfers', 'perform bury_transfer(f, p_at);', 'perform forget_wallet(f);
      perform bury_transfer(f, p_at);'),
    (1, 'transaction_facts', '''frozen'', case', '''wallet_blocks'', (
      select coalesce(json_agg(json_build_object(''code'', k.code, ''message'', k.message, ''since'', k.since, ''ended_at'', k.ended_at)
        order by k.since, k.id), ''[]'')
      from wallet_block k where k.transaction_id = t.id),
    ''frozen'', case')
  ) as x (place, name, was, becomes) group by x.name loop
    select pg_get_functiondef(p.oid) into strict v_text from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname = c.name;
    for i in 1 .. cardinality(c.was) loop
      if position(c.was[i] in v_text) = 0 then
        raise exception '% does not say: %', c.name, c.was[i];
      end if;
      v_text := replace(v_text, c.was[i], c.becomes[i]);
    end loop;
    execute v_text;
  end loop;
end $$;

-- Nobody calls these without a wallet any more.
drop function clear_one_buy(uuid, integer, text, text, timestamptz, jsonb, jsonb, timestamptz, integer);
drop function clear_one_withdrawal(uuid, integer, text, text, timestamptz, jsonb, jsonb, timestamptz, integer);

-- Tokens have arrived, and no network has to be asked about these wallets for a while. A row that somebody has is noted another time.
create function note_paid_wallets(p_mode mode, p_network text, p_transactions uuid[], p_at timestamptz) returns void
language sql set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off as $$
  update wallet_preflight w set paid_at = p_at from (
    select f.mode, f.network, f.address
    from (select distinct r.address from transfer_right r where r.transaction_id = any (p_transactions)) r
    join wallet_preflight f on f.mode = p_mode and f.network = p_network and f.address = r.address
    where f.outcome = 'fine' and (f.paid_at is null or f.paid_at < p_at - interval '1 day')
    for no key update of f skip locked) p
  where w.mode = p.mode and w.network = p.network and w.address = p.address
$$;

-- A transfer failed on its network: whatever was known of the wallet is asked again.
create function forget_wallet(f transfer) returns void language sql as $$
  delete from wallet_preflight w using transfer_right r
  where f.state = 'final_failed' and r.id = f.right_id and w.mode = r.mode and w.network = r.network and w.address = r.address
$$;

create function require_wallet(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_code text;
begin
  select f.code into v_code from token_destination d
    join wallet_preflight f on f.mode = t.mode and f.network = d.network and f.address = d.wallet_address
    where d.transaction_id = t.id and f.outcome = 'blocked';
  if found then
    raise exception 'the wallet cannot receive (%). When it was mended, ask its network again ("npx afara ops wallet"), then approve this', v_code
      using errcode = 'AF062';
  end if;
  perform end_wallet_blocks(array[t.id], p_at);
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What waits for its wallet has not been sent, and what is asked about because of its wallet is not waiting any more for anything else.
create function check_wallets(since_xid bigint) returns setof finding language sql stable as $$
  select row(k.transaction_id::text, 'it is ' || t.status || ', and its wallet cannot receive')::finding
  from wallet_block k join transaction t on t.id = k.transaction_id
  where k.ended_at is null and t.status in ('cleared', 'sending', 'completed')
  union all
  select row(k.transaction_id::text, 'it waits for a wallet, and has none')::finding
  from wallet_block k
  where not exists (
    select from token_destination d join transaction t on t.id = d.transaction_id
    where d.transaction_id = k.transaction_id and d.network is not null and t.mode = k.mode)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['wallet_preflight', 'wallet_block'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;
-- Details belong to whoever may see their transaction.
create policy own_rows on wallet_block for select to afara_api using (exists (select from transaction t where t.id = transaction_id));
grant select on wallet_block to afara_api;

grant execute on function driven_buys, driven_withdrawal, look_at_blocked_buy, check_wallets to afara_worker;
