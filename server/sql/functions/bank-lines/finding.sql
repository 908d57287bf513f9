-- Of the lines around some days that a source has not named, the closest in time of each kind, the likeliest first. What is
-- known of the payer by digits passes most over that cannot be.
create or replace function likely_by_time(r bank_line_reading, p_is_full boolean, p_from date, p_to date, p_is_nameless boolean,
  p_most integer)
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
        -- Who alone speaks of a line has told its days.
        and (cardinality(c.named_by) > 1 or c.booked_day between v_day - 1 and v_day + 1
          or c.value_date between r.value_date - 1 and r.value_date + 1)
    ) p
    where v_heads = '{}' or p.payer_heads = '{}' or p.payer_heads && v_heads
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
  -- None of the first few of these days fits. Who has a name that the reading has not was asked above.
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

-- What is learned while one list of an account is recorded: who has spoken of the account, the classes of readings that no free
-- line fits, those that can move nowhere, and how much more may be asked. In that time no line becomes free, so whoever found
-- none finds none later. Asking has an end, because the account is held meanwhile.
create or replace function reset_line_search(p_account uuid) returns void language sql as $$
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
create or replace function ruled_out_classes(p_setting text) returns bigint[] language sql stable
  return coalesce(nullif(current_setting(p_setting, true), ''), '{}')::bigint[];

-- Who besides one source has spoken of the account.
create or replace function other_sources(p_source text) returns text[] language sql stable
  return array_remove(current_setting('afara.sources')::text[], p_source);

-- The line that a reading's session id names, or what is wrong with that. The same session id is the same line, or something
-- is wrong; a charge, and what undoes a payment, may carry its id. Where the id is known to name two payments it settles
-- nothing: a line of another source is still the likeliest, if it fits and has not been named.
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
        and not exists (select from bank_line_assignment t where t.line_id = c.id and t.source = r.source)
        and not exists (select from objections(r, c.id)) then
      line_id := c.id;
      return;
    end if;
  end loop;
  line_id := null;
end $$;
