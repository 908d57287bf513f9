-- Records a page of readings of an account from one source. Returns the outcome of each: new, known, or aside, which means that it is in
-- quarantine and a case is open. Moves the feed's cursor in the same commit, unless p_cursor is null. Idempotent: a reading that reports
-- nothing new changes nothing. Locks the account against other recorders and against matching. The settings force index plans, because
-- PostgreSQL keeps a plan that it made while the tables were small.
create or replace function record_lines(p_account uuid, p_source text, p_lines json, p_cursor text, p_at timestamptz)
returns table (external_id text, outcome text, line_id uuid)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_mode mode;
  v_number text;
  v_new jsonb;
  i record;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select v.mode, v.account_number into strict v_mode, v_number from vendor_account v where v.id = p_account;
  perform reset_line_search(p_account);
  v_new := record_new_payments(p_account, v_mode, v_number, p_source, p_lines, p_at);
  -- Credits come before the lines that undo them, and payments before other credits, so that each finds the line to which it refers. Lines
  -- are then ordered by time, because lists arrive newest first.
  for i in
    select g.*, (select t.line_id from bank_line_assignment t where t.reading_id = s.id) as known_line
    from rows from (json_to_recordset(p_lines) as (
      id uuid, external_id text, account_number text, direction line_direction, kind line_kind, gross_minor numeric,
      settled_minor numeric, booked_at timestamptz, value_date date, session_id text, payer_account_number text,
      payer_account_mask text, payer_name text, payer_words text[], payer_bank_code text, payer_bank_name text,
      narration text, undoes_external_id text, unreadable text, raw jsonb)) with ordinality as g
    left join lateral (
      select r.id from bank_line_reading r
      where r.vendor_account_id = p_account and r.source = p_source and r.external_id = g.external_id
        -- Lists are read repeatedly. A reading that reports nothing new is known already.
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
      perform quarantine_line(p_account, v_mode, p_source, i.external_id,
        coalesce(i.unreadable, 'it belongs to another account'), null, coalesce(i.raw, 'null'), p_at);
    else
      select r.outcome, r.line_id into outcome, line_id from record_reading(i.id, v_mode, row(
        afara_uuid(), p_account, p_source, i.external_id, i.direction, i.kind, i.gross_minor, i.settled_minor, i.booked_at,
        i.value_date, i.session_id, i.payer_account_number, i.payer_account_mask, i.payer_name, coalesce(i.payer_words, '{}'),
        i.payer_bank_code, i.payer_bank_name, i.narration, i.undoes_external_id, p_at, coalesce(i.raw, 'null'),
        pg_current_xact_id()::text::bigint)::bank_line_reading) r;
    end if;
    return next;
  end loop;
  -- Few accounts are pools, so most pages name no number. Some vendors name our request for the number instead. If its answer is not
  -- stored yet, the next reading of the line finds the number.
  if strpos(p_lines::text, '"paid_to"') > 0 or strpos(p_lines::text, '"paid_for"') > 0 then
    insert into bank_line_number
      select p_account, p_source, g.external_id, coalesce(g.paid_to, n.number)
      from json_to_recordset(p_lines) as g (external_id text, account_number text, unreadable text, paid_to text, paid_for uuid)
      left join collection_number n on n.id = g.paid_for and n.vendor_account_id = p_account
      where coalesce(g.paid_to, n.number) is not null and g.unreadable is null and g.account_number = v_number
      on conflict do nothing;
  end if;
  if p_cursor is not null then
    insert into feed_cursor values (p_account, p_source, p_cursor, p_at)
      on conflict (vendor_account_id, source) do update set cursor = excluded.cursor, read_at = excluded.read_at;
  end if;
end $$;

-- Records together the payments of a page that can only be new: their source has not named them, their session id is unknown, and no line
-- that the source has not named has their amount near their days. Most payments that a feed reports are of this kind. Returns the id of
-- each line by its external id. The caller holds the account's lock.
create or replace function record_new_payments(
  p_account uuid, p_mode mode, p_number text, p_source text, p_lines json, p_at timestamptz
) returns jsonb language plpgsql as $$
declare
  v_ids uuid[];
  v_names text[];
  v_left_minor numeric[];
  v_undone text[];
begin
  -- A credit that an unexplained debit may undo is recorded by record_reading instead.
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
    select g.*, afara_uuid() as reading_id from given g
    where g.unreadable is null and g.direction = 'credit' and g.kind = 'payment' and g.undoes_external_id is null
      and coalesce(g.account_number, p_number) = p_number and g.named = 1 and (g.session_id is null or g.in_session = 1)
      and (v_left_minor is null or g.settled_minor <> all (v_left_minor) and g.gross_minor <> all (v_left_minor))
      and (g.external_id = any (v_undone)) is not true
      and not exists (select from bank_line_reading r
        where r.vendor_account_id = p_account and r.source = p_source and r.external_id = g.external_id offset 0)
      and not exists (select from bank_line_reading r
        where r.session_id = g.session_id and (r.vendor_account_id = p_account) is true offset 0)
      and not exists (select from free_slots(
        p_account, p_source, g.direction, g.gross_minor, g.settled_minor, lagos_day(g.booked_at), g.value_date, 10))
      and (g.gross_minor = g.settled_minor or not exists (select from free_slots(
        p_account, p_source, g.direction, g.gross_minor, g.gross_minor, lagos_day(g.booked_at), g.value_date, 1)))
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
  ), assignments as (
    insert into bank_line_assignment select n.reading_id, n.id, p_source, false, reading_class_hash(r)
    from readings r join plain n on n.reading_id = r.id
  ), slots as (
    insert into bank_line_slot
    select n.id, p_account, n.direction, n.kind, n.gross_minor, n.settled_minor, n.booked_at, lagos_day(n.booked_at), n.value_date,
      least(lagos_day(n.booked_at), n.value_date), greatest(lagos_day(n.booked_at), n.value_date), array[p_source],
      case when is_full_session(n.session_id) then array[p_source] else '{}' end,
      array_remove(array[n.payer_account_number], null), coalesce(n.payer_words, '{}'), word_heads(n.payer_words) from plain n
  ), keys as (
    insert into bank_line_key
    select p_account, n.settled_minor, m.key, p_source, lagos_day(n.booked_at), n.id from plain n
    cross join lateral unnest(payer_keys(coalesce(n.payer_words, '{}'), n.payer_account_number)) as m (key)
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
  perform book_new_credits(p_account, p_mode, v_ids, p_at);
  return (select jsonb_object_agg(u.name, u.id) from unnest(v_names, v_ids) as u (name, id));
end $$;

-- Records one reading. If its source has named it before, only new facts about the payer are recorded. Quarantines a reading that
-- contradicts the database. Assigns any other reading to the line that its session id names or that matches it, or to a new line with the
-- id p_id. The caller holds the account's lock.
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
    select s.line_id into line_id from bank_line_assignment s where s.reading_id = v_known.id;
    if (v_known.direction, v_known.gross_minor, v_known.settled_minor) = (r.direction, r.gross_minor, r.settled_minor) then
      outcome := 'known';
      perform add_payer(p_mode, v_known, r);
      -- The source reported a payment before and now reports another kind.
      if r.direction = 'credit' and v_known.kind = 'payment' and r.kind <> 'payment' then
        perform doubt_payment(r, l, r.seen_at) from bank_line l where l.id = record_reading.line_id;
      end if;
      return;
    end if;
    v_problem := 'it reports another amount or direction than before';
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
    perform quarantine_line(r.vendor_account_id, p_mode, r.source, r.external_id, v_problem, line_id, r.raw, r.seen_at);
    return;
  end if;
  insert into bank_line_reading select r.*;
  if v_line.id is not null then
    select p.outcome, p.line_id into outcome, line_id from assign_by_session(p_id, p_mode, r, v_line, r.seen_at) p;
  else
    select p.outcome, p.line_id into outcome, line_id from find_or_add_line(p_id, p_mode, v_sought, r.seen_at) p;
  end if;
end $$;
