-- Why: only a line that a bank gave us, re-read from the bank, releases tokens. The same line reaches us in several ways
-- (a notification, a poll, a statement), late, twice and out of order. Here it becomes one row, however often and by whomever
-- it is seen, and two equal payments stay two. What contradicts what we have is set aside for a person; the rest goes on.

set local role afara_owner;
set local search_path = afara;

create type line_direction as enum ('credit', 'debit');

create type line_kind as enum (
  'payment',     -- somebody paid
  'reversal',    -- the bank undid an earlier line
  'recall',      -- the sending bank took its payment back
  'own_return',  -- a payment of ours came back
  'charge',      -- fees, stamp duty, tax
  'unclear'      -- the bank does not say
);

create domain source_name as text check (value ~ '^[a-z0-9_-]+$');
create domain filled_text as text check (value <> '');
-- Ten places, each a digit that the bank shows or a star where it hides one.
create domain account_mask as text check (length(value) = 10 and value ~ '^[0-9*]+$');

-- ── who tells about an account ────────────────────────────────────────────────────────────────────────────────

-- Whose feed tells about it; null: statements only. It may change, unlike what the account is.
alter table vendor_account add column feed text check (feed ~ '^[a-z]+$');

create or replace function guard_vendor_account() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'active' then
      raise exception 'a vendor account opens as active, not %', new.state using errcode = 'AF001';
    end if;
    return new;
  end if;
  -- Money may be on its way to this account: what it is and whose it is can never change.
  if (new.id, new.mode, new.business_id, new.name, new.account_number, new.bank_code, new.bank_name, new.created_at)
    is distinct from
    (old.id, old.mode, old.business_id, old.name, old.account_number, old.bank_code, old.bank_name, old.created_at) then
    raise exception 'only the state and the feed of a vendor account can change: close it and open another' using errcode = 'AF001';
  end if;
  if new.state <> old.state and not exists (
    select from vendor_account_edge where from_state = old.state and to_state = new.state) then
    raise exception 'a vendor account cannot go from % to %', old.state, new.state using errcode = 'AF001';
  end if;
  return new;
end $$;

-- ── what banks say ────────────────────────────────────────────────────────────────────────────────────────────

-- A row in a bank account of ours, in the words of whoever told us first. Recorded whatever the state of the account is.
create table bank_line (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  direction line_direction not null,
  kind line_kind not null,
  -- What was paid, and what reached the account: a vendor may keep a fee.
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  -- By the day in Lagos.
  value_date date not null,
  -- The rail's own name for the payment, where it is told. An opaque text.
  session_id filled_text,
  narration text not null,
  -- The line that this one undoes, if that was known when it came.
  undoes uuid references bank_line (id),
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  check (settled_minor::numeric <= gross_minor::numeric)
);
create index bank_line_by_settled on bank_line (vendor_account_id, settled_minor, value_date);
create index bank_line_by_gross on bank_line (vendor_account_id, gross_minor, value_date) where gross_minor <> settled_minor;
create index bank_line_undoes on bank_line (undoes) where undoes is not null;
create index bank_line_xid on bank_line using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- What a source said of a line, in that source's words. A source names a line once.
create table bank_line_reading (
  id uuid primary key,
  vendor_account_id uuid not null,
  source source_name not null,
  external_id filled_text not null,
  direction line_direction not null,
  kind line_kind not null,
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  value_date date not null,
  session_id filled_text,
  -- All ten digits, or what the bank shows of them ("******0011"), or neither.
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  -- The distinctive words of the name: to tell two payers of one amount apart.
  payer_words text[] not null,
  payer_bank_code filled_text,
  payer_bank_name filled_text,
  narration text not null,
  undoes_external_id filled_text,
  seen_at timestamptz not null,
  raw jsonb not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  unique (vendor_account_id, source, external_id)
);
create index bank_line_reading_session on bank_line_reading (vendor_account_id, session_id) where session_id is not null;
create index bank_line_reading_xid on bank_line_reading using brin (xid) with (pages_per_range = 16, autosummarize = on);

