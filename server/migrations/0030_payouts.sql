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
  unique (account_id, reference),
  unique (right_id, attempt),
  check (money_back_at is null or state in ('failed', 'reversed')),
  check (state <> 'succeeded' or (final_entry_id is not null and ended_at is not null)),
  check (state <> 'ordered' or (first_sent_at is null and sent_count = 0)),
  check (state not in ('sending', 'accepted', 'unknown') or sent_at is not null)
) with (fillfactor = 70);
-- The wall: one payout of a right that is not dead, whatever any code does.
create unique index payout_alive on payout (right_id) where money_back_at is null;
create index payout_out on payout (account_id, next_look_at)
  where state in ('ordered', 'sending', 'accepted', 'unknown') or (state in ('failed', 'reversed') and money_back_at is null);
create index payout_look on payout (account_id, next_look_at) where next_look_at is not null and state <> 'ordered';
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
  unique (account_id, external_id)
);
create index payout_line_of on payout_line (account_id, reference) where reference is not null;
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
  primary key (account_id, reference)
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
