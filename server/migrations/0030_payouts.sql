-- Why: naira leaves us here, and each right to it is used once. A payout account is our money at one vendor; one holder at a time
-- works in it, for many payouts at once. The order, its reference and the money behind it are committed before a bank is asked. What
-- a bank answers to the asking ends nothing, but for a proof that nothing was made: only what it says when it is asked about the
-- reference does, and a payment that failed is dead only when its naira is seen back, or was never seen to leave.

set local role afara_owner;
set local search_path = afara;

-- ── our money at vendors ──────────────────────────────────────────────────────────────────────────────────────

create table payout_account (
  id uuid primary key,
  mode mode not null,
  vendor text not null check (vendor in ('paystack', 'monnify')),
  name filled_text not null,
  account_number text,
  -- Draining: it takes no new sells and works off what it has. Frozen: it is watched, and nothing is opened or sent.
  state text not null default 'active' check (state in ('active', 'draining', 'frozen', 'closed')),
  frozen_because text,
  -- What the vendor says that we may spend.
  available_minor numeric(38, 0),
  read_at timestamptz,
  -- Whoever works in it holds a lease; each holder has a number of its own, and an older number can do nothing any more.
  holder text,
  lease_until timestamptz,
  fence bigint not null default 0,
  -- The start of the database server under which the payer's journal and our rows were compared, and how far.
  checked_start timestamptz,
  journal_read bigint not null default 0,
  -- How far the vendor's own ledger of the account was read, and the last time that it was read to its end.
  line_cursor text,
  lines_whole_at timestamptz,
  -- What it lacks to pay what waits, and since when.
  short_of text check (short_of in ('books', 'funds', 'reading', 'payer')),
  short_since timestamptz,
  created_at timestamptz not null,
  unique (mode, vendor, name),
  check ((state = 'frozen') = (frozen_because is not null)),
  check (num_nulls(short_of, short_since) in (0, 2))
) with (fillfactor = 50);

-- What is to be paid: a working list. A row goes when its payout is opened, or when nothing is to be paid any more.
create table payout_order (
  transaction_id uuid not null,
  purpose text not null check (purpose in ('payout', 'refund')),
  leg integer not null check (leg >= 1),
  mode mode not null,
  business_id uuid not null,
  account_id uuid not null,
  bank_code text not null,
  account_number account_number not null,
  account_name filled_text not null,
  amount_minor positive_minor not null,
  cleared_at timestamptz not null,
  -- When it is (again) its turn; null: at once. What is frozen or too much for the account steps aside for a while.
  due_at timestamptz,
  primary key (transaction_id, purpose, leg)
) with (fillfactor = 70);
create index payout_order_of_account on payout_order (account_id, cleared_at);

-- ── rights and payouts ────────────────────────────────────────────────────────────────────────────────────────

-- One right per purpose and leg, for ever, with the beneficiary and the amount that were cleared.
create table payout_right (
  id uuid primary key,
  mode mode not null,
  transaction_id uuid not null,
  purpose text not null check (purpose in ('payout', 'refund')),
  leg integer not null check (leg >= 1),
  business_id uuid not null,
  reference text not null,
  bank_code text not null,
  account_number account_number not null,
  account_name filled_text not null,
  amount_minor positive_minor not null,
  opened_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (transaction_id, purpose, leg)
);
create index payout_right_xid on payout_right using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- A right with a reference at a vendor. A right may have several, one after the other; the next one only when the last is dead: it
-- failed or was reversed, and its naira is back.
create table payout (
  id uuid primary key,
  right_id uuid not null references payout_right (id),
  mode mode not null,
  account_id uuid not null references payout_account (id),
  attempt integer not null check (attempt >= 1),
  reference text not null,
  -- Sending: the payer may be asked, or was asked, and its answer is not written down.
  state text not null check (state in ('ordered', 'sending', 'accepted', 'unknown', 'failed', 'succeeded', 'reversed')),
  -- The opening in the ledger, and its end there.
  entry_id uuid not null,
  final_entry_id uuid,
  ordered_at timestamptz not null,
  -- When the payer was permitted to ask the bank: first, last, how often.
  first_sent_at timestamptz,
  sent_at timestamptz,
  sent_count integer not null default 0,
  repeat_count integer not null default 0,
  answered_at timestamptz,
  -- When the bank is asked about it; while it is ordered, when it may be sent. Null: nothing is due by itself.
  next_look_at timestamptz,
  look_count integer not null default 0,
  not_found_count integer not null default 0,
  first_not_found_at timestamptz,
  last_not_found_at timestamptz,
  -- How often the bank said that it failed or was reversed, in answers far enough apart.
  ended_count integer not null default 0,
  ended_told_at timestamptz,
  ended_at timestamptz,
  -- The last thing that was said of it, so that the same is not kept twice.
  last_said text,
  session_id text,
  vendor_id text,
  fee_minor nonnegative_minor,
  money_back_at timestamptz,
  evidence jsonb,
  -- The account comes second: a plan that is made while the table is small must not find payouts by their account alone.
  unique (reference, account_id),
  unique (right_id, attempt),
  check (money_back_at is null or state in ('failed', 'reversed')),
  check (state <> 'succeeded' or (final_entry_id is not null and ended_at is not null)),
  check (state <> 'ordered' or (first_sent_at is null and sent_count = 0)),
  check (state not in ('sending', 'accepted', 'unknown') or sent_at is not null)
) with (fillfactor = 70);
-- The wall: one payout of a right that is not dead, whatever any code does.
create unique index payout_alive on payout (right_id) where money_back_at is null;
-- What is to be sent, or asked about, has a time for it; what has ended has none. (Without the state in it: most changes of that stay on
-- the page where the row is.)
create index payout_look on payout (account_id, next_look_at) where next_look_at is not null;
create index payout_ordered_at on payout using brin (ordered_at) with (pages_per_range = 16, autosummarize = on);

-- Each answer that said something new, to the sending or to a question about the reference.
create table payout_reading (
  id uuid primary key,
  payout_id uuid not null references payout (id),
  at timestamptz not null,
  kind text not null check (kind in ('accepted', 'rejected', 'exists', 'unknown', 'refused', 'pending', 'needs_otp', 'not_found',
    'unavailable', 'success', 'failed', 'reversed', 'evidence')),
  code text,
  amount_minor numeric(38, 0),
  session_id text,
  vendor_id text,
  raw jsonb,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index payout_reading_of on payout_reading (payout_id);
create index payout_reading_xid on payout_reading using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- Money of our own that people said they put into an account. It is booked when they say so; the vendor's line shows that it came.
create table payout_funding (
  id uuid primary key,
  account_id uuid not null references payout_account (id),
  amount_minor positive_minor not null,
  entry_id uuid not null,
  reason filled_text not null,
  placed_by text not null,
  placed_at timestamptz not null,
  line_id uuid unique
);
create index payout_funding_expected on payout_funding (account_id, amount_minor) where line_id is null;

-- The vendor's own ledger of our account: every debit must have a payout.
create table payout_line (
  id uuid primary key,
  account_id uuid not null references payout_account (id),
  external_id filled_text not null,
  at timestamptz not null,
  direction text not null check (direction in ('debit', 'credit')),
  amount_minor positive_minor not null,
  reference text,
  kind text not null check (kind in ('payment', 'return', 'fee', 'funding', 'other')),
  payout_id uuid,
  -- What it did to the ledger by itself, if anything; and why nobody could explain it, if so.
  entry_id uuid,
  problem text,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (external_id, account_id)
);
create index payout_line_of on payout_line (reference, account_id) where reference is not null;
create index payout_line_xid on payout_line using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- What the payer's journal says was sent, and our rows do not have: the database was restored from a copy. References are derived,
-- so the same payout opened again has the same one, at the same account; the payer does not send it twice, and the bank is asked.
create table payout_forgotten (
  account_id uuid not null references payout_account (id),
  reference text not null,
  right_key text not null,
  attempt integer not null,
  payout_id uuid not null,
  bank_code text not null,
  account_number text not null,
  amount_minor positive_minor not null,
  noted_at timestamptz not null,
  primary key (reference, account_id)
);
create index payout_forgotten_right on payout_forgotten (right_key);

-- Banks that a vendor does not reach in this moment, by our own attempts.
create table bank_trouble (
  mode mode not null,
  vendor text not null,
  bank_code text not null,
  since timestamptz not null,
  noted_at timestamptz not null,
  attempts integer not null,
  succeeded integer not null,
  primary key (mode, vendor, bank_code)
);

-- What a payout is never changes, and a dead one stays dead.
create function guard_payout() returns trigger language plpgsql set search_path = afara, pg_temp as $$
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
    raise exception 'payout % is % and does not become % like this', old.id, old.state, new.state using errcode = 'AF002';
  end if;
  return new;
end $$;

create trigger payout_guard before update on payout for each row execute function guard_payout();
create trigger payout_stays before delete or truncate on payout for each statement execute function refuse_change();
create trigger payout_account_stays before delete or truncate on payout_account for each statement execute function refuse_change();
do $$
declare
  name text;
begin
  foreach name in array array['payout_right', 'payout_reading', 'payout_line', 'payout_forgotten'] loop
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
      name || '_is_history', name);
  end loop;