-- What a source said later about the payer of a line that it had named before.
create table bank_line_payer (
  reading_id uuid not null references bank_line_reading (id),
  seen_at timestamptz not null,
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  payer_words text[] not null,
  payer_bank_code filled_text,
  payer_bank_name filled_text,
  raw jsonb not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index bank_line_payer_of_reading on bank_line_payer (reading_id);

-- Which line a reading is taken to speak of. Without a session id that is a conclusion, and where payments are equal a later
-- reading may show that it was the wrong one: then readings change places, and each change is kept.
create table bank_line_seat (
  reading_id uuid primary key references bank_line_reading (id),
  line_id uuid not null references bank_line (id),
  source source_name not null,
  -- It names another payer than was known of the line: not believed about that.
  contradicts_payer boolean not null,
  unique (line_id, source)
);

-- Where lines are looked for: each with what its readings say by now, so that among hundreds of one amount those that a
-- source has not named are found by a key, and most that do not fit are passed over without reading what was said.
create table bank_line_place (
  line_id uuid primary key references bank_line (id),
  vendor_account_id uuid not null,
  direction line_direction not null,
  kind line_kind not null,
  gross_minor positive_minor not null,
  settled_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  booked_day date not null,
  value_date date not null,
  -- The earliest and the latest day that is told of it, of booking or of value.
  first_day date not null,
  last_day date not null,
  -- The sources that have named it; those of them that gave a session id in full; and whom those that are believed saw pay.
  named_by text[] not null,
  sessions_by text[] not null,
  payer_numbers text[] not null,
  payer_words text[] not null,
  payer_heads text[] not null
);
create index bank_line_place_by_settled on bank_line_place (vendor_account_id, settled_minor, direction, named_by, first_day);
create index bank_line_place_by_gross on bank_line_place (vendor_account_id, gross_minor, direction, named_by, first_day)
  where gross_minor <> settled_minor;

create table bank_line_move (
  reading_id uuid not null references bank_line_reading (id),
  from_line_id uuid not null references bank_line (id),
  to_line_id uuid not null references bank_line (id),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index bank_line_move_of_reading on bank_line_move (reading_id);

-- Each way in which a line was seen.
create view bank_line_sighting as
  select r.*, s.line_id, s.contradicts_payer from bank_line_reading r join bank_line_seat s on s.reading_id = r.id;

-- A fee that was learned after the line: a statement, which knows only what settled, was seen first.
create table bank_line_fee (
  line_id uuid primary key references bank_line (id),
  fee_minor positive_minor not null,
  source source_name not null,
  entry_id uuid not null,
  seen_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);

-- What a source said that contradicts what we have, or that nobody can read. Counted; it waits for a person.
create table bank_line_aside (
  id uuid primary key,
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  external_id filled_text not null,
  reason filled_text not null,
  -- The line that it contradicts.
  line_id uuid references bank_line (id),
  case_id uuid not null,
  raw jsonb not null,
  times integer not null default 1 check (times >= 1),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (vendor_account_id, source, external_id, reason)
);
create index bank_line_aside_of_line on bank_line_aside (line_id) where line_id is not null;

-- How far a source has been read; moves in the commit that records what was read.
create table feed_cursor (
  vendor_account_id uuid not null references vendor_account (id),
  source source_name not null,
  cursor text not null,
  read_at timestamptz not null,
  primary key (vendor_account_id, source)
);

-- What is left of a payment for somebody to have, and the best that is known of its payer. Whoever takes more than there
-- is meets the type of the column; what is used up has no row.
create table credit_fund (
  line_id uuid primary key references bank_line (id),
  vendor_account_id uuid not null,
  mode mode not null,
  left_minor nonnegative_minor not null,
  booked_at timestamptz not null,
  payer_account_number account_number,
  payer_account_mask account_mask,
  payer_name filled_text,
  payer_words text[] not null,
  payer_bank_code filled_text,
  narration text not null,
  -- An open case: while it is, nothing happens to this by itself.
  blocked_by uuid,
  -- Somebody may ask for it back: nobody takes from it.
  has_lien boolean not null default false
);
create index credit_fund_of_account on credit_fund (vendor_account_id, booked_at);
create index credit_fund_blocked on credit_fund (blocked_by) where blocked_by is not null;

-- ── telling lines apart ───────────────────────────────────────────────────────────────────────────────────────

-- Whether two accounts, each known by its ten digits, by some of them or not at all, cannot be the same.
create function account_digits_contradict(a_number text, a_mask text, b_number text, b_mask text)
returns boolean language plpgsql immutable as $$
declare
  a text := coalesce(a_number, a_mask);
  b text := coalesce(b_number, b_mask);
begin
  if a is null or b is null or a = b then
    return false;
  end if;
  for place in 1..10 loop
    if substr(a, place, 1) <> substr(b, place, 1) and '*' not in (substr(a, place, 1), substr(b, place, 1)) then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- Whether two names have no word in common, though both have words. Banks cut names off, so that the beginning of a word is
-- the word.
create function name_words_contradict(a text[], b text[]) returns boolean language plpgsql immutable as $$
declare
  x text;
  y text;
begin
  if cardinality(a) = 0 or cardinality(b) = 0 or a && b then
    return false;
  end if;
  foreach x in array a loop
    foreach y in array b loop
      if least(length(x), length(y)) >= 3 and (starts_with(x, y) or starts_with(y, x)) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end $$;

-- Whether two sources may call one line by these two names. What came back and what a debit is, banks seldom say alike; only
-- what is a charge they know.
create function kinds_agree(a line_kind, b line_kind) returns boolean language sql immutable
  return a = b or 'unclear' in (a, b) or 'charge' not in (a, b);

create function lagos_day(at timestamptz) returns date language sql immutable
  return (at at time zone 'Africa/Lagos')::date;

-- Whether a session id is the rail's own in full: thirty digits. Two of these that differ are two payments; a vendor's odd
-- id beside one of these says nothing.
create function is_full_session(id text) returns boolean language sql immutable
  return length(id) = 30 and translate(id, '0123456789', '') = '';

-- How the words of a name begin. Names without a common beginning have no word in common.
create function word_heads(words text[]) returns text[] language sql immutable
  return array(select distinct left(w, 3) from unnest(words) w);

-- What another source said of a line that speaks against a reading's being of it. A day fits if it is the day of booking
-- or the day of value, give or take one: over a weekend these are days apart, and not everybody tells both.
create function objections(r bank_line_reading, p_line uuid) returns setof bank_line_seat language sql stable as $$
  select seat.* from bank_line_seat seat join bank_line_reading s on s.id = seat.reading_id
  where seat.line_id = p_line and seat.source <> r.source and (
    s.value_date not between r.value_date - 1 and r.value_date + 1
      and lagos_day(s.booked_at) not between lagos_day(r.booked_at) - 1 and lagos_day(r.booked_at) + 1
    or s.session_id <> r.session_id and is_full_session(s.session_id) and is_full_session(r.session_id)
    or not seat.contradicts_payer and (
      s.payer_account_number <> r.payer_account_number is true
      or name_words_contradict(s.payer_words, r.payer_words)
      or account_digits_contradict(s.payer_account_number, s.payer_account_mask, r.payer_account_number, r.payer_account_mask)
      or (r.payer_account_number is not null or r.payer_account_mask is not null) and exists (
        select from bank_line_payer p where p.reading_id = s.id and account_digits_contradict(
          p.payer_account_number, p.payer_account_mask, r.payer_account_number, r.payer_account_mask))))
$$;

-- The lines of one amount around a day that a source has not named yet. However many there are of that amount, only such
-- are read: one after the other for each set of sources by which lines have been named, and of those there are few.
create function free_places(
  p_account uuid, p_source text, p_direction line_direction, p_gross numeric, p_settled numeric, p_booked date, p_value date, p_days integer
) returns setof bank_line_place language sql stable as $$
  with recursive settled_by as (
    (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by > b.named_by
      order by p.named_by limit 1)
    from settled_by b where b.named_by is not null
  ), gross_by as (
    (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.gross_minor = p_gross and p.direction = p_direction and p.gross_minor <> p.settled_minor
      order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.gross_minor = p_gross and p.direction = p_direction and p.gross_minor <> p.settled_minor
        and p.named_by > b.named_by
      order by p.named_by limit 1)
    from gross_by b where b.named_by is not null
  )
  select p.* from settled_by b cross join lateral (
    select p.* from bank_line_place p
    where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = b.named_by
      -- Of one line no two days that are told are this far apart.
      and p.first_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days
      and p.last_day >= least(p_booked, p_value) - p_days
    offset 0) p
  where p_source <> all (b.named_by)
  union all
  select p.* from gross_by b cross join lateral (
    select p.* from bank_line_place p
    where p.vendor_account_id = p_account and p.gross_minor = p_gross and p.direction = p_direction and p.named_by = b.named_by
      and p.gross_minor <> p.settled_minor and p.settled_minor <> p_settled
      and p.first_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days
      and p.last_day >= least(p_booked, p_value) - p_days
    offset 0) p
  where p_source <> all (b.named_by)
$$;

-- Of the lines that fit and that the source has not named, the likeliest: whose payer agrees, then called the same, then of the
-- same day, then without a session id on both sides, then the closest in time. What was said of them is read one by one, the
-- likeliest first, until one fits.
create function find_free_line(r bank_line_reading) returns uuid language plpgsql stable as $$
declare
  v_heads text[] := word_heads(r.payer_words);
  v_day date := lagos_day(r.booked_at);
  v_is_full boolean := coalesce(is_full_session(r.session_id), false);
  v_most integer;
  v_likely uuid[];
  v_line uuid;
begin
  -- Nearly always one of the first fits, and to find the first few is cheaper than to put all in order.
  foreach v_most in array array[8, 1000000] loop
    v_likely := array(
      select p.line_id
      from free_places(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.settled_minor, v_day, r.value_date, 1) p
      where kinds_agree(p.kind, r.kind) and not (v_is_full and p.sessions_by <> '{}')
        and (v_heads = '{}' or p.payer_heads = '{}' or p.payer_heads && v_heads)
      order by (r.payer_account_number = any (p.payer_numbers)) is true desc, p.payer_words && r.payer_words desc,
        p.kind = r.kind desc, p.value_date = r.value_date or p.booked_day = v_day desc,
        (p.sessions_by = '{}') = (not v_is_full) desc, greatest(p.booked_at - r.booked_at, r.booked_at - p.booked_at), p.line_id
      limit v_most);
    foreach v_line in array v_likely loop
      if not exists (select from objections(r, v_line)) then
        return v_line;
      end if;
    end loop;
    exit when cardinality(v_likely) < v_most;
  end loop;
  return null;
end $$;

-- Whether what a line's readings say has been used: then they stay where they are, so that no evidence serves twice.
create function line_is_touched(p_line uuid) returns boolean language sql stable as $$
  select not exists (
    select from credit_fund c join bank_line l on l.id = c.line_id left join bank_line_fee f on f.line_id = l.id
    where c.line_id = p_line and c.blocked_by is null
      and c.left_minor::numeric = l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0))
$$;

-- What of a reading decides which lines it fits. A session id in full that no other source gave fits where none was given.
create function reading_class(r bank_line_reading) returns text language sql immutable
  return row(r.kind, r.gross_minor, r.settled_minor, lagos_day(r.booked_at), r.value_date, is_full_session(r.session_id), r.payer_words,
    r.payer_account_number, r.payer_account_mask)::text;

-- No line that fits is free. If the source's earlier readings can change places so that one becomes free: the lines along
-- which they move, the reading's own first and the free one last. So a source's readings are always spread over as many of
-- the lines as they can be, and a line is new only if there is no other way. Only lines that another source has named count:
-- one that this source alone has named came of just this. Who is bound to a line by a session id that another source gave too
-- does not move; nor who sits on a line that was used, unless the caller only wants to know where such a chain would end.
-- Of readings that fit the same lines one is asked.
create function find_chain(r bank_line_reading, p_through_used boolean, out chain uuid[], out met_used boolean)
language plpgsql stable as $$
declare
  v_waiting bank_line_reading[] := array[r];
  v_reached_from integer[] := '{0}';
  v_classes text[] := '{}';
  v_days text;
  v_known_days text[] := '{}';
  v_is_near boolean;
  v_near uuid[] := '{}';
  v_lines uuid[] := '{}';
  v_before integer[] := '{}';
  v_next integer := 0;
  v_reached uuid[];
  v_line uuid;
  v_class text;
  v_is_full boolean;
  v_at integer;
  w bank_line_reading;
  v_seated bank_line_reading;
begin
  met_used := false;
  while v_next < cardinality(v_waiting) loop
    v_next := v_next + 1;
    w := v_waiting[v_next];
    -- A session id in full that no other source gave is one more cause to pass lines over.
    v_is_full := coalesce(is_full_session(w.session_id), false) and not exists (
      select from bank_line_reading o where o.vendor_account_id = r.vendor_account_id and o.session_id = w.session_id and o.source <> r.source);
    v_days := row(w.gross_minor, w.settled_minor, lagos_day(w.booked_at), w.value_date)::text;
    v_is_near := v_days = any (v_known_days);
    if v_is_near then
      continue when v_near = '{}';
      v_reached := array(
        select p.line_id from unnest(v_near) n join bank_line_place p on p.line_id = n
        where (p.settled_minor = w.settled_minor or p.gross_minor = w.gross_minor) and kinds_agree(p.kind, w.kind)
          and (not v_is_full or p.sessions_by <@ array[r.source::text]) and not exists (select from objections(w, p.line_id))
        order by r.source = any (p.named_by), p.line_id);
    else
      v_reached := array(
        select p.line_id from places_near(w) p
        where kinds_agree(p.kind, w.kind) and (not v_is_full or p.sessions_by <@ array[r.source::text])
          and p.line_id <> all (v_lines) and not exists (select from objections(w, p.line_id))
        order by r.source = any (p.named_by), p.line_id);
    end if;
    continue when v_reached = '{}';
    if not v_is_near then
      v_known_days := v_known_days || v_days;
      v_near := array(select n from unnest(v_near) n union select p.line_id from places_near(w) p except select l from unnest(v_lines) l);
    end if;
    v_near := array(select n from unnest(v_near) n except select l from unnest(v_reached) l);
    foreach v_line in array v_reached loop
      v_lines := v_lines || v_line;
      v_before := v_before || v_reached_from[v_next];
      select s.* into v_seated from bank_line_seat seat join bank_line_reading s on s.id = seat.reading_id
        where seat.line_id = v_line and seat.source = r.source;
      if not found then
        v_at := cardinality(v_lines);
        while v_at > 0 loop
          chain := v_lines[v_at] || chain;
          v_at := v_before[v_at];
        end loop;
        return;
      end if;
      v_class := reading_class(v_seated);
      continue when v_class = any (v_classes) or (v_seated.session_id is not null and exists (
        select from bank_line_sighting s
        where s.line_id = v_line and s.source <> r.source and s.session_id = v_seated.session_id));
      if not p_through_used and line_is_touched(v_line) then
        met_used := true;
        continue;
      end if;
      v_classes := v_classes || v_class;
      v_waiting := v_waiting || v_seated;
      v_reached_from := v_reached_from || cardinality(v_lines);
    end loop;
  end loop;
end $$;

-- The lines of one amount around a day that another source has named.
create function places_near(r bank_line_reading) returns setof bank_line_place language sql stable as $$
  select p.* from bank_line_place p
  where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
    and p.named_by <> array[r.source::text]
    and p.first_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 1
    and p.last_day >= least(lagos_day(r.booked_at), r.value_date) - 1
  union all
  select p.* from bank_line_place p
  where p.vendor_account_id = r.vendor_account_id and p.gross_minor = r.gross_minor and p.gross_minor <> p.settled_minor
    and p.settled_minor <> r.settled_minor and p.direction = r.direction and p.named_by <> array[r.source::text]
    and p.first_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 1
    and p.last_day >= least(lagos_day(r.booked_at), r.value_date) - 1
$$;

-- What is said of a line has changed.
create function renew_place(p_line uuid) returns void language sql as $$
  insert into bank_line_place
  select l.id, l.vendor_account_id, l.direction, l.kind, l.gross_minor, l.settled_minor, l.booked_at, lagos_day(l.booked_at), l.value_date,
    said.first_day, said.last_day, said.named_by, said.sessions_by, said.payer_numbers, said.payer_words, word_heads(said.payer_words)
  from bank_line l cross join lateral (
    select min(least(lagos_day(r.booked_at), r.value_date)) as first_day, max(greatest(lagos_day(r.booked_at), r.value_date)) as last_day,
      coalesce(array_agg(s.source::text order by s.source::text collate "C"), '{}') as named_by,
      coalesce(array_agg(s.source::text) filter (where is_full_session(r.session_id)), '{}') as sessions_by,
      coalesce(array_agg(r.payer_account_number::text) filter (where r.payer_account_number is not null and not s.contradicts_payer), '{}')
        || array(select p.payer_account_number::text from bank_line_seat t join bank_line_payer p on p.reading_id = t.reading_id
          where t.line_id = l.id and not t.contradicts_payer and p.payer_account_number is not null) as payer_numbers,
      array(select distinct w from bank_line_seat t join bank_line_reading n on n.id = t.reading_id
        cross join lateral unnest(n.payer_words) w where t.line_id = l.id and not t.contradicts_payer) as payer_words
    from bank_line_seat s join bank_line_reading r on r.id = s.reading_id where s.line_id = l.id) said
  where l.id = p_line
  on conflict (line_id) do update set first_day = excluded.first_day, last_day = excluded.last_day, named_by = excluded.named_by, sessions_by = excluded.sessions_by,
    payer_numbers = excluded.payer_numbers, payer_words = excluded.payer_words, payer_heads = excluded.payer_heads
$$;

-- The credit that a reading says it undoes: by the source's own name for it, by the session id that both have, or by one
-- that stands in its narration; then for the same amount only.
create function find_undone(r bank_line_reading) returns uuid language sql stable as $$
  select coalesce(
    (select s.line_id from bank_line_sighting s
      where s.vendor_account_id = r.vendor_account_id and s.source = r.source and s.external_id = r.undoes_external_id
        and s.direction <> r.direction),
    (select l.id from bank_line_sighting s join bank_line l on l.id = s.line_id
      where r.direction = 'debit' and r.kind <> 'charge'
        and s.vendor_account_id = r.vendor_account_id and s.session_id = r.session_id
        and s.direction = 'credit' and l.kind <> 'charge' and r.settled_minor in (l.settled_minor, l.gross_minor)
      limit 1),
    (select case when count(distinct l.id) = 1 then (array_agg(l.id))[1] end
      from bank_line l join bank_line_sighting s on s.line_id = l.id
      where r.direction = 'debit' and r.kind <> 'charge'
        and l.vendor_account_id = r.vendor_account_id and l.direction = 'credit' and l.kind <> 'charge'
        and (l.settled_minor = r.settled_minor or l.gross_minor = r.settled_minor and l.gross_minor <> l.settled_minor)
        and l.value_date between r.value_date - 60 and r.value_date + 1
        and length(s.session_id) >= 16 and strpos(r.narration, s.session_id) > 0))
$$;

-- A credit is taken back once. So a debit that undoes a credit is the debit that undid it, if another source told of that for
-- the same amount, however far apart their days are: a feed says neither when nor how, and dates it when it is seen. And a
-- statement often says when and not of what: then it is a debit of that amount between the credit and the day of the feed.
create function find_taking_back(r bank_line_reading) returns bank_line language plpgsql stable as $$
declare
  v_undone bank_line;
  v_debit bank_line;
begin
  select * into v_undone from bank_line l where l.id = find_undone(r);
  select d.* into v_debit from bank_line d left join bank_line c on c.id = d.undoes
  where d.vendor_account_id = r.vendor_account_id and d.settled_minor = r.settled_minor and d.direction = 'debit' and d.kind <> 'charge'
    and not exists (select from bank_line_seat s where s.line_id = d.id and s.source = r.source)
    and (d.undoes = v_undone.id
      or d.undoes is null and d.value_date between v_undone.value_date and r.value_date
        and not exists (select from credit_take_back b where b.debit_line_id = d.id)
      or v_undone.id is null and r.value_date between c.value_date and d.value_date)
  order by d.undoes = v_undone.id is true desc, d.value_date, d.id limit 1;
  return v_debit;
end $$;

-- ── what a line means ─────────────────────────────────────────────────────────────────────────────────────────

-- The best that is known of who paid, over all that was said and believed: the first to say something decides, because what
-- contradicts it later is not believed; of names the one with the most words.
create view bank_line_known_payer as
  select p.line_id,
    (array_agg(p.payer_account_number order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1] as payer_account_number,
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1] as payer_account_mask,
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1] as payer_name,
    coalesce((array_agg(to_jsonb(p.payer_words) order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1], '[]') as payer_words,
    (array_agg(p.payer_bank_code order by p.seen_at, p.xid) filter (where p.payer_bank_code is not null))[1] as payer_bank_code,
    (array_agg(p.payer_bank_name order by p.seen_at, p.xid) filter (where p.payer_bank_name is not null))[1] as payer_bank_name
  from (
    select s.line_id, r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name
      from bank_line_seat s join bank_line_reading r on r.id = s.reading_id where not s.contradicts_payer
    union all
    select s.line_id, p.seen_at, p.xid, p.payer_account_number, p.payer_account_mask, p.payer_name, p.payer_words, p.payer_bank_code, p.payer_bank_name
      from bank_line_seat s join bank_line_payer p on p.reading_id = s.reading_id where not s.contradicts_payer
  ) p
  group by p.line_id;

-- What a line does to the ledger, under the line's own id. Everything but a charge waits in suspense until it is known whose
-- it is; what left the account waits there as well, as a difference that nobody can overlook.
create function book_line(l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_bank text := l.vendor_account_id::text;
  v_fee numeric := l.gross_minor::numeric - l.settled_minor::numeric;
begin
  if l.direction = 'debit' then
    if l.settled_minor > 0 then
      perform post_entry(l.id, l.mode, null, case l.kind when 'charge' then 'charge_seen' else 'debit_seen' end, p_at,
        array[case l.kind when 'charge' then 'expense' else 'suspense' end]::account_kind[],
        array[case l.kind when 'charge' then 'bank' else '' end],
        array['bank']::account_kind[], array[v_bank], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
    end if;
  elsif l.kind = 'charge' then
    if l.settled_minor > 0 then
      perform post_entry(l.id, l.mode, null, 'charge_returned', p_at, array['bank']::account_kind[], array[v_bank],
        array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
    end if;
  elsif v_fee = 0 then
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['bank']::account_kind[], array[v_bank],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[l.settled_minor]::positive_minor[]);
  elsif l.settled_minor = 0 then
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['expense']::account_kind[], array['bank'],
      array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[v_fee]::positive_minor[]);
  else
    perform post_entry(l.id, l.mode, null, 'credit_seen', p_at, array['bank', 'expense']::account_kind[],
      array[v_bank, 'bank'], array['suspense', 'suspense']::account_kind[], array['', ''], array['NGN', 'NGN']::asset[],
      array[l.settled_minor, v_fee]::positive_minor[]);
  end if;
end $$;

-- Opens, or opens again, what is left of a line for somebody to have.
create function add_to_fund(l bank_line, p_amount numeric) returns void language plpgsql as $$
begin
  insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_words, narration)
    values (l.id, l.vendor_account_id, l.mode, p_amount, l.booked_at, '{}', l.narration)
    on conflict (line_id) do update set left_minor = credit_fund.left_minor + excluded.left_minor;
  perform keep_lien(l.id);
  perform refresh_fund(l.id);
end $$;

-- Gives what is left of a line the best that is known of its payer by now, and the words of whoever saw it first.
create function refresh_fund(p_line uuid) returns void language sql as $$
  update credit_fund f set
    payer_account_number = p.payer_account_number, payer_account_mask = p.payer_account_mask, payer_name = p.payer_name,
    payer_words = array(select jsonb_array_elements_text(p.payer_words)), payer_bank_code = p.payer_bank_code,
    booked_at = first.booked_at, narration = first.narration
  from bank_line_known_payer p, lateral (
    select s.booked_at, s.narration from bank_line_sighting s where s.line_id = p.line_id order by s.seen_at, s.xid, s.id limit 1) first
  where f.line_id = p_line and p.line_id = p_line
    and (f.payer_account_number, f.payer_account_mask, f.payer_name, f.payer_words, f.payer_bank_code, f.booked_at, f.narration)
      is distinct from (p.payer_account_number, p.payer_account_mask, p.payer_name,
        array(select jsonb_array_elements_text(p.payer_words)), p.payer_bank_code, first.booked_at, first.narration)
$$;

-- Says what a debit was, as far as that can be told; taking_back gives it its meaning.
create function explain_debit(p_line uuid, p_at timestamptz) returns void language plpgsql as $$
begin
end $$;

-- A credit is known that an earlier debit may have undone.
create function explain_waiting_debits(p_credit uuid, p_at timestamptz) returns void language plpgsql as $$
begin
end $$;

-- What is left of a credit under a lien is under it as well.
create function keep_lien(p_line uuid) returns void language plpgsql as $$
begin
end $$;

-- Whether a bank has taken a credit back.
create function line_is_taken_back(p_credit uuid) returns boolean language sql stable
  return false;

-- ── recording ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Keeps what cannot be taken as it is. The first of its kind asks a person; the same again is counted.
create function set_line_aside(
  p_account uuid, p_mode mode, p_source text, p_external text, p_reason text, p_line uuid, p_raw jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  update bank_line_aside a set times = a.times + 1, last_seen_at = p_at
    where a.vendor_account_id = p_account and a.source = p_source and a.external_id = p_external and a.reason = p_reason;
  if found then
    return;
  end if;
  insert into bank_line_aside (id, vendor_account_id, source, external_id, reason, line_id, case_id, raw, first_seen_at, last_seen_at)
    values (uuidv7(), p_account, p_source, p_external, p_reason, p_line,
      open_case(uuidv7(), p_mode, 'line_aside', p_account, p_line, null, null,
        format('%s said something about an account of ours that was set aside: %s', p_source, p_reason),
        jsonb_build_object('subject', p_account || ' ' || p_source || ' ' || p_external || ' ' || p_reason,
          'source', p_source, 'external_id', p_external, 'reason', p_reason, 'reading', p_raw),
        jsonb_build_object('action', 'dismiss'), p_at, p_at + interval '1 day'),
      p_raw, p_at, p_at);
end $$;

-- Whether a reading names another payer than is known of a line.
create function contradicts_known_payer(r bank_line_reading, p_line uuid) returns boolean language sql stable as $$
  select exists (
    select from bank_line_known_payer p where p.line_id = p_line
      and (account_digits_contradict(p.payer_account_number, null, r.payer_account_number, r.payer_account_mask)
        or account_digits_contradict(null, p.payer_account_mask, r.payer_account_number, r.payer_account_mask)
        or name_words_contradict(array(select jsonb_array_elements_text(p.payer_words)), r.payer_words)))
$$;

-- Takes a reading to speak of a line, from now on or from the start, and lets the line learn from it.
create function take_seat(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_left uuid;
  v_contradicts boolean;
  v_had_fund boolean;
begin
  delete from bank_line_seat s where s.reading_id = r.id returning s.line_id into v_left;
  if v_left is not null then
    insert into bank_line_move values (r.id, v_left, l.id, p_at);
  end if;
  v_contradicts := contradicts_known_payer(r, l.id);
  v_had_fund := l.kind = 'payment' or exists (select from bank_line_sighting s where s.line_id = l.id and s.kind = 'payment');
  insert into bank_line_seat values (r.id, l.id, r.source, v_contradicts);
  perform renew_place(l.id);
  if v_left is not null then
    perform renew_place(v_left);
  end if;
  if v_contradicts then
    perform set_line_aside(l.vendor_account_id, l.mode, r.source, r.external_id, 'it names another payer than was known', l.id,
      r.raw, p_at);
  end if;
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
  elsif l.kind <> 'charge' then
    perform learn_fee(r, l, v_had_fund, p_at);
    -- Who saw it before did not call it a payment, and did not say nothing by that.
    if r.kind = 'payment' and not v_had_fund and not line_is_taken_back(l.id) then
      perform add_to_fund(l, l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0));
      perform doubt_payment(o, l, p_at) from bank_line_seat t join bank_line_reading o on o.id = t.reading_id
        where t.line_id = l.id and o.kind <> 'payment' limit 1;
    elsif r.kind <> 'payment' and v_had_fund then
      perform doubt_payment(r, l, p_at);
    end if;
    perform refresh_fund(l.id);
    perform explain_waiting_debits(l.id, p_at);
  end if;
end $$;

-- One source calls a credit a payment and this one does not: money of ours that came back looks like a payment to a vendor's
-- list, and whoever made us send it must not have it twice. What is left is kept for people; what was given they are told.
create function doubt_payment(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_whole numeric := l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0);
  v_left numeric;
  v_new uuid := uuidv7();
  v_case uuid;
  v_summary text := format('%s does not call it a payment, as another source does: %s', r.source, r.kind);
  v_facts jsonb := jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', r.kind, 'narration', r.narration);
  v_version integer;
begin
  -- Nobody has it any more; or people were told, and have decided or will.
  if line_is_taken_back(l.id) or exists (
      select from case_file k join case_step s on s.case_id = k.id where k.line_id = l.id and starts_with(s.reason, v_summary)) then
    return;
  end if;
  select f.left_minor into v_left from credit_fund f where f.line_id = l.id;
  if v_left = v_whole then
    v_case := open_case(v_new, l.mode, 'unmatched', l.vendor_account_id, l.id, null, null, v_summary, v_facts,
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  else
    v_facts := v_facts || jsonb_build_object('given_minor', (v_whole - coalesce(v_left, 0))::text, 'left_minor', coalesce(v_left, 0)::text,
      'buys', (select coalesce(jsonb_agg(distinct 'txn_' || replace(a.transaction_id::text, '-', '')), '[]') from allocation a where a.line_id = l.id));
    v_case := open_case(v_new, l.mode, 'recall', l.vendor_account_id, l.id, null, null, v_summary || '; and it was given away before', v_facts,
      null, p_at, p_at + interval '4 hours');
  end if;
  -- A question was open already: whoever has it in hand learns of this.
  if v_case <> v_new then
    update case_file set version = version + 1 where id = v_case returning version into v_version;
    insert into case_step values (v_case, v_version, null, 'noted', null, v_summary, p_at);
  end if;
  update credit_fund f set blocked_by = v_case where f.line_id = l.id;
end $$;

-- Who knows only what settled was seen first; now somebody tells of a fee. The payer paid that too.
create function learn_fee(r bank_line_reading, l bank_line, p_has_fund boolean, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_known numeric;
  v_more numeric;
  v_entry uuid := uuidv7();
begin
  -- Who knows only what settled says nothing of a fee.
  if r.gross_minor = r.settled_minor then
    return;
  end if;
  select f.fee_minor into v_known from bank_line_fee f where f.line_id = l.id;
  v_more := r.gross_minor::numeric - l.gross_minor::numeric - coalesce(v_known, 0);
  if v_more = 0 then
    return;
  end if;
  if v_more < 0 or v_known is not null or l.gross_minor <> l.settled_minor or r.settled_minor <> l.settled_minor then
    perform set_line_aside(l.vendor_account_id, l.mode, r.source, r.external_id, 'it tells of another fee than was known', l.id,
      r.raw, p_at);
    return;
  end if;
  insert into bank_line_fee values (l.id, v_more, r.source, v_entry, p_at);
  perform post_entry(v_entry, l.mode, null, 'fee_learned', p_at, array['expense']::account_kind[], array['bank'],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[v_more]::positive_minor[]);
  if line_is_taken_back(l.id) then
    perform post_entry(uuidv7(), l.mode, null, 'fee_undone', p_at, array['suspense']::account_kind[], array[''],
      array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[v_more]::positive_minor[]);
  elsif p_has_fund then
    perform add_to_fund(l, v_more);
  end if;
end $$;

-- A line that nobody told us of before.
create function add_line(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz) returns void language plpgsql as $$
declare
  l bank_line;
  v_left uuid;
begin
  insert into bank_line values (p_id, p_mode, r.vendor_account_id, r.direction, r.kind, r.gross_minor, r.settled_minor,
      r.booked_at, r.value_date, r.session_id, r.narration,
      case when r.direction = 'debit' or r.undoes_external_id is not null then find_undone(r) end, p_at)
    returning * into l;
  delete from bank_line_seat s where s.reading_id = r.id returning s.line_id into v_left;
  if v_left is not null then
    insert into bank_line_move values (r.id, v_left, l.id, p_at);
  end if;
  insert into bank_line_seat values (r.id, l.id, r.source, false);
  perform renew_place(l.id);
  if v_left is not null then
    perform renew_place(v_left);
  end if;
  perform book_line(l, p_at);
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
    return;
  end if;
  if l.kind = 'payment' then
    if v_left is null then
      insert into credit_fund values (l.id, l.vendor_account_id, l.mode, l.gross_minor, l.booked_at, r.payer_account_number,
        r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, l.narration);
    else
      perform add_to_fund(l, l.gross_minor::numeric);
    end if;
  elsif l.kind <> 'charge' then
    perform open_case(uuidv7(), l.mode, 'unmatched', l.vendor_account_id, l.id, null, null,
      format('a credit that is no payment, as far as the bank says: %s', l.kind),
      jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', l.kind, 'narration', l.narration),
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  end if;
  perform explain_waiting_debits(l.id, p_at);
end $$;

-- Finds the line that a reading is of, or makes it.
create function place_reading(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_chain uuid[];
  v_met_used boolean;
  v_moving bank_line_reading;
  v_line bank_line;
begin
  outcome := 'known';
  line_id := find_free_line(r);
  if line_id is null then
    -- Without any that is free nothing is to be had by changing places.
    perform from free_places(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.settled_minor, lagos_day(r.booked_at),
      r.value_date, 10) limit 1;
    if not found then
      outcome := 'new';
      line_id := p_id;
      perform add_line(p_id, p_mode, r, p_at);
      return;
    end if;
    select c.chain, c.met_used into v_chain, v_met_used from find_chain(r, false) c;
    -- The last moves first, so that every place is free when it is taken.
    for v_at in reverse coalesce(cardinality(v_chain), 1)..2 loop
      select s.* into strict v_moving from bank_line_seat seat join bank_line_reading s on s.id = seat.reading_id
        where seat.line_id = v_chain[v_at - 1] and seat.source = r.source;
      select * into strict v_line from bank_line l where l.id = v_chain[v_at];
      perform take_seat(v_moving, v_line, p_at);
    end loop;
    line_id := v_chain[1];
  end if;
  if line_id is null and v_met_used then
    -- Equal payments, one of which is used already: counting says that this is the other.
    select c.chain into v_chain from find_chain(r, true) c;
    line_id := v_chain[cardinality(v_chain)];
  end if;
  if line_id is null then
    outcome := 'new';
    line_id := p_id;
    perform add_line(p_id, p_mode, r, p_at);
  else
    select * into strict v_line from bank_line l where l.id = line_id;
    perform take_seat(r, v_line, p_at);
  end if;
end $$;

-- A reading whose session id another source gave to a line. It is of that line for certain; if the source was taken to have
-- named the line before, that was a guess, and the earlier reading goes elsewhere.
create function place_by_session(p_id uuid, p_mode mode, r bank_line_reading, l bank_line, p_at timestamptz, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_seated bank_line_reading;
begin
  outcome := 'known';
  line_id := l.id;
  select s.* into v_seated from bank_line_seat seat join bank_line_reading s on s.id = seat.reading_id
    where seat.line_id = l.id and seat.source = r.source;
  if not found then
    perform take_seat(r, l, p_at);
  elsif line_is_touched(l.id) then
    -- What was used stays; of two equal payments this reading is counted as the other.
    select p.outcome, p.line_id into outcome, line_id from place_reading(p_id, p_mode, r, p_at) p;
  else
    delete from bank_line_seat s where s.reading_id = v_seated.id;
    perform take_seat(r, l, p_at);
    select p.outcome into outcome from place_reading(p_id, p_mode, v_seated, p_at) p;
    select s.line_id into line_id from bank_line_seat s where s.reading_id = v_seated.id;
    insert into bank_line_move values (v_seated.id, l.id, line_id, p_at);
    line_id := l.id;
  end if;
end $$;

-- A source says more about the payer of a line than when it named it.
create function add_payer(p_mode mode, p_known bank_line_reading, r bank_line_reading) returns void language plpgsql as $$
declare
  v_line uuid;
  p bank_line_known_payer;
begin
  select s.line_id into strict v_line from bank_line_seat s where s.reading_id = p_known.id;
  if contradicts_known_payer(r, v_line) then
    perform set_line_aside(r.vendor_account_id, p_mode, r.source, r.external_id, 'it names another payer than was known',
      v_line, r.raw, r.seen_at);
    return;
  end if;
  select * into p from bank_line_known_payer k where k.line_id = v_line;
  if (p.payer_account_number is null and r.payer_account_number is not null)
      or (p.payer_account_number is null and p.payer_account_mask is null and r.payer_account_mask is not null)
      or (r.payer_name is not null and (p.payer_name is null or jsonb_array_length(p.payer_words) < cardinality(r.payer_words)))
      or (p.payer_bank_code is null and r.payer_bank_code is not null) then
    insert into bank_line_payer values (p_known.id, r.seen_at, r.payer_account_number, r.payer_account_mask,
      r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name, r.raw);
    perform renew_place(v_line);
    perform refresh_fund(v_line);
  end if;
end $$;

-- Records one reading of a source and says what it was: new, known or aside.
create function record_reading(p_id uuid, p_mode mode, r bank_line_reading, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_known bank_line_reading;
  v_line bank_line;
  v_problem text;
begin
  select * into v_known from bank_line_reading s
    where s.vendor_account_id = r.vendor_account_id and s.source = r.source and s.external_id = r.external_id;
  if found then
    select s.line_id into line_id from bank_line_seat s where s.reading_id = v_known.id;
    if (v_known.direction, v_known.gross_minor, v_known.settled_minor) = (r.direction, r.gross_minor, r.settled_minor) then
      outcome := 'known';
      perform add_payer(p_mode, v_known, r);
      -- It takes its word back.
      if r.direction = 'credit' and v_known.kind = 'payment' and r.kind <> 'payment' then
        perform doubt_payment(r, l, r.seen_at) from bank_line l where l.id = record_reading.line_id;
      end if;
      return;
    end if;
    v_problem := 'it tells of another amount or direction than before';
  elsif r.session_id is not null then
    -- The same session id is the same line, or something is wrong. A charge, and what undoes a payment, may carry its id.
    select l.* into v_line from bank_line_sighting s join bank_line l on l.id = s.line_id
      where s.vendor_account_id = r.vendor_account_id and s.session_id = r.session_id
        and l.direction = r.direction and (l.kind = 'charge') = (r.kind = 'charge')
      order by s.source = r.source desc limit 1;
    if found then
      line_id := v_line.id;
      v_problem := case
        when v_line.settled_minor <> r.settled_minor then 'its session id is that of a line with another amount'
        when exists (select from bank_line_sighting s
          where s.line_id = v_line.id and s.source = r.source and s.session_id = r.session_id)
          then 'its session id is that of a line with another name at this source'
        when not kinds_agree(v_line.kind, r.kind) then 'its session id is that of a line of another kind' end;
    end if;
  end if;
  if v_problem is null and v_line.id is null and r.direction = 'debit' and r.kind <> 'charge' then
    select * into v_line from find_taking_back(r);
  end if;
  if v_problem is not null then
    outcome := 'aside';
    perform set_line_aside(r.vendor_account_id, p_mode, r.source, r.external_id, v_problem, line_id, r.raw, r.seen_at);
    return;
  end if;
  insert into bank_line_reading select r.*;
  if v_line.id is not null then
    select p.outcome, p.line_id into outcome, line_id from place_by_session(p_id, p_mode, r, v_line, r.seen_at) p;
  else
    select p.outcome, p.line_id into outcome, line_id from place_reading(p_id, p_mode, r, r.seen_at) p;
  end if;
end $$;

-- Records at once the payments of a list that can only be new: nobody named them, and every line that they could be of is one
-- that this very source has named otherwise. Most of what a feed tells is of this kind. Returns the line of each, by name.
create function record_new_payments(p_account uuid, p_mode mode, p_number text, p_source text, p_lines json, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  v_ids uuid[];
  v_names text[];
begin
  -- A debit may wait for its credit: then each is looked at on its own.
  if exists (select from case_file k where k.vendor_account_id = p_account and k.kind = 'unexplained_debit' and k.state <> 'resolved') then
    return '{}';
  end if;
  with given as materialized (
    select g.*, count(*) over (partition by g.external_id) as named, count(*) over (partition by g.session_id) as in_session
    from json_to_recordset(p_lines) as g (
      id uuid, external_id text, account_number text, direction line_direction, kind line_kind, gross_minor numeric,
      settled_minor numeric, booked_at timestamptz, value_date date, session_id text, payer_account_number text,
      payer_account_mask text, payer_name text, payer_words text[], payer_bank_code text, payer_bank_name text,
      narration text, undoes_external_id text, unreadable text, raw jsonb)
  ), plain as materialized (
    select g.*, uuidv7() as reading_id from given g
    where g.unreadable is null and g.direction = 'credit' and g.kind = 'payment' and g.undoes_external_id is null
      and coalesce(g.account_number, p_number) = p_number and g.named = 1 and (g.session_id is null or g.in_session = 1)
      and not exists (select from bank_line_reading r
        where r.vendor_account_id = p_account and r.source = p_source and r.external_id = g.external_id)
      and not exists (select from bank_line_reading r where r.vendor_account_id = p_account and r.session_id = g.session_id)
      and not exists (select from free_places(p_account, p_source, g.direction, g.gross_minor, g.settled_minor, lagos_day(g.booked_at),
        g.value_date, 10))
  ), lines as (
    insert into bank_line
    select n.id, p_mode, p_account, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at, n.value_date,
      n.session_id, n.narration, null, p_at from plain n
  ), readings as (
    insert into bank_line_reading
    select n.reading_id, p_account, p_source, n.external_id, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at,
      n.value_date, n.session_id, n.payer_account_number, n.payer_account_mask, n.payer_name, coalesce(n.payer_words, '{}'),
      n.payer_bank_code, n.payer_bank_name, n.narration, null, p_at, coalesce(n.raw, 'null') from plain n
  ), seats as (
    insert into bank_line_seat select n.reading_id, n.id, p_source, false from plain n
  ), places as (
    insert into bank_line_place
    select n.id, p_account, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at, lagos_day(n.booked_at), n.value_date,
      least(lagos_day(n.booked_at), n.value_date), greatest(lagos_day(n.booked_at), n.value_date), array[p_source], case when is_full_session(n.session_id) then array[p_source] else '{}' end,
      array_remove(array[n.payer_account_number], null), coalesce(n.payer_words, '{}'), word_heads(n.payer_words) from plain n
  ), funds as (
    insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_account_number, payer_account_mask,
      payer_name, payer_words, payer_bank_code, narration)
    select n.id, p_account, p_mode, n.gross_minor, n.booked_at, n.payer_account_number, n.payer_account_mask, n.payer_name,
      coalesce(n.payer_words, '{}'), n.payer_bank_code, n.narration from plain n
  )
  select array_agg(n.id), array_agg(n.external_id) into v_ids, v_names from plain n;
  if v_ids is null then
    return '{}';
  end if;
  perform book_line(l, p_at) from bank_line l where l.id = any (v_ids);
  return (select jsonb_object_agg(u.name, u.id) from unnest(v_names, v_ids) as u (name, id));
end $$;

-- Records what one source said about one account, and how far it has been read, in one commit. Safe to repeat. One caller
-- at a time for an account; matching takes the same lock. A plan is made for a small table and kept, so the planner is told
-- beforehand to go by the indexes.
create function record_lines(p_account uuid, p_source text, p_lines json, p_cursor text, p_at timestamptz)
returns table (external_id text, outcome text, line_id uuid)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_mode mode;
  v_number text;
  v_new jsonb;
  i record;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select v.mode, v.account_number into strict v_mode, v_number from vendor_account v where v.id = p_account;
  v_new := record_new_payments(p_account, v_mode, v_number, p_source, p_lines, p_at);
  -- Credits before what undoes them, payments before what may have been none, so that these find what is left; and in the
  -- order of time: lists come newest first.
  for i in
    select g.*, t.line_id as known_line
    from rows from (json_to_recordset(p_lines) as (
      id uuid, external_id text, account_number text, direction line_direction, kind line_kind, gross_minor numeric,
      settled_minor numeric, booked_at timestamptz, value_date date, session_id text, payer_account_number text,
      payer_account_mask text, payer_name text, payer_words text[], payer_bank_code text, payer_bank_name text,
      narration text, undoes_external_id text, unreadable text, raw jsonb)) with ordinality as g
    left join bank_line_reading s
      on s.vendor_account_id = p_account and s.source = p_source and s.external_id = g.external_id
      -- A list is read again and again: what says nothing new is passed over here.
      and g.unreadable is null and coalesce(g.account_number, v_number) = v_number
      and s.direction = g.direction and s.kind = g.kind and s.gross_minor = g.gross_minor and s.settled_minor = g.settled_minor
      and (s.payer_account_number, s.payer_account_mask, s.payer_name, s.payer_bank_code)
        is not distinct from (g.payer_account_number, g.payer_account_mask, g.payer_name, g.payer_bank_code)
    left join bank_line_seat t on t.reading_id = s.id
    order by g.direction = 'debit', g.undoes_external_id is not null, g.direction = 'credit' and g.kind <> 'payment', g.booked_at,
      g.ordinality
  loop
    external_id := i.external_id;
    if i.known_line is not null then
      outcome := case when v_new ? i.external_id then 'new' else 'known' end;
      line_id := i.known_line;
    elsif i.unreadable is not null or i.account_number <> v_number then
      outcome := 'aside';
      line_id := null;
      perform set_line_aside(p_account, v_mode, p_source, i.external_id,
        coalesce(i.unreadable, 'it is of another account'), null, coalesce(i.raw, 'null'), p_at);
    else
      select r.outcome, r.line_id into outcome, line_id from record_reading(i.id, v_mode, row(
        uuidv7(), p_account, p_source, i.external_id, i.direction, i.kind, i.gross_minor, i.settled_minor, i.booked_at,
        i.value_date, i.session_id, i.payer_account_number, i.payer_account_mask, i.payer_name, coalesce(i.payer_words, '{}'),
        i.payer_bank_code, i.payer_bank_name, i.narration, i.undoes_external_id, p_at, coalesce(i.raw, 'null'),
        pg_current_xact_id()::text::bigint)::bank_line_reading) r;
    end if;
    return next;
  end loop;
  if p_cursor is not null then
    insert into feed_cursor values (p_account, p_source, p_cursor, p_at)
      on conflict (vendor_account_id, source) do update set cursor = excluded.cursor, read_at = excluded.read_at;
  end if;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['bank_line', 'bank_line_reading', 'bank_line_payer', 'bank_line_move', 'bank_line_fee'] loop
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_change()', name || '_is_history', name);
  end loop;
end $$;

grant select on bank_line, bank_line_reading, bank_line_payer, bank_line_seat, bank_line_place, bank_line_move, bank_line_sighting,
  bank_line_known_payer, bank_line_fee, bank_line_aside, feed_cursor, credit_fund to afara_worker;
grant select on bank_line, bank_line_reading to afara_sealer;
grant execute on function record_lines, account_digits_contradict, name_words_contradict to afara_worker;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- Every line was seen, stands in the ledger as it was seen, and has no more left than it brought.
create function check_bank_lines(since_xid bigint) returns setof finding language sql stable as $$
  -- A line and those who saw it.
  select row(l.id::text, case when s.line_id is null then 'nobody saw it' else 'a sighting is of another account or direction' end)::finding
  from bank_line l left join bank_line_sighting s on s.line_id = l.id
  where l.xid > since_xid
    and (s.line_id is null or s.vendor_account_id <> l.vendor_account_id or s.direction <> l.direction)
  union all
  select row(r.id::text, 'it is taken to speak of no line')::finding
  from bank_line_reading r where r.xid > since_xid and not exists (select from bank_line_seat s where s.reading_id = r.id)
  union all
  select row(l.id::text, 'it is looked for under other sources than have named it')::finding
  from bank_line l left join bank_line_place p on p.line_id = l.id
  where l.xid > since_xid and p.named_by is distinct from (
    select array_agg(s.source::text order by s.source::text collate "C") from bank_line_seat s where s.line_id = l.id)
  union all
  -- A line and its entry.
  select row(l.id::text, format('the ledger has %s at the bank and %s in suspense for it', coalesce(p.bank, 0), coalesce(p.suspense, 0)))::finding
  from bank_line l
  left join lateral (
    select sum(case when p.debit_kind = 'bank' and p.debit_owner = l.vendor_account_id::text then p.amount_minor::numeric else 0 end)
        - sum(case when p.credit_kind = 'bank' and p.credit_owner = l.vendor_account_id::text then p.amount_minor::numeric else 0 end) as bank,
      sum(case when p.credit_kind = 'suspense' then p.amount_minor::numeric else 0 end)
        - sum(case when p.debit_kind = 'suspense' then p.amount_minor::numeric else 0 end) as suspense
    from posting p where p.entry_id = l.id and p.mode = l.mode and p.asset = 'NGN'
  ) p on true
  where l.xid > since_xid and (
    coalesce(p.bank, 0) <> case l.direction when 'credit' then l.settled_minor::numeric else -l.settled_minor::numeric end
    or coalesce(p.suspense, 0) <> case when l.kind = 'charge' then 0 when l.direction = 'credit' then l.gross_minor::numeric else -l.settled_minor::numeric end)
  union all
  -- An account that has lines holds what they say.
  select row(l.vendor_account_id::text, format('its lines come to %s, the ledger has %s', l.settled, coalesce(p.booked, 0)))::finding
  from (
    select vendor_account_id, mode, sum(case direction when 'credit' then settled_minor::numeric else -settled_minor::numeric end) as settled
    from bank_line group by vendor_account_id, mode
  ) l
  left join (
    select owner, mode, sum(minor) as booked from (
      select debit_owner as owner, mode, amount_minor::numeric as minor from posting where debit_kind = 'bank'
      union all
      select credit_owner, mode, -amount_minor::numeric from posting where credit_kind = 'bank'
    ) side group by owner, mode
  ) p on p.owner = l.vendor_account_id::text and p.mode = l.mode
  where coalesce(p.booked, 0) <> l.settled
  union all
  -- A fee that was learned and its entry.
  select row(f.line_id::text, 'the ledger does not have the fee that was learned')::finding
  from bank_line_fee f join bank_line l on l.id = f.line_id
  where f.xid > since_xid and not exists (
    select from posting p where p.entry_id = f.entry_id and p.mode = l.mode and p.debit_kind = 'expense'
      and p.credit_kind = 'suspense' and p.asset = 'NGN' and p.amount_minor = f.fee_minor)
  union all
  -- What is left of a line is of a payment, and no more than that was.
  select row(c.line_id::text, 'what is left of it is more than it was, or it is no payment')::finding
  from credit_fund c
  left join bank_line l on l.id = c.line_id and l.mode = c.mode and l.vendor_account_id = c.vendor_account_id
  left join bank_line_fee f on f.line_id = c.line_id
  where l.id is null or l.direction <> 'credit' or c.left_minor::numeric > l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0)
    or not exists (select from bank_line_sighting s where s.line_id = c.line_id and s.kind = 'payment')
  union all
  -- Who paid is who was seen to pay.
  select row(c.line_id::text, 'its payer is not the one that was seen')::finding
  from credit_fund c left join bank_line_known_payer p on p.line_id = c.line_id
  where c.payer_account_number is distinct from p.payer_account_number
    or c.payer_account_mask is distinct from p.payer_account_mask
    or c.payer_bank_code is distinct from p.payer_bank_code
$$;

grant execute on function check_bank_lines to afara_worker;
