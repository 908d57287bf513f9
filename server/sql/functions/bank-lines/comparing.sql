-- Returns the assignments of a line that contradict a reading: other days, another full session id, or another payer. A reading matches a
-- line if there are no objections. A session id that names two payments is no objection, nor is a payer that is not believed.
create or replace function objections(r bank_line_reading, p_line uuid) returns setof bank_line_assignment language sql stable as $$
  select held.* from bank_line_assignment held
  cross join lateral (select o.* from bank_line_reading o where o.id = held.reading_id offset 0) s
  where held.line_id = p_line and held.source <> r.source and (
    s.value_date not between r.value_date - 1 and r.value_date + 1
      and lagos_day(s.booked_at) not between lagos_day(r.booked_at) - 1 and lagos_day(r.booked_at) + 1
    or case when s.session_id <> r.session_id and is_full_session(s.session_id) and is_full_session(r.session_id)
      then not session_is_doubtful(p_line) else false end
    or not held.contradicts_payer and (
      s.payer_account_number <> r.payer_account_number is true
      or name_words_contradict(s.payer_words, r.payer_words)
      or account_digits_contradict(s.payer_account_number, s.payer_account_mask, r.payer_account_number, r.payer_account_mask)
      or (r.payer_account_number is not null or r.payer_account_mask is not null) and exists (
        select from bank_line_payer p where p.reading_id = s.id and account_digits_contradict(
          p.payer_account_number, p.payer_account_mask, r.payer_account_number, r.payer_account_mask))))
$$;

-- Returns whether two account numbers, each known in full or by a mask, differ in a digit that both show. If one of them is unknown, they
-- do not differ.
create or replace function account_digits_contradict(a_number text, a_mask text, b_number text, b_mask text)
returns boolean language sql immutable
  return case
    when num_nonnulls(a_number, a_mask) = 0 or num_nonnulls(b_number, b_mask) = 0 then false
    when a_number is not null and b_number is not null then a_number <> b_number
    when a_number is not null then a_number not like translate(b_mask, '*', '_')
    when b_number is not null then b_number not like translate(a_mask, '*', '_')
    else masks_contradict(a_mask, b_mask) end;

-- Returns whether two masks show different digits at one position.
create or replace function masks_contradict(a text, b text) returns boolean language plpgsql immutable as $$
begin
  for place in 1..10 loop
    if substr(a, place, 1) <> substr(b, place, 1) and '*' not in (substr(a, place, 1), substr(b, place, 1)) then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- Returns whether two names have words but none in common. Banks truncate names, so the first three letters of a word count as the word.
create or replace function name_words_contradict(a text[], b text[]) returns boolean language plpgsql immutable as $$
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

-- Returns the first three letters of each word. Names that share none of these have no word in common.
create or replace function word_heads(words text[]) returns text[] language sql immutable
  return array(select distinct left(w, 3) from unnest(words) w);

-- Returns every prefix of each word from three letters on, and the whole word, because banks truncate names.
create or replace function word_prefixes(p_words text[]) returns text[] language sql immutable
  return array(select distinct left(w, n) from unnest(p_words) w cross join lateral generate_series(least(3, length(w)), length(w)) n);

-- Returns how well a reading's payer agrees with a line's payer: 2 for the account number, plus 1 for a word of the name.
create or replace function payer_rank(r bank_line_reading, p_numbers text[], p_words text[]) returns integer language sql immutable
  return case when r.payer_account_number = any (p_numbers) then 2 else 0 end + case when p_words && r.payer_words then 1 else 0 end;

-- Returns whether two sources may report one line as these two kinds. Banks agree only on which lines are charges.
create or replace function kinds_agree(a line_kind, b line_kind) returns boolean language sql immutable
  return a = b or 'unclear' in (a, b) or 'charge' not in (a, b);

-- Returns whether a session id is a full id of the payment rail, which has thirty digits. Two different full ids are two payments. Two
-- other ids that differ may still belong to one payment.
create or replace function is_full_session(id text) returns boolean language sql immutable
  return length(id) = 30 and translate(id, '0123456789', '') = '';

-- Returns whether a reading has a full session id that no other source gave for the account. Such a reading matches no line with a full
-- session id.
create or replace function has_unshared_session(r bank_line_reading) returns boolean language sql stable
  return coalesce(is_full_session(r.session_id), false) and not exists (
    select from bank_line_reading o
    where o.session_id = r.session_id and (o.vendor_account_id = r.vendor_account_id) is true and o.source <> r.source);

-- Returns whether the session id of a line is known to name two payments, because a reading with that id is in quarantine. Such an id no
-- longer distinguishes or identifies lines.
create or replace function session_is_doubtful(p_line uuid) returns boolean language sql stable
  return exists (select from bank_line_quarantine a where a.line_id = p_line and starts_with(a.reason, 'its session id is that of a line'));

-- Returns the fields that decide which lines a reading matches. Readings of one class match the same lines.
create or replace function reading_class(r bank_line_reading) returns text language sql immutable
  return row(r.kind, r.gross_minor, r.settled_minor, lagos_day(r.booked_at), r.value_date, is_full_session(r.session_id), r.payer_words,
    r.payer_account_number, r.payer_account_mask)::text;

-- Returns the class of a reading as a number.
create or replace function reading_class_hash(r bank_line_reading) returns bigint language sql immutable
  return hashtextextended(reading_class(r), 0);

-- Returns whether the latest reading of a line adds nothing to the payer and the time in its fund. False if the line has no fund.
create or replace function adds_nothing_to_fund(r bank_line_reading, p_line uuid) returns boolean language sql stable as $$
  select exists (
    select from credit_fund f where f.line_id = p_line
      and (r.payer_account_number is null or r.payer_account_number = f.payer_account_number)
      and (r.payer_account_mask is null or r.payer_account_mask = f.payer_account_mask)
      and (r.payer_name is null or r.payer_name = f.payer_name
        or f.payer_name is not null and cardinality(f.payer_words) > cardinality(r.payer_words))
      and (r.payer_bank_code is null or r.payer_bank_code = f.payer_bank_code)
      and (is_lagos_midnight(r.booked_at) or not is_lagos_midnight(f.booked_at)))
$$;

-- Returns the day in Lagos, by which banks book.
create or replace function lagos_day(at timestamptz) returns date language sql immutable
  return (at at time zone 'Africa/Lagos')::date;

-- Returns whether a time is midnight in Lagos. Statements that contain only the day report it so.
create or replace function is_lagos_midnight(at timestamptz) returns boolean language sql immutable
  return (at at time zone 'Africa/Lagos')::time = '00:00';
