-- Opens one of our accounts at a vendor. The account is due at once.
create or replace function open_payout_account(p_id uuid, p_mode mode, p_vendor text, p_name text, p_account_number text, p_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into payout_account (id, mode, vendor, name, account_number, created_at)
    values (p_id, p_mode, p_vendor, p_name, p_account_number, p_at);
  insert into wake (subject_id, type, due_at) values (p_id, 'payout-account', p_at);
end $$;

-- Moves a payout account to the state that operators decided. An account that was frozen is compared with the payer's journal again before
-- any payout is opened. Returns false if the account was in that state already.
create or replace function move_payout_account(p_account uuid, p_state text, p_because text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_state = 'closed' and (exists (select from payout_order where account_id = p_account)
      or exists (select from payout where account_id = p_account and next_look_at is not null)) then
    raise exception 'payout account % has pending payouts and cannot be closed', p_account using errcode = 'AF001';
  end if;
  update payout_account set state = p_state, frozen_because = case p_state when 'frozen' then p_because end,
      checked_start = case when state = 'frozen' then null else checked_start end
    where id = p_account and state <> p_state;
  if not found then
    return false;
  end if;
  perform wake_now('payout-account', p_account, p_at);
  return true;
end $$;

-- Stops an account and writes the audit in one commit. A frozen account pays nothing, and its waiting orders go to another account. A
-- draining account finishes its orders. The bank is still asked about payouts that were sent. Returns false if the account was in that
-- state already.
create or replace function stop_payout_account(p_account uuid, p_to text, p_by text, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
begin
  select * into strict a from payout_account where id = p_account for no key update;
  if a.state = p_to then
    return false;
  end if;
  if p_to not in ('draining', 'frozen') or a.state not in ('active', 'draining') then
    raise exception 'payout account % is % and cannot become %', p_account, a.state, p_to using errcode = 'AF001';
  end if;
  perform move_payout_account(p_account, p_to, p_reason, p_at);
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by,
    case p_to when 'frozen' then 'payout_account.frozen' else 'payout_account.drained' end,
    format('payout account %s:%s:%s', a.mode, a.vendor, a.name), p_reason, jsonb_build_object('from', a.state));
  return true;
end $$;

-- Resumes the payouts of an account as two operators decided. Unexplained debits of the account keep their own cases.
create or replace function carry_out_resume_payouts(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'resume_payouts');
  v_account text := v_file.resolution ->> 'account_id';
begin
  if not move_payout_account(v_account::uuid, 'active', null, p_at) then
    raise exception 'payout account % is already active', v_account using errcode = 'AF040';
  end if;
end $$;

-- Books our own money that operators put into an account. If the vendor's line was read before, the funding explains that line, and nothing
-- is booked twice. Otherwise the money is booked and the line is expected.
create or replace function fund_payout_account(p_id uuid, p_account uuid, p_amount numeric, p_reason text, p_by text,
  p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
  v_found record;
begin
  select * into strict a from payout_account where id = p_account for no key update;
  select * into v_found from find_unexplained_credit(p_account, p_amount);
  perform post_entry(p_id, a.mode, null, 'payout_account_funded', p_at,
    array[case when v_found.line_id is null then 'payout_bank' else 'suspense' end]::account_kind[],
    array[case when v_found.line_id is null then a.id::text else '' end],
    array['capital']::account_kind[], array[''], array['NGN']::asset[], array[p_amount]::positive_minor[]);
  insert into payout_funding (id, account_id, amount_minor, entry_id, reason, placed_by, placed_at, line_id)
    values (p_id, p_account, p_amount, p_id, p_reason, p_by, p_at, v_found.line_id);
  perform close_case(v_found.case_id, '{"action": "dismiss", "reason": "operators recorded it as our own money"}', p_at);
  perform wake_now('payout-account', p_account, p_at);
end $$;

-- Takes or renews the lease of a payout account and returns its fence. Returns null while another holder's lease runs. A holder that renews
-- keeps its fence.
create or replace function take_payouts(p_account uuid, p_holder text, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update payout_account set holder = p_holder, lease_until = lease_until(p_lease_ms),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= afara_now())::integer
  where id = p_account and (holder = p_holder or lease_until is null or lease_until <= afara_now())
  returning fence
$$;

-- Releases the lease of a payout account, if this fence still holds it.
create or replace function release_payouts(p_account uuid, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update payout_account set holder = null, lease_until = null where id = p_account and fence = p_fence
$$;

-- Returns the account, locked, if the caller holds its lease, else raises AF050. No other transaction changes the account before this
-- commit.
create or replace function require_payouts(p_account uuid, p_fence bigint) returns payout_account language plpgsql as $$
declare
  a payout_account;
begin
  select * into a from payout_account where id = p_account for no key update;
  if a.fence is distinct from p_fence or a.lease_until is null or a.lease_until <= afara_now() then
    raise exception 'payout account % is not held with fence %: the lease has ended', p_account, p_fence using errcode = 'AF050';
  end if;
  return a;
end $$;

-- Compares our rows with the payments from the account in the payer's journal, up to record p_last: [{reference, right_key, attempt,
-- payout_id, bank_code, account_number, amount_minor, balance_minor}]. A payment that we lack was lost in a restore of the database: then
-- everything is frozen until operators have reviewed it; after a promotion, only the businesses of these payments. A journal that ends
-- before the last record that was read is an old copy, and the account opens nothing. Returns true if nothing is wrong.
create or replace function compare_payouts(p_account uuid, p_fence bigint, p_journaled json, p_last bigint, p_is_whole boolean,
  p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_count integer;
  v_because text;
begin
  if p_last < a.journal_read then
    perform note_journal_behind(a.id, p_fence, format('it ends at record %s, but record %s was read before', p_last, a.journal_read), p_at);
    return false;
  end if;
  insert into payout_forgotten
    select a.id, j.reference, j.right_key, j.attempt, j.payout_id, j.bank_code, j.account_number, j.amount_minor, p_at,
      j.balance_minor
    from json_to_recordset(p_journaled) as j (reference text, right_key text, attempt integer, payout_id uuid, bank_code text,
      account_number text, amount_minor numeric, balance_minor numeric)
    where not exists (select from payout x where x.account_id = a.id and x.reference = j.reference)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  update payout_account set journal_read = p_last,
      checked_start = case when p_is_whole then pg_postmaster_start_time() end
    where id = a.id;
  if v_count = 0 then
    return true;
  end if;
  v_because := format('payout account %s: the payer process sent %s payments that are not in the database', a.name, v_count);
  perform freeze_forgotten(
    (select array_agg(distinct b.id)
      from json_to_recordset(p_journaled) as j (reference text, right_key text)
      join payout_forgotten f on f.account_id = a.id and f.reference = j.reference and f.noted_at = p_at
      left join business b on b.id::text = split_part(j.right_key, '/', 1)),
    'the payer process is ahead of the database: ' || v_because, 'system:payouts', p_at);
  perform open_case(afara_uuid(), a.mode, 'restored', null, null, null, null, 'The payer process is ahead of the database: ' || v_because,
    jsonb_build_object('subject', a.id, 'vendor', a.vendor, 'account', a.name, 'payments', v_count), null, p_at, p_at + interval '1 hour');
  return false;
end $$;

-- Closes the case about a restore when every lost payment is open again or was written off.
create or replace function close_remembered(p_account uuid, p_at timestamptz) returns void language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from payout_forgotten f where f.account_id = p_account) and not exists (
      select from payout_forgotten f where f.account_id = p_account and not exists (
        select from payout x where x.account_id = p_account and x.reference = f.reference)
        and not exists (select from payout_written_off w where w.account_id = p_account and w.reference = f.reference)) then
    perform close_case(c.id,
      '{"action": "dismiss", "reason": "every payment that the payer process sent is in the database again or was written off"}', p_at)
      from case_file c
      where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = p_account::text;
  end if;
end $$;

-- Records the balance that the vendor says is available.
create or replace function note_balance(p_account uuid, p_fence bigint, p_available numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
begin
  update payout_account set available_minor = p_available, read_at = p_at where id = p_account;
  -- Sells that no account could pay are due again as soon as an account has more naira.
  if p_available > coalesce(a.available_minor, 0) then
    update wake w set due_at = least(w.due_at, p_at) where w.type = 'sell' and w.last_error = 'waits: no account of ours can pay it now';
  end if;
end $$;

-- Records what an account lacks, if that changed. Opens a case when a shortage begins and closes it when the shortage ends.
create or replace function note_payouts_short(a payout_account, p_short_of text, p_at timestamptz, p_because text default null) returns void
language plpgsql as $$
begin
  if a.short_of is not distinct from p_short_of then
    return;
  end if;
  update payout_account set short_of = p_short_of, short_since = case when p_short_of is not null then p_at end where id = a.id;
  if p_short_of in ('books', 'funds', 'payer') then
    perform open_case(afara_uuid(), a.mode, 'cannot_deliver', null, null, null, null,
      format('Payout account %s %s', a.name, case p_short_of when 'payer' then 'cannot pay now: the payer process refuses its payments'
        when 'books' then 'has too little naira in the ledger for its queue' else 'has too little naira at the vendor for its queue' end),
      jsonb_strip_nulls(jsonb_build_object('subject', a.id, 'vendor', a.vendor, 'account', a.name, 'short_of', p_short_of,
        'because', p_because)), null, p_at, p_at + interval '1 hour');
  elsif p_short_of is null then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the account can pay again"}', p_at) from case_file c
      where c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.mode = a.mode and c.transaction_id is null
        and c.facts ->> 'subject' = a.id::text;
  end if;
end $$;

-- Freezes an account because something is wrong with its money: nothing is opened or sent from it any more. Opens no case; the caller does
-- so if one is needed.
create or replace function freeze_payout_account(p_account uuid, p_because text) returns void language sql as $$
  update payout_account set state = 'frozen', frozen_because = left(p_because, 500), checked_start = null
    where id = p_account and state <> 'frozen'
$$;

-- Guards a payout: its identity never changes, its state changes only as listed below, and a dead payout stays dead.
create or replace function guard_payout() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if (new.id, new.right_id, new.mode, new.account_id, new.attempt, new.reference, new.entry_id, new.ordered_at)
      is distinct from (old.id, old.right_id, old.mode, old.account_id, old.attempt, old.reference, old.entry_id, old.ordered_at)
    or old.money_back_at is not null and (new.money_back_at, new.state) is distinct from (old.money_back_at, old.state)
    or new.state <> old.state and not (case old.state
      when 'ordered' then new.state in ('sending', 'failed')
      when 'sending' then true
      when 'accepted' then new.state in ('unknown', 'failed', 'reversed', 'succeeded')
      when 'unknown' then new.state in ('sending', 'accepted', 'failed', 'reversed', 'succeeded')
      when 'failed' then new.state in ('reversed', 'succeeded')
      when 'reversed' then new.state in ('failed', 'succeeded')
      when 'succeeded' then new.state = 'reversed' end) then
    raise exception 'payout % cannot be changed in this way (from % to %)', old.id, old.state, new.state using errcode = 'AF002';
  end if;
  return new;
end $$;
