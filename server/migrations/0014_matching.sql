-- Why: whose naira is it. Each accepted buy looks for its naira (a claim); each credit has something left for somebody to
-- have (a fund). Matching reads both, a rule outside decides, and what was decided is written here in one commit, for hundreds
-- of credits at a time. Nothing is believed on the way back: what is not as it was read any more undoes the whole.
--
-- Locks are taken in one order by all: the lock of the bank account, its credits and claims, payers (sorted), the locks of
-- businesses that are given something on trust (sorted), transactions. A transaction belongs to one account, so that two
-- accounts share only businesses and their payers.

set local role afara_owner;
set local search_path = afara;

-- ── what looks for naira ──────────────────────────────────────────────────────────────────────────────────────

-- One row for each buy that still looks for its naira, and for those that ended without, a month more: money can come late.
-- Gone when the buy is paid. No foreign keys, for the reasons that the parts of a buy have none.
create table claim (
  transaction_id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  vendor_account_id uuid not null,
  amount_minor positive_minor not null,
  left_minor positive_minor not null,
  -- None: the payer of an expected payment is not known beforehand.
  payer_account_number account_number,
  payer_bank_code text,
  payer_name text,
  payer_words text[] not null,
  accepted_at timestamptz not null,
  expires_at timestamptz not null,
  -- The number, or what the bank shows of it, that the first part came from.
  first_part_from text,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
-- Each way to look a claim up has one index that can serve it, and no other can: such a table is empty at times and full a
-- minute later, and between two indexes PostgreSQL would choose by what it remembers. So the account leads in none of these.
-- Banks hide the front of a number, so it is looked up from its end: by all ten digits, or by the last few.
create index claim_by_number on claim ((reverse(payer_account_number)) collate "C", amount_minor);
create index claim_by_lack on claim (left_minor);
-- What came since an account was looked at last.
create index claim_news on claim (vendor_account_id, xid);
create index claim_part_paid on claim (transaction_id) where left_minor <> amount_minor;

insert into claim
  select t.id, t.business_id, t.mode, b.vendor_account_id, t.amount_minor, t.amount_minor, b.payer_account_number,
    b.payer_bank_code, b.payer_account_name, '{}', t.created_at, t.created_at + interval '7 days'
  from transaction t join buy b on b.transaction_id = t.id
  where t.status in ('pending_payment', 'expired', 'cancelled');

-- The payer of an expected payment is not known beforehand.
alter table buy
  alter column payer_bank_code drop not null,
  alter column payer_bank_name drop not null,
  alter column payer_account_number drop not null;

-- ── what was given to whom ────────────────────────────────────────────────────────────────────────────────────

-- What spoke for it.
create type allocation_evidence as enum (
  'number',   -- all ten digits
  'mask',     -- the digits that the bank shows, the bank and the name together
  'tail',     -- the amount of an expected payment, to the kobo
  'code',     -- the code of an expected payment
  'account',  -- the account is the business's own, and one buy fits
  'person'
);

-- Why it is this business's.
create type allocation_ground as enum (
  'dedicated',   -- nobody else is told of the account
  'expected',    -- an expected payment was issued to it
  'bound',       -- the payer has paid it before, longer ago than a bank may recall
  'within_cap',  -- on trust, up to what was agreed
  'person'
);

create domain decider as text check (value = 'matching' or length(value) = 36 and value ~ '^[0-9a-f-]+$');

-- So much of a credit was given to a buy. The id is also that of its entry in the ledger.
create table allocation (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid not null,
  business_id uuid not null,
  amount_minor positive_minor not null,
  evidence allocation_evidence not null,
  ground allocation_ground not null,
  -- Matching itself, or the case in which people decided.
  decided_by decider not null,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index allocation_of_line on allocation (line_id);
create index allocation_of_transaction on allocation (transaction_id);
create index allocation_xid on allocation using brin (xid) with (pages_per_range = 16, autosummarize = on);

create trigger allocation_is_history before update or delete or truncate on allocation
  for each statement execute function refuse_change();

-- A payer that a business was paid by. Trusted when no bank can recall its first payment any more; refused after a recall.
create table known_payer (
  mode mode not null,
  account_number account_number not null,
  bank_code text not null,
  business_id uuid not null,
  first_line_id uuid not null,
  trusted_from timestamptz not null,
  refused_at timestamptz,
  primary key (mode, account_number, bank_code, business_id)
);

-- What a business was given on trust, by the day in Lagos. It counts until no bank can recall it any more.
create table exposure_day (
  business_id uuid not null,
  mode mode not null,
  day date not null,
  amount_minor positive_minor not null,
  aged_from timestamptz not null,
  primary key (business_id, mode, day)
);

-- How much a business may be given on trust at a time.
alter table business_mode add column exposure_cap_minor nonnegative_minor not null default 0;
update business_mode set exposure_cap_minor = 100000000000 where mode = 'test';

-- ── payments that are expected ────────────────────────────────────────────────────────────────────────────────

-- A payer is asked for an amount that nobody else is asked for, on this account, and may write the code beside it. Both rest
-- for a week after use or expiry, so that a late payment is not taken for the next one's.
create table expected_payment (
  id uuid primary key,
  mode mode not null,
  business_id uuid not null,
  vendor_account_id uuid not null,
  transaction_id uuid not null unique references transaction (id),
  amount_minor positive_minor not null,
  code text not null check (code <> ''),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  released_at timestamptz,
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create unique index expected_payment_amount on expected_payment (vendor_account_id, amount_minor) where released_at is null;
create unique index expected_payment_code on expected_payment (code, vendor_account_id) where released_at is null;

-- The kobo that may be added to an amount of whole naira: those that no expected payment and no claim has.
create function free_tails(p_account uuid, p_amount numeric) returns integer[]
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce(array_agg(tail), '{}') from generate_series(1, 99) as tail
  where not exists (
      select from expected_payment e
      where e.vendor_account_id = p_account and e.amount_minor = p_amount + tail and e.released_at is null)
    and not exists (select from claim c where c.vendor_account_id = p_account and c.left_minor = p_amount + tail)
$$;

-- Opens a buy whose payer will be told the amount and the code. False when its name is taken: nothing was written. An amount
-- or a code that another took in this moment violates its index, and nothing stands.
create function issue_expected_payment(p_id uuid, p_request json, p_code text)
returns table (accepted boolean, needs text[])
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  select a.accepted, a.needs into strict accepted, needs from accept_buys(json_build_array(p_request)) a;
  if accepted then
    insert into expected_payment (id, mode, business_id, vendor_account_id, transaction_id, amount_minor, code, issued_at, expires_at)
      select p_id, r.mode, r.business_id, r.vendor_account_id, r.id, r.amount_minor, p_code, r.at, r.due_at
      from json_to_record(p_request) as r (
        id uuid, business_id uuid, mode mode, vendor_account_id uuid, amount_minor numeric, at timestamptz, due_at timestamptz);
  end if;
  return next;
end $$;

-- ── accepting ─────────────────────────────────────────────────────────────────────────────────────────────────

-- As before, with the claim in the same statement. An answer is either accepted, with what stands in the way, or not: then
-- one of its keys names another transaction, and nothing of it was written.
create or replace function accept_buys(p_requests json)
returns table (ordinal integer, accepted boolean, needs text[])
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_ordinals integer[];
  v_accepted boolean[];
  v_limited integer[];
  v_status text;
begin
  select to_status into strict v_status from transition where type = 'buy' and from_status = '' and event = 'accepted';
  with request as materialized (
    select r.* from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      vendor_account_id uuid, payer_bank_code text, payer_bank_name text, payer_account_number text,
      payer_account_name text, payer_words text[], network text, wallet_address text, fee_minor numeric,
      daily_limit_minor numeric, at timestamptz, due_at timestamptz)
  ), took as (
    -- Of requests with the same two names, the first takes both. Else each could lose one, and none be accepted.
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  ), won as materialized (
    -- Most have no limit, and for them nothing is called.
    select r.*, r.daily_limit_minor is null
      or take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) as within_limit
    from (
      select r.* from request r
      join (select transaction_id, count(*) as keys from took group by transaction_id) t
        on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end
      order by r.business_id, r.mode, r.at, r.ordinal) r
  ), opened as (
    insert into transaction
    select w.id, w.business_id, w.mode, 'buy', v_status, 1, w.amount_minor, w.reference, w.at from won w
  ), logged as (
    insert into transaction_event
    select w.id, 1, uuidv7(), w.business_id, w.mode, 'buy', 'accepted', '', v_status,
      terms_of(w.amount_minor, w.fee_minor, w.reference, w.meaning), w.at
    from won w
  ), described as (
    insert into buy
    select w.id, w.mode, w.vendor_account_id, w.payer_bank_code, w.payer_bank_name, w.payer_account_number,
      w.payer_account_name, w.network, w.wallet_address, w.fee_minor,
      case when w.within_limit then '{}'::text[] else '{daily_limit}' end
    from won w
  ), claimed as (
    insert into claim
    select w.id, w.business_id, w.mode, w.vendor_account_id, w.amount_minor, w.amount_minor, w.payer_account_number,
      w.payer_bank_code, w.payer_account_name, coalesce(w.payer_words, '{}'), w.at, w.due_at
    from won w
  ), scheduled as (
    insert into wake (subject_id, type, due_at) select w.id, 'buy', w.due_at from won w
  )
  select array_agg(r.ordinal), array_agg(w.id is not null), array_agg(r.ordinal) filter (where not w.within_limit)
    into v_ordinals, v_accepted, v_limited
  from request r left join won w on w.id = r.id;

  -- A request with two keys may have taken one and lost the other: it gives back what it took.
  if not (true = all (v_accepted)) then
    delete from request_key k
    using unnest(v_ordinals, v_accepted) as o (ordinal, accepted),
      json_to_recordset(p_requests) as r (ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text)
    where o.ordinal = r.ordinal and not o.accepted and k.transaction_id = r.id
      and k.business_id = r.business_id and k.mode = r.mode and k.key in ('r:' || r.reference, 'k:' || r.key);
  end if;
  return query
    select o.ordinal, o.accepted, case when o.ordinal = any (v_limited) then '{daily_limit}'::text[] else '{}' end
    from unnest(v_ordinals, v_accepted) as o (ordinal, accepted);
end $$;

-- ── many at a time ────────────────────────────────────────────────────────────────────────────────────────────

-- Moves each transaction along one edge, as move_transaction does, and returns how many it moved: one that has no such edge
-- from where it is stays where it is, and the caller finds one too few. A transaction is named once. Where there are no times
-- of a next look, nothing wakes any of them.
create function move_transactions(
  p_ids uuid[], p_events text[], p_data jsonb[], p_due_ats timestamptz[], p_at timestamptz
) returns integer language plpgsql as $$
declare
  v_count integer;
begin
  with moved as (
    update transaction t set status = edge.to_status, version = t.version + 1
    from unnest(p_ids, p_events, p_data) as m (id, event, data), transition edge
    where t.id = any (p_ids) and t.id = m.id and edge.type = t.type and edge.from_status = t.status and edge.event = m.event
    returning new.*, old.status as from_status, m.event, m.data
  ), logged as (
    insert into transaction_event
      (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at)
    select m.id, m.version, uuidv7(), m.business_id, m.mode, m.type, m.event, m.from_status, m.status, m.data, p_at
    from moved m
  )
  select count(*) into v_count from moved;
  if p_due_ats is null then
    delete from wake w where w.subject_id = any (p_ids);
  else
    perform schedule_wake(m.id, m.due_at) from unnest(p_ids, p_due_ats) as m (id, due_at);
  end if;
  return v_count;
end $$;

-- Posts many entries that are alike: one posting each, from one account without a floor to accounts of one kind that grow by
-- it, by the rules of post_entry. So nothing can fall below zero, and nothing meets in clearing. The arrays run in parallel.
create function post_entries(
  p_mode mode, p_ids uuid[], p_transactions uuid[], p_step text, p_at timestamptz, p_debit_kind account_kind, p_debit_owner text,
  p_credit_kind account_kind, p_credit_owners text[], p_asset asset, p_amounts positive_minor[]
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_xid bigint := pg_current_xact_id()::text::bigint;
  v_wrong text;
begin
  select o.owner into v_wrong from unnest(p_credit_owners) as o (owner)
    where (account_fits(p_debit_kind, p_debit_owner, p_asset) and account_fits(p_credit_kind, o.owner, p_asset)
      and (p_debit_kind <> p_credit_kind or p_debit_owner <> o.owner)
      and not account_has_floor(p_debit_kind) and not (account_has_floor(p_credit_kind) and account_is_debit_normal(p_credit_kind))
      and 'clearing' not in (p_debit_kind, p_credit_kind)) is not true
    limit 1;
  if found then
    raise exception '%:% / %:% cannot carry % here', p_debit_kind, p_debit_owner, p_credit_kind, v_wrong, p_asset
      using errcode = 'AF012';
  end if;
  if (select count(*) from transaction t where t.id = any (p_transactions) and t.mode = p_mode)
    <> (select count(distinct u.id) from unnest(p_transactions) as u (id)) then
    raise exception 'a transaction is not in % mode', p_mode using errcode = 'AF011';
  end if;
  with e as (
    insert into entry select u.id, p_mode, u.transaction_id, p_step, null, p_at, v_xid
    from unnest(p_ids, p_transactions) as u (id, transaction_id)
  )
  insert into posting select u.id, 1, p_mode, p_debit_kind, p_debit_owner, p_credit_kind, u.owner, p_asset, u.amount, v_xid
    from unnest(p_ids, p_credit_owners, p_amounts) as u (id, owner, amount);
  if account_has_floor(p_credit_kind) then
    insert into balance
      select u.owner, p_credit_kind, p_asset, p_mode, sum(u.amount::numeric)
      from (select u.owner collate "C" as owner, u.amount from unnest(p_credit_owners, p_amounts) as u (owner, amount)) u
      group by u.owner order by u.owner
      on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor;
  end if;
end $$;

-- ── when a credit is looked at ────────────────────────────────────────────────────────────────────────────────

-- A credit that waits for its claim is not looked at at every turn: only when something about it changed, when a claim came
-- that may be its own, or when it is time.
alter table credit_fund add column look_at timestamptz not null default '-infinity';
-- A transaction moves several times, and nothing that moves is indexed: with room on its page it moves in place.
alter table transaction set (fillfactor = 70);
create index credit_fund_due on credit_fund (vendor_account_id, look_at) where blocked_by is null;
create function look_at_fund() returns trigger language plpgsql as $$
begin
  new.look_at := 'epoch';
  return new;
end $$;

create trigger credit_fund_changed before update on credit_fund for each row
  when (old.left_minor < new.left_minor or old.blocked_by is distinct from new.blocked_by
    or (old.payer_account_number, old.payer_account_mask, old.payer_name, old.payer_bank_code)
      is distinct from (new.payer_account_number, new.payer_account_mask, new.payer_name, new.payer_bank_code))
  execute function look_at_fund();

-- Claims of earlier writers than this have been seen by the account's credits.
create table matching_mark (
  vendor_account_id uuid primary key references vendor_account (id),
  seen_xid bigint not null
);

-- ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Takes the account for this transaction and says what it is. While it is held nobody records lines, matches or freezes.
create function begin_matching(p_account uuid)
returns table (mode mode, dedicated_to uuid, state text)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  return query select v.mode, v.business_id, v.state from vendor_account v where v.id = p_account for share;
end $$;

-- Credits that wait are looked at again when a claim comes that may be theirs: by amount, number or last digits. Both sides
-- are read once and joined as sets: of new claims and of waiting credits either may be the many.
create function wake_waiting_credits(p_account uuid, p_since bigint, p_at timestamptz) returns void
language plpgsql set enable_nestloop = off as $$
declare
  v_lines uuid[];
begin
  perform from claim c where c.vendor_account_id = p_account and c.xid >= p_since limit 1;
  if not found then
    return;
  end if;
  with fresh as materialized (
    select c.amount_minor::numeric as amount_minor, c.payer_account_number::text as number,
      right(c.payer_account_number, 3) as ending
    from claim c where c.vendor_account_id = p_account and c.xid >= p_since
  ), waiting as materialized (
    select f.line_id, f.left_minor::numeric as left_minor, f.payer_account_number::text as number,
      case when f.payer_account_number is null then right(f.payer_account_mask, 3) end as ending
    from credit_fund f where f.vendor_account_id = p_account and f.blocked_by is null and f.look_at > p_at
  )
  select array_agg(w.line_id) into v_lines from waiting w
  where w.left_minor in (select c.amount_minor from fresh c)
    or w.number in (select c.number from fresh c) or w.ending in (select c.ending from fresh c);
  update credit_fund f set look_at = 'epoch' where f.line_id = any (v_lines);
end $$;

-- The credits that are to be looked at, and the claims that may be theirs, each with the id of its credit (and perhaps more
-- than once). Which claims these are must not depend on how many there are: a flood of one business's claims must never hide
-- another's, so that what is contested is seen to be. So whoever finds more than twenty claims for a credit asks again for
-- those credits, as crowded: then the first twenty of each business are told, which takes more time.
--
-- Two JSON lists of lists of texts, put together by hand: neither the driver's reading of rows nor PostgreSQL's own making of JSON
-- is half as fast. Times are milliseconds since 1970; what is not known is an empty text.
-- And every table is read by its keys: statistics do not decide, for plans outlive them, and tables here grow from nothing in
-- minutes.
create function match_candidates(p_account uuid, p_at timestamptz, p_most integer, p_crowded uuid[] default null)
returns table (credits text, claims text)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_mark bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_seen bigint;
  v_has_expected boolean;
begin
  select m.seen_xid into v_seen from matching_mark m where m.vendor_account_id = p_account;
  if v_seen is null then
    -- The first look is at everything anyway.
    insert into matching_mark values (p_account, v_mark);
  else
    -- However long another transaction holds the mark back: claims may then be seen more than once.
    perform wake_waiting_credits(p_account, v_seen, p_at);
    update matching_mark m set seen_xid = v_mark where m.vendor_account_id = p_account and m.seen_xid < v_mark;
  end if;
  v_has_expected := exists (
    select from expected_payment e where e.vendor_account_id = p_account and e.released_at is null);

  return query
  with due as materialized (
    select f.line_id, f.left_minor::numeric as left_minor, f.booked_at, f.payer_account_number, f.payer_account_mask, f.payer_name,
      f.payer_words, f.payer_bank_code, f.narration,
      reverse(f.payer_account_number) as reversed,
      -- The end of the number, from its last digit, as far as the bank shows it.
      case when f.payer_account_number is null then substring(reverse(f.payer_account_mask) from '^[0-9]+') end as tail,
      translate(f.payer_account_mask, '*', '_') as pattern,
      f.booked_at <= p_at - interval '30 minutes' as has_waited, f.look_at > '-infinity' as was_looked_at
    from credit_fund f
    where f.vendor_account_id = p_account and f.blocked_by is null and f.look_at <= p_at
      and (p_crowded is null or f.line_id = any (p_crowded))
    order by f.booked_at, f.line_id limit p_most
  ), part_paid as materialized (
    select c.* from claim c where c.left_minor <> c.amount_minor and c.vendor_account_id is not distinct from p_account
  ), found as (
    -- Exactly this amount, by this number.
    select d.line_id, c.*, false as is_stranger, 1 as place from due d cross join lateral (
      select c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from
      from claim c
      where reverse(c.payer_account_number) collate "C" = d.reversed and c.amount_minor = d.left_minor
        and c.vendor_account_id is not distinct from p_account limit 21) c
    where p_crowded is null
    union all
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" = d.reversed and c.amount_minor = d.left_minor
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where p_crowded is not null) e
    where e.place <= 20
    union all
    -- Exactly this amount, by a number with these digits.
    select d.line_id, c.*, false, 1 from due d cross join lateral (
      select c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from
      from claim c
      where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
        and c.payer_account_number like d.pattern and c.amount_minor = d.left_minor
        and c.vendor_account_id is not distinct from p_account limit 21) c
    where p_crowded is null and length(d.tail) >= 2
    union all
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
        and c.payer_account_number like d.pattern and c.amount_minor = d.left_minor
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where p_crowded is not null and length(d.tail) >= 2) e
    where e.place <= 20
    union all
    -- The rest of a buy that is paid in part.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d join part_paid c
      on c.payer_account_number = d.payer_account_number
        or d.payer_account_number is null and c.payer_account_number like d.pattern
          and (c.left_minor = d.left_minor or c.payer_words && d.payer_words)
    union all
    -- Another amount, by this number: a part of it, or more.
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" = d.reversed
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where d.has_waited) e
    where e.place <= 5
    union all
    -- Another amount, by a number with these digits and a name with one of these words.
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
        and c.payer_account_number like d.pattern and c.payer_words && d.payer_words
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where d.has_waited and length(d.tail) >= 2) e
    where e.place <= 5
    union all
    -- The bank does not say who paid; or it fits nobody, and whose amount it is may help a person.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, d.has_payer, 1
    from (select d.*, num_nonnulls(d.payer_account_number, d.payer_account_mask) > 0 as has_payer from due d) d
    cross join lateral (
      select c.* from claim c where c.left_minor = d.left_minor and c.vendor_account_id is not distinct from p_account
      order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id limit case when d.has_payer then 5 else 20 end) c
    where d.has_waited or not d.has_payer
    union all
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d
    join expected_payment e on e.vendor_account_id = p_account and e.amount_minor = d.left_minor and e.released_at is null
    join claim c on c.transaction_id = e.transaction_id
    where v_has_expected
    union all
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d
    cross join lateral regexp_split_to_table(upper(d.narration), '[^A-Z0-9]+') as word
    join expected_payment e on e.code = word and e.vendor_account_id = p_account and e.released_at is null
    join claim c on c.transaction_id = e.transaction_id
    where v_has_expected
  )
  select (
    select concat('[', string_agg(concat('["',
      concat_ws('","', d.line_id, d.left_minor, l.gross_minor::numeric
          + coalesce((select x.fee_minor::numeric from bank_line_fee x where x.line_id = d.line_id), 0),
        date_part('epoch', d.booked_at) * 1000, coalesce(d.payer_account_number, ''),
        d.has_waited and exists (
          select from bank_line earlier join allocation a on a.line_id = earlier.id
          where earlier.vendor_account_id = p_account and earlier.settled_minor = l.settled_minor and earlier.direction = 'credit'
            and earlier.value_date between l.value_date - 7 and l.value_date and earlier.id <> l.id
            and coalesce(d.payer_account_number::text, d.payer_account_mask::text, d.payer_name::text) = (
              select coalesce(p.payer_account_number::text, p.payer_account_mask::text, p.payer_name::text)
              from bank_line_known_payer p where p.line_id = earlier.id))),
      '",', case when d.payer_account_number is null and d.payer_account_mask is not null then to_json(d.payer_account_mask) else '""' end,
      ',', to_json(coalesce(d.payer_bank_code, '')), ',', to_json(coalesce(d.payer_name, '')), ',', to_json(d.narration), ',',
      -- Nobody was asked about what was never looked at.
      case when d.was_looked_at then (
        select coalesce(json_agg(json_build_object('id', k.id, 'kind', k.kind)), '[]') from case_file k
        where k.line_id = d.line_id and k.state <> 'resolved'
          and k.kind in ('unmatched', 'third_party', 'weak_evidence', 'duplicate')) else '[]' end, ']'), ','), ']')
    from due d join bank_line l on l.id = d.line_id), (
    select concat('[', string_agg(concat('["',
      concat_ws('","', f.line_id, f.transaction_id, f.business_id, t.status, f.amount_minor, f.left_minor,
        date_part('epoch', f.accepted_at) * 1000, date_part('epoch', f.expires_at) * 1000, coalesce(f.payer_account_number, ''),
        coalesce(e.code, ''), coalesce(date_part('epoch', e.expires_at) * 1000, 0), p.is_known, p.is_bound, p.is_known_elsewhere,
        f.is_stranger),
      '",', case when f.first_part_from is null then '""' else to_json(f.first_part_from) end,
      ',', to_json(coalesce(f.payer_bank_code, '')), ',', to_json(coalesce(f.payer_name, '')), ']'), ','), ']')
    from found f
    join transaction t on t.id = f.transaction_id and t.status in ('pending_payment', 'part_paid', 'expired', 'cancelled')
    left join lateral (
      select e.code, e.expires_at from expected_payment e
      where v_has_expected and e.transaction_id = f.transaction_id and e.released_at is null limit 1) e on true
    cross join lateral (
      select coalesce(bool_or(p.refused_at is null and p.business_id = f.business_id and p.bank_code = f.payer_bank_code), false) as is_known,
        coalesce(bool_or(p.refused_at is null and p.business_id = f.business_id and p.bank_code = f.payer_bank_code
          and p.trusted_from <= p_at), false) as is_bound,
        -- By the number alone: a thief would name another bank. And after a recall as before: trust is lost, not whose payer it is.
        coalesce(bool_or(p.business_id <> f.business_id), false) as is_known_elsewhere
      from known_payer p
      where p.mode = f.mode and p.account_number = f.payer_account_number) p);
