-- Assigns a reading to the free line that matches it best. A line is free if the reading's source has not named it. If no matching line is
-- free, earlier readings of the source move along a chain to free one. Without such a chain the reading gets a new line with the id p_id.
-- If the search for a chain ran out of steps, a case blocks that line.
create or replace function find_or_add_line(
  p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz, out outcome text, out line_id uuid
) language plpgsql as $$
declare
  v_way record;
  v_moving bank_line_reading;
  v_line bank_line;
  v_gave_up boolean := false;
begin
  if r.direction = 'debit' and r.kind <> 'charge' then
    select d.outcome, d.line_id into outcome, line_id from find_or_add_debit(p_id, p_mode, r, p_at) d;
    return;
  end if;
  outcome := 'known';
  line_id := find_free_line(r);
  if line_id is null then
    -- Moving readings helps only if a line of this amount is free.
    perform from free_slots(
      r.vendor_account_id, r.source, r.direction, r.gross_minor, r.settled_minor, lagos_day(r.booked_at), r.value_date, 10) limit 1;
    if found then
      select * into v_way from find_chain(r, false);
      -- The last reading moves first, so that each line is free when the next reading is assigned to it.
      for v_at in reverse coalesce(cardinality(v_way.chain), 1)..2 loop
        select s.* into strict v_moving from bank_line_assignment held join bank_line_reading s on s.id = held.reading_id
          where held.line_id = v_way.chain[v_at - 1] and held.source = r.source;
        select * into strict v_line from bank_line l where l.id = v_way.chain[v_at];
        perform assign_reading(v_moving, v_line, p_at);
      end loop;
      line_id := v_way.chain[1];
      v_gave_up := v_way.gave_up;
      if line_id is null and v_way.met_used then
        -- A chain exists, but a reading on a used line would have to move. The number of lines is right without a new one, so this reading
        -- gets the free line at the end of the chain.
        select * into v_way from find_chain(r, true);
        line_id := v_way.chain[cardinality(v_way.chain)];
        v_gave_up := v_gave_up or v_way.gave_up;
      end if;
    end if;
  end if;
  if line_id is null then
    outcome := 'new';
    line_id := p_id;
    perform add_line(p_id, p_mode, r, p_at), block_possible_fee_duplicate(r, p_id);
    if v_gave_up then
      perform block_unsearched_line(p_id, p_at);
    end if;
  else
    select * into strict v_line from bank_line l where l.id = line_id;
    perform assign_reading(r, v_line, p_at);
  end if;
end $$;

-- Assigns a reading to the line that its session id names. If its source has named that line before, the earlier assignment was a guess,
-- and the earlier reading is assigned again. If the line is used or the fees differ, the earlier reading stays, and this one is assigned
-- like a reading without a session id.
create or replace function assign_by_session(
  p_id uuid, p_mode mode, r bank_line_reading, l bank_line, p_at timestamptz, out outcome text, out line_id uuid
) language plpgsql as $$
declare
  v_assigned bank_line_reading := reading_of_line(r.source, l.id);
  v_moved uuid;
begin
  outcome := 'known';
  line_id := l.id;
  if v_assigned.id is null then
    perform assign_reading(r, l, p_at);
  elsif v_assigned.gross_minor <> r.gross_minor or line_is_used(l.id) then
    -- The earlier reading stays on the used line. This reading counts as another of the equal payments.
    select p.outcome, p.line_id into outcome, line_id from find_or_add_line(p_id, p_mode, r, p_at) p;
  else
    delete from bank_line_assignment s where s.reading_id = v_assigned.id;
    perform assign_reading(r, l, p_at);
    select p.outcome, p.line_id into outcome, v_moved from find_or_add_line(p_id, p_mode, v_assigned, p_at) p;
    insert into bank_line_move values (v_assigned.id, l.id, v_moved, p_at);
  end if;
end $$;

-- Adds a line for a reading, books it, and opens the fund of a payment. A reading that was assigned to another line moves here. A debit is
-- explained at once. A credit that is neither a payment nor a charge opens a case of kind unmatched. An unexplained debit that undoes the
-- new credit takes it back.
create or replace function add_line(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz) returns void language plpgsql as $$
declare
  l bank_line;
  v_previous_line uuid;
