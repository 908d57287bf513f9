-- Adds the keys of everything that a reading's source has reported about the payer of a line. Idempotent.
create or replace function add_reading_keys(l bank_line, r bank_line_reading) returns void language sql as $$
  select add_payer_keys(l, r.source, r.payer_words, r.payer_account_number);
  select add_payer_keys(l, r.source, p.payer_words, p.payer_account_number) from bank_line_payer p where p.reading_id = r.id
$$;

-- Adds the keys of one payer to a line, under the settled amount. Idempotent.
create or replace function add_payer_keys(l bank_line, p_source text, p_words text[], p_number text) returns void language sql as $$
  insert into bank_line_key
  select l.vendor_account_id, l.settled_minor, m.key, p_source, lagos_day(l.booked_at), l.id
  from unnest(payer_keys(p_words, p_number)) as m (key)
  on conflict do nothing
$$;

-- Returns the keys by which a payer is found: each word of the name, or an empty text without a name, and the account number.
create or replace function payer_keys(p_words text[], p_number text) returns text[] language sql immutable
  return case when p_words = '{}' then array[''] else p_words end || array_remove(array[p_number], null);
