-- Why: whoever records lines has the account to himself, and a day's statement of a busy account kept it for tens of seconds.
-- What a reading may be of is found here by keys, however many payments of one amount there are and whatever the planner
-- knows: plans are made when tables are empty, so each table is read by a key of its own, one after the other. The rules of
-- 0012 stand.
--
-- And four things were learned since: a vendor may give one session id to two payments; who undoes a credit may be known to
-- credit_take_back alone; a lien has somebody who placed it; a feed knows the second where a statement knows the day.

set local role afara_owner;
set local search_path = afara;

-- ── keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- By the session id alone: beside an account, the planner of an empty table takes any index that begins with the account.
drop index bank_line_reading_session;
create index bank_line_reading_session on bank_line_reading (session_id) where session_id is not null;

-- What of a reading decides which lines it fits, as a number.
create function class_of(r bank_line_reading) returns bigint language sql immutable
  return hashtextextended(reading_class(r), 0);

alter table bank_line_seat add column class bigint;
update bank_line_seat t set class = (select class_of(r) from bank_line_reading r where r.id = t.reading_id);
alter table bank_line_seat alter column class set not null;

alter table bank_line_place
  add column has_session boolean not null generated always as (sessions_by <> '{}') stored,
  add column has_words boolean not null generated always as (payer_words <> '{}') stored;

-- Lines that agree in all of this but the time are alike, as long as nothing is known of the payer: of those the closest in
-- time is found without reading the others.
drop index bank_line_place_by_settled;
create index bank_line_place_by_settled on bank_line_place
  (vendor_account_id, settled_minor, direction, named_by, booked_day, kind, value_date, has_session, has_words, booked_at);
-- What reached the account all sources know alike; what was paid some do not, and it finds no line.
drop index bank_line_place_by_gross;

-- By what a source knows the payer of a line: each word of the name, '' where it tells no name, and the number. It may have
-- more than is true by now, never less.
create table bank_line_mark (
  vendor_account_id uuid not null,
  amount_minor numeric not null,
  mark text collate "C" not null,
  source source_name not null,
  -- The line's own.
  booked_day date not null,
  line_id uuid not null references bank_line (id),
  primary key (vendor_account_id, amount_minor, mark, source, booked_day, line_id)
);

-- What of a reading is kept there.
create function marks_of(p_words text[], p_number text) returns text[] language sql immutable
  return case when p_words = '{}' then array[''] else p_words end || array_remove(array[p_number], null);

insert into bank_line_mark
select l.vendor_account_id, l.settled_minor, m.mark, r.source, lagos_day(l.booked_at), l.id
from bank_line_seat t join bank_line_reading r on r.id = t.reading_id join bank_line l on l.id = t.line_id
cross join lateral unnest(marks_of(r.payer_words, r.payer_account_number)) as m (mark)
on conflict do nothing;
insert into bank_line_mark
select l.vendor_account_id, l.settled_minor, m.mark, r.source, lagos_day(l.booked_at), l.id
from bank_line_payer p join bank_line_reading r on r.id = p.reading_id join bank_line_seat t on t.reading_id = r.id
join bank_line l on l.id = t.line_id
cross join lateral unnest(marks_of(p.payer_words, p.payer_account_number)) as m (mark)
on conflict do nothing;

-- Keeps it, under what settled.
create function mark_line(l bank_line, p_source text, p_words text[], p_number text) returns void language sql as $$
  insert into bank_line_mark
  select l.vendor_account_id, l.settled_minor, m.mark, p_source, lagos_day(l.booked_at), l.id
  from unnest(marks_of(p_words, p_number)) as m (mark)
  on conflict do nothing
$$;

-- Keeps all that a reading says of a payer, also what its source added later.
create function mark_reading(l bank_line, r bank_line_reading) returns void language sql as $$
  select mark_line(l, r.source, r.payer_words, r.payer_account_number);
  select mark_line(l, r.source, p.payer_words, p.payer_account_number) from bank_line_payer p where p.reading_id = r.id
$$;

grant select on bank_line_mark to afara_worker;

-- ── what is known of a line ───────────────────────────────────────────────────────────────────────────────────

-- What a source says of a line while it has another name for it, or another amount: its session id names two payments.
-- From then on it neither tells lines apart nor says which one is meant.
create function session_is_doubtful(p_line uuid) returns boolean language sql stable
  return exists (select from bank_line_aside a where a.line_id = p_line and starts_with(a.reason, 'its session id is that of a line'));

-- Whether two masks show different digits in one place.
create function masks_contradict(a text, b text) returns boolean language plpgsql immutable as $$
begin
  for place in 1..10 loop
    if substr(a, place, 1) <> substr(b, place, 1) and '*' not in (substr(a, place, 1), substr(b, place, 1)) then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- As before, without a step for each digit where one side is known in full.
create or replace function account_digits_contradict(a_number text, a_mask text, b_number text, b_mask text)
returns boolean language sql immutable
  return case
    when num_nonnulls(a_number, a_mask) = 0 or num_nonnulls(b_number, b_mask) = 0 then false
    when a_number is not null and b_number is not null then a_number <> b_number
    when a_number is not null then a_number not like translate(b_mask, '*', '_')
    when b_number is not null then b_number not like translate(a_mask, '*', '_')
    else masks_contradict(a_mask, b_mask) end;

-- As in 0012, but that a session id that names two payments is no objection, and each table is read by its own key.
create or replace function objections(r bank_line_reading, p_line uuid) returns setof bank_line_seat language sql stable as $$
  select seat.* from bank_line_seat seat
  cross join lateral (select o.* from bank_line_reading o where o.id = seat.reading_id offset 0) s
  where seat.line_id = p_line and seat.source <> r.source and (
    s.value_date not between r.value_date - 1 and r.value_date + 1
      and lagos_day(s.booked_at) not between lagos_day(r.booked_at) - 1 and lagos_day(r.booked_at) + 1
    or case when s.session_id <> r.session_id and is_full_session(s.session_id) and is_full_session(r.session_id)
      then not session_is_doubtful(p_line) else false end
    or not seat.contradicts_payer and (
      s.payer_account_number <> r.payer_account_number is true
      or name_words_contradict(s.payer_words, r.payer_words)
      or account_digits_contradict(s.payer_account_number, s.payer_account_mask, r.payer_account_number, r.payer_account_mask)
      or (r.payer_account_number is not null or r.payer_account_mask is not null) and exists (
        select from bank_line_payer p where p.reading_id = s.id and account_digits_contradict(
          p.payer_account_number, p.payer_account_mask, r.payer_account_number, r.payer_account_mask))))
$$;