end $$;

-- What each business may still be given on trust, and whether it is suspended.
create function match_businesses(p_businesses uuid[], p_mode mode, p_at timestamptz)
returns table (business_id uuid, is_suspended boolean, cap_left_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select m.business_id, m.status = 'suspended', greatest(0, m.exposure_cap_minor::numeric - coalesce((
    select sum(e.amount_minor::numeric) from exposure_day e
    where e.business_id = m.business_id and e.mode = m.mode and e.aged_from > p_at), 0))
  from business_mode m where m.business_id = any (p_businesses) and m.mode = p_mode
$$;

-- ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Takes what is given on trust from what the business may be given, or raises. Its lock is held until the end, so that two
-- accounts cannot both give the last of it.
create function take_exposure(
  p_mode mode, p_businesses uuid[], p_amounts numeric[], p_aged_from timestamptz, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_over uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('exposure' || b.id || p_mode, 0))
    from (select distinct u.id from unnest(p_businesses) as u (id) order by u.id) b;
  insert into exposure_day
    select u.id, p_mode, (p_at at time zone 'Africa/Lagos')::date, sum(u.amount), p_aged_from
    from unnest(p_businesses, p_amounts) as u (id, amount) group by u.id
    on conflict (business_id, mode, day) do update set amount_minor = exposure_day.amount_minor + excluded.amount_minor,
      aged_from = greatest(exposure_day.aged_from, excluded.aged_from);
  select m.business_id into v_over from business_mode m
    where m.business_id = any (p_businesses) and m.mode = p_mode and m.exposure_cap_minor::numeric < (
      select sum(e.amount_minor::numeric) from exposure_day e
      where e.business_id = m.business_id and e.mode = m.mode and e.aged_from > p_at)
    limit 1;
  if found then
    raise exception 'business % would be given more on trust than it may', v_over using errcode = 'AF040';
  end if;
end $$;

-- Gives so much of credits of one account to buys: as matching decided, or people in a case (then the credit may be blocked by
-- that case). Raises AF040 when something is not as it was read: nothing stands then, and the whole is to be read again. The
-- arrays run in parallel; an id may be null; a transaction is named once. aged_from is when what happens now can no longer be
-- recalled.
create function allocate_credits(
  p_account uuid, p_case uuid, p_aged_from timestamptz, p_at timestamptz, p_ids uuid[], p_lines uuid[], p_transactions uuid[],
  p_amounts numeric[], p_events text[], p_evidences allocation_evidence[], p_grounds allocation_ground[]
) returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_mode mode;
  v_told integer := cardinality(p_lines);
  v_ids uuid[];
  v_transactions uuid[];
  v_amounts positive_minor[];
  v_events text[];
  v_data jsonb[];
  v_trusting uuid[];
  v_trusted numeric[];
  v_found integer;
  v_short integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select a.mode into strict v_mode from vendor_account a where a.id = p_account;
  -- No more is taken from a credit than is left of it, and no more given to a buy than it lacks. Rows are found by their keys,
  -- all at once, whatever is thought of the size of their table; whose they are is looked at afterwards.
  with taken as materialized (
    select u.line_id, sum(u.amount) as amount from unnest(p_lines, p_amounts) as u (line_id, amount) group by u.line_id
  ), fund as (
    merge into credit_fund f using taken t on f.line_id = t.line_id and f.line_id = any (p_lines)
    when matched and coalesce(f.blocked_by, p_case) is not distinct from p_case and f.left_minor - t.amount = 0 then
      delete
    when matched and coalesce(f.blocked_by, p_case) is not distinct from p_case and f.left_minor - t.amount > 0 then
      update set left_minor = f.left_minor - t.amount
    returning f.vendor_account_id
  ), claimed as (
    merge into claim c
    using unnest(p_ids, p_lines, p_transactions, p_amounts, p_events, p_evidences, p_grounds)
      as a (id, line_id, transaction_id, amount_minor, event, evidence, ground)
    on c.transaction_id = a.transaction_id and c.transaction_id = any (p_transactions)
    when matched and a.event = 'paid_in_part' and c.left_minor - a.amount_minor > 0 then
      update set left_minor = c.left_minor - a.amount_minor, first_part_from = coalesce(c.first_part_from, (
        select coalesce(f.payer_account_number::text, f.payer_account_mask) from credit_fund f where f.line_id = a.line_id))
    when matched and a.event in ('paid_in_full', 'topped_up') and c.left_minor - a.amount_minor = 0 then
      delete
    -- What comes late is decided by a person, whatever part it is of the amount.
    when matched and a.event = 'late_credit' and c.left_minor - a.amount_minor >= 0 then
      delete
    returning coalesce(a.id, uuidv7()) as id, a.line_id, a.transaction_id, a.amount_minor, a.event, a.evidence, a.ground,
      c.vendor_account_id, c.business_id, c.payer_account_number, c.payer_bank_code
  ), written as (
    insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
    select g.id, v_mode, g.line_id, g.transaction_id, g.business_id, g.amount_minor, g.evidence, g.ground,
      coalesce(p_case::text, 'matching'), p_at
    from claimed g
  ), known as (
    -- The number as it was claimed: the one in the bank's record, or one that fits what that shows.
    insert into known_payer (mode, account_number, bank_code, business_id, first_line_id, trusted_from)
    select v_mode, g.payer_account_number, g.payer_bank_code, g.business_id, g.line_id, p_aged_from
    from claimed g
    where g.evidence in ('number', 'mask') and g.payer_account_number is not null and g.payer_bank_code is not null
    order by g.payer_account_number collate "C", g.payer_bank_code collate "C", g.business_id
    on conflict do nothing
  )
  select array_agg(g.id), array_agg(g.transaction_id), array_agg(g.amount_minor), array_agg(g.event),
      array_agg(jsonb_build_object('line_id', g.line_id, 'amount_minor', g.amount_minor::text)),
      array_agg(g.business_id) filter (where g.ground = 'within_cap'),
      array_agg(g.amount_minor) filter (where g.ground = 'within_cap'),
      count(*) filter (where g.vendor_account_id = p_account),
      (select count(*) from taken) - (select count(*) filter (where f.vendor_account_id = p_account) from fund f)
    into v_ids, v_transactions, v_amounts, v_events, v_data, v_trusting, v_trusted, v_found, v_short
    from claimed g;
  if v_found <> v_told or v_short <> 0 then
    raise exception 'what is left of a credit or of a buy is not as it was read' using errcode = 'AF040';
  end if;
  if v_trusting is not null then
    perform take_exposure(v_mode, v_trusting, v_trusted, p_aged_from, p_at);
  end if;
  v_found := move_transactions(v_transactions, v_events, v_data,
    case when 'paid_in_part' = any (v_events) then
      array(select case e.event when 'paid_in_part' then p_at + interval '48 hours' end
        from unnest(v_events) with ordinality as e (event, n) order by e.n) end,
    p_at);
  if v_found <> v_told then
    raise exception 'a buy is not where it was read to be' using errcode = 'AF040';
  end if;
  perform post_entries(v_mode, v_ids, v_transactions, 'credit_matched', p_at, 'suspense', '', 'held', v_transactions::text[],
    'NGN', v_amounts);
  if exists (select from expected_payment e where e.vendor_account_id = p_account and e.released_at is null) then
    update expected_payment e set used_at = p_at where e.transaction_id = any (v_transactions) and e.used_at is null;
  end if;
  if 'topped_up' = any (v_events) then
    perform close_case(c.id, jsonb_build_object('action', 'dismiss', 'reason', 'the rest has come'), p_at)
      from case_file c
      where c.transaction_id = any (v_transactions) and c.kind = 'underpaid' and c.state <> 'resolved'
        and c.id is distinct from p_case;
  end if;
  return v_told;
end $$;

-- Asks people what was not decided, ends the questions that were answered, and says when the credits that wait are looked at
-- again. Returns how many questions are new. cases: [{id, kind, line_id, transaction_id, business_id, is_blocking, summary,
-- facts, proposal, due_at}]; closes: [{case_id, reason}]; looked: [{line_id, look_at}], look_at where time may change what is
-- decided before the waiting for a claim is over.
create function settle_undecided(p_account uuid, p_at timestamptz, p_cases json, p_closes json, p_looked json)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_mode mode;
  v_opened integer := 0;
  v_case uuid;
  v_lines uuid[];
  k record;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select a.mode into strict v_mode from vendor_account a where a.id = p_account;
  -- Before new questions are asked, so that a credit may end one and begin another of its kind.
  perform close_case(c.case_id, jsonb_build_object('action', 'dismiss', 'reason', c.reason), p_at)
    from json_to_recordset(p_closes) as c (case_id uuid, reason text);
  for k in
    select * from json_to_recordset(p_cases) as k (
      id uuid, kind case_kind, line_id uuid, transaction_id uuid, business_id uuid, is_blocking boolean, summary text,
      facts jsonb, proposal jsonb, due_at timestamptz)
  loop
    v_case := open_case(k.id, v_mode, k.kind, p_account, k.line_id, k.transaction_id, k.business_id, k.summary, k.facts,
      k.proposal, p_at, k.due_at);
    v_opened := v_opened + (v_case = k.id)::integer;
    if k.is_blocking then
      update credit_fund f set blocked_by = v_case where f.line_id = k.line_id and f.blocked_by is null;
    end if;
  end loop;
  -- Time changes what is decided when the waiting for a claim is over. What comes (a claim, a word about the payer) is noticed;
  -- the rest, that one may have overlooked something, can wait for days.
  v_lines := array(select u.line_id from json_to_recordset(p_looked) as u (line_id uuid));
  update credit_fund f set look_at = least(u.look_at, case
      when f.booked_at + interval '30 minutes' > p_at then f.booked_at + interval '30 minutes'
      when f.booked_at + interval '24 hours' > p_at then f.booked_at + interval '24 hours'
      else p_at + interval '2 days' end)
    from json_to_recordset(p_looked) as u (line_id uuid, look_at timestamptz)
    where f.line_id = u.line_id and f.blocked_by is null and f.line_id = any (v_lines);
  return v_opened;
end $$;

-- What was decided, in one piece: decided_by (a case), aged_from, allocations [{id, line_id, transaction_id, amount_minor, event,
-- evidence, ground}], cases, closes, looked.
create function apply_matches(p_account uuid, p_verdict json, p_at timestamptz)
returns table (allocated integer, opened integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v record;
begin
  select * into v from json_to_record(p_verdict) as v (
    decided_by uuid, aged_from timestamptz, allocations json, cases json, closes json, looked json);
  select case when count(*) = 0 then 0 else
      allocate_credits(p_account, v.decided_by, v.aged_from, p_at, array_agg(a.id), array_agg(a.line_id),
        array_agg(a.transaction_id), array_agg(a.amount_minor), array_agg(a.event), array_agg(a.evidence), array_agg(a.ground)) end
    into allocated
    from json_to_recordset(v.allocations) as a (
      id uuid, line_id uuid, transaction_id uuid, amount_minor numeric, event text, evidence allocation_evidence,
      ground allocation_ground);
  opened := settle_undecided(p_account, p_at, v.cases, v.closes, v.looked);
  return next;
end $$;

-- When the next credit of an account is to be looked at, not before now; null when none waits.
create function next_look(p_account uuid, p_at timestamptz) returns timestamptz
language sql stable security definer set search_path = afara, pg_temp as $$
  select greatest(l.at, p_at) from (
    select min(f.look_at) as at from credit_fund f where f.vendor_account_id = p_account and f.blocked_by is null) l
  where l.at is not null
$$;

-- ── when time is over ─────────────────────────────────────────────────────────────────────────────────────────

-- The time to top up is over: people decide whether less will do or the part goes back. Asked once; nothing wakes it then.
create function open_underpaid_case(p_id uuid, p_transaction uuid, p_at timestamptz, p_due_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
  c claim;
  v_case uuid;
begin
  select * into t from transaction where id = p_transaction and type = 'buy' and status = 'part_paid' for update;
  if not found then
    return null;
  end if;
  select * into strict c from claim where transaction_id = p_transaction;
  v_case := open_case(p_id, t.mode, 'underpaid', c.vendor_account_id, null, t.id, t.business_id,
    'Part of the naira came, and the time to top up is over.',
    jsonb_build_object('amount_minor', c.amount_minor::text, 'paid_minor', (c.amount_minor::numeric - c.left_minor::numeric)::text,
      'missing_minor', c.left_minor::text, 'first_part_from', c.first_part_from),
    jsonb_build_object('action', 'return_part'), p_at, p_due_at);
  perform schedule_wake(t.id, null);
  return v_case;
end $$;

-- Forgets the claims of buys that ended without naira a month ago; what comes later is for people.
create function sweep_claims(p_at timestamptz, p_most integer) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  with old as (
    delete from claim c using (
      select c.transaction_id from claim c join transaction t on t.id = c.transaction_id
      where c.expires_at < p_at - interval '30 days' and t.status in ('expired', 'cancelled') limit p_most) o
    where c.transaction_id = o.transaction_id returning 1)
  select count(*)::integer from old
$$;

-- Amounts and codes that have rested for a week after use or expiry may be issued again.
create function release_expected_payments(p_at timestamptz, p_most integer) returns integer
language sql security definer set search_path = afara, pg_temp as $$
  with rested as (
    update expected_payment e set released_at = p_at where e.id in (
      select o.id from expected_payment o
      where o.released_at is null and coalesce(o.used_at, o.expires_at) < p_at - interval '7 days' limit p_most for update skip locked)
    returning 1)
  select count(*)::integer from rested
$$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- All that was taken from a credit and still stands. What else may take from one adds itself here.
create view credit_use as
  select a.line_id, a.amount_minor::numeric as amount_minor from allocation a
  union all
  select r.line_id, r.amount_minor::numeric from credit_return r where r.transaction_id is null;

-- Which allocations still stand: one that a bank took back has ended.
create view standing_allocation as select a.* from allocation a;

-- A buy looks for its naira exactly while it has a claim, and the claim is what the buy says.
create function check_claims(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(t.id, c.transaction_id)::text, case
      when t.id is null then 'has a claim and is no buy'
      when c.transaction_id is null then 'it is ' || t.status || ' and looks for no naira'
      when t.status not in ('pending_payment', 'part_paid', 'expired', 'cancelled') then 'it is ' || t.status || ' and still looks for naira'
      when c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0) then 'what it lacks is not what was not given to it'
      else 'its claim is not what it says' end)::finding
  from (select t.*, b.vendor_account_id, b.payer_account_number, b.payer_bank_code
    from transaction t join buy b on b.transaction_id = t.id where t.type = 'buy') t
  full join claim c on c.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by s.transaction_id) a
    on a.transaction_id = c.transaction_id
  where case when c.transaction_id is null then t.status in ('pending_payment', 'part_paid')
    else t.id is null or t.status not in ('pending_payment', 'part_paid', 'expired', 'cancelled')
      or (c.business_id, c.mode, c.vendor_account_id, c.amount_minor, c.payer_account_number, c.payer_bank_code)
        is distinct from (t.business_id, t.mode, t.vendor_account_id, t.amount_minor, t.payer_account_number, t.payer_bank_code)
      or c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0)
      or (t.status = 'part_paid') <> (c.left_minor <> c.amount_minor) end
