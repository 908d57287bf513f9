-- Assigns a reading to a line, and records the move in bank_line_move if it leaves another line. Updates the slot, keys and fund of the
-- line, and the slot and fund of the line that the reading leaves. Also quarantines a payer that contradicts the known one, books a new
-- fee, explains a debit, and opens a case if sources disagree on whether a credit is a payment. Skips most of the recomputation if the
-- source only confirms what is known.
create or replace function assign_reading(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_previous_line uuid;
  v_contradicts boolean;
  v_had_fund boolean;
  v_is_last boolean;
  v_adds_nothing boolean;
begin
  delete from bank_line_assignment s where s.reading_id = r.id returning s.line_id into v_previous_line;
  -- A new reading, from a source that has not named this line before, only adds to what is known of the line.
  v_is_last := v_previous_line is null and r.seen_at = p_at
    and exists (select from bank_line_slot p where p.line_id = l.id and r.source <> all (p.named_by));
  if v_previous_line is not null then
    insert into bank_line_move values (r.id, v_previous_line, l.id, p_at);
  end if;
  v_contradicts := case when v_is_last then contradicts_fund(r, l.id) else contradicts_known_payer(r, l.id) end;
  v_had_fund := l.kind = 'payment' or exists (select from bank_line_sighting s where s.line_id = l.id and s.kind = 'payment');
  v_adds_nothing := v_is_last and adds_nothing_to_fund(r, l.id);
  insert into bank_line_assignment values (r.id, l.id, r.source, v_contradicts, reading_class_hash(r));
  perform add_reading_keys(l, r);
  if v_is_last then
    perform extend_slot(r, l.id, not v_contradicts);
  else
    perform refresh_slot(l.id);
  end if;
  if v_previous_line is not null then
    perform refresh_slot(v_previous_line), refresh_fund(v_previous_line);
  end if;
  if v_contradicts then
    perform quarantine_line(l.vendor_account_id, l.mode, r.source, r.external_id, 'it names another payer than before', l.id,
      r.raw, p_at);
  end if;
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
  elsif l.kind <> 'charge' then
    perform learn_fee(r, l, v_had_fund, p_at);
    -- No earlier source called this line a payment, so it has no fund yet.
    if r.kind = 'payment' and not v_had_fund and not line_is_taken_back(l.id) then
      perform add_to_fund(l, l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id),
        0));
      perform doubt_payment(o, l, p_at) from bank_line_assignment t join bank_line_reading o on o.id = t.reading_id
        where t.line_id = l.id and o.kind <> 'payment' limit 1;
    elsif r.kind <> 'payment' and v_had_fund then
      perform doubt_payment(r, l, p_at);
    end if;
    if not v_adds_nothing then
      perform refresh_fund(l.id);
    end if;
    perform explain_waiting_debits(l.id, p_at);
  end if;
end $$;

-- Returns the reading that a source has assigned to a line. All fields are null if the source has not named the line.
create or replace function reading_of_line(p_source text, p_line uuid) returns bank_line_reading language sql stable as $$
  select r.* from bank_line_assignment s cross join lateral (select o.* from bank_line_reading o where o.id = s.reading_id offset 0) r
  where s.line_id = p_line and s.source = p_source
$$;

-- Lists every reading with the line to which it is assigned.
create or replace view bank_line_sighting as
  select r.*, s.line_id, s.contradicts_payer from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id;
