-- Writes the slot of a line again from the readings that are assigned to it. The days come from those readings and not from the line,
-- because the reading that created the line may have moved.
create or replace function refresh_slot(p_line uuid) returns void language sql as $$
  insert into bank_line_slot
  select l.id, l.vendor_account_id, l.direction, l.kind, l.gross_minor, l.settled_minor, coalesce(said.booked_at, l.booked_at),
    lagos_day(coalesce(said.booked_at, l.booked_at)), coalesce(said.value_date, l.value_date),
    said.first_day, said.last_day, said.named_by, said.sessions_by, said.payer_numbers, said.payer_words, word_heads(said.payer_words)
  from bank_line l cross join lateral (
    select min(least(lagos_day(r.booked_at), r.value_date)) as first_day, max(greatest(lagos_day(r.booked_at), r.value_date)) as last_day,
      (array_agg(r.booked_at order by r.seen_at, r.id))[1] as booked_at,
      (array_agg(r.value_date order by r.seen_at, r.id))[1] as value_date,
      coalesce(array_agg(s.source::text order by s.source::text collate "C"), '{}') as named_by,
      coalesce(array_agg(s.source::text) filter (where is_full_session(r.session_id) and not session_is_doubtful(l.id)), '{}')
        as sessions_by,
      coalesce(array_agg(r.payer_account_number::text) filter (where r.payer_account_number is not null and not s.contradicts_payer), '{}')
        || array(select p.payer_account_number::text from bank_line_assignment t
          cross join lateral (select o.* from bank_line_payer o where o.reading_id = t.reading_id offset 0) p
          where t.line_id = l.id and not t.contradicts_payer and p.payer_account_number is not null) as payer_numbers,
      array(select distinct w from bank_line_assignment t
        cross join lateral (select o.* from bank_line_reading o where o.id = t.reading_id offset 0) n
        cross join lateral unnest(n.payer_words) w where t.line_id = l.id and not t.contradicts_payer) as payer_words
    from bank_line_assignment s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
    where s.line_id = l.id) said
  where l.id = p_line
  on conflict (line_id) do update set booked_at = excluded.booked_at, booked_day = excluded.booked_day, value_date = excluded.value_date,
    first_day = excluded.first_day, last_day = excluded.last_day, named_by = excluded.named_by, sessions_by = excluded.sessions_by,
    payer_numbers = excluded.payer_numbers, payer_words = excluded.payer_words, payer_heads = excluded.payer_heads
$$;

-- Adds one reading to the slot of a line. Gives the same result as refresh_slot and reads less, but only if nothing else has changed since
-- the slot was written. p_is_believed says whether the reading's payer agrees with the known one.
create or replace function extend_slot(r bank_line_reading, p_line uuid, p_is_believed boolean) returns void language sql as $$
  update bank_line_slot p set
    first_day = least(p.first_day, lagos_day(r.booked_at), r.value_date),
    last_day = greatest(p.last_day, lagos_day(r.booked_at), r.value_date),
    named_by = array(select s from unnest(p.named_by || r.source::text) s order by s collate "C"),
    sessions_by = case when is_full_session(r.session_id) and not session_is_doubtful(p_line) then p.sessions_by || r.source::text
      else p.sessions_by end,
    payer_numbers = case when p_is_believed and r.payer_account_number is not null then p.payer_numbers || r.payer_account_number::text
      else p.payer_numbers end,
    payer_words = case when p_is_believed and not r.payer_words <@ p.payer_words
      then array(select w from unnest(p.payer_words) w union select w from unnest(r.payer_words) w)
      else p.payer_words end,
    payer_heads = case when p_is_believed and not r.payer_words <@ p.payer_words then word_heads(p.payer_words || r.payer_words)
      else p.payer_heads end
  where p.line_id = p_line
$$;

-- Returns the slots of a settled amount that a source has not named, within p_days of a booking day or a value date. Steps through the sets
-- of sources in the index, so that slots that the source has named are not read.
create or replace function free_slots(
  p_account uuid, p_source text, p_direction line_direction, p_gross numeric, p_settled numeric, p_booked date, p_value date, p_days integer
) returns setof bank_line_slot language sql stable as $$
  with recursive settled_by as (
    (select p.named_by from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by > b.named_by
      order by p.named_by limit 1)
    from settled_by b where b.named_by is not null
  )
  select p.* from settled_by b cross join lateral (
    select p.* from bank_line_slot p
    where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = b.named_by
      -- The days that sources report for one line differ by less than 20.
      and p.booked_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days + 20
      and p.first_day between least(p_booked, p_value) - 20 and greatest(p_booked, p_value) + p_days
      and p.last_day >= least(p_booked, p_value) - p_days
    offset 0) p
  where p_source <> all (b.named_by)
$$;

-- Returns the groups of similar slots of a settled amount, booked between two days, that a source has not named. Steps from group to group
-- in the index, whatever the number of slots in each.
create or replace function free_slot_groups(
  p_account uuid, p_source text, p_direction line_direction, p_settled numeric, p_from date, p_to date
) returns setof slot_group language sql stable as $$
  with recursive named as (
    (select p.named_by from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by > b.named_by
      order by p.named_by limit 1)
    from named b where b.named_by is not null
  ), cell as (
    select c.* from named n cross join lateral (
      select p.named_by, p.booked_day, p.kind, p.value_date, p.has_session, p.has_words from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = n.named_by
        and p.booked_day between p_from and p_to
      order by p.booked_day, p.kind, p.value_date, p.has_session, p.has_words limit 1) c
    where p_source <> all (n.named_by)
    union all
    select x.* from cell c cross join lateral (
      select p.named_by, p.booked_day, p.kind, p.value_date, p.has_session, p.has_words from bank_line_slot p
      where p.vendor_account_id = p_account and p.settled_minor = p_settled and p.direction = p_direction and p.named_by = c.named_by
        and p.booked_day <= p_to
        and (p.booked_day, p.kind, p.value_date, p.has_session, p.has_words)
          > (c.booked_day, c.kind, c.value_date, c.has_session, c.has_words)
      order by p.booked_day, p.kind, p.value_date, p.has_session, p.has_words limit 1) x
  )
  select c.named_by, c.booked_day, c.kind, c.value_date, c.has_session, c.has_words from cell c
$$;

-- Returns the slots of a reading's amount near its days that its source and another source have named.
create or replace function slots_near(r bank_line_reading) returns setof bank_line_slot language sql stable as $$
  with recursive named as (
    (select p.named_by from bank_line_slot p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
      order by p.named_by limit 1)
    union all
    select (select p.named_by from bank_line_slot p
      where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
        and p.named_by > b.named_by
      order by p.named_by limit 1)
    from named b where b.named_by is not null
  )
  select p.* from named b cross join lateral (
    select p.* from bank_line_slot p
    where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
      and p.named_by = b.named_by
      and p.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
    offset 0) p
  where r.source = any (b.named_by) and b.named_by <> array[r.source::text]
$$;