$$;

-- One credit never funds more than itself, and what was given stands in the ledger and at the buy it was given to.
create function check_allocations(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s came, %s is left and %s was taken', l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0),
    coalesce(c.left_minor::numeric, 0), coalesce(u.amount, 0)))::finding
  from bank_line l
  left join bank_line_fee f on f.line_id = l.id
  left join credit_fund c on c.line_id = l.id
  left join (select u.line_id, sum(u.amount_minor) as amount from credit_use u group by u.line_id) u on u.line_id = l.id
  where l.direction = 'credit'
    and case when l.kind = 'payment' or c.line_id is not null or u.line_id is not null
      then l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0) <> coalesce(c.left_minor::numeric, 0) + coalesce(u.amount, 0)
      else false end
  union all
  select row(a.id::text, 'it is of another business, mode or account than its buy or its credit')::finding
  from allocation a
  left join transaction t on t.id = a.transaction_id and t.type = 'buy'
  left join buy b on b.transaction_id = a.transaction_id
  left join bank_line l on l.id = a.line_id
  where a.xid > since_xid and ((a.business_id, a.mode) is distinct from (t.business_id, t.mode)
    or a.mode is distinct from l.mode or b.vendor_account_id is distinct from l.vendor_account_id)
  union all
  select row(a.id::text, 'the ledger does not have it')::finding
  from allocation a
  left join entry e on e.id = a.id
  left join posting p on p.entry_id = a.id and p.ordinal = 1
  where a.xid > since_xid and ((e.transaction_id, e.mode, e.xid) is distinct from (a.transaction_id, a.mode, a.xid)
    or (p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
      is distinct from ('suspense'::account_kind, 'held'::account_kind, a.transaction_id::text, 'NGN'::asset, a.amount_minor::numeric))
  union all
  select row(t.id::text, format('it is %s, was given %s of %s and holds %s', t.status, coalesce(a.amount, 0), t.amount_minor,
    coalesce(h.amount_minor::numeric, 0)))::finding
  from transaction t
  join buy b on b.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by s.transaction_id) a
    on a.transaction_id = t.id
  left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
  where case
    when t.status in ('pending_payment', 'expired', 'cancelled') then coalesce(a.amount, 0) <> 0 or h.owner is not null
    when t.status in ('part_paid', 'payment_received', 'on_hold', 'action_required') then
      coalesce(a.amount, 0) <> coalesce(h.amount_minor::numeric, 0) or coalesce(a.amount, 0) > t.amount_minor
      or (t.status = 'payment_received' and a.amount is distinct from t.amount_minor and not exists (
        select from transaction_event v where v.transaction_id = t.id and v.event in ('short_accepted', 'fixed')))
    else coalesce(a.amount, 0) > t.amount_minor end
