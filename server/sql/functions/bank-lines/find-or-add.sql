-- As in 0012, with its marks.
create or replace function add_line(p_id uuid, p_mode mode, r bank_line_reading, p_at timestamptz) returns void language plpgsql as $$
declare
  l bank_line;
  v_left uuid;
begin
  insert into bank_line values (p_id, p_mode, r.vendor_account_id, r.direction, r.kind, r.gross_minor, r.settled_minor,
      r.booked_at, r.value_date, r.session_id, r.narration,
      case when r.direction = 'debit' or r.undoes_external_id is not null then line_undone_by_reading(r) end, p_at)
    returning * into l;
  delete from bank_line_assignment s where s.reading_id = r.id returning s.line_id into v_left;
  if v_left is not null then
    insert into bank_line_move values (r.id, v_left, l.id, p_at);
  end if;
  insert into bank_line_assignment values (r.id, l.id, r.source, false, reading_class_hash(r));
  perform add_reading_keys(l, r), refresh_slot(l.id);
  if v_left is not null then
    perform refresh_slot(v_left), refresh_fund(v_left);
  end if;
  perform book_line(l, p_at);
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
    return;
  end if;
  if l.kind = 'payment' then
    -- Who has moved here may have said more of the payer since.
    if v_left is null and not exists (select from bank_line_payer p where p.reading_id = r.id) then
      insert into credit_fund values (l.id, l.vendor_account_id, l.mode, l.gross_minor, l.booked_at, r.payer_account_number,
        r.payer_account_mask, r.payer_name, r.payer_words, r.payer_bank_code, l.narration);
    else
      perform add_to_fund(l, l.gross_minor::numeric);
    end if;
  elsif l.kind <> 'charge' then
    perform open_case(afara_uuid(), l.mode, 'unmatched', l.vendor_account_id, l.id, null, null,
      format('a credit that is no payment, as far as the bank says: %s', l.kind),
      jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', l.kind, 'narration', l.narration),
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  end if;
  perform explain_waiting_debits(l.id, p_at);
end $$;

-- As in 0012, within what a list has time for; what left the account has a way of its own.
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
    -- Without any that is free nothing is to be had by changing places.
    perform from free_slots(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.settled_minor, lagos_day(r.booked_at),
      r.value_date, 10) limit 1;
    if found then
      select * into v_way from find_chain(r, false);
      -- The last moves first, so that every place is free when it is taken.
      for v_at in reverse coalesce(cardinality(v_way.chain), 1)..2 loop
        select s.* into strict v_moving from bank_line_assignment held join bank_line_reading s on s.id = held.reading_id
          where held.line_id = v_way.chain[v_at - 1] and held.source = r.source;
        select * into strict v_line from bank_line l where l.id = v_way.chain[v_at];
        perform assign_reading(v_moving, v_line, p_at);
      end loop;
      line_id := v_way.chain[1];
      v_gave_up := v_way.gave_up;
      if line_id is null and v_way.met_used then
        -- Equal payments, one of which is used already: counting says that this is the other.
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

-- As in 0012; and a fee that was booked to a line stays with it.
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
    -- What was used stays; of two equal payments this reading is counted as the other.
    select p.outcome, p.line_id into outcome, line_id from find_or_add_line(p_id, p_mode, r, p_at) p;
  else
    delete from bank_line_assignment s where s.reading_id = v_assigned.id;
    perform assign_reading(r, l, p_at);
    select p.outcome, p.line_id into outcome, v_moved from find_or_add_line(p_id, p_mode, v_assigned, p_at) p;
    insert into bank_line_move values (v_assigned.id, l.id, v_moved, p_at);
  end if;
end $$;

-- Who knows only what settled was seen first; now somebody tells of a fee. The payer paid that too.
create or replace function learn_fee(r bank_line_reading, l bank_line, p_has_fund boolean, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_known numeric;
  v_more numeric;
  v_entry uuid := afara_uuid();
begin
  -- Who knows only what settled says nothing of a fee.
  if r.gross_minor = r.settled_minor then
    return;
  end if;
  select f.fee_minor into v_known from bank_line_fee f where f.line_id = l.id;
  v_more := r.gross_minor::numeric - l.gross_minor::numeric - coalesce(v_known, 0);
  if v_more = 0 then
    return;
  end if;
  if v_more < 0 or v_known is not null or l.gross_minor <> l.settled_minor or r.settled_minor <> l.settled_minor then
    perform quarantine_line(l.vendor_account_id, l.mode, r.source, r.external_id, 'it tells of another fee than was known', l.id,
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

-- As before, but that a credit which only waits for this comparison was not used: readings may still change places on it.
create or replace function line_is_used(p_line uuid) returns boolean language sql stable as $$
  select not exists (
    select from credit_fund c join bank_line l on l.id = c.line_id left join bank_line_fee f on f.line_id = l.id
    where c.line_id = p_line
      and (c.blocked_by is null
        or exists (select from case_file k where k.id = c.blocked_by and k.kind = 'unconfirmed_import' and k.state <> 'resolved'))
      and c.left_minor::numeric = l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0))
$$;
