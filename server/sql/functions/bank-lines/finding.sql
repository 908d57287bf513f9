-- Finds the line that a reading's session id names, or the problem with that id. A charge, and a debit that undoes a payment, may carry the
-- payment's session id. is_doubtful means that the session id names two payments. Then it proves nothing, and line_id is a matching line of
-- another source that this source has not named, or null.
create or replace function find_by_session(r bank_line_reading, out line_id uuid, out problem text, out is_doubtful boolean)
language plpgsql stable as $$
declare
  v_before text;
  c record;
begin
  is_doubtful := false;
  select a.reason, a.line_id into v_before, line_id from bank_line_quarantine a
    where a.vendor_account_id = r.vendor_account_id and a.source = r.source and a.external_id = r.external_id
      and starts_with(a.reason, 'its session id is that of a line') limit 1;
  for c in
    select l.id, s.source, l.settled_minor, kinds_agree(l.kind, r.kind) as is_of_kind, session_is_doubtful(l.id) as is_doubtful
    from bank_line_reading s
    cross join lateral (select t.line_id from bank_line_assignment t where t.reading_id = s.id offset 0) t
    cross join lateral (select b.* from bank_line b where b.id = t.line_id offset 0) l
    where s.session_id = r.session_id and (s.vendor_account_id = r.vendor_account_id) is true
      and l.direction = r.direction and (l.kind = 'charge') = (r.kind = 'charge')
    order by s.source = r.source desc, l.settled_minor = r.settled_minor desc, s.seen_at, s.id
  loop
    is_doubtful := is_doubtful or c.is_doubtful;
    -- The reading was quarantined for its session id before.
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
        and not exists (select from bank_line_assignment t where t.line_id = c.id and t.source = r.source)
        and not exists (select from objections(r, c.id)) then
      line_id := c.id;
      return;
    end if;
  end loop;
  line_id := null;
end $$;

-- Finds the likeliest line that matches a reading and that its source has not named, or null. Prefers a payer that agrees, then the same
-- kind, the same day, a session id on both sides or on neither, and the closest time. Reads only the first few candidates if hundreds would
-- match.
create or replace function find_free_line(r bank_line_reading) returns uuid language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
  v_best integer := case when r.payer_words <> '{}' then 1 else 0 end;
  v_is_named boolean := r.payer_words <> '{}';
  v_is_full boolean := has_unshared_session(r);
  v_most integer;
  v_near likely_line[];
  c likely_line;
begin
  if r.payer_account_number is not null and exists (
      select from bank_line_key m
      where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
        and m.key = r.payer_account_number and m.source <> r.source) then
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
  -- None of the nearest lines of these days matches. Lines that share a name with the reading were tried above.
  foreach v_most in array array[4, 1000000] loop
    v_near := array(select l from likely_by_time(r, v_is_full, least(v_day, r.value_date) - 20, greatest(v_day, r.value_date) + 21,
      v_is_named, v_most) l);
    foreach c in array v_near loop
      if not exists (select from objections(r, c.line_id)) then
        return c.line_id;
      end if;
    end loop;
    exit when cardinality(v_near) < v_most;
  end loop;
  return null;
end $$;

-- Returns the lines booked between two days that a source has not named, likeliest first: in each group of similar lines, up to p_most
-- before and p_most after the reading's time. Leaves out most lines with another payer. The caller must still check for objections.
create or replace function likely_by_time(
  r bank_line_reading, p_is_full boolean, p_from date, p_to date, p_is_nameless boolean, p_most integer
) returns setof likely_line language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
  v_number text := r.payer_account_number;
  v_like text := case when r.payer_account_number is null then translate(r.payer_account_mask, '*', '_') end;
  v_heads text[] := word_heads(r.payer_words);