$$;

-- What businesses were given on trust is counted, all of it, on its day.
create function check_exposure(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(e.business_id, a.business_id) || ' ' || coalesce(e.mode, a.mode) || ' ' || coalesce(e.day, a.day),
    format('given on trust %s, counted %s', coalesce(a.amount, 0), coalesce(e.amount_minor::numeric, 0)))::finding
  from exposure_day e
  full join (
    select a.business_id, a.mode, (a.at at time zone 'Africa/Lagos')::date as day, sum(a.amount_minor::numeric) as amount
    from allocation a where a.ground = 'within_cap' group by 1, 2, 3) a
    on a.business_id = e.business_id and a.mode = e.mode and a.day = e.day
  where a.amount is distinct from e.amount_minor::numeric
$$;

create or replace function check_parts(since_xid bigint) returns setof finding language sql stable as $$
  select row(p.transaction_id::text, 'has a ' || p.part || ' and no transaction')::finding
  from (
    select transaction_id, 'buy' as part from buy
    union all
    select transaction_id, 'sell' from sell
    union all
    select transaction_id, 'request key' from request_key
    union all
    select subject_id, 'wake-up' from wake where type = any (enum_range(null::transaction_type)::text[])
    union all
    select transaction_id, 'claim' from claim
    union all
    select transaction_id, 'allocation' from allocation
  ) p
  where not exists (select from transaction t where t.id = p.transaction_id)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['claim', 'allocation', 'known_payer', 'exposure_day', 'expected_payment'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker', name);
  end loop;
end $$;

create policy own_rows on expected_payment for select to afara_api
  using (business_id = tenant_business() and mode = tenant_mode());
grant select on expected_payment to afara_api;
grant select on allocation to afara_sealer;
grant select on matching_mark, credit_use, standing_allocation to afara_worker;
grant execute on function free_tails, issue_expected_payment to afara_api;
grant execute on function begin_matching, match_candidates, match_businesses, allocate_credits, settle_undecided, apply_matches, next_look, post_entries,
  open_underpaid_case, sweep_claims, release_expected_payments, check_claims, check_allocations, check_exposure to afara_worker;
