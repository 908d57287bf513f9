-- Shows the best known payer of each line, over all readings that are believed. The first report of a number, mask or bank counts, because
-- a later report that contradicts it is not believed. Of names, the one with the most words counts.
create or replace view bank_line_known_payer as
  select p.line_id,
    (array_agg(p.payer_account_number order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1]
      as payer_account_number,
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1] as payer_account_mask,
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1]
      as payer_name,
    coalesce((array_agg(to_jsonb(p.payer_words) order by cardinality(p.payer_words) desc, p.seen_at, p.xid)
      filter (where p.payer_name is not null))[1], '[]') as payer_words,
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

-- Returns the row of bank_line_known_payer for one line, read by keys only.
create or replace function payer_of_line(p_line uuid) returns bank_line_known_payer language sql stable as $$
  select p_line,
    (array_agg(p.payer_account_number order by p.seen_at, p.xid) filter (where p.payer_account_number is not null))[1],
    (array_agg(p.payer_account_mask order by p.seen_at, p.xid) filter (where p.payer_account_mask is not null))[1],
    (array_agg(p.payer_name order by cardinality(p.payer_words) desc, p.seen_at, p.xid) filter (where p.payer_name is not null))[1],
    coalesce((array_agg(to_jsonb(p.payer_words) order by cardinality(p.payer_words) desc, p.seen_at, p.xid)
      filter (where p.payer_name is not null))[1], '[]'),
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

-- Records what a source adds about the payer of a line that it has named before. Quarantines a payer that contradicts the known one.
-- Idempotent.
create or replace function add_payer(p_mode mode, p_known bank_line_reading, r bank_line_reading) returns void language plpgsql as $$
declare
  v_line bank_line;
  p bank_line_known_payer;
begin
  select l.* into strict v_line from bank_line l
    where l.id = (select s.line_id from bank_line_assignment s where s.reading_id = p_known.id);
  if contradicts_known_payer(r, v_line.id) then
    perform quarantine_line(r.vendor_account_id, p_mode, r.source, r.external_id, 'it names another payer than before',
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

-- Returns whether a reading names another payer than the given one.
create or replace function contradicts_payer(r bank_line_reading, p bank_line_known_payer) returns boolean language sql immutable
  return account_digits_contradict(p.payer_account_number, null, r.payer_account_number, r.payer_account_mask)
    or account_digits_contradict(null, p.payer_account_mask, r.payer_account_number, r.payer_account_mask)
    or name_words_contradict(array(select jsonb_array_elements_text(p.payer_words)), r.payer_words);

-- Returns whether a reading names another payer than the readings of a line.
create or replace function contradicts_known_payer(r bank_line_reading, p_line uuid) returns boolean language sql stable
  return contradicts_payer(r, payer_of_line(p_line));

-- Returns whether a reading names another payer than the fund of a line, which is faster to read. Without a fund all readings are compared.
-- Valid only while no reading of the line is moving.
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
