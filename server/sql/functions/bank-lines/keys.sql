-- What of a reading is kept there.
create or replace function payer_keys(p_words text[], p_number text) returns text[] language sql immutable
  return case when p_words = '{}' then array[''] else p_words end || array_remove(array[p_number], null);

-- Keeps it, under what settled.
create or replace function add_payer_keys(l bank_line, p_source text, p_words text[], p_number text) returns void language sql as $$
  insert into bank_line_key
  select l.vendor_account_id, l.settled_minor, m.key, p_source, lagos_day(l.booked_at), l.id
  from unnest(payer_keys(p_words, p_number)) as m (key)
  on conflict do nothing
$$;

-- Keeps all that a reading says of a payer, also what its source added later.
create or replace function add_reading_keys(l bank_line, r bank_line_reading) returns void language sql as $$
  select add_payer_keys(l, r.source, r.payer_words, r.payer_account_number);
  select add_payer_keys(l, r.source, p.payer_words, p.payer_account_number) from bank_line_payer p where p.reading_id = r.id
$$;