-- As the view bank_line_known_payer, for one line.
create function known_payer(p_line uuid) returns bank_line_known_payer language sql stable as $$
  select p_line,
    (array_agg(p.payer_account_number order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1],
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1],
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1],
    coalesce((array_agg(to_jsonb(p.payer_words) order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1], '[]'),
    (array_agg(p.payer_bank_code order by p.seen_at, p.xid) filter (where p.payer_bank_code is not null))[1],
    (array_agg(p.payer_bank_name order by p.seen_at, p.xid) filter (where p.payer_bank_name is not null))[1]
  from bank_line_seat s cross join lateral (
    (select r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name
      from bank_line_reading r where r.id = s.reading_id)
    union all
    (select r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name
      from bank_line_payer r where r.reading_id = s.reading_id)
    offset 0) p
  where s.line_id = p_line and not s.contradicts_payer
$$;

-- Whether a reading names another payer than is known.
create function contradicts_payer(r bank_line_reading, p bank_line_known_payer) returns boolean language sql immutable
  return account_digits_contradict(p.payer_account_number, null, r.payer_account_number, r.payer_account_mask)
    or account_digits_contradict(null, p.payer_account_mask, r.payer_account_number, r.payer_account_mask)
    or name_words_contradict(array(select jsonb_array_elements_text(p.payer_words)), r.payer_words);

-- By all that was said of a line.
create or replace function contradicts_known_payer(r bank_line_reading, p_line uuid) returns boolean language sql stable
  return contradicts_payer(r, known_payer(p_line));

-- The same by what is left of it, where nobody is changing places.
create function contradicts_fund(r bank_line_reading, p_line uuid) returns boolean language plpgsql stable as $$
declare
  p bank_line_known_payer;
begin
  if r.payer_account_number is null and r.payer_account_mask is null and r.payer_words = '{}' then
    return false;
  end if;
  select f.payer_account_number, f.payer_account_mask, to_jsonb(f.payer_words)
    into p.payer_account_number, p.payer_account_mask, p.payer_words from credit_fund f where f.line_id = p_line;
  return case when found then contradicts_payer(r, p) else contradicts_known_payer(r, p_line) end;
end $$;

-- A statement knows the day and calls it midnight.
create function is_lagos_midnight(at timestamptz) returns boolean language sql immutable
  return (at at time zone 'Africa/Lagos')::time = '00:00';

-- Gives what is left of a line the best that is known of its payer by now, the words of whoever saw it first, and the time of
-- whoever was the first to know more of it than the day.
create or replace function refresh_fund(p_line uuid) returns void language plpgsql as $$
declare
  p bank_line_known_payer := known_payer(p_line);
  v_words text[] := array(select jsonb_array_elements_text(p.payer_words));
  v_narration text;
  v_booked timestamptz;
begin
  select (array_agg(r.narration order by r.seen_at, r.xid, r.id))[1],
      (array_agg(r.booked_at order by is_lagos_midnight(r.booked_at), r.seen_at, r.xid, r.id))[1]
    into v_narration, v_booked
    from bank_line_seat s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
    where s.line_id = p_line;
  update credit_fund f set
    payer_account_number = p.payer_account_number, payer_account_mask = p.payer_account_mask, payer_name = p.payer_name,
    payer_words = v_words, payer_bank_code = p.payer_bank_code, booked_at = v_booked, narration = v_narration
  where f.line_id = p_line and v_booked is not null
    and (f.payer_account_number, f.payer_account_mask, f.payer_name, f.payer_words, f.payer_bank_code, f.booked_at, f.narration)
      is distinct from (p.payer_account_number, p.payer_account_mask, p.payer_name, v_words, p.payer_bank_code, v_booked, v_narration);
end $$;

-- Whether a reading that was heard last adds nothing to what is known of a payment.
create function adds_nothing(r bank_line_reading, p_line uuid) returns boolean language sql stable as $$
  select exists (
    select from credit_fund f where f.line_id = p_line
      and (r.payer_account_number is null or r.payer_account_number = f.payer_account_number)
      and (r.payer_account_mask is null or r.payer_account_mask = f.payer_account_mask)
      and (r.payer_name is null or r.payer_name = f.payer_name
        or f.payer_name is not null and cardinality(f.payer_words) > cardinality(r.payer_words))
      and (r.payer_bank_code is null or r.payer_bank_code = f.payer_bank_code)
      and (is_lagos_midnight(r.booked_at) or not is_lagos_midnight(f.booked_at)))
$$;

-- What is said of a line has changed. Its days are those of whoever speaks of it: who spoke first may have moved on.
create or replace function renew_place(p_line uuid) returns void language sql as $$
  insert into bank_line_place
  select l.id, l.vendor_account_id, l.direction, l.kind, l.gross_minor, l.settled_minor, coalesce(said.booked_at, l.booked_at),
    lagos_day(coalesce(said.booked_at, l.booked_at)), coalesce(said.value_date, l.value_date),
    said.first_day, said.last_day, said.named_by, said.sessions_by, said.payer_numbers, said.payer_words, word_heads(said.payer_words)
  from bank_line l cross join lateral (
    select min(least(lagos_day(r.booked_at), r.value_date)) as first_day, max(greatest(lagos_day(r.booked_at), r.value_date)) as last_day,
      (array_agg(r.booked_at order by r.seen_at, r.id))[1] as booked_at, (array_agg(r.value_date order by r.seen_at, r.id))[1] as value_date,
      coalesce(array_agg(s.source::text order by s.source::text collate "C"), '{}') as named_by,
      coalesce(array_agg(s.source::text) filter (where is_full_session(r.session_id) and not session_is_doubtful(l.id)), '{}') as sessions_by,
      coalesce(array_agg(r.payer_account_number::text) filter (where r.payer_account_number is not null and not s.contradicts_payer), '{}')
        || array(select p.payer_account_number::text from bank_line_seat t
          cross join lateral (select o.* from bank_line_payer o where o.reading_id = t.reading_id offset 0) p
          where t.line_id = l.id and not t.contradicts_payer and p.payer_account_number is not null) as payer_numbers,
      array(select distinct w from bank_line_seat t
        cross join lateral (select o.* from bank_line_reading o where o.id = t.reading_id offset 0) n
        cross join lateral unnest(n.payer_words) w where t.line_id = l.id and not t.contradicts_payer) as payer_words
    from bank_line_seat s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
    where s.line_id = l.id) said
  where l.id = p_line
  on conflict (line_id) do update set booked_at = excluded.booked_at, booked_day = excluded.booked_day, value_date = excluded.value_date,
    first_day = excluded.first_day, last_day = excluded.last_day, named_by = excluded.named_by, sessions_by = excluded.sessions_by,
    payer_numbers = excluded.payer_numbers, payer_words = excluded.payer_words, payer_heads = excluded.payer_heads
$$;

-- The same, where one more source speaks of a line and all else is as it was.
create function widen_place(r bank_line_reading, p_line uuid, p_is_believed boolean) returns void language sql as $$
  update bank_line_place p set
    first_day = least(p.first_day, lagos_day(r.booked_at), r.value_date), last_day = greatest(p.last_day, lagos_day(r.booked_at), r.value_date),
    named_by = array(select s from unnest(p.named_by || r.source::text) s order by s collate "C"),
    sessions_by = case when is_full_session(r.session_id) and not session_is_doubtful(p_line) then p.sessions_by || r.source::text else p.sessions_by end,
    payer_numbers = case when p_is_believed and r.payer_account_number is not null then p.payer_numbers || r.payer_account_number::text else p.payer_numbers end,
    payer_words = case when p_is_believed and not r.payer_words <@ p.payer_words then array(select w from unnest(p.payer_words) w union select w from unnest(r.payer_words) w) else p.payer_words end,
    payer_heads = case when p_is_believed and not r.payer_words <@ p.payer_words then word_heads(p.payer_words || r.payer_words) else p.payer_heads end
  where p.line_id = p_line
$$;

-- ── finding a line ────────────────────────────────────────────────────────────────────────────────────────────

-- As in 0012, by the day of booking, and by what settled alone.
create or replace function free_places(
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
  )
  select p.* from settled_by b cross join lateral (
    select p.* from bank_line_place p
    where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = b.named_by
      -- Of one line no two days that are told are this far apart.
      and p.booked_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days + 20
      and p.first_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days
      and p.last_day >= least(p_booked, p_value) - p_days
    offset 0) p
  where p_source <> all (b.named_by)
$$;

-- Where lines of one amount that a source has not named are alike in everything that a key has.
create type place_cell as (
  named_by text[], booked_day date, kind line_kind, value_date date, has_session boolean, has_words boolean);

-- These, for the days from and to which are given, by going from one to the next in the key.
create function free_cells(p_account uuid, p_source text, p_direction line_direction, p_settled numeric, p_from date, p_to date)
returns setof place_cell language sql stable as $$
  with recursive named as (
    (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by > b.named_by
      order by p.named_by limit 1)
    from named b where b.named_by is not null
  ), cell as (
    select c.* from named n cross join lateral (
      select p.named_by, p.booked_day, p.kind, p.value_date, p.has_session, p.has_words from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = n.named_by
        and p.booked_day between p_from and p_to
      order by p.booked_day, p.kind, p.value_date, p.has_session, p.has_words limit 1) c
    where p_source <> all (n.named_by)
    union all
    select x.* from cell c cross join lateral (
      select p.named_by, p.booked_day, p.kind, p.value_date, p.has_session, p.has_words from bank_line_place p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = c.named_by
        and p.booked_day <= p_to
        and (p.booked_day, p.kind, p.value_date, p.has_session, p.has_words) > (c.booked_day, c.kind, c.value_date, c.has_session, c.has_words)
      order by p.booked_day, p.kind, p.value_date, p.has_session, p.has_words limit 1) x
  )
  select c.named_by, c.booked_day, c.kind, c.value_date, c.has_session, c.has_words from cell c
$$;

-- A line that fits, and how well: the payer agrees, it is called the same, it is of the same day, a session id is on both
-- sides or on none, and how far apart the times are.
create type likely_line as (line_id uuid, payer_rank integer, is_same_kind boolean);

-- Whether a reading has a session id in full that no other source gave: it fits no line that has one.
create function has_session_alone(r bank_line_reading) returns boolean language sql stable
  return coalesce(is_full_session(r.session_id), false) and not exists (
    select from bank_line_reading o
    where o.session_id = r.session_id and (o.vendor_account_id = r.vendor_account_id) is true and o.source <> r.source);

-- Of the lines around some days that a source has not named, the closest in time of each kind, the likeliest first. What is
-- known of the payer by digits passes most over that cannot be.
create function likely_by_time(r bank_line_reading, p_is_full boolean, p_from date, p_to date, p_is_nameless boolean, p_most integer)
returns setof likely_line language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
  v_number text := r.payer_account_number;
  v_like text := case when r.payer_account_number is null then translate(r.payer_account_mask, '*', '_') end;
  v_heads text[] := word_heads(r.payer_words);
begin
  return query
    select p.line_id, payer_rank(r, p.payer_numbers, p.payer_words), p.kind = r.kind
    from (
      select q.* from free_cells(r.vendor_account_id, r.source, r.direction, r.settled_minor, p_from, p_to) c
      cross join lateral (
        (select p.* from bank_line_place p
          where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
            and p.named_by = c.named_by and p.booked_day = c.booked_day and p.kind = c.kind and p.value_date = c.value_date
            and p.has_session = c.has_session and p.has_words = c.has_words and p.booked_at >= r.booked_at
            and (v_number is null or p.payer_numbers = '{}' or v_number = any (p.payer_numbers))
            and (v_like is null or p.payer_numbers = '{}' or p.payer_numbers[1] like v_like)
          order by p.booked_at limit p_most)
        union all
        (select p.* from bank_line_place p
          where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
            and p.named_by = c.named_by and p.booked_day = c.booked_day and p.kind = c.kind and p.value_date = c.value_date
            and p.has_session = c.has_session and p.has_words = c.has_words and p.booked_at < r.booked_at
            and (v_number is null or p.payer_numbers = '{}' or v_number = any (p.payer_numbers))
            and (v_like is null or p.payer_numbers = '{}' or p.payer_numbers[1] like v_like)
          order by p.booked_at desc limit p_most)) q
      where kinds_agree(c.kind, r.kind) and not (p_is_full and c.has_session) and not (p_is_nameless and c.has_words)
        -- Who alone speaks of a line has told its days.
        and (cardinality(c.named_by) > 1 or c.booked_day between v_day - 1 and v_day + 1
          or c.value_date between r.value_date - 1 and r.value_date + 1)
    ) p
    where v_heads = '{}' or p.payer_heads = '{}' or p.payer_heads && v_heads
    order by payer_rank(r, p.payer_numbers, p.payer_words) desc, p.kind = r.kind desc,
      p.value_date = r.value_date or p.booked_day = v_day desc, p.has_session = p_is_full desc,
      greatest(p.booked_at - r.booked_at, r.booked_at - p.booked_at), p.line_id;
end $$;

-- How well a payer agrees: the number counts before the name.
create function payer_rank(r bank_line_reading, p_numbers text[], p_words text[]) returns integer language sql immutable
  return case when r.payer_account_number = any (p_numbers) then 2 else 0 end + case when p_words && r.payer_words then 1 else 0 end;

-- How words begin, each of them whole as well: banks cut names off, and three letters are a word.
create function beginnings(p_words text[]) returns text[] language sql immutable
  return array(select distinct left(w, n) from unnest(p_words) w cross join lateral generate_series(least(3, length(w)), length(w)) n);

-- What is learned while one list of an account is recorded: who has spoken of the account, the classes of readings that no free
-- line fits, those that can move nowhere, and how much more may be asked. In that time no line becomes free, so whoever found
-- none finds none later. Asking has an end, because the account is held meanwhile.
create function begin_placing(p_account uuid) returns void language sql as $$
  with recursive told as (
    select (select min(r.source::text) from bank_line_reading r where r.vendor_account_id = p_account) as source
    union all
    select (select min(r.source::text) from bank_line_reading r where r.vendor_account_id = p_account and r.source > t.source)
    from told t where t.source is not null
  )
  select set_config('afara.sources', coalesce(array_agg(t.source) filter (where t.source is not null), '{}')::text, true),
    set_config('afara.no_line', '{}', true), set_config('afara.no_way', '{}', true), set_config('afara.no_way_through', '{}', true),
    set_config('afara.steps_left', '40000', true)
  from told t
$$;

-- Which classes were learned under a name.
create function learned_classes(p_setting text) returns bigint[] language sql stable
  return coalesce(nullif(current_setting(p_setting, true), ''), '{}')::bigint[];

-- Who besides one source has spoken of the account.
create function other_sources(p_source text) returns text[] language sql stable
  return array_remove(current_setting('afara.sources')::text[], p_source);

-- The lines around a reading's day whose payer another source calls by a word, the beginning of a word or the number that the
-- reading has, or by what is asked for beside these.
create function lines_of_payer(r bank_line_reading, p_beside text[]) returns setof uuid language sql stable as $$
  select m.line_id from bank_line_mark m
  where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
    and m.mark = any (beginnings(r.payer_words) || array_remove(array[r.payer_account_number::text], null) || p_beside)
    and m.source = any (other_sources(r.source))
    and m.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
  union all
  select m.line_id from unnest(r.payer_words) w cross join lateral (
    select m.line_id from bank_line_mark m
    where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
      and m.mark > w and m.mark < w || U&'\FFFF' and m.source = any (other_sources(r.source))
      and m.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
    offset 0) m
  where length(w) >= 3
$$;

-- Of the lines that a source has not named those whose payer may be a reading's, the likeliest first.
create function likely_by_payer(r bank_line_reading, p_is_full boolean) returns setof likely_line language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
begin
  return query
    select p.line_id, payer_rank(r, p.payer_numbers, p.payer_words), p.kind = r.kind
    from (select distinct m.line_id from lines_of_payer(r, '{}') as m (line_id) offset 0) m
    cross join lateral (select o.* from bank_line_place o where o.line_id = m.line_id offset 0) p
    where p.direction = r.direction and r.source <> all (p.named_by) and kinds_agree(p.kind, r.kind)
      and p.settled_minor = r.settled_minor and not (p_is_full and p.has_session)
      and p.first_day between least(v_day, r.value_date) - 20 and greatest(v_day, r.value_date) + 1
      and p.last_day >= least(v_day, r.value_date) - 1
    order by payer_rank(r, p.payer_numbers, p.payer_words) desc, p.kind = r.kind desc,
      p.value_date = r.value_date or p.booked_day = v_day desc, p.has_session = p_is_full desc,
      greatest(p.booked_at - r.booked_at, r.booked_at - p.booked_at), p.line_id;
end $$;

-- Of the lines that fit and that the source has not named, the likeliest: whose payer agrees, then called the same, then of the
-- same day, then without a session id on both sides, then the closest in time. Where hundreds would do, a few are read.
create or replace function find_free_line(r bank_line_reading) returns uuid language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
  v_best integer := case when r.payer_words <> '{}' then 1 else 0 end;
  v_is_named boolean := r.payer_words <> '{}';
  v_is_full boolean := has_session_alone(r);
  v_most integer;
  v_near likely_line[];
  c likely_line;
begin
  if r.payer_account_number is not null and exists (
      select from bank_line_mark m
      where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
        and m.mark = r.payer_account_number and m.source <> r.source) then
    v_best := v_best + 2;
  end if;
  v_near := array(select l from likely_by_time(r, v_is_full, v_day - 1, v_day + 1, false, 4) l);
  foreach c in array v_near loop
    exit when c.payer_rank < v_best;
    if c.is_same_kind and not exists (select from objections(r, c.line_id)) then
      return c.line_id;
    end if;
  end loop;
  if v_best > 0 then
    for c in select * from likely_by_payer(r, v_is_full) loop
      if not exists (select from objections(r, c.line_id)) then
        return c.line_id;
      end if;
    end loop;
    foreach c in array v_near loop
      if c.is_same_kind and not exists (select from objections(r, c.line_id)) then
        return c.line_id;
      end if;
    end loop;
  end if;
  -- None of the first few of these days fits. Who has a name that the reading has not was asked above.
  foreach v_most in array array[4, 1000000] loop
    v_near := array(select l from likely_by_time(r, v_is_full, least(v_day, r.value_date) - 20, greatest(v_day, r.value_date) + 21, v_is_named, v_most) l);
    foreach c in array v_near loop
      if not exists (select from objections(r, c.line_id)) then
        return c.line_id;
      end if;
    end loop;
    exit when cardinality(v_near) < v_most;
  end loop;
  return null;
end $$;

-- The lines of one amount around a day that the source of a reading and another have named.
create or replace function places_near(r bank_line_reading) returns setof bank_line_place language sql stable as $$
  with recursive named as (
    (select p.named_by from bank_line_place p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
      order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_place p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
        and p.named_by > b.named_by
      order by p.named_by limit 1)
    from named b where b.named_by is not null
  )
  select p.* from named b cross join lateral (
    select p.* from bank_line_place p
    where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
      and p.named_by = b.named_by
      and p.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
    offset 0) p
  where r.source = any (b.named_by) and b.named_by <> array[r.source::text]
$$;

-- The source's readings on lines that fit a reading, but for those of some classes: those of the classes that are given, or of
-- all others.
create function seats_near(w bank_line_reading, p_is_full boolean, p_but bigint[], p_classes bigint[], p_are_given boolean)
returns table (line_id uuid, reading_id uuid, class bigint) language sql stable as $$
  select near.line_id, t.reading_id, t.class
  from (
    select m.line_id from lines_of_payer(w, '{""}') as m (line_id) where w.payer_words <> '{}'
    union all
    select p.line_id from places_near(w) p where w.payer_words = '{}'
    offset 0) near
  cross join lateral (
    select s.line_id, s.reading_id, s.class from bank_line_seat s
    where s.line_id = near.line_id and s.source = w.source and s.class <> all (p_but) and (s.class = any (p_classes)) = p_are_given offset 0) t
  cross join lateral (
    select p.line_id from bank_line_place p
    where p.line_id = t.line_id and p.direction = w.direction and kinds_agree(p.kind, w.kind)
      and p.settled_minor = w.settled_minor
      and p.first_day between least(lagos_day(w.booked_at), w.value_date) - 20 and greatest(lagos_day(w.booked_at), w.value_date) + 1
      and p.last_day >= least(lagos_day(w.booked_at), w.value_date) - 1
      and (not p_is_full or p.sessions_by <@ array[w.source::text]) offset 0) p
  where not exists (select from objections(w, p.line_id))
$$;

drop function find_chain(bank_line_reading, boolean);

-- No line that fits is free. If the source's earlier readings can change places so that one becomes free: the lines along
-- which they move, the reading's own first and the free one last. So a source's readings are always spread over as many of
-- the lines as they can be, and a line is new only if there is no other way. Only lines that another source has named count:
-- one that this source alone has named came of just this. Who is bound to a line by a session id that another source gave too
-- does not move; nor who sits on a line that was used or has told another fee, unless the caller only wants to know where such
-- a chain would end. Of readings that fit the same lines one is asked, those first that may have a free line. It may give up: then nobody knows.
create function find_chain(r bank_line_reading, p_through_used boolean, out chain uuid[], out met_used boolean, out gave_up boolean)
language plpgsql as $$
declare
  v_setting text := case when p_through_used then 'afara.no_way_through' else 'afara.no_way' end;
  v_seen bigint[] := learned_classes(v_setting);
  v_no_line bigint[] := learned_classes('afara.no_line');
  v_steps integer := coalesce(nullif(current_setting('afara.steps_left', true), ''), '40000')::integer;
  v_waiting bank_line_reading[] := array[r];
  v_reached_from integer[] := '{0}';
  v_lines uuid[] := '{}';
  v_before integer[] := '{}';
  v_next integer := 0;
  v_at integer;
  v_free uuid;
  v_is_full boolean;
  v_has_no_line boolean;
  n record;
  w bank_line_reading;
  v_seated bank_line_reading;
begin
  gave_up := false;
  -- Whether a line that was used was in the way is not remembered.
  met_used := class_of(r) = any (v_seen);
  if met_used then
    return;
  end if;
  v_seen := v_seen || class_of(r);
  <<asking>>
  while v_next < cardinality(v_waiting) loop
    v_next := v_next + 1;
    w := v_waiting[v_next];
    v_is_full := has_session_alone(w);
    foreach v_has_no_line in array array[false, true] loop
      continue when v_has_no_line and v_no_line = '{}';
      for n in select * from seats_near(w, v_is_full, v_seen, v_no_line, v_has_no_line) loop
        v_steps := v_steps - 1;
        continue when n.class = any (v_seen);
        select s.* into strict v_seated from bank_line_reading s where s.id = n.reading_id;
        continue when v_seated.session_id is not null and exists (
          select from bank_line_seat t
          cross join lateral (select from bank_line_reading s where s.id = t.reading_id and s.session_id = v_seated.session_id offset 0) s
          where t.line_id = n.line_id and t.source <> r.source);
        -- A fee that was booked to a line stays with it: who takes the place must tell the same.
        if not p_through_used and (v_seated.gross_minor <> w.gross_minor or line_is_touched(n.line_id)) then
          met_used := true;
          continue;
        end if;
        v_lines := v_lines || n.line_id;
        v_before := v_before || v_reached_from[v_next];
        if n.class <> all (v_no_line) then
          v_steps := v_steps - 20;
          v_free := find_free_line(v_seated);
          exit asking when v_free is not null;
          v_no_line := v_no_line || n.class;
        end if;
        gave_up := v_steps <= 0;
        exit asking when gave_up;
        v_seen := v_seen || n.class;
        v_waiting := v_waiting || v_seated;
        v_reached_from := v_reached_from || cardinality(v_lines);
      end loop;
    end loop;
  end loop;
  if v_free is not null then
    chain := array[v_free];
    v_at := cardinality(v_lines);
    while v_at > 0 loop
      chain := v_lines[v_at] || chain;
      v_at := v_before[v_at];
    end loop;
  elsif not gave_up then
    perform set_config(v_setting, v_seen::text, true);
  end if;
  perform set_config('afara.no_line', v_no_line::text, true), set_config('afara.steps_left', v_steps::text, true);
end $$;

-- ── recording ─────────────────────────────────────────────────────────────────────────────────────────────────

-- As in 0012; and a line whose session id is doubtful now is looked for without it.
create or replace function set_line_aside(
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
  -- Its session id tells it apart no more, and ways may be open that were not.
  if p_line is not null and session_is_doubtful(p_line) then
    perform renew_place(p_line), begin_placing(p_account);
  end if;
end $$;

-- As in 0012; where one more source only confirms what is known, little is read again.
create or replace function take_seat(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_left uuid;
  v_contradicts boolean;
  v_had_fund boolean;
  v_is_last boolean;
  v_adds_nothing boolean;
begin
  delete from bank_line_seat s where s.reading_id = r.id returning s.line_id into v_left;
  -- Nothing else has changed, and nobody was heard later: then what is known of the line only grows.
  v_is_last := v_left is null and r.seen_at = p_at
    and exists (select from bank_line_place p where p.line_id = l.id and r.source <> all (p.named_by));
  if v_left is not null then
    insert into bank_line_move values (r.id, v_left, l.id, p_at);
  end if;
  v_contradicts := case when v_is_last then contradicts_fund(r, l.id) else contradicts_known_payer(r, l.id) end;
  v_had_fund := l.kind = 'payment' or exists (select from bank_line_sighting s where s.line_id = l.id and s.kind = 'payment');
  v_adds_nothing := v_is_last and adds_nothing(r, l.id);
  insert into bank_line_seat values (r.id, l.id, r.source, v_contradicts, class_of(r));
  perform mark_reading(l, r);
  if v_is_last then
    perform widen_place(r, l.id, not v_contradicts);
  else
    perform renew_place(l.id);
  end if;
  if v_left is not null then
    perform renew_place(v_left), refresh_fund(v_left);
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
    if not v_adds_nothing then
      perform refresh_fund(l.id);
    end if;
    perform explain_waiting_debits(l.id, p_at);
  end if;
end $$;

-- As in 0012, with its marks.
create or replace function add_line(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz) returns void language plpgsql as $$
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
  insert into bank_line_seat values (r.id, l.id, r.source, false, class_of(r));
  perform mark_reading(l, r), renew_place(l.id);
  if v_left is not null then
    perform renew_place(v_left), refresh_fund(v_left);
  end if;
  perform book_line(l, p_at);
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
    return;
  end if;
  if l.kind = 'payment' then
    -- Who has moved here may have said more of the payer since.
    if v_left is null and not exists (select from bank_line_payer p where p.reading_id = r.id) then
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

-- A line was made because there was no time to look for all the ways in which it might be an older one. A person looks.
create function hold_unsearched(p_line uuid, p_at timestamptz) returns void language sql as $$
  update credit_fund f set blocked_by = open_case(uuidv7(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'There are too many payments of this amount to tell whether this is one of those that another source told of.',
      '{}', jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where f.line_id = p_line and f.blocked_by is null
$$;

-- A feed says that of what was paid less has settled, and another source has a line of just what was paid. If that is this
-- payment, the feed's fee was never taken, and it is here twice. A person looks.
create function hold_other_fee(r bank_line_reading, p_line uuid) returns void language plpgsql as $$
declare
  v_other uuid;
begin
  select p.line_id into v_other from free_places(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.gross_minor,
      lagos_day(r.booked_at), r.value_date, 1) p
    where r.gross_minor <> r.settled_minor and kinds_agree(p.kind, r.kind) and not exists (select from objections(r, p.line_id))
    order by p.line_id limit 1;
  update credit_fund f set blocked_by = open_case(uuidv7(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'Another source has a line of what was paid and not of what settled: one payment may have been told in two ways.',
      jsonb_build_object('other_line_id', v_other), jsonb_build_object('action', 'keep'), r.seen_at, r.seen_at + interval '1 day')
    where v_other is not null and f.line_id = p_line and f.blocked_by is null;
end $$;

-- As in 0012, within what a list has time for; what left the account has a way of its own.
create or replace function place_reading(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_way record;
  v_moving bank_line_reading;
  v_line bank_line;
  v_gave_up boolean := false;
begin
  if r.direction = 'debit' and r.kind <> 'charge' then
    select d.outcome, d.line_id into outcome, line_id from place_debit(p_id, p_mode, r, p_at) d;
    return;
  end if;
  outcome := 'known';
  line_id := find_free_line(r);
  if line_id is null then
    -- Without any that is free nothing is to be had by changing places.
    perform from free_places(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.settled_minor, lagos_day(r.booked_at),
      r.value_date, 10) limit 1;
    if found then
      select * into v_way from find_chain(r, false);
      -- The last moves first, so that every place is free when it is taken.
      for v_at in reverse coalesce(cardinality(v_way.chain), 1)..2 loop
        select s.* into strict v_moving from bank_line_seat seat join bank_line_reading s on s.id = seat.reading_id
          where seat.line_id = v_way.chain[v_at - 1] and seat.source = r.source;
        select * into strict v_line from bank_line l where l.id = v_way.chain[v_at];
        perform take_seat(v_moving, v_line, p_at);
      end loop;
      line_id := v_way.chain[1];
      v_gave_up := v_way.gave_up;
      if line_id is null and v_way.met_used then
        -- Equal payments, one of which is used already: counting says that this is the other.
        select * into v_way from find_chain(r, true);
        line_id := v_way.chain[cardinality(v_way.chain)];
        v_gave_up := v_gave_up or v_way.gave_up;
      end if;
    end if;
  end if;
  if line_id is null then
    outcome := 'new';
    line_id := p_id;
    perform add_line(p_id, p_mode, r, p_at), hold_other_fee(r, p_id);
    if v_gave_up then
      perform hold_unsearched(p_id, p_at);
    end if;
  else
    select * into strict v_line from bank_line l where l.id = line_id;
    perform take_seat(r, v_line, p_at);
  end if;
end $$;

-- As in 0012; and a fee that was booked to a line stays with it.
create or replace function place_by_session(
  p_id uuid, p_mode mode, r bank_line_reading, l bank_line, p_at timestamptz, out outcome text, out line_id uuid
) language plpgsql as $$
declare
  v_seated bank_line_reading := said_by(r.source, l.id);
  v_moved uuid;
begin
  outcome := 'known';
  line_id := l.id;
  if v_seated.id is null then
    perform take_seat(r, l, p_at);
  elsif v_seated.gross_minor <> r.gross_minor or line_is_touched(l.id) then
    -- What was used stays; of two equal payments this reading is counted as the other.
    select p.outcome, p.line_id into outcome, line_id from place_reading(p_id, p_mode, r, p_at) p;
  else
    delete from bank_line_seat s where s.reading_id = v_seated.id;
    perform take_seat(r, l, p_at);
    select p.outcome, p.line_id into outcome, v_moved from place_reading(p_id, p_mode, v_seated, p_at) p;
    insert into bank_line_move values (v_seated.id, l.id, v_moved, p_at);
  end if;
end $$;

-- As in 0012, with its marks.
create or replace function add_payer(p_mode mode, p_known bank_line_reading, r bank_line_reading) returns void language plpgsql as $$
declare
  v_line bank_line;
  p bank_line_known_payer;
begin
  select l.* into strict v_line from bank_line l where l.id = (select s.line_id from bank_line_seat s where s.reading_id = p_known.id);
  if contradicts_known_payer(r, v_line.id) then
    perform set_line_aside(r.vendor_account_id, p_mode, r.source, r.external_id, 'it names another payer than was known',
      v_line.id, r.raw, r.seen_at);
    return;
  end if;
  p := known_payer(v_line.id);
  if (p.payer_account_number is null and r.payer_account_number is not null)
      or (p.payer_account_number is null and p.payer_account_mask is null and r.payer_account_mask is not null)
      or (r.payer_name is not null and (p.payer_name is null or jsonb_array_length(p.payer_words) < cardinality(r.payer_words)))
      or (p.payer_bank_code is null and r.payer_bank_code is not null) then
    insert into bank_line_payer values (p_known.id, r.seen_at, r.payer_account_number, r.payer_account_mask,
      r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name, r.raw);
    perform mark_line(v_line, r.source, r.payer_words, r.payer_account_number), renew_place(v_line.id), refresh_fund(v_line.id);
  end if;
end $$;

-- The line that a reading's session id names, or what is wrong with that. The same session id is the same line, or something
-- is wrong; a charge, and what undoes a payment, may carry its id. Where the id is known to name two payments it settles
-- nothing: a line of another source is still the likeliest, if it fits and has not been named.
create function find_by_session(r bank_line_reading, out line_id uuid, out problem text, out is_doubtful boolean)
language plpgsql stable as $$
declare
  v_before text;
  c record;
begin
  is_doubtful := false;
  select a.reason, a.line_id into v_before, line_id from bank_line_aside a
    where a.vendor_account_id = r.vendor_account_id and a.source = r.source and a.external_id = r.external_id
      and starts_with(a.reason, 'its session id is that of a line') limit 1;
  for c in
    select l.id, s.source, l.settled_minor, kinds_agree(l.kind, r.kind) as is_of_kind, session_is_doubtful(l.id) as is_doubtful
    from bank_line_reading s
    cross join lateral (select t.line_id from bank_line_seat t where t.reading_id = s.id offset 0) t
    cross join lateral (select b.* from bank_line b where b.id = t.line_id offset 0) l
    where s.session_id = r.session_id and (s.vendor_account_id = r.vendor_account_id) is true
      and l.direction = r.direction and (l.kind = 'charge') = (r.kind = 'charge')
    order by s.source = r.source desc, l.settled_minor = r.settled_minor desc, s.seen_at, s.id
  loop
    is_doubtful := is_doubtful or c.is_doubtful;
    -- What it said once of this name it says again.
    if v_before is not null then
      problem := v_before;
      return;
    end if;
    if c.source = r.source and (c.settled_minor = r.settled_minor or not c.is_doubtful) then
      line_id := c.id;
      problem := case when c.settled_minor <> r.settled_minor then 'its session id is that of a line with another amount'
        else 'its session id is that of a line with another name at this source' end;
      return;
    end if;
    if not c.is_doubtful then
      line_id := c.id;
      problem := case when c.settled_minor <> r.settled_minor then 'its session id is that of a line with another amount'
        when not c.is_of_kind then 'its session id is that of a line of another kind' end;
      return;
    end if;
    if c.source <> r.source and c.settled_minor = r.settled_minor and c.is_of_kind
        and not exists (select from bank_line_seat t where t.line_id = c.id and t.source = r.source)
        and not exists (select from objections(r, c.id)) then
      line_id := c.id;
      return;
    end if;
  end loop;
  line_id := null;
end $$;

-- As in 0012, but for a session id that names two payments.
create or replace function record_reading(p_id uuid, p_mode mode, r bank_line_reading, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_known bank_line_reading;
  v_named record;
  v_line bank_line;
  v_problem text;
  v_sought bank_line_reading := r;
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
    select * into v_named from find_by_session(r);
    line_id := v_named.line_id;
    v_problem := v_named.problem;
    select * into v_line from bank_line l where l.id = v_named.line_id;
    if v_named.is_doubtful then
      v_sought.session_id := null;
    end if;
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
    select p.outcome, p.line_id into outcome, line_id from place_reading(p_id, p_mode, v_sought, r.seen_at) p;
  end if;
end $$;

-- Records at once the payments of a list that can only be new: nobody named them, and every line that they could be of is one
-- that this very source has named otherwise. Most of what a feed tells is of this kind. Returns the line of each, by name.
create or replace function record_new_payments(p_account uuid, p_mode mode, p_number text, p_source text, p_lines json, p_at timestamptz)
returns jsonb language plpgsql as $$
declare
  v_ids uuid[];
  v_names text[];
  v_left_minor numeric[];
  v_undone text[];
begin
  -- A debit may wait for its credit: what may be that one is looked at on its own.
  select array_agg(d.settled_minor::numeric), array_agg(d.undone) into v_left_minor, v_undone from (
    select l.settled_minor, u.undone from case_file k
    cross join lateral (select b.settled_minor from bank_line b where b.id = k.line_id offset 0) l
    cross join lateral (select (select max(s.undoes_external_id) from bank_line_sighting s where s.line_id = k.line_id) as undone) u
    where k.vendor_account_id = p_account and k.kind = 'unexplained_debit' and k.state <> 'resolved') d;
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
      and (v_left_minor is null or g.settled_minor <> all (v_left_minor) and g.gross_minor <> all (v_left_minor))
      and (g.external_id = any (v_undone)) is not true
      and not exists (select from bank_line_reading r
        where r.vendor_account_id = p_account and r.source = p_source and r.external_id = g.external_id offset 0)
      and not exists (select from bank_line_reading r
        where r.session_id = g.session_id and (r.vendor_account_id = p_account) is true offset 0)
      and not exists (select from free_places(p_account, p_source, g.direction, g.gross_minor, g.settled_minor, lagos_day(g.booked_at),
        g.value_date, 10))
      and (g.gross_minor = g.settled_minor or not exists (select from free_places(p_account, p_source, g.direction, g.gross_minor,
        g.gross_minor, lagos_day(g.booked_at), g.value_date, 1)))
  ), lines as (
    insert into bank_line
    select n.id, p_mode, p_account, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at, n.value_date,
      n.session_id, n.narration, null, p_at from plain n
  ), readings as (
    insert into bank_line_reading
    select n.reading_id, p_account, p_source, n.external_id, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at,
      n.value_date, n.session_id, n.payer_account_number, n.payer_account_mask, n.payer_name, coalesce(n.payer_words, '{}'),
      n.payer_bank_code, n.payer_bank_name, n.narration, null, p_at, coalesce(n.raw, 'null') from plain n
    returning *
  ), seats as (
    insert into bank_line_seat select n.reading_id, n.id, p_source, false, class_of(r)
    from readings r join plain n on n.reading_id = r.id
  ), places as (
    insert into bank_line_place
    select n.id, p_account, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at, lagos_day(n.booked_at), n.value_date,
      least(lagos_day(n.booked_at), n.value_date), greatest(lagos_day(n.booked_at), n.value_date), array[p_source], case when is_full_session(n.session_id) then array[p_source] else '{}' end,
      array_remove(array[n.payer_account_number], null), coalesce(n.payer_words, '{}'), word_heads(n.payer_words) from plain n
  ), marks as (
    insert into bank_line_mark
    select p_account, n.settled_minor, m.mark, p_source, lagos_day(n.booked_at), n.id from plain n
    cross join lateral unnest(marks_of(coalesce(n.payer_words, '{}'), n.payer_account_number)) as m (mark)
    on conflict do nothing
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

-- As in 0012. One caller at a time for an account; matching takes the same lock. A plan is made for a small table and kept, so
-- the planner is told beforehand to go by the indexes, and no table is joined in a way that would let it choose the order.
create or replace function record_lines(p_account uuid, p_source text, p_lines json, p_cursor text, p_at timestamptz)
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
  perform begin_placing(p_account);
  v_new := record_new_payments(p_account, v_mode, v_number, p_source, p_lines, p_at);
  -- Credits before what undoes them, payments before what may have been none, so that these find what is left; and in the
  -- order of time: lists come newest first.
  for i in
    select g.*, (select t.line_id from bank_line_seat t where t.reading_id = s.id) as known_line
    from rows from (json_to_recordset(p_lines) as (
      id uuid, external_id text, account_number text, direction line_direction, kind line_kind, gross_minor numeric,
      settled_minor numeric, booked_at timestamptz, value_date date, session_id text, payer_account_number text,
      payer_account_mask text, payer_name text, payer_words text[], payer_bank_code text, payer_bank_name text,
      narration text, undoes_external_id text, unreadable text, raw jsonb)) with ordinality as g
    left join lateral (
      select r.id from bank_line_reading r
      where r.vendor_account_id = p_account and r.source = p_source and r.external_id = g.external_id
        -- A list is read again and again: what says nothing new is passed over here.
        and g.unreadable is null and coalesce(g.account_number, v_number) = v_number
        and r.direction = g.direction and r.kind = g.kind and r.gross_minor = g.gross_minor and r.settled_minor = g.settled_minor
        and (r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_bank_code)
          is not distinct from (g.payer_account_number, g.payer_account_mask, g.payer_name, g.payer_bank_code)
      offset 0) s on true
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

-- ── taking back ───────────────────────────────────────────────────────────────────────────────────────────────

-- As in 0012; each table by its own key. What comes before a holiday is of value after it, and may be gone by then.
create or replace function find_undone(r bank_line_reading) returns uuid language sql stable as $$
  select coalesce(
    (select (select t.line_id from bank_line_seat t where t.reading_id = s.id) from bank_line_reading s
      where s.vendor_account_id = r.vendor_account_id and s.source = r.source and s.external_id = r.undoes_external_id
        and s.direction <> r.direction),
    (select l.id from bank_line_reading s
      cross join lateral (select t.line_id from bank_line_seat t where t.reading_id = s.id offset 0) t
      cross join lateral (select b.* from bank_line b where b.id = t.line_id offset 0) l
      where r.direction = 'debit' and r.kind <> 'charge'
        and s.session_id = r.session_id and (s.vendor_account_id = r.vendor_account_id) is true
        and s.direction = 'credit' and l.kind <> 'charge' and r.settled_minor in (l.settled_minor, l.gross_minor)
      limit 1),
    (select case when count(distinct l.id) = 1 then (array_agg(l.id))[1] end
      from (
        select b.* from bank_line b
          where b.vendor_account_id = r.vendor_account_id and b.settled_minor = r.settled_minor
            and b.value_date between r.value_date - 60 and r.value_date + 10
        union all
        select b.* from bank_line b
          where b.vendor_account_id = r.vendor_account_id and b.gross_minor = r.settled_minor and b.gross_minor <> b.settled_minor
            and b.value_date between r.value_date - 60 and r.value_date + 10
        offset 0) l
      cross join lateral (select t.reading_id from bank_line_seat t where t.line_id = l.id offset 0) t
      cross join lateral (select o.session_id from bank_line_reading o where o.id = t.reading_id offset 0) s
      where r.direction = 'debit' and r.kind <> 'charge' and l.direction = 'credit' and l.kind <> 'charge'
        and length(s.session_id) >= 16 and strpos(r.narration, s.session_id) > 0))
$$;

-- The credit that a debit undoes: as it was told, or as it turned out.
create function undone_by(d bank_line) returns uuid language sql stable
  return coalesce(d.undoes, (select b.credit_line_id from credit_take_back b where b.debit_line_id = d.id),
    (select l.line_id from credit_lien l where l.debit_line_id = d.id order by l.placed_at desc limit 1));

drop function find_taking_back(bank_line_reading);
create index credit_lien_of_line on credit_lien (line_id);

-- The debits that undo a credit, of one amount.
create function takings_back(p_credit uuid, p_settled numeric) returns setof uuid language sql stable as $$
  select d.id from (
    select b.debit_line_id as id from credit_take_back b where b.credit_line_id = p_credit
    union
    select l.id from bank_line l where l.undoes = p_credit
    union
    select l.debit_line_id from credit_lien l where l.line_id = p_credit and l.debit_line_id is not null
    offset 0) m
  cross join lateral (select l.* from bank_line l where l.id = m.id offset 0) d
  where d.direction = 'debit' and d.kind <> 'charge' and d.settled_minor = p_settled and undone_by(d) = p_credit
  order by d.value_date, d.id
$$;

-- What a source says of a line.
create function said_by(p_source text, p_line uuid) returns bank_line_reading language sql stable as $$
  select r.* from bank_line_seat s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
  where s.line_id = p_line and s.source = p_source
$$;

-- How well a reading fits a debit that undoes another credit than the reading says, or of which one of the two does not say
-- what it undoes: from 2, where both credits may be one and the sources have it in two places, down to 4; null if it does not.
-- A feed says neither when nor how, and dates a taking back when it is seen. A statement often says when and not of what: then
-- it is a debit of that amount between the credit and the day of the feed.
create function debit_fit(r bank_line_reading, p_undone uuid, d bank_line) returns integer language plpgsql stable as $$
declare
  v_other uuid := undone_by(d);
  v_said bank_line_reading;
begin
  if p_undone is not null and v_other is not null then
    v_said := said_by(r.source, p_undone);
    return case when v_said.id is not null and not exists (select from objections(v_said, v_other)) then 2 end;
  end if;
  if exists (select from bank_line_place c where c.line_id = p_undone and d.value_date between c.first_day - 1 and r.value_date)
      or exists (select from bank_line_place c where c.line_id = v_other and r.value_date between c.first_day - 1 and d.value_date) then
    return 3;
  end if;
  return case when not exists (select from objections(r, d.id)) then 4 end;
end $$;

-- The debits of one amount, but for charges.
create function debits_of(r bank_line_reading) returns setof bank_line language sql stable as $$
  select d.* from bank_line_place p cross join lateral (select l.* from bank_line l where l.id = p.line_id offset 0) d
  where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = 'debit' and p.kind <> 'charge'
$$;

-- A debit that a reading fits, and the debits along which earlier readings of its source move to make room: the reading's own
-- first, one that the source has not named last. Who names with another one credit by one session id stays.
create function find_debit_chain(r bank_line_reading) returns uuid[] language plpgsql stable as $$
declare
  v_waiting bank_line_reading[] := array[r];
  v_reached_from integer[] := '{0}';
  v_lines uuid[] := '{}';
  v_before integer[] := '{}';
  v_chain uuid[];
  v_next integer := 0;
  v_at integer;
  v_undone uuid;
  v_of uuid;
  w bank_line_reading;
  y bank_line_reading;
  d record;
begin
  if not exists (select from bank_line_place p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = 'debit'
        and p.kind <> 'charge' and r.source <> all (p.named_by)) then
    return null;
  end if;
  while v_next < least(cardinality(v_waiting), 100) loop
    v_next := v_next + 1;
    w := v_waiting[v_next];
    v_undone := find_undone(w);
    for d in
      select o.id, o.is_free from (
        select l.id, l.value_date, debit_fit(w, v_undone, l) as fit, s.id is null as is_free
        from debits_of(w) l cross join lateral said_by(w.source, l.id) s
        where l.id <> all (v_lines)) o
      where o.fit is not null order by o.is_free desc, o.fit, o.value_date, o.id
    loop
      y := null;
      if not d.is_free then
        y := said_by(w.source, d.id);
        v_of := find_undone(y);
        continue when exists (
          select from bank_line_seat s
          cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) z
          where s.line_id = d.id and s.source <> w.source and find_undone(z) = v_of
            and (said_by(z.source, v_of)).session_id = (said_by(w.source, v_of)).session_id);
      end if;
      v_lines := v_lines || d.id;
      v_before := v_before || v_reached_from[v_next];
      if d.is_free then
        v_at := cardinality(v_lines);
        while v_at > 0 loop
          v_chain := v_lines[v_at] || v_chain;
          v_at := v_before[v_at];
        end loop;
        return v_chain;
      end if;
      v_waiting := v_waiting || y;
      v_reached_from := v_reached_from || cardinality(v_lines);
    end loop;
  end loop;
  return null;
end $$;

-- Finds the debit that a reading is of, or makes it. A credit is taken back once: so a debit that undoes a credit is the one
-- that undid it, however far apart their days are, and who was taken to speak of that one without saying so goes elsewhere.
create function place_debit(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz, out outcome text, out line_id uuid)
language plpgsql as $$
declare
  v_undone uuid := find_undone(r);
  v_debit uuid;
  v_seated bank_line_reading;
  v_chain uuid[];
  v_moved uuid;
begin
  outcome := 'known';
  for v_debit in select t from takings_back(v_undone, r.settled_minor) t loop
    v_seated := said_by(r.source, v_debit);
    continue when find_undone(v_seated) = v_undone;
    line_id := v_debit;
    delete from bank_line_seat s where s.reading_id = v_seated.id;
    perform take_seat(r, l, p_at) from bank_line l where l.id = v_debit;
    if v_seated.id is not null then
      select d.outcome, d.line_id into outcome, v_moved from place_debit(p_id, p_mode, v_seated, p_at) d;
      insert into bank_line_move values (v_seated.id, v_debit, v_moved, p_at);
    end if;
    return;
  end loop;
  v_chain := find_debit_chain(r);
  if v_chain is null then
    outcome := 'new';
    line_id := p_id;
    perform add_line(p_id, p_mode, r, p_at);
    return;
  end if;
  -- The last moves first, so that every place is free when it is taken.
  for v_at in reverse cardinality(v_chain)..1 loop
    v_seated := case when v_at = 1 then r else said_by(r.source, v_chain[v_at - 1]) end;
    perform take_seat(v_seated, l, p_at) from bank_line l where l.id = v_chain[v_at];
  end loop;
  perform agree_on_undone(said_by(r.source, l.id), l, p_at)
    from unnest(v_chain) c cross join lateral (select b.* from bank_line b where b.id = c offset 0) l;
  line_id := v_chain[1];
end $$;

-- A source says that a credit was taken back, and the debit is one that took back an equal one: then the sources have one
-- payment in two places. What this source says of the two changes places, if nobody has used it; else people decide about the credit.
create function agree_on_undone(r bank_line_reading, d bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_said_of uuid := find_undone(r);
  v_taken uuid := undone_by(d);
  v_said bank_line_reading;
  v_other bank_line_reading;
begin
  if v_said_of is null or v_taken is null or v_said_of = v_taken or line_is_taken_back(v_said_of) then
    return;
  end if;
  v_said := said_by(r.source, v_said_of);
  v_other := said_by(r.source, v_taken);
  if v_said.id is not null and v_other.id is not null and line_is_taken_back(v_taken) and not line_is_touched(v_said_of)
      and v_said.gross_minor = v_other.gross_minor and not exists (select from allocation a where a.line_id = v_taken)
      and not exists (select from objections(v_said, v_taken)) and not exists (select from objections(v_other, v_said_of)) then
    delete from bank_line_seat s where s.reading_id in (v_said.id, v_other.id);
    perform take_seat(v_said, l, p_at) from bank_line l where l.id = v_taken;
    perform take_seat(v_other, l, p_at) from bank_line l where l.id = v_said_of;
    insert into bank_line_move values (v_said.id, v_said_of, v_taken, p_at), (v_other.id, v_taken, v_said_of, p_at);
    perform begin_placing(r.vendor_account_id);
  else
    perform place_lien(v_said_of, null, 'system:bank-lines', format('%s says that the bank took it back, and the bank took back crd_%s, which is as much',
      r.source, replace(v_taken::text, '-', '')), p_at);
  end if;
end $$;

-- As before. Many debits may wait, and every credit asks: only those are looked at closely that are of its amount, or whose
-- source names what they undo.
create or replace function explain_waiting_debits(p_credit uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  c bank_line;
  v_gross numeric;
  v_debit uuid;
begin
  select * into strict c from bank_line l where l.id = p_credit;
  v_gross := c.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = c.id), 0);
  for v_debit in
    select d.id from (
      select b.* from case_file k cross join lateral (select l.* from bank_line l where l.id = k.line_id offset 0) b
      where k.vendor_account_id = c.vendor_account_id and k.kind = 'unexplained_debit' and k.state <> 'resolved'
        and (b.settled_minor::numeric in (c.settled_minor::numeric, c.gross_minor::numeric, v_gross) or exists (
          select from bank_line_seat s
          cross join lateral (select r.undoes_external_id as name from bank_line_reading r where r.id = s.reading_id offset 0) r
          where s.line_id = b.id and r.name is not null))
      offset 0) d
    where find_undone_by(d) = p_credit
    order by d.booked_at, d.id limit 1
  loop
    if not line_is_taken_back(p_credit) then
      perform take_back_credit(v_debit, p_credit, p_at);
    end if;
  end loop;
end $$;

-- As before, but that who places it has opened the case.
create or replace function place_lien(p_line uuid, p_debit uuid, p_by text, p_reason text, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l bank_line;
  v_lien credit_lien;
  v_facts jsonb := jsonb_strip_nulls(jsonb_build_object('debit', 'crd_' || replace(p_debit::text, '-', '')));
begin
  select * into strict l from bank_line where id = p_line and direction = 'credit';
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || l.vendor_account_id, 0));
  select * into v_lien from credit_lien where line_id = p_line and lifted_at is null;
  if found then
    update credit_lien set debit_line_id = p_debit where id = v_lien.id and debit_line_id is null;
    return v_lien.id;
  end if;
  v_lien.id := uuidv7();
  insert into credit_lien (id, line_id, case_id, debit_line_id, placed_at, placed_by, reason) values (v_lien.id, p_line,
    open_case_as((select o.id from operator o where o.id::text = p_by), uuidv7(), l.mode, 'recall', l.vendor_account_id, p_line, null, null,
      p_reason, v_facts, case when p_debit is not null then jsonb_build_object('action', 'took_back', 'line_id', p_debit) end, p_at,
      p_at + interval '4 hours'),
    p_debit, p_at, p_by, p_reason);
  perform keep_lien(p_line);
  insert into audit (id, at, actor, action, subject, reason, details)
    values (uuidv7(), p_at, p_by, 'credit.lien_placed', 'crd_' || replace(p_line::text, '-', ''), p_reason, v_facts);
  return v_lien.id;
end $$;

-- ── statements ────────────────────────────────────────────────────────────────────────────────────────────────

-- As before, and also what the import itself has kept: that is taken over.
create or replace function hold_told_twice(p_line uuid, p_other uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  f credit_fund;
begin
  select * into f from credit_fund c where c.line_id = p_line and (c.blocked_by is null
    or exists (select from case_file k where k.id = c.blocked_by and k.kind = 'unconfirmed_import' and k.state = 'open')) for update;
  if not found then
    return false;
  end if;
  update credit_fund set blocked_by = open_case(uuidv7(), f.mode, 'duplicate', f.vendor_account_id, p_line, null, null,
      'The statement has it and lacks another line of the same amount: one payment may have been told in two ways.',
      jsonb_build_object('other_line_id', p_other), jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where line_id = p_line;
  return true;
end $$;

-- How many credits an import keeps from everybody. If none is left to ask about, nobody is asked.
create function count_brought(p_case uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  select count(*) into v_held from credit_fund f where f.blocked_by = p_case;
  if v_held = 0 then
    perform close_case(p_case, jsonb_build_object('action', 'dismiss', 'reason', 'others ask about all that it brought'), p_at);
  end if;
  return v_held;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- Every line is found by what was said of its payer: by each word, by the number, and by '' where a source tells no name.
create function check_line_marks(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('it is not found by %L, which %s said of its payer', m.mark, said.source))::finding
  from (
    select r.id as reading_id, r.source, r.payer_words, r.payer_account_number, r.xid from bank_line_reading r
    union all
    select r.id, r.source, p.payer_words, p.payer_account_number, p.xid from bank_line_payer p join bank_line_reading r on r.id = p.reading_id
  ) said
  join bank_line_seat s on s.reading_id = said.reading_id
  join bank_line l on l.id = s.line_id
  cross join lateral unnest(marks_of(said.payer_words, said.payer_account_number)) as m (mark)
  where (said.xid > since_xid or exists (select from bank_line_move v where v.reading_id = said.reading_id and v.xid > since_xid))
    and not exists (
      select from bank_line_mark k
      where k.vendor_account_id = l.vendor_account_id and k.amount_minor = l.settled_minor and k.mark = m.mark
        and k.source = said.source and k.booked_day = lagos_day(l.booked_at) and k.line_id = l.id)
$$;

grant execute on function check_line_marks, marks_of, lagos_day to afara_worker;