begin
  insert into bank_line values (p_id, p_mode, r.vendor_account_id, r.direction, r.kind, r.gross_minor, r.settled_minor,
      r.booked_at, r.value_date, r.session_id, r.narration,
      case when r.direction = 'debit' or r.undoes_external_id is not null then line_undone_by_reading(r) end, p_at)
    returning * into l;
  delete from bank_line_assignment s where s.reading_id = r.id returning s.line_id into v_previous_line;
  if v_previous_line is not null then
    insert into bank_line_move values (r.id, v_previous_line, l.id, p_at);
  end if;
  insert into bank_line_assignment values (r.id, l.id, r.source, false, reading_class_hash(r));
  perform add_reading_keys(l, r), refresh_slot(l.id);
  if v_previous_line is not null then
    perform refresh_slot(v_previous_line), refresh_fund(v_previous_line);
  end if;
  perform book_line(l, p_at);
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
    return;
  end if;
  if l.kind = 'payment' then
    -- If the reading moved here, or its source added facts about the payer later, the fund is filled from all known facts.
    if v_previous_line is null and not exists (select from bank_line_payer p where p.reading_id = r.id) then
      insert into credit_fund values (l.id, l.vendor_account_id, l.mode, l.gross_minor, l.booked_at, r.payer_account_number,
        r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, l.narration);
    else
      perform add_to_fund(l, l.gross_minor::numeric);
    end if;
  elsif l.kind <> 'charge' then
    perform open_case(afara_uuid(), l.mode, 'unmatched', l.vendor_account_id, l.id, null, null,
      format('The bank reports this credit as %s, not as a payment.', l.kind),
      jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', l.kind, 'narration', l.narration),
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  end if;
  perform explain_waiting_debits(l.id, p_at);
end $$;

-- Books a fee that a reading reports for a line that was recorded with its settled amount only. The payer paid the fee too, so the fund
-- grows by it. A reading that contradicts the known fee is quarantined.
create or replace function learn_fee(r bank_line_reading, l bank_line, p_has_fund boolean, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_known numeric;
  v_more numeric;
  v_entry uuid := afara_uuid();
begin
  -- A source that knows only the settled amount reports no fee.
  if r.gross_minor = r.settled_minor then
    return;
  end if;
  select f.fee_minor into v_known from bank_line_fee f where f.line_id = l.id;
  v_more := r.gross_minor::numeric - l.gross_minor::numeric - coalesce(v_known, 0);
  if v_more = 0 then
    return;
  end if;
  if v_more < 0 or v_known is not null or l.gross_minor <> l.settled_minor or r.settled_minor <> l.settled_minor then
    perform quarantine_line(l.vendor_account_id, l.mode, r.source, r.external_id, 'it reports another fee than before', l.id,
      r.raw, p_at);
    return;
  end if;
  insert into bank_line_fee values (l.id, v_more, r.source, v_entry, p_at);
  perform post_entry(v_entry, l.mode, null, 'fee_learned', p_at, array['expense']::account_kind[], array['bank'],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[v_more]::positive_minor[]);
  if line_is_taken_back(l.id) then
    perform post_entry(afara_uuid(), l.mode, null, 'fee_undone', p_at, array['suspense']::account_kind[], array[''],
      array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[v_more]::positive_minor[]);
  elsif p_has_fund then
    perform add_to_fund(l, v_more);
  end if;
end $$;

-- Returns whether a line is used: it has no fund, part of its fund was allocated or returned, or a case blocks it. A case that only
-- confirms an import does not count. Readings on a used line do not move.
create or replace function line_is_used(p_line uuid) returns boolean language sql stable as $$
  select not exists (
    select from credit_fund c join bank_line l on l.id = c.line_id left join bank_line_fee f on f.line_id = l.id
    where c.line_id = p_line
      and (c.blocked_by is null
        or exists (select from case_file k where k.id = c.blocked_by and k.kind = 'unconfirmed_import' and k.state <> 'resolved'))
      and c.left_minor::numeric = l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0))
$$;