begin
  return query
    select p.line_id, payer_rank(r, p.payer_numbers, p.payer_words), p.kind = r.kind
    from (
      select q.* from free_slot_groups(r.vendor_account_id, r.source, r.direction, r.settled_minor, p_from, p_to) c
      cross join lateral (
        (select p.* from bank_line_slot p
          where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
            and p.named_by = c.named_by and p.booked_day = c.booked_day and p.kind = c.kind and p.value_date = c.value_date
            and p.has_session = c.has_session and p.has_words = c.has_words and p.booked_at >= r.booked_at
            and (v_number is null or p.payer_numbers = '{}' or v_number = any (p.payer_numbers))
            and (v_like is null or p.payer_numbers = '{}' or p.payer_numbers[1] like v_like)
          order by p.booked_at limit p_most)
        union all
        (select p.* from bank_line_slot p
          where p.vendor_account_id = r.vendor_account_id and p.settled_minor = r.settled_minor and p.direction = r.direction
            and p.named_by = c.named_by and p.booked_day = c.booked_day and p.kind = c.kind and p.value_date = c.value_date
            and p.has_session = c.has_session and p.has_words = c.has_words and p.booked_at < r.booked_at
            and (v_number is null or p.payer_numbers = '{}' or v_number = any (p.payer_numbers))
            and (v_like is null or p.payer_numbers = '{}' or p.payer_numbers[1] like v_like)
          order by p.booked_at desc limit p_most)) q
      where kinds_agree(c.kind, r.kind) and not (p_is_full and c.has_session) and not (p_is_nameless and c.has_words)
        -- A line with one reading has the days of that reading.
        and (cardinality(c.named_by) > 1 or c.booked_day between v_day - 1 and v_day + 1
          or c.value_date between r.value_date - 1 and r.value_date + 1)
    ) p
    where v_heads = '{}' or p.payer_heads = '{}' or p.payer_heads && v_heads
    order by payer_rank(r, p.payer_numbers, p.payer_words) desc, p.kind = r.kind desc,
      p.value_date = r.value_date or p.booked_day = v_day desc, p.has_session = p_is_full desc,
      greatest(p.booked_at - r.booked_at, r.booked_at - p.booked_at), p.line_id;
end $$;

-- Returns the lines that a source has not named and whose payer shares a word or the number with a reading, likeliest first. The caller
-- must still check for objections.
create or replace function likely_by_payer(r bank_line_reading, p_is_full boolean) returns setof likely_line language plpgsql stable as $$
declare
  v_day date := lagos_day(r.booked_at);
begin
  return query
    select p.line_id, payer_rank(r, p.payer_numbers, p.payer_words), p.kind = r.kind
    from (select distinct m.line_id from lines_of_payer(r, '{}') as m (line_id) offset 0) m
    cross join lateral (select o.* from bank_line_slot o where o.line_id = m.line_id offset 0) p
    where p.direction = r.direction and r.source <> all (p.named_by) and kinds_agree(p.kind, r.kind)
      and p.settled_minor = r.settled_minor and not (p_is_full and p.has_session)
      and p.first_day between least(v_day, r.value_date) - 20 and greatest(v_day, r.value_date) + 1
      and p.last_day >= least(v_day, r.value_date) - 1
    order by payer_rank(r, p.payer_numbers, p.payer_words) desc, p.kind = r.kind desc,
      p.value_date = r.value_date or p.booked_day = v_day desc, p.has_session = p_is_full desc,
      greatest(p.booked_at - r.booked_at, r.booked_at - p.booked_at), p.line_id;
end $$;

-- Returns the lines of a reading's amount, near its days, for which another source reported one of these about the payer: a word of the
-- reading's name, a prefix or an extension of such a word, the account number, or one of the keys in p_beside.
create or replace function lines_of_payer(r bank_line_reading, p_beside text[]) returns setof uuid language sql stable as $$
  select m.line_id from bank_line_key m
  where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
    and m.key = any (word_prefixes(r.payer_words) || array_remove(array[r.payer_account_number::text], null) || p_beside)
    and m.source = any (other_sources(r.source))
    and m.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
  union all
  select m.line_id from unnest(r.payer_words) w cross join lateral (
    select m.line_id from bank_line_key m
    where m.vendor_account_id = r.vendor_account_id and m.amount_minor = r.settled_minor
      and m.key > w and m.key < w || U&'\FFFF' and m.source = any (other_sources(r.source))
      and m.booked_day between least(lagos_day(r.booked_at), r.value_date) - 20 and greatest(lagos_day(r.booked_at), r.value_date) + 21
    offset 0) m
  where length(w) >= 3
$$;
