-- The best that is known of who paid, over all that was said and believed: the first to say something decides, because what
-- contradicts it later is not believed; of names the one with the most words.
create or replace view bank_line_known_payer as
  select p.line_id,
    (array_agg(p.payer_account_number
      order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1] as payer_account_number,
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1] as payer_account_mask,
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at,
      p.xid) filter (where p.payer_name is not null))[1] as payer_name,
    coalesce((array_agg(to_jsonb(p.payer_words)
      order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1], '[]') as payer_words,
    (array_agg(p.payer_bank_code order by p.seen_at, p.xid) filter (where p.payer_bank_code is not null))[1] as payer_bank_code,
    (array_agg(p.payer_bank_name order by p.seen_at, p.xid) filter (where p.payer_bank_name is not null))[1] as payer_bank_name
  from (
    select s.line_id, r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code,
      r.payer_bank_name
      from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id where not s.contradicts_payer
    union all
    select s.line_id, p.seen_at, p.xid, p.payer_account_number, p.payer_account_mask, p.payer_name, p.payer_words, p.payer_bank_code,
      p.payer_bank_name
      from bank_line_assignment s join bank_line_payer p on p.reading_id = s.reading_id where not s.contradicts_payer
  ) p
  group by p.line_id;

-- As the view bank_line_known_payer, for one line.
create or replace function payer_of_line(p_line uuid) returns bank_line_known_payer language sql stable as $$
  select p_line,
    (array_agg(p.payer_account_number order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1],
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1],
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1],
    coalesce((array_agg(to_jsonb(p.payer_words)
      order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1], '[]'),
    (array_agg(p.payer_bank_code order by p.seen_at, p.xid) filter (where p.payer_bank_code is not null))[1],
    (array_agg(p.payer_bank_name order by p.seen_at, p.xid) filter (where p.payer_bank_name is not null))[1]
  from bank_line_assignment s cross join lateral (
    (select r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code,
      r.payer_bank_name
      from bank_line_reading r where r.id = s.reading_id)
    union all
    (select r.seen_at, r.xid, r.payer_account_number, r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code,
      r.payer_bank_name
      from bank_line_payer r where r.reading_id = s.reading_id)
    offset 0) p
  where s.line_id = p_line and not s.contradicts_payer
$$;

-- Whether a reading names another payer than is known.
create or replace function contradicts_payer(r bank_line_reading, p bank_line_known_payer) returns boolean language sql immutable
  return account_digits_contradict(p.payer_account_number, null, r.payer_account_number, r.payer_account_mask)
    or account_digits_contradict(null, p.payer_account_mask, r.payer_account_number, r.payer_account_mask)
    or name_words_contradict(array(select jsonb_array_elements_text(p.payer_words)), r.payer_words);

-- By all that was said of a line.
create or replace function contradicts_known_payer(r bank_line_reading, p_line uuid) returns boolean language sql stable
  return contradicts_payer(r, payer_of_line(p_line));

-- The same by what is left of it, where nobody is changing places.
create or replace function contradicts_fund(r bank_line_reading, p_line uuid) returns boolean language plpgsql stable as $$
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

-- As in 0012, with its marks.
create or replace function add_payer(p_mode mode, p_known bank_line_reading, r bank_line_reading) returns void language plpgsql as $$
declare
  v_line bank_line;
  p bank_line_known_payer;
begin
  select l.* into strict v_line from bank_line l
    where l.id = (select s.line_id from bank_line_assignment s where s.reading_id = p_known.id);
  if contradicts_known_payer(r, v_line.id) then
    perform quarantine_line(r.vendor_account_id, p_mode, r.source, r.external_id, 'it names another payer than was known',
      v_line.id, r.raw, r.seen_at);
    return;
  end if;
  p := payer_of_line(v_line.id);
  if (p.payer_account_number is null and r.payer_account_number is not null)
      or (p.payer_account_number is null and p.payer_account_mask is null and r.payer_account_mask is not null)
      or (r.payer_name is not null and (p.payer_name is null or jsonb_array_length(p.payer_words) < cardinality(r.payer_words)))
      or (p.payer_bank_code is null and r.payer_bank_code is not null) then
    insert into bank_line_payer values (p_known.id, r.seen_at, r.payer_account_number, r.payer_account_mask,
      r.payer_name, r.payer_words, r.payer_bank_code, r.payer_bank_name, r.raw);
    perform add_payer_keys(v_line, r.source, r.payer_words, r.payer_account_number), refresh_slot(v_line.id), refresh_fund(v_line.id);
  end if;
end $$;

-- The lines around a reading's day whose payer another source calls by a word, the beginning of a word or the number that the
-- reading has, or by what is asked for beside these.
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

-- Of the lines that a source has not named those whose payer may be a reading's, the likeliest first.
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

-- Each way in which a line was seen.
create or replace view bank_line_sighting as
  select r.*, s.line_id, s.contradicts_payer from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id;
