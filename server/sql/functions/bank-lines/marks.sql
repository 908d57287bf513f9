-- What of a reading is kept there.
create or replace function marks_of(p_words text[], p_number text) returns text[] language sql immutable
  return case when p_words = '{}' then array[''] else p_words end || array_remove(array[p_number], null);

-- Keeps it, under what settled.
create or replace function mark_line(l bank_line, p_source text, p_words text[], p_number text) returns void language sql as $$
  insert into bank_line_mark
  select l.vendor_account_id, l.settled_minor, m.mark, p_source, lagos_day(l.booked_at), l.id
  from unnest(marks_of(p_words, p_number)) as m (mark)
  on conflict do nothing
$$;

-- Keeps all that a reading says of a payer, also what its source added later.
create or replace function mark_reading(l bank_line, r bank_line_reading) returns void language sql as $$
  select mark_line(l, r.source, r.payer_words, r.payer_account_number);
  select mark_line(l, r.source, p.payer_words, p.payer_account_number) from bank_line_payer p where p.reading_id = r.id
$$;
