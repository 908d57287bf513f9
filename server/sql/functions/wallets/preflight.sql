-- Returns whether a lane has this wallet, on any network and in any mode. A Stellar address with a number inside (M…) pays the account (G…)
-- whose key it contains in the same characters.
create or replace function is_own_wallet(p_address text) returns boolean language sql stable as $$
  select exists (select from lane l join network n on n.name = l.network where lower(l.address) = lower(p_address)
    or (n.family = 'stellar' and length(p_address) = 69 and substr(l.address, 2, 51) = substr(p_address, 2, 51)))
$$;

-- Stores the answers of networks about wallets: [{mode, network, address, tokens_minor, outcome, code, message, warning}]. Writes them in
-- one order, so that two callers with the same wallets cannot deadlock.
create or replace function remember_wallets(p_answers jsonb, p_at timestamptz) returns void language sql as $$
  insert into wallet_preflight as f (mode, network, address, outcome, code, message, warning, tokens_minor, asked_at)
  select distinct on (a.mode, a.network, a.address) a.mode, a.network, a.address, a.outcome, a.code, a.message, a.warning, a.tokens_minor,
    p_at
  from jsonb_to_recordset(p_answers) as a (
    mode mode, network text, address text, tokens_minor numeric, outcome text, code text, message text, warning text)
  where a.outcome in ('fine', 'blocked') and a.address is not null
  -- A blocked answer takes precedence over a fine one. Of several amounts the smallest is kept, because every answer covers it.
  order by a.mode, a.network, a.address, a.outcome, a.tokens_minor
  on conflict (mode, network, address) do update set outcome = excluded.outcome, code = excluded.code, message = excluded.message,
    warning = excluded.warning, tokens_minor = excluded.tokens_minor, asked_at = excluded.asked_at,
    paid_at = case excluded.outcome when 'fine' then f.paid_at end
$$;

-- Returns why a transaction cannot be sent to its wallet now, as {code, message}; null if it can. A network that does not answer does not
-- stop small amounts forever: they are sent unchecked after two minutes, and larger ones wait.
create or replace function wallet_stop(p_transaction uuid, p_version integer, p_network text, p_tokens numeric, p_wallet jsonb,
  p_at timestamptz)
returns jsonb language plpgsql stable as $$
declare
  -- 50,000 naira, in kobo.
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
    format('%s has not answered whether this wallet can receive. We retry; you need not do anything.', p_network));
end $$;

-- Keeps a transaction in its status until its wallet can receive, and schedules the next check: each minute at first, then less often.
-- After two days it opens a case, which proposes a refund. Returns the outcome and when the transaction is due next.
create or replace function let_wallet_wait(p_transaction uuid, p_version integer, p_stop jsonb, p_at timestamptz)
returns table (outcome text, due_at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  t transaction;
  d token_destination;
  v_since timestamptz := status_since(p_transaction, p_version);
  v_age interval := p_at - v_since;
begin
  select * into strict t from transaction where id = p_transaction;
  perform note_wallet_block(t, p_stop, p_at);
  if v_age >= interval '2 days' then
    select * into strict d from token_destination where transaction_id = t.id;
    perform from move_transaction(t.id, t.version, case t.type when 'buy' then 'choice_needed' else 'check_failed' end, '{}', p_at, null);
    if not found then
      raise exception 'no case can be opened for transaction %', t.id using errcode = 'AF001';
    end if;
    perform open_case(afara_uuid(), t.mode, 'cannot_deliver', d.vendor_account_id, null, t.id, t.business_id,
      'The wallet of this transaction has been unable to receive for two days.',
      jsonb_build_object('wallet', p_stop ->> 'code', 'message', p_stop ->> 'message', 'network', d.network, 'wallet_address',
        d.wallet_address,
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
  outcome := 'waits';
  due_at := p_at + case
    when p_stop ->> 'code' = 'network_unavailable' then case when v_age < interval '2 minutes' then interval '5 seconds'
      else interval '30 seconds' end
    when v_age < interval '15 minutes' then interval '1 minute'
    when v_age < interval '6 hours' then interval '5 minutes'
    else interval '30 minutes' end;
  insert into wake (subject_id, type, due_at, last_error)
    values (t.id, t.type::text, due_at, left('waits: its wallet cannot receive (' || (p_stop ->> 'code') || ')', 500))
    on conflict (subject_id) do update set due_at = excluded.due_at, nudge_due_at = null, failure_count = 0,
      last_error = excluded.last_error;
  -- The row is locked now. If the sandbox clock moved since the age was read, that time is too late.
  if status_since(p_transaction, p_version) < v_since then
    due_at := p_at;
    update wake w set due_at = p_at where w.subject_id = t.id;
  end if;
  return next;
end $$;

-- Records why the wallet of a transaction cannot receive. If the reason is the same as before, only its time and message are updated.
create or replace function note_wallet_block(t transaction, p_stop jsonb, p_at timestamptz) returns void language plpgsql as $$
begin
  update wallet_block set asked_at = p_at, message = p_stop ->> 'message'
    where transaction_id = t.id and ended_at is null and code = p_stop ->> 'code';
  if found then
    return;
  end if;
  perform end_wallet_blocks(array[t.id], p_at);
  insert into wallet_block values (afara_uuid(), t.id, t.mode, p_stop ->> 'code', p_stop ->> 'message', p_at, p_at, null);
end $$;

-- Records that the wallets of these transactions can receive again.
create or replace function end_wallet_blocks(p_transactions uuid[], p_at timestamptz) returns void language sql as $$
  update wallet_block set ended_at = p_at where transaction_id = any (p_transactions) and ended_at is null
$$;

-- Stores the answer of a network that operators asked about a wallet, and makes the transactions that wait for this wallet due now. Returns
-- how many these are.
create or replace function note_wallet(p_wallet jsonb, p_at timestamptz) returns integer
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

-- Records that tokens arrived, so that networks are not asked about these wallets for a while. Skips a row that another transaction has
-- locked; a later payment records it.
create or replace function note_paid_wallets(p_mode mode, p_network text, p_transactions uuid[], p_at timestamptz) returns void
language sql set enable_seqscan = off as $$
  update wallet_preflight w set paid_at = p_at
  where w.mode = p_mode and w.network = p_network and w.address = any (array(
    select f.address from wallet_preflight f
    where f.mode = p_mode and f.network = p_network
      and f.address = any (array(select r.address from transfer_right r where r.transaction_id = any (p_transactions)))
      and f.outcome = 'fine' and (f.paid_at is null or f.paid_at < p_at - interval '1 day')
    for no key update skip locked))
$$;

-- Deletes what is known of a wallet after a transfer to it failed on its network, so that the network is asked again.
create or replace function forget_wallet(f transfer) returns void language sql as $$
  delete from wallet_preflight w using transfer_right r
  where f.state = 'final_failed' and r.id = f.right_id and w.mode = r.mode and w.network = r.network and w.address = r.address
$$;

-- Refuses (AF062) a decision to send tokens to a wallet whose network says that it cannot receive them. Otherwise ends its block.
create or replace function require_wallet(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_code text;
begin
  select f.code into v_code from token_destination d
    join wallet_preflight f on f.mode = t.mode and f.network = d.network and f.address = d.wallet_address
    where d.transaction_id = t.id and f.outcome = 'blocked';
  if found then
    raise exception 'the wallet cannot receive (%). When it is fixed, check it again ("npx afara ops wallet"), then approve this',
      v_code
      using errcode = 'AF062';
  end if;
  perform end_wallet_blocks(array[t.id], p_at);
end $$;
