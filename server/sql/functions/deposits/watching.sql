-- Starts to watch a network after this block, due at once. Does nothing if it is watched already.
create or replace function open_cursor(p_id uuid, p_mode mode, p_network text, p_block numeric, p_hash text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into chain_cursor (id, mode, network, block, block_hash, read_at) values (p_id, p_mode, p_network, p_block, p_hash, p_at)
    on conflict (mode, network) do nothing;
  if found then
    insert into wake (subject_id, type, due_at) values (p_id, 'deposits', p_at);
  end if;
end $$;

-- Has a network read at short intervals for a quarter of an hour, because somebody was just given a deposit address there. At other times
-- the network is read rarely. Writes at most once in five minutes, so that sells do not wait for each other.
create or replace function watch_closely(p_mode mode, p_network text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_cursor uuid;
begin
  update chain_cursor c set closely_until = p_at + interval '15 minutes'
    where c.mode = p_mode and c.network = p_network and (c.closely_until > p_at + interval '10 minutes') is not true
    returning c.id into v_cursor;
  if found then
    perform wake_now('deposits', v_cursor, p_at);
  end if;
end $$;

-- Records a run that recorded no deposits: how far the network is ahead, and whether its earlier blocks are still the ones that were read.
-- Opens a case when the cursor halts, and closes it when the cursor resumes.
create or replace function note_cursor(p_cursor uuid, p_lag numeric, p_halted_because text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  c chain_cursor;
begin
  select * into strict c from chain_cursor where id = p_cursor for no key update;
  update chain_cursor set lag_blocks = p_lag, read_at = p_at, halted_because = p_halted_because where id = p_cursor;
  if p_halted_because is not null and c.halted_because is null then
    perform open_case(afara_uuid(), c.mode, 'chain_halted', null, null, null, null,
      format('Deposits on %s are halted: %s', c.network, p_halted_because),
      jsonb_build_object('subject', c.id, 'network', c.network, 'block', c.block::text, 'because', p_halted_because), null, p_at,
      p_at + interval '1 hour');
  elsif p_halted_because is null and c.halted_because is not null then
    perform close_case(f.id, '{"action": "dismiss", "reason": "the network shows the same blocks again"}', p_at) from case_file f
      where f.kind = 'chain_halted' and f.state <> 'resolved' and f.mode = c.mode and f.facts ->> 'subject' = c.id::text;
  end if;
end $$;

-- Moves the cursor past blocks that have no transfers of our addresses, as most have none. Returns false if another worker has moved the
-- cursor, or if it is halted.
create or replace function pass_blocks(p_mode mode, p_network text, p_from numeric, p_block numeric, p_hash text, p_lag numeric,
  p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update chain_cursor set block = p_block, block_hash = p_hash, lag_blocks = p_lag, read_at = p_at
    where mode = p_mode and network = p_network and block = p_from and halted_because is null and p_block > p_from;
  return found;
end $$;

-- Records the time of the newest block that was read. The time never goes back, because another worker may have read newer blocks in the
-- meantime.
create or replace function note_read_until(p_cursor uuid, p_block numeric, p_time timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update chain_cursor set read_until = p_time
    where id = p_cursor and block >= p_block and halted_because is null and (read_until < p_time) is not false
$$;

-- Returns how long a sell waits for its tokens. Must equal depositWindowMs.
create or replace function deposit_window() returns interval language sql immutable as $$ select interval '24 hours' $$;

-- Returns whether the network of a sell was read past this time, so that everything sent before it is recorded. True for a sell without a
-- network.
create or replace function is_read_past(p_transaction uuid, p_until timestamptz) returns boolean language sql stable as $$
  select not exists (select from sell s where s.transaction_id = p_transaction and s.network is not null and not exists (
    select from chain_cursor c where c.mode = s.mode and c.network = s.network and c.halted_because is null and c.read_until > p_until))
$$;

-- Returns whether the deposit window of a sell may close. It may close only after its network was read past the end of the window, because
-- tokens may have been sent in time and not been read yet. Opens a case if that takes long.
create or replace function look_at_window(p_transaction uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  v_network text;
  v_until timestamptz;
  v_subject text;
begin
  select * into strict t from transaction where id = p_transaction;
  select s.network into strict v_network from sell s where s.transaction_id = t.id;
  v_until := status_since(t.id, t.version) + deposit_window();
  v_subject := format('behind %s:%s', t.mode, v_network);
  if is_read_past(t.id, v_until) then
    perform close_case(f.id, '{"action": "dismiss", "reason": "the network is read again"}', p_at) from case_file f
      where f.kind = 'chain_halted' and f.state <> 'resolved' and f.mode = t.mode and f.facts ->> 'subject' = v_subject;
    return true;
  end if;
  if p_at > v_until + interval '10 minutes' then
    perform open_case(afara_uuid(), t.mode, 'chain_halted', null, null, null, null,
      format('Deposits on %s are not being read. Sells stay open past their deadline.', v_network),
      jsonb_build_object('subject', v_subject, 'network', v_network, 'because', 'no block newer than the deadline was read'), null,
      p_at, p_at + interval '1 hour');
  end if;
  return false;
end $$;

-- Returns the addresses that may still receive, that hold tokens, or that were closed less than a day ago, because transfers away from them
-- may not be read yet.
create or replace function list_watched(p_mode mode, p_network text, p_at timestamptz) returns setof text
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state <> 'closed'
  union
  select a.address from deposit_account a
    where a.network = p_network and a.mode = p_mode and a.state = 'closed' and a.closed_at > p_at - interval '1 day'
  union
  select u.address from unswept_deposit u where u.network = p_network and u.mode = p_mode
$$;

-- Returns the metrics of watching deposits.
create or replace function deposit_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  select f.name, jsonb_build_object('mode', c.mode, 'network', c.network), f.value::double precision
  from chain_cursor c cross join lateral (values
    ('deposit_lag_blocks', c.lag_blocks), ('deposit_read_age_seconds', greatest(0, extract(epoch from p_at - c.read_at))),
    ('deposit_halted', (c.halted_because is not null)::integer)) as f (name, value)
$$;

-- Reads blocks again from a block that two operators chose. A transfer was set aside because the balance of an address did not match its
-- transfers, or could not be read: a node may have omitted another transfer. Transfers that are found are verified like any other.
create or replace function read_blocks_again(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_from numeric := (p_file.resolution ->> 'from_block')::numeric;
  v_cursor uuid;
begin
  update chain_cursor set reread_from = least(reread_from, v_from)
    where mode = p_file.mode and network = p_file.facts ->> 'network' and block >= v_from returning id into v_cursor;
  if not found then
    raise exception 'block % of that network was not read yet, or the case is not about a network', v_from using errcode = 'AF040';
  end if;
  perform wake_now('deposits', v_cursor, p_at);
end $$;

-- Records how far the blocks were read again. p_next is the next block; null if all were read. If operators chose another block to read
-- from in the meantime, their choice is kept.
create or replace function note_reread(p_cursor uuid, p_from numeric, p_next numeric) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update chain_cursor set reread_from = p_next where id = p_cursor and reread_from = p_from
$$;

-- Closes cases about transfers that were set aside and have been recorded since.
create or replace function close_outlived_quarantines(p_at timestamptz) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  select count(*) filter (where close_case(k.id, '{"action": "dismiss", "reason": "the transfer has been recorded since"}', p_at))::integer
  from (
    select c.id from case_file c
    where c.kind = 'line_aside' and c.state <> 'resolved' and c.facts ? 'hash' and (
      exists (select from deposit d where d.mode = c.mode and d.network = c.facts ->> 'network' and d.tx_hash = c.facts ->> 'hash'
        and c.facts ->> 'subject' = d.network || ' ' || d.tx_hash || '/' || d.log_index)
      or exists (select from deposit_sweep w where w.mode = c.mode and w.network = c.facts ->> 'network' and w.tx_hash = c.facts ->> 'hash'
        and c.facts ->> 'subject' = w.network || ' ' || w.tx_hash || '/' || w.log_index))
    for update of c skip locked) k
$$;