end $$;

-- What a right is for, in words that outlive any row.
create function payout_right_key(p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer)
returns text language sql immutable as $$ select p_business || '/' || p_mode || '/' || p_reference || '/' || p_purpose || '/' || p_leg $$;

-- The reference of an attempt is derived from what it is for: a row that was lost in a restore gives the same one again.
create function payout_reference(
  p_business uuid, p_mode mode, p_reference text, p_purpose text, p_leg integer, p_attempt integer
) returns text language sql immutable as $$
  select 'af-' || left(encode(sha256(convert_to(payout_right_key(p_business, p_mode, p_reference, p_purpose, p_leg) || '/' || p_attempt,
    'UTF8')), 'hex'), 32)
$$;

-- ── who works in an account ───────────────────────────────────────────────────────────────────────────────────

-- Opens an account of ours at a vendor. It is looked at from its first moment.
create function open_payout_account(p_id uuid, p_mode mode, p_vendor text, p_name text, p_account_number text, p_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into payout_account (id, mode, vendor, name, account_number, created_at)
    values (p_id, p_mode, p_vendor, p_name, p_account_number, p_at);
  insert into wake (subject_id, type, due_at) values (p_id, 'payout-account', p_at);
end $$;

-- What people decide about an account. One that was frozen is compared with the payer's journal anew before anything is opened.
-- False: it was so already.
create function move_payout_account(p_account uuid, p_state text, p_because text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_state = 'closed' and (exists (select from payout_order where account_id = p_account)
      or exists (select from payout where account_id = p_account and next_look_at is not null)) then
    raise exception 'payout account % has payouts that have not ended', p_account using errcode = 'AF001';
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

-- Stops an account, in one commit with its line in the audit: frozen it pays nothing, draining it finishes what it has. What is out is asked
-- about all the same, and what waits goes to another account. False: it was so already.
create function stop_payout_account(p_account uuid, p_to text, p_by text, p_reason text, p_at timestamptz) returns boolean
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
  insert into audit (id, at, actor, action, subject, reason, details) values (uuidv7(), p_at, p_by,
    case p_to when 'frozen' then 'payout_account.frozen' else 'payout_account.drained' end,
    format('payout account %s:%s:%s', a.mode, a.vendor, a.name), p_reason, jsonb_build_object('from', a.state));
  return true;
end $$;

-- Two people let an account pay again. The payer's journal is compared anew before it does.
create function carry_out_resume_payouts(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'resume_payouts');
  v_account text := v_file.resolution ->> 'account_id';
begin
  if not move_payout_account(v_account::uuid, 'active', null, p_at) then
    raise exception 'payout account % is active', v_account using errcode = 'AF040';
  end if;
  -- What froze it was looked at by those who let it go on. What came in and belongs to nobody is still a question.
  perform close_case(k.id, v_file.resolution || jsonb_build_object('reason', 'decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file k where k.state <> 'resolved' and k.kind = 'payout_unexplained' and k.facts ->> 'account_id' = v_account
      and k.facts ->> 'direction' = 'debit';
end $$;

-- People put money of ours into an account: it is booked, and the vendor's own line of it is expected.
create function fund_payout_account(p_id uuid, p_account uuid, p_amount numeric, p_reason text, p_by text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account;
begin
  select * into strict a from payout_account where id = p_account for no key update;
  perform post_entry(p_id, a.mode, null, 'payout_account_funded', p_at, array['payout_bank']::account_kind[], array[a.id::text],
    array['capital']::account_kind[], array[''], array['NGN']::asset[], array[p_amount]::positive_minor[]);
  insert into payout_funding (id, account_id, amount_minor, entry_id, reason, placed_by, placed_at)
    values (p_id, p_account, p_amount, p_id, p_reason, p_by, p_at);
  perform wake_now('payout-account', p_account, p_at);
end $$;

-- The number of the holder's lease, or null while another's runs. Whoever holds it already keeps the number, for longer.
create function take_payouts(p_account uuid, p_holder text, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update payout_account set holder = p_holder, lease_until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= clock_timestamp())::integer
  where id = p_account and (holder = p_holder or lease_until is null or lease_until <= clock_timestamp())
  returning fence
$$;

create function release_payouts(p_account uuid, p_fence bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update payout_account set holder = null, lease_until = null where id = p_account and fence = p_fence
$$;

-- The account, for whoever holds it in this moment: nobody else changes anything in it before this commit is over.
create function require_payouts(p_account uuid, p_fence bigint) returns payout_account language plpgsql as $$
declare
  a payout_account;
begin
  select * into a from payout_account where id = p_account for no key update;
  if a.fence is distinct from p_fence or a.lease_until is null or a.lease_until <= clock_timestamp() then
    raise exception 'payout account % is not held under %', p_account, p_fence using errcode = 'AF060';
  end if;
  return a;
end $$;

-- Compares our rows with what the payer's journal says was sent from the account: [{reference, right_key, attempt, payout_id,
-- bank_code, account_number, amount_minor}], up to p_last. What we do not have was forgotten, because the database was restored from a copy:
-- then nothing leaves any more before people have looked. True when all is well.
create function compare_payouts(p_account uuid, p_fence bigint, p_journaled json, p_last bigint, p_is_whole boolean, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_count integer;
  v_because text;
begin
  insert into payout_forgotten
    select a.id, j.reference, j.right_key, j.attempt, j.payout_id, j.bank_code, j.account_number, j.amount_minor, p_at
    from json_to_recordset(p_journaled) as j (reference text, right_key text, attempt integer, payout_id uuid, bank_code text,
      account_number text, amount_minor numeric)
    where not exists (select from payout x where x.account_id = a.id and x.reference = j.reference)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  update payout_account set journal_read = greatest(journal_read, p_last),
      checked_start = case when p_is_whole then pg_postmaster_start_time() end
    where id = a.id;
  if v_count = 0 then
    return true;
  end if;
  v_because := format('payout account %s: the payer has sent %s payments that are not here', a.name, v_count);
  perform place_freeze('all', '', 'the world is ahead of the database: ' || v_because, 'system:payouts', p_at);
  perform open_case(uuidv7(), a.mode, 'restored', null, null, null, null, 'The world is ahead of the database: ' || v_because,
    jsonb_build_object('subject', a.id, 'vendor', a.vendor, 'account', a.name, 'payments', v_count), null, p_at, p_at + interval '1 hour');
  return false;
end $$;

-- All that was forgotten is here again: what people were asked about the restore is answered.
create function close_remembered(p_account uuid, p_at timestamptz) returns void language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from payout_forgotten f where f.account_id = p_account) and not exists (
      select from payout_forgotten f where f.account_id = p_account and not exists (
        select from payout x where x.account_id = p_account and x.reference = f.reference)) then
    perform close_case(c.id, '{"action": "dismiss", "reason": "everything that was sent is here again"}', p_at) from case_file c
      where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = p_account::text;
  end if;
end $$;

-- What the vendor says that we may spend.
create function note_balance(p_account uuid, p_fence bigint, p_available numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
begin
  update payout_account set available_minor = p_available, read_at = p_at where id = p_account;
  -- Sells that no account could pay are looked at again as soon as one has more.
  if p_available > coalesce(a.available_minor, 0) then
    update wake w set due_at = least(w.due_at, p_at) where w.type = 'sell' and w.last_error = 'waits: no account of ours can pay it now';
  end if;
end $$;

-- What an account lacks, once: people are asked when it begins, and the question ends by itself.
create function note_payouts_short(a payout_account, p_short_of text, p_at timestamptz, p_because text default null) returns void
language plpgsql as $$
begin
  if a.short_of is not distinct from p_short_of then
    return;
  end if;
  update payout_account set short_of = p_short_of, short_since = case when p_short_of is not null then p_at end where id = a.id;
  if p_short_of in ('books', 'funds', 'payer') then
    perform open_case(uuidv7(), a.mode, 'cannot_deliver', null, null, null, null,
      format('Payout account %s %s', a.name, case p_short_of when 'payer' then 'is refused by the payer for now'
        when 'books' then 'has not enough in the books for what waits' else 'has not enough at the vendor for what waits' end),
      jsonb_strip_nulls(jsonb_build_object('subject', a.id, 'vendor', a.vendor, 'account', a.name, 'short_of', p_short_of,
        'because', p_because)), null, p_at, p_at + interval '1 hour');
  elsif p_short_of is null then
    perform close_case(c.id, '{"action": "dismiss", "reason": "the account can pay again"}', p_at) from case_file c
      where c.kind = 'cannot_deliver' and c.state <> 'resolved' and c.mode = a.mode and c.transaction_id is null
        and c.facts ->> 'subject' = a.id::text;
  end if;
end $$;

-- Something is wrong with the money of an account: nothing is opened or sent in it any more, and people are asked.
create function freeze_payout_account(p_account uuid, p_because text) returns void language sql as $$
  update payout_account set state = 'frozen', frozen_because = left(p_because, 500), checked_start = null
    where id = p_account and state <> 'frozen'
$$;

-- ── what is to be paid ────────────────────────────────────────────────────────────────────────────────────────

-- Whether a vendor does not reach a bank in this moment. What was noted is believed for five minutes: then somebody tries.
create function bank_is_down(p_mode mode, p_vendor text, p_bank_code text) returns boolean language sql stable
security definer set search_path = afara, pg_temp as $$
  select exists (select from bank_trouble b where b.mode = p_mode and b.vendor = p_vendor and b.bank_code = p_bank_code
    and b.noted_at > clock_timestamp() - interval '5 minutes')
$$;

-- The account that can pay it, before others one that reaches its bank, with the fewest waiting; of two, the one with more left. Null:
-- none can now.
create function choose_payout_account(p_mode mode, p_bank_code text, p_amount numeric, p_besides uuid) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select a.id from payout_account a
  left join lateral (
    select b.amount_minor::numeric as minor from balance b
    where b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode limit 1) b on true
  cross join lateral (
    select count(*) as waiting, coalesce(sum(o.amount_minor), 0) as minor from (
      select o.amount_minor::numeric as amount_minor from payout_order o where o.account_id = a.id limit 200) o) q
  where a.mode = p_mode and a.state = 'active' and a.id is distinct from p_besides
    and least(coalesce(b.minor, 0), coalesce(a.available_minor, 0)) - q.minor >= p_amount
  order by bank_is_down(a.mode, a.vendor, p_bank_code), (a.short_of is null) desc, q.waiting, least(b.minor, a.available_minor) - q.minor desc, a.id
  limit 1
$$;

-- Why nothing leaves for a transaction in this moment; null: nothing stands in the way. A business that was suspended is paid nothing; what goes
-- back to those who paid it is not its own.
create function payouts_held_by(p_transaction uuid, p_network text, p_purpose text, p_business uuid, p_mode mode) returns text
language plpgsql stable as $$
begin
  return coalesce(freeze_of(p_transaction, p_network), case when p_purpose = 'payout' then (
    select 'the business is suspended' from business_mode m where m.business_id = p_business and m.mode = p_mode and m.status = 'suspended') end);
end $$;

-- The payout of a transaction that is not dead, if it has one: its money is committed, or was paid.
create function live_payout(p_transaction uuid, p_purpose text) returns uuid
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
  select x.id from payout_right r
  cross join lateral (select x.id from payout x where x.right_id = r.id and x.money_back_at is null limit 1) x
  where r.transaction_id = p_transaction and r.purpose = p_purpose
$$;

-- Puts a payout on the list of an account, in the commit that clears it (or sets it going again). The same beneficiary and amount use
-- the right that is there; another beneficiary is another leg. Null when no account can take it.
create function queue_payout(
  p_transaction uuid, p_purpose text, p_bank_code text, p_account_number text, p_account_name text, p_amount numeric, p_at timestamptz
) returns uuid language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  t transaction;
  v_leg integer;
  v_last uuid;
  v_account uuid;
begin
  select * into strict t from transaction where id = p_transaction;
  select r.leg, (select x.account_id from payout x where x.right_id = r.id order by x.attempt desc limit 1) into v_leg, v_last
    from payout_right r where r.transaction_id = p_transaction and r.purpose = p_purpose
      and (r.bank_code, r.account_number, r.account_name, r.amount_minor::numeric)
        = (p_bank_code, p_account_number, p_account_name, p_amount)
    order by r.leg desc limit 1;
  v_leg := coalesce(v_leg, 1 + (select max(r.leg) from payout_right r where r.transaction_id = p_transaction and r.purpose = p_purpose), 1);
  v_account := coalesce(choose_payout_account(t.mode, p_bank_code, p_amount, v_last),
    case when v_last is not null then choose_payout_account(t.mode, p_bank_code, p_amount, null) end);
  if v_account is null then
    return null;
  end if;
  delete from payout_order where transaction_id = p_transaction and purpose = p_purpose;
  insert into payout_order values (p_transaction, p_purpose, v_leg, t.mode, t.business_id, v_account, p_bank_code, p_account_number,
    p_account_name, p_amount, p_at, null);
  -- Last: whoever else is cleared for this account waits for this row until the commit.
  perform wake_now('payout-account', v_account, p_at);
  return v_account;
end $$;

-- It will not be paid as it stands: people look at it.
create function stop_payout_order(p_transaction uuid, p_purpose text, p_summary text, p_facts jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  t transaction;
begin
  delete from payout_order where transaction_id = p_transaction and purpose = p_purpose;
  select * into strict t from transaction where id = p_transaction;
  if p_purpose = 'payout' then
    perform from move_transaction(t.id, t.version, case t.status when 'cleared' then 'stopped' else 'choice_needed' end,
      jsonb_build_object('reason', 'cannot_deliver'), p_at, null);
    if not found then
      raise exception 'transaction % cannot be stopped from %', t.id, t.status using errcode = 'AF001';
    end if;
  end if;
  perform open_case(uuidv7(), t.mode, 'cannot_deliver', null, null, t.id, t.business_id, p_summary, p_facts, null, p_at,
    p_at + interval '4 hours');
end $$;

-- A freeze was lifted: what stepped aside is due at once.
create function hasten_payouts(p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update payout_order set due_at = null where due_at is not null;
  update payout set next_look_at = p_at where next_look_at is not null and state = 'ordered' and next_look_at > p_at;
  perform wake_now('payout-account', a.id, p_at) from payout_account a where a.state <> 'closed' order by a.id;
end $$;

create function wake_waiting_payouts() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform hasten_payouts(clock_timestamp());
  return null;
end $$;
create trigger freeze_order_wakes_payouts after update on freeze_order for each statement execute function wake_waiting_payouts();

-- ── commit 1: rights, references, money ───────────────────────────────────────────────────────────────────────

-- Takes what is due of an account's list: each with its right, the reference of its attempt and the money behind it. Returns how many.
-- Nothing is opened before the account was compared with the payer's journal since the database server started.
create function open_payouts(p_account uuid, p_fence bigint, p_most integer, p_at timestamptz) returns integer
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
  -- A right that is there already is a second try; while the first is not dead, nothing is opened.
  v_stale := array(select t.id from transaction t where t.id = any (v_due)
    and t.status not in ('cleared', 'payout_failed', 'returned', 'refunding'));
  if v_known <> '{}' then
    v_stale := v_stale || array(
      select r.transaction_id from payout_right r join payout x on x.right_id = r.id and x.right_id = any (v_known)
      where r.id = any (v_known) and x.money_back_at is null);
  end if;
  if v_stale <> '{}' then
    delete from payout_order w where w.transaction_id = any (v_stale);
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
      coalesce(s.fee_minor::numeric, 0) as fee, w.purpose = 'refund' and transaction_has_lien(w.transaction_id) as has_lien,
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
      or d.held is distinct from d.amount_minor::numeric + d.fee or not d.is_same then
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
      v_helds[v_count] := d.held;
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

-- How long until the next question about a reference: after 5, 15 and 60 seconds, 5 and 15 minutes, and every quarter of an hour.
create function payout_gap(p_looks integer) returns interval language sql immutable parallel safe
  return case p_looks when 0 then interval '5 seconds' when 1 then interval '10 seconds' when 2 then interval '45 seconds'
    when 3 then interval '4 minutes' when 4 then interval '10 minutes' else interval '15 minutes' end;

-- ── commit 2: sending ─────────────────────────────────────────────────────────────────────────────────────────

-- Which payouts the payer may be asked for now, at most so many; the last commit before it is. First: what was never sent; and what
-- may or may not have been sent by somebody whose answer was lost, once the bank has said that it knows of nothing: the payer itself
-- remembers each reference, and asks a bank once for it. Repeat: the same reference again, at a vendor that is proved to refuse a
-- second one, after the bank has said at least twice, far apart, that it knows of nothing; and not after the first day.
create function begin_sending(p_account uuid, p_fence bigint, p_most integer, p_again_ms integer, p_repeat_ms integer, p_at timestamptz)
returns table (payout_id uuid, kind text)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_due uuid[];
  v_rights uuid[];
  v_transactions uuid[];
begin
  if a.state not in ('active', 'draining') then
    return;
  end if;
  v_due := array(
    select x.id from payout x
    where x.account_id = p_account and x.next_look_at is not null and x.state in ('ordered', 'sending', 'unknown') and case x.state
      when 'ordered' then x.next_look_at <= p_at
      when 'sending' then x.answered_at is null and x.last_not_found_at > x.sent_at
        and x.sent_at <= p_at - make_interval(secs => p_again_ms / 1000.0)
      else a.vendor = 'paystack' and x.not_found_count >= 2 and x.first_sent_at > p_at - interval '24 hours'
        and x.last_not_found_at - x.first_not_found_at >= make_interval(secs => p_repeat_ms / 1000.0) end
    order by x.next_look_at, x.id limit p_most);
  if v_due = '{}' then
    return;
  end if;
  v_rights := array(select x.right_id from payout x where x.id = any (v_due));
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  return query
    with asked as materialized (
      select x.id, case x.state when 'unknown' then 'repeat' else 'first' end as kind,
        t.status = (case r.purpose when 'payout' then 'paying_out' else 'refunding' end)
          and payouts_held_by(t.id, s.network, r.purpose, t.business_id, t.mode) is null and not (r.purpose = 'refund' and transaction_has_lien(t.id)) as may_go
      from payout x join payout_right r on r.id = any (v_rights) and r.id = x.right_id
      join transaction t on t.id = any (v_transactions) and t.id = r.transaction_id
      left join sell s on s.transaction_id = any (v_transactions) and s.transaction_id = t.id
      where x.id = any (v_due)
    ), aside as (
      update payout x set next_look_at = p_at + interval '30 seconds' from asked k where x.id = any (v_due) and x.id = k.id and not k.may_go
    ), marked as (
      update payout x set state = 'sending', sent_at = p_at, first_sent_at = coalesce(x.first_sent_at, p_at), sent_count = x.sent_count + 1,
          repeat_count = x.repeat_count + (k.kind = 'repeat')::integer, answered_at = null, look_count = 0, next_look_at = p_at + payout_gap(0),
          not_found_count = 0, first_not_found_at = null, last_not_found_at = null
        from asked k where x.id = any (v_due) and x.id = k.id and k.may_go
        returning x.id, k.kind
    )
    select m.id, m.kind from marked m;
end $$;

-- ── ends ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Payouts of one account that the bank says it has made: the fee is earned, the tokens are ours, and the transactions are over.
create function succeed_payouts(a payout_account, p_ids uuid[], p_at timestamptz) returns void
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
  if move_transactions(v_transactions, array(select case p when 'payout' then 'payout_succeeded' else 'refund_paid' end from unnest(v_purposes) as p),
      v_data, null, p_at) <> cardinality(v_transactions) then
    raise exception 'a transaction is not where its payout is' using errcode = 'AF001';
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "the bank has paid it"}', p_at) from case_file c
    where c.transaction_id = any (v_transactions) and c.state <> 'resolved'
      and c.kind in ('overdue', 'cannot_deliver', 'payout_unknown', 'payout_mismatch', 'payout_failed');
end $$;

-- A payout moved no naira, or its naira is back: what it had taken is held again, and people or the driver decide what next.
create function bury_payout(p_payout uuid, p_state text, p_evidence jsonb, p_data jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  x payout;
  r payout_right;
  t transaction;
  v_event text;
begin
  select * into strict x from payout where id = p_payout for no key update;
  select * into strict r from payout_right where id = x.right_id;
  select * into strict t from transaction where id = r.transaction_id for no key update;
  v_event := case when r.purpose = 'payout' then case when x.final_entry_id is null then 'payout_dead' else 'payout_returned' end
    else case when x.final_entry_id is null then 'refund_dead' else 'refund_came_back' end end;
  if x.final_entry_id is not null then
    perform reverse_entry(uuidv7(), x.final_entry_id, 'payout_undone', p_at);
  end if;
  perform reverse_entry(uuidv7(), x.entry_id, 'payout_dead', p_at);
  update payout set state = p_state, money_back_at = p_at, ended_at = coalesce(ended_at, p_at), next_look_at = null,
      evidence = p_evidence
    where id = p_payout;
  perform from move_transaction(t.id, t.version, v_event, jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''),
    'state', p_state) || coalesce(p_data, '{}'), p_at, null);
  if not found then
    raise exception 'transaction % is % and its payout is dead', t.id, t.status using errcode = 'AF001';
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "no naira left us, or it is back"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('overdue', 'payout_unknown', 'payout_mismatch');
end $$;

-- Whether the naira of a payout that the bank says it has not made (or has taken back) is here: the vendor's own lines of it come to
-- nothing; or there never was a debit, the bank has said twice, far apart, that it failed, and its lines were read to their end after that.
-- Null: not yet.
create function payout_money_back(x payout, a payout_account) returns jsonb language sql stable as $$
  select case
    when l.debits > 0 and l.debits = l.credits then jsonb_build_object('lines', l.ids)
    when l.debits = 0 and l.credits = 0 and x.final_entry_id is null and x.ended_count >= 2 and a.lines_whole_at > x.ended_told_at
      then jsonb_build_object('no_debit_by', a.lines_whole_at, 'told', x.ended_count)
    end
  from (
    select coalesce(sum(l.amount_minor::numeric) filter (where l.direction = 'debit'), 0) as debits,
      coalesce(sum(l.amount_minor::numeric) filter (where l.direction = 'credit'), 0) as credits, jsonb_agg(l.external_id) as ids
    from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee') l
$$;

-- Buries what has failed or was reversed and has its naira back by now. Returns how many.
create function bury_what_is_back(p_account uuid, p_at timestamptz) returns integer
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  a payout_account;
  x payout;
  v_evidence jsonb;
  v_count integer := 0;
begin
  select * into strict a from payout_account where id = p_account;
  for x in select p.* from payout p where p.account_id = p_account and p.next_look_at is not null
      and p.state in ('failed', 'reversed') and p.money_back_at is null
    order by p.id loop
    v_evidence := payout_money_back(x, a);
    if v_evidence is not null then
      perform bury_payout(x.id, x.state, v_evidence, null, p_at);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;

-- Keeps what was said of payouts, where it is not what was said last.
create function keep_readings(p_ids uuid[], p_readings json, p_at timestamptz) returns void language plpgsql as $$
begin
  with told as materialized (
    select x.id, s.*, coalesce(s.kind, '') || ' ' || coalesce(s.code, '') as said
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, code text, amount_minor numeric, session_id text, vendor_id text, raw jsonb)
    join payout x on x.id = any (p_ids) and x.id = s.payout_id
    where x.last_said is distinct from coalesce(s.kind, '') || ' ' || coalesce(s.code, '')
  ), kept as (
    insert into payout_reading (id, payout_id, at, kind, code, amount_minor, session_id, vendor_id, raw)
      select uuidv7(), t.id, p_at, t.kind, t.code, t.amount_minor, t.session_id, t.vendor_id, t.raw from told t
  )
  update payout x set last_said = t.said from told t where x.id = any (p_ids) and x.id = t.id;
end $$;

-- It takes long, or only people can help: what was committed stays so, and they are asked.
create function ask_about_payout(p_payout uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamptz) returns void
language sql as $$
  select open_case(uuidv7(), x.mode, p_kind, null, null, r.transaction_id, r.business_id, p_summary,
    jsonb_strip_nulls(jsonb_build_object('payout', 'pay_' || replace(x.id::text, '-', ''), 'reference', x.reference, 'account', a.name,
      'vendor', a.vendor, 'state', x.state, 'sent_at', x.first_sent_at, 'session_id', x.session_id)) || coalesce(p_facts, '{}'), null, p_at,
    p_at + interval '4 hours')
  from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id where x.id = p_payout
$$;

-- ── commit 3: what the payer answered ─────────────────────────────────────────────────────────────────────────

-- [{payout_id, kind, code, message, session_id, vendor_id, weight}]: kind one of accepted, rejected, exists, unknown, refused. Nothing
-- ends by it but what was rejected (and never repeated: for a first asking the payer asks a bank once) or refused for good (weight
-- 'never'; and asked for once), where there is no other trace of it. What is
-- refused for now (weight 'not_now') waits and is asked for again; any other refusal waits and is a case.
create function note_answers(p_account uuid, p_fence bigint, p_answers json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_ids uuid[] := array(select s.payout_id from json_to_recordset(p_answers) as s (payout_id uuid));
  v_ending uuid[] := array(
    select s.payout_id from json_to_recordset(p_answers) as s (payout_id uuid, kind text) where s.kind in ('rejected', 'refused'));
  v_rights uuid[];
  v_transactions uuid[];
  v_references text[];
  v_traced text[];
  v_not_now text;
  d record;
begin
  v_rights := array(select x.right_id from payout x where x.id = any (v_ending));
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  v_references := array(select x.reference from payout x where x.id = any (v_ending));
  v_traced := array(select l.reference from payout_line l where l.reference = any (v_references) and l.account_id = p_account)
    || array(select f.reference from payout_forgotten f where f.reference = any (v_references) and f.account_id = p_account);
  perform keep_readings(v_ids, p_answers, p_at);
  update payout x set state = case s.kind when 'accepted' then 'accepted' else 'unknown' end, answered_at = p_at,
      session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
      next_look_at = case when s.kind = 'exists' then p_at else x.next_look_at end
    from json_to_recordset(p_answers) as s (payout_id uuid, kind text, session_id text, vendor_id text)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.state = 'sending'
      and s.kind in ('accepted', 'exists', 'unknown');
  for d in
    select x.id, x.sent_count, x.repeat_count, s.kind, s.code, s.message, s.weight, x.reference = any (v_traced) as has_trace
    from json_to_recordset(p_answers) as s (payout_id uuid, kind text, code text, message text, weight text)
    join payout x on x.id = any (v_ending) and x.id = s.payout_id and x.account_id = p_account and x.state = 'sending'
    where s.kind in ('rejected', 'refused') order by x.id
  loop
    if not d.has_trace and (d.kind = 'rejected' and d.repeat_count = 0 or d.weight = 'never' and d.sent_count = 1) then
      perform bury_payout(d.id, 'failed', jsonb_build_object('answer', d.kind, 'code', d.code, 'message', d.message),
        jsonb_build_object('reason', d.kind, 'code', d.code), p_at);
    elsif d.kind = 'rejected' then
      -- That nothing was made by a repetition says nothing about what it repeats.
      update payout set state = 'unknown', answered_at = p_at where id = d.id;
    else
      -- The payer did not ask the bank. Whether somebody before us had it asked is not known where it was asked for twice.
      update payout set state = case when d.sent_count = 1 then 'ordered' else 'sending' end,
          sent_count = case when d.sent_count = 1 then 0 else d.sent_count end,
          first_sent_at = case when d.sent_count = 1 then null else first_sent_at end,
          next_look_at = p_at + case d.weight when 'not_now' then interval '10 seconds' else interval '5 minutes' end
        where id = d.id;
      if d.weight = 'not_now' then
        v_not_now := coalesce(v_not_now, d.code || ': ' || d.message);
      else
        perform ask_about_payout(d.id, 'payout_unknown', 'The payer will not send it: ' || d.message,
          jsonb_build_object('code', d.code, 'message', d.message), p_at);
      end if;
    end if;
  end loop;
  if v_not_now is not null or a.short_of = 'payer' then
    perform note_payouts_short(a, case when v_not_now is not null then 'payer' end, p_at, v_not_now);
  end if;
end $$;

-- ── what is out ───────────────────────────────────────────────────────────────────────────────────────────────

-- What the bank is to be asked about now.
create function list_payouts_out(p_account uuid, p_most integer, p_at timestamptz) returns table (payout_id uuid)
language sql stable security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
  select x.id from payout x where x.account_id = p_account and x.next_look_at <= p_at and x.state <> 'ordered' and x.money_back_at is null
  order by x.next_look_at limit p_most
$$;

-- A verified notification says that a bank has news of these references. It moves nothing: the bank is asked at once. Returns how many are known.
create function wake_payouts(p_references text[]) returns integer
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_accounts uuid[];
begin
  with news as (
    select x.id, x.account_id from payout x
    where x.reference = any (p_references) and x.state <> 'ordered' and x.money_back_at is null order by x.id for no key update
  ), woken as (
    update payout x set next_look_at = now() from news n where x.id = n.id and (x.next_look_at is null or x.next_look_at > now())
  )
  select array_agg(n.account_id) into v_accounts from news n;
  perform wake_now('payout-account', u.id, now()) from (select distinct id from unnest(v_accounts) as u (id)) u order by u.id;
  return coalesce(cardinality(v_accounts), 0);
end $$;

-- ── commit 4: what the bank says of a reference ───────────────────────────────────────────────────────────────

-- Since when the vendor's own lines of a payment have come to nothing: it left, and all of it is back. Null: they do not.
create function naira_back_since(p_account uuid, p_reference text) returns timestamptz language sql stable as $$
  select case when l.debits > 0 and l.debits = l.credits then l.seen_at end
  from (
    select sum(l.amount_minor::numeric) filter (where l.direction = 'debit') as debits,
      sum(l.amount_minor::numeric) filter (where l.direction = 'credit') as credits, max(l.seen_at) as seen_at
    from payout_line l where l.account_id = p_account and l.reference = p_reference and l.kind <> 'fee') l
$$;

-- [{payout_id, kind, code, amount_minor, account_number, bank_code, session_id, vendor_id, fee_minor, raw}]: kind one of pending, needs_otp,
-- not_found, unavailable, success, failed, reversed. Returns how many ended. Success needs the amount; amount, number and bank must be those of the
-- order, or the account is frozen. p_spaced_ms: how far apart two answers must be to count as two. p_overdue_ms: after this people are asked.
create function note_readings(p_account uuid, p_fence bigint, p_readings json, p_spaced_ms integer, p_overdue_ms integer, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_ids uuid[] := array(select s.payout_id from json_to_recordset(p_readings) as s (payout_id uuid));
  v_rights uuid[] := array(select x.right_id from payout x where x.id = any (v_ids));
  v_transactions uuid[] := array(select r.transaction_id from payout_right r where r.id = any (v_rights));
  v_succeeded uuid[];
  v_odd uuid[] := '{}';
  v_late uuid[];
  v_buried integer;
  d record;
begin
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  perform keep_readings(v_ids, p_readings, p_at);

  -- Everything that is said to be over, and is not: first whether it is about what we ordered.
  for d in
    select x.id, r.transaction_id, s.kind, s.amount_minor, s.account_number, s.bank_code, r.amount_minor::numeric as ordered_minor
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric, account_number text, bank_code text)
    join payout x on x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.state <> 'ordered'
    join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    where s.kind in ('success', 'failed', 'reversed')
      and ((s.amount_minor is not null and s.amount_minor <> r.amount_minor::numeric)
        or (s.account_number is not null and s.account_number <> r.account_number::text)
        or (s.bank_code is not null and s.bank_code <> r.bank_code))
  loop
    v_odd := v_odd || d.id;
    update payout set next_look_at = p_at + payout_gap(look_count), look_count = look_count + 1 where id = d.id;
    perform freeze_payout_account(p_account, 'the bank speaks of another payment than we ordered');
    perform ask_about_payout(d.id, 'payout_mismatch', 'The bank speaks of another amount, number or bank than we ordered.',
      jsonb_strip_nulls(jsonb_build_object('said', d.kind, 'amount_minor', d.amount_minor::text, 'account_number', d.account_number,
        'bank_code', d.bank_code, 'ordered_minor', d.ordered_minor::text)), p_at);
  end loop;

  with told as materialized (
    select s.* from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric, session_id text, vendor_id text, fee_minor numeric)
    where s.kind = 'success' and s.amount_minor is not null and s.payout_id <> all (v_odd)
  ), said as (
    update payout x set session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
        fee_minor = coalesce(s.fee_minor, x.fee_minor), look_count = x.look_count + 1
      from told s
      where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null
        and x.state in ('sending', 'accepted', 'unknown', 'failed', 'reversed') and x.final_entry_id is null
      returning x.id
  )
  select array_agg(id order by id) into v_succeeded from said;
  if v_succeeded is not null then
    perform succeed_payouts(a, v_succeeded, p_at);
  end if;

  -- What is said to have failed counts once for each time that is far enough from the one before.
  update payout x set
      state = case when x.state = 'succeeded' then 'reversed' else s.kind end,
      ended_count = case when x.ended_told_at is null or p_at - x.ended_told_at >= make_interval(secs => p_spaced_ms / 1000.0)
        then x.ended_count + 1 else x.ended_count end,
      ended_told_at = case when x.ended_told_at is null or p_at - x.ended_told_at >= make_interval(secs => p_spaced_ms / 1000.0)
        then p_at else x.ended_told_at end,
      session_id = coalesce(s.session_id, x.session_id), vendor_id = coalesce(s.vendor_id, x.vendor_id),
      next_look_at = p_at + payout_gap(x.look_count), look_count = x.look_count + 1
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, session_id text, vendor_id text)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.state <> 'ordered'
      and s.kind in ('failed', 'reversed') and x.id <> all (v_odd);

  -- Everything else is asked again, ever less often. That the bank knows of nothing is counted, and ends nothing.
  with told as materialized (
    select s.payout_id, s.kind from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric)
    where s.kind in ('pending', 'needs_otp', 'not_found', 'unavailable') or s.kind = 'success' and s.amount_minor is null
  ), again as (
    -- What was paid is not asked about, but for what the vendor's lines show as back: that is asked about until the bank says so.
    update payout x set next_look_at = case when x.state <> 'succeeded' or naira_back_since(p_account, x.reference) is not null
        then p_at + payout_gap(x.look_count) end,
        look_count = x.look_count + 1,
        -- What the bank once knew of is not unknown to it because it finds it no more.
        not_found_count = case when s.kind in ('pending', 'needs_otp') then 0 else x.not_found_count + (s.kind = 'not_found')::integer end,
        first_not_found_at = case when s.kind = 'not_found' then coalesce(x.first_not_found_at, p_at)
          when s.kind = 'unavailable' then x.first_not_found_at end,
        last_not_found_at = case when s.kind = 'not_found' then p_at else x.last_not_found_at end
      from told s
      where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.state <> 'ordered'
      returning x.id, x.state, x.first_sent_at, s.kind
  )
  select array_agg(g.id order by g.id) into v_late from again g
    where g.state <> 'succeeded' and (g.kind = 'needs_otp' or g.first_sent_at <= p_at - make_interval(secs => p_overdue_ms / 1000.0));
  perform ask_about_payout(u.id, 'payout_unknown', 'The bank has not said what became of the payment. The tokens stay held.', null, p_at)
    from unnest(v_late) as u (id);
  -- A payment that was made, as the bank says still or again: nothing more is due, unless the vendor's lines show its naira as back.
  update payout x set state = 'succeeded', ended_count = 0, ended_told_at = null, look_count = x.look_count + 1,
      next_look_at = case when naira_back_since(p_account, x.reference) is not null then p_at + payout_gap(x.look_count) end
    from json_to_recordset(p_readings) as s (payout_id uuid, kind text, amount_minor numeric)
    where x.id = any (v_ids) and x.id = s.payout_id and x.account_id = p_account and x.money_back_at is null and x.final_entry_id is not null
      and x.next_look_at is not null and s.kind = 'success' and s.amount_minor is not null and x.id <> all (v_odd)
      and x.id <> all (coalesce(v_succeeded, '{}'));
  v_buried := bury_what_is_back(p_account, p_at);
  -- The bank and its own ledger say different things, and go on doing so.
  perform ask_about_payout(x.id, 'payout_unknown', case when x.state = 'succeeded' then 'The naira is back, and the bank says that it has paid it.'
      else 'The bank says that it has not paid it, and the naira is not back.' end, null, p_at)
    from payout x
    where x.id = any (v_ids) and x.account_id = p_account and x.money_back_at is null and x.next_look_at is not null and case
      when x.state = 'succeeded' then naira_back_since(p_account, x.reference) <= p_at - make_interval(secs => p_overdue_ms / 1000.0)
      when x.state in ('failed', 'reversed') then x.ended_count >= 2
        and x.first_sent_at <= p_at - make_interval(secs => p_overdue_ms / 1000.0) end;
  return coalesce(cardinality(v_succeeded), 0) + v_buried;
end $$;

-- Two people have the bank's own evidence of what became of a payment that it does not tell us about. Called by what they decide.
create function end_payout_by_evidence(p_payout uuid, p_was_paid boolean, p_evidence jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  x payout;
  a payout_account;
begin
  select * into strict x from payout where id = p_payout;
  select * into strict a from payout_account where id = x.account_id for no key update;
  select * into strict x from payout where id = p_payout for no key update;
  -- One that was paid is undone by the naira that the vendor shows as back; one that the payer never sent was not paid.
  if x.money_back_at is not null or x.state = 'ordered' and p_was_paid
    or x.state = 'succeeded' and (p_was_paid or naira_back_since(a.id, x.reference) is null) then
    raise exception 'payout % is % and needs no evidence', x.id, x.state using errcode = 'AF040';
  end if;
  -- A debit that is not read yet is not seen: whoever says that nothing left must have waited for it.
  if not p_was_paid and x.state <> 'ordered' and (a.lines_whole_at > x.sent_at) is not true then
    raise exception 'the ledger of the account was not read since payout % was sent: approve it again later', x.id using errcode = 'AF062';
  end if;
  insert into payout_reading (id, payout_id, at, kind, code, raw)
    values (uuidv7(), x.id, p_at, 'evidence', case when p_was_paid then 'was_paid' else 'not_paid' end, p_evidence);
  if p_was_paid then
    if x.final_entry_id is not null then
      raise exception 'payout % was paid and came back', x.id using errcode = 'AF040';
    end if;
    update payout set evidence = p_evidence, session_id = coalesce(p_evidence ->> 'session_id', session_id) where id = x.id;
    perform succeed_payouts(a, array[x.id], p_at);
  else
    -- The vendor's own ledger has the last word: what it shows as gone has not come back by a decision.
    if (select coalesce(sum(case l.direction when 'debit' then l.amount_minor::numeric else -l.amount_minor::numeric end), 0)
        from payout_line l where l.account_id = x.account_id and l.reference = x.reference and l.kind <> 'fee') <> 0 then
      raise exception 'the vendor shows the naira of payout % as gone', x.id using errcode = 'AF040';
    end if;
    perform bury_payout(x.id, case x.state when 'succeeded' then 'reversed' else 'failed' end, p_evidence, '{"reason": "evidence"}', p_at);
  end if;
end $$;

-- ── the vendor's own ledger ───────────────────────────────────────────────────────────────────────────────────

-- More than any vendor takes for one payment. A larger "fee" is a debit like any other.
create function most_payout_fee() returns numeric language sql immutable parallel safe return 50000;

-- Keeps new lines of an account, [{external_id, at, direction, amount_minor, reference, kind}] oldest first, with what explains them. A debit
-- that no payout explains, of another amount, of a dead payout or a second one of the same, freezes the account; a credit that nothing explains waits
-- in suspense. What belongs to a payout is linked and never posted: its opening stands for it. Returns how many were new.
create function record_payout_lines(
  p_account uuid, p_fence bigint, p_lines json, p_cursor text, p_is_whole boolean, p_read_at timestamptz, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_owner text := p_account::text;
  v_references text[] := array(select s.reference from json_to_recordset(p_lines) as s (reference text) where s.reference is not null);
  v_externals text[] := array(select s.external_id from json_to_recordset(p_lines) as s (external_id text));
  v_seen text[] := array(select l.external_id from payout_line l where l.external_id = any (v_externals) and l.account_id = p_account);
  v_rights uuid[] := array(select x.right_id from payout x where x.reference = any (v_references) and x.account_id = p_account);
  v_transactions uuid[];
  v_returned uuid[];
  v_new jsonb[];
  v_fees numeric;
  v_entry uuid;
  v_funding uuid;
  d record;
begin
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights)
    and exists (select from json_to_recordset(p_lines) as s (direction text) where s.direction = 'credit'));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  with told as materialized (
    select row_number() over () as place, s.*
    from json_to_recordset(p_lines) as s (external_id text, at timestamptz, direction text, amount_minor numeric, reference text, kind text)
  ), fresh as materialized (
    select distinct on (s.external_id) s.* from told s where s.external_id <> all (v_seen) order by s.external_id, s.place
  ), before as (
    select l.reference, sum(case l.direction when 'debit' then 1 else -1 end) as net, count(*) filter (where l.direction = 'debit') as debits
    from payout_line l
    where l.reference = any (v_references) and l.account_id = p_account and l.kind <> 'fee' group by l.reference
  ), explained as (
    select f.*, x.id as payout_id, x.money_back_at, coalesce(r.amount_minor::numeric, g.amount_minor::numeric) as ordered_minor,
      coalesce(b.net, 0) + coalesce(sum(case when f.kind = 'fee' then 0 when f.direction = 'debit' then 1 else -1 end) over (
        partition by f.reference order by f.place rows between unbounded preceding and 1 preceding), 0) as net_before,
      coalesce(b.debits, 0) + coalesce(sum((f.kind <> 'fee' and f.direction = 'debit')::integer) over (
        partition by f.reference order by f.place rows between unbounded preceding and 1 preceding), 0) as debits_before
    from fresh f
    left join payout x on x.reference = any (v_references) and x.account_id = p_account and x.reference = f.reference
    left join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    left join payout_forgotten g on g.reference = any (v_references) and g.account_id = p_account and g.reference = f.reference
    left join before b on b.reference = f.reference
  )
  select array_agg(jsonb_build_object('id', uuidv7(), 'external_id', e.external_id, 'at', e.at, 'direction', e.direction,
      'amount_minor', e.amount_minor::text, 'reference', e.reference, 'kind', e.kind, 'payout_id', e.payout_id, 'problem', case
        when e.kind = 'fee' and e.amount_minor <= most_payout_fee() then null
        when e.direction = 'debit' then case
          when e.kind <> 'payment' or e.ordered_minor is null then 'a debit without a payout'
          when e.amount_minor <> e.ordered_minor then 'a debit of another amount than was ordered'
          when e.money_back_at is not null then 'a debit of a payout that is dead'
          when e.net_before >= 1 then 'a second debit of one payout' end
        when e.ordered_minor is not null then case
          when e.amount_minor <> e.ordered_minor then 'a return of another amount than was paid'
          when e.net_before <= 0 and (e.debits_before > 0 or e.money_back_at is not null) then 'a return of what was back already'
          when e.net_before >= 2 or e.money_back_at is not null then 'a debit too many, given back' end
        else 'a credit' end) order by e.place) into v_new
    from explained e;

  if v_new is not null then
    -- What vendors take for their work, all at once.
    select sum(case l ->> 'direction' when 'debit' then 1 else -1 end * (l ->> 'amount_minor')::numeric) into v_fees
      from unnest(v_new) as l where l ->> 'kind' = 'fee' and l ->> 'problem' is null;
    if v_fees > coalesce((select b.amount_minor::numeric from balance b
        where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode), 0) then
      v_new := array(select case when l ->> 'kind' = 'fee' then l || '{"problem": "a fee beyond the books"}' else l end
        from unnest(v_new) with ordinality as u (l, place) order by u.place);
    elsif v_fees <> 0 then
      v_entry := uuidv7();
      if v_fees > 0 then
        perform post_entry(v_entry, a.mode, null, 'payout_fees', p_at, array['expense']::account_kind[], array['bank'],
          array['payout_bank']::account_kind[], array[v_owner], array['NGN']::asset[], array[v_fees]::positive_minor[]);
      else
        perform post_entry(v_entry, a.mode, null, 'payout_fees', p_at, array['payout_bank']::account_kind[], array[v_owner],
          array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[-v_fees]::positive_minor[]);
      end if;
    end if;
    insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, seen_at)
      select (l ->> 'id')::uuid, p_account, l ->> 'external_id', (l ->> 'at')::timestamptz, l ->> 'direction', (l ->> 'amount_minor')::numeric,
        l ->> 'reference', l ->> 'kind', (l ->> 'payout_id')::uuid, case when l ->> 'kind' = 'fee' then v_entry end, p_at
      from unnest(v_new) as l where l ->> 'problem' is null;
    for d in
      select s.* from unnest(v_new) as l cross join lateral jsonb_to_record(l) as s (id uuid, external_id text, at timestamptz, direction text,
        amount_minor numeric, reference text, kind text, payout_id uuid, problem text) where s.problem is not null
    loop
      v_funding := null;
      v_entry := null;
      if d.problem = 'a debit too many, given back' then
        -- What left in the books for a debit too many comes back to them; where it never left them, there is nothing to book.
        if exists (select from payout_line l where l.account_id = p_account and l.reference = d.reference and l.kind <> 'fee' and l.entry_id is not null
            having count(*) filter (where l.direction = 'debit') > count(*) filter (where l.direction = 'credit')) then
          v_entry := uuidv7();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[v_owner],
            array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
        d.problem := null;
      elsif d.direction = 'credit' and d.problem in ('a credit', 'a return of what was back already') then
        if d.problem = 'a credit' then
          select f.id into v_funding from payout_funding f
            where f.account_id = p_account and f.amount_minor = d.amount_minor and f.line_id is null order by f.placed_at limit 1 for update;
        end if;
        if v_funding is not null then
          update payout_funding set line_id = d.id where id = v_funding;
          d.problem := null;
        else
          v_entry := uuidv7();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[v_owner],
            array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
      elsif d.direction = 'debit' then
        -- It has left the account at the vendor, so it leaves it in the books, as far as they reach.
        if d.problem <> 'a debit of another amount than was ordered' and d.amount_minor <= coalesce((select b.amount_minor::numeric from balance b
            where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode), 0) then
          v_entry := uuidv7();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['suspense']::account_kind[], array[''],
            array['payout_bank']::account_kind[], array[v_owner], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
        perform freeze_payout_account(p_account, d.problem || ': ' || d.external_id);
      end if;
      insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, problem, seen_at)
        values (d.id, p_account, d.external_id, d.at, d.direction, d.amount_minor, d.reference, d.kind, d.payout_id, v_entry, d.problem, p_at);
      if d.problem is not null then
        perform open_case(uuidv7(), a.mode, 'payout_unexplained', null, null, null, null,
          format('The vendor shows %s at payout account %s that we cannot explain.', d.problem, a.name),
          jsonb_strip_nulls(jsonb_build_object('subject', d.id, 'account_id', a.id, 'account', a.name, 'vendor', a.vendor, 'line', d.external_id,
            'direction', d.direction, 'amount_minor', d.amount_minor::text, 'reference', d.reference, 'problem', d.problem,
            'payout', 'pay_' || replace(d.payout_id::text, '-', ''))), null, p_at, p_at + interval '1 hour');
      end if;
    end loop;
    -- Naira came back: the bank is asked what it says about it.
    v_returned := array(
      select (l ->> 'payout_id')::uuid from unnest(v_new) as l where l ->> 'direction' = 'credit' and l ->> 'kind' <> 'fee');
    update payout x set next_look_at = p_at where x.id = any (v_returned) and x.money_back_at is null and x.state <> 'ordered';
  end if;
  update payout_account set line_cursor = p_cursor,
      lines_whole_at = case when p_is_whole then greatest(lines_whole_at, p_read_at) else lines_whole_at end
    where id = p_account;
  perform bury_what_is_back(p_account, p_at);
  return coalesce(cardinality(v_new), 0);
end $$;

-- ── how banks do ──────────────────────────────────────────────────────────────────────────────────────────────

-- Our own attempts since then, by bank and vendor: how many, how they ended, how long the bank took.
create function bank_health(p_mode mode, p_since timestamptz)
returns table (vendor text, bank_code text, attempts integer, succeeded integer, failed integer, open_unknown integer, p50_seconds numeric,
  p95_seconds numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.vendor, r.bank_code, count(*)::integer, count(*) filter (where x.final_entry_id is not null)::integer,
    count(*) filter (where x.state = 'failed')::integer, count(*) filter (where x.state in ('sending', 'unknown'))::integer,
    round((percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
      filter (where x.final_entry_id is not null))::numeric, 1),
    round((percentile_cont(0.95) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
      filter (where x.final_entry_id is not null))::numeric, 1)
  from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
  where x.mode = p_mode and x.ordered_at >= p_since and x.first_sent_at is not null
  group by a.vendor, r.bank_code order by a.vendor, r.bank_code
$$;

-- Notes the banks that a vendor does not reach: of at least five attempts of the last quarter of an hour that had a minute, none or few came through.
create function note_bank_trouble(p_account uuid, p_fence bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
begin
  insert into bank_trouble as b
    select a.mode, a.vendor, s.bank_code, p_at, clock_timestamp(), s.attempts, s.succeeded from (
      select r.bank_code, count(*)::integer as attempts, count(*) filter (where x.final_entry_id is not null)::integer as succeeded
      from payout x join payout_right r on r.id = x.right_id join payout_account o on o.id = x.account_id
      where x.ordered_at >= p_at - interval '15 minutes' and x.mode = a.mode and o.vendor = a.vendor
        and (x.final_entry_id is not null or x.state = 'failed' or x.first_sent_at <= p_at - interval '1 minute')
      group by r.bank_code) s
    where s.attempts >= 5 and s.succeeded * 5 <= s.attempts
    on conflict (mode, vendor, bank_code) do update
      set noted_at = excluded.noted_at, attempts = excluded.attempts, succeeded = excluded.succeeded,
        since = case when b.noted_at > clock_timestamp() - interval '10 minutes' then b.since else excluded.since end;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A payout, its right, its transaction and its postings say the same, and a right has one payout that is not dead.
create function check_payouts(since_xid bigint) returns setof finding language sql stable as $$
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
      or x.final_entry_id is not null and t.status not in ('completed', 'refunded', 'recalled')
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
    or live_payout(w.transaction_id, w.purpose) is not null or not exists (select from payout_account a where a.id = w.account_id and a.mode = w.mode)
  union all
  select row(a.id::text, 'a payout account of ours, and nothing looks at it')::finding
  from payout_account a where a.state <> 'closed' and not exists (select from wake w where w.subject_id = a.id and w.type = 'payout-account')
$$;

-- What is out in the ledger is what is out at the vendors: naira by account, tokens by transaction.
create function check_payouts_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  with out as (
    select x.mode, x.account_id::text as owner, sum(r.amount_minor::numeric) as minor from payout x join payout_right r on r.id = x.right_id
    where x.money_back_at is null and x.final_entry_id is null group by 1, 2
  ), booked as (
    select p.mode, case when p.debit_kind = 'outgoing' then p.debit_owner else p.credit_owner end as owner,
      sum(case when p.debit_kind = 'outgoing' then p.amount_minor::numeric else -p.amount_minor::numeric end) as minor
    from posting p where p.asset = 'NGN' and 'outgoing' in (p.debit_kind, p.credit_kind) group by 1, 2
  )
  select row(coalesce(o.owner, b.owner), format('%s is out at the vendor, %s in the ledger', coalesce(o.minor, 0), coalesce(b.minor, 0)))::finding
  from out o full join booked b on b.mode = o.mode and b.owner = o.owner
  where coalesce(o.minor, 0) <> coalesce(b.minor, 0)
  union all
  select row(c.owner, 'its committed tokens are not what is on its way')::finding
  from (
    select p.owner, sum(p.minor) as minor from (
      select debit_owner as owner, -amount_minor::numeric as minor from posting where debit_kind = 'committed' and asset = 'NGNC'
      union all
      select credit_owner, amount_minor::numeric from posting where credit_kind = 'committed' and asset = 'NGNC') p
    group by p.owner
  ) c
  where c.minor <> coalesce((
    select sum(p.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
    join posting p on p.entry_id = x.entry_id and p.ordinal = 1
    where r.transaction_id = c.owner::uuid and r.purpose = 'payout' and x.money_back_at is null and x.final_entry_id is null), 0)
$$;

-- What is out in the ledger is what is out in the lanes: tokens by network, naira by transaction. Naira that goes back to a payer through a
-- bank is committed too.
create function check_outgoing(since_xid bigint) returns setof finding language sql stable as $$
  with out as (
    select f.mode, f.network, sum(r.tokens_minor::numeric) as tokens
    from transfer f join transfer_right r on r.id = f.right_id where f.state in ('reserved', 'signed', 'conflict') group by 1, 2
  ), booked as (
    select p.mode, case when p.debit_kind = 'outgoing' then p.debit_owner else p.credit_owner end as network,
      sum(case when p.debit_kind = 'outgoing' then p.amount_minor::numeric else -p.amount_minor::numeric end) as tokens
    from posting p where p.asset = 'NGNC' and 'outgoing' in (p.debit_kind, p.credit_kind) group by 1, 2
  )
  select row(coalesce(o.mode, b.mode) || ' ' || coalesce(o.network, b.network),
    format('%s is out in the lanes, %s in the ledger', coalesce(o.tokens, 0), coalesce(b.tokens, 0)))::finding
  from out o full join booked b on b.mode = o.mode and b.network = o.network
  where coalesce(o.tokens, 0) <> coalesce(b.tokens, 0)
  union all
  select row(c.owner, 'its committed naira is not what is on its way')::finding
  from (
    select p.owner, sum(p.minor) as minor from (
      select debit_owner as owner, -amount_minor::numeric as minor from posting where debit_kind = 'committed' and asset = 'NGN'
      union all
      select credit_owner, amount_minor::numeric from posting where credit_kind = 'committed' and asset = 'NGN') p
    group by p.owner
  ) c
  where c.minor <> coalesce((
    select sum(p.amount_minor::numeric) from transfer_right r join transfer f on f.right_id = r.id
    join posting p on p.entry_id = f.entry_id and p.ordinal = 1
    where r.transaction_id = c.owner::uuid and f.state in ('reserved', 'signed', 'conflict')), 0) + coalesce((
    select sum(r.amount_minor::numeric) from payout_right r join payout x on x.right_id = r.id
    where r.transaction_id = c.owner::uuid and r.purpose = 'refund' and x.money_back_at is null and x.final_entry_id is null), 0)
$$;

-- The vendor's own ledger and our payouts say the same; what nobody could explain has a case.
create function check_payout_lines(since_xid bigint) returns setof finding language sql stable as $$
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

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['payout_order', 'payout_right', 'payout', 'payout_reading', 'payout_line', 'payout_forgotten'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

grant select on payout_account, payout_funding, bank_trouble to afara_worker;
grant select on payout_right, payout_reading, payout_line to afara_sealer;
-- Not queue_payout, nor what people decide: what is cleared is queued in the commit that clears it.
grant execute on function take_payouts, release_payouts, compare_payouts, note_balance, open_payouts, begin_sending, note_answers,
  list_payouts_out, note_readings, record_payout_lines, note_bank_trouble, live_payout, payout_reference, payout_right_key, check_payouts,
  check_outgoing, check_payouts_outgoing, check_payout_lines to afara_worker;
grant execute on function wake_payouts to afara_api;
