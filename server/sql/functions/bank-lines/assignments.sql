-- As in 0012; where one more source only confirms what is known, little is read again.
create or replace function assign_reading(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_left uuid;
  v_contradicts boolean;
  v_had_fund boolean;
  v_is_last boolean;
  v_adds_nothing boolean;
begin
  delete from bank_line_assignment s where s.reading_id = r.id returning s.line_id into v_left;
  -- Nothing else has changed, and nobody was heard later: then what is known of the line only grows.
  v_is_last := v_left is null and r.seen_at = p_at
    and exists (select from bank_line_slot p where p.line_id = l.id and r.source <> all (p.named_by));
  if v_left is not null then
    insert into bank_line_move values (r.id, v_left, l.id, p_at);
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
  if v_left is not null then
    perform refresh_slot(v_left), refresh_fund(v_left);
  end if;
  if v_contradicts then
    perform quarantine_line(l.vendor_account_id, l.mode, r.source, r.external_id, 'it names another payer than was known', l.id,
      r.raw, p_at);
  end if;
  if l.direction = 'debit' then
    perform explain_debit(l.id, p_at);
  elsif l.kind <> 'charge' then
    perform learn_fee(r, l, v_had_fund, p_at);
    -- Who saw it before did not call it a payment, and did not say nothing by that.
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

-- As in 0012; and a line whose session id is doubtful now is looked for without it.
create or replace function quarantine_line(
  p_account uuid, p_mode mode, p_source text, p_external text, p_reason text, p_line uuid, p_raw jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  update bank_line_quarantine a set times = a.times + 1, last_seen_at = p_at
    where a.vendor_account_id = p_account and a.source = p_source and a.external_id = p_external and a.reason = p_reason;
  if found then
    return;
  end if;
  insert into bank_line_quarantine (id, vendor_account_id, source, external_id, reason, line_id, case_id, raw, first_seen_at, last_seen_at)
    values (afara_uuid(), p_account, p_source, p_external, p_reason, p_line,
      open_case(afara_uuid(), p_mode, 'line_aside', p_account, p_line, null, null,
        format('%s said something about an account of ours that was set aside: %s', p_source, p_reason),
        jsonb_build_object('subject', p_account || ' ' || p_source || ' ' || p_external || ' ' || p_reason,
          'source', p_source, 'external_id', p_external, 'reason', p_reason, 'reading', p_raw),
        jsonb_build_object('action', 'dismiss'), p_at, p_at + interval '1 day'),
      p_raw, p_at, p_at);
  -- Its session id tells it apart no more, and ways may be open that were not.
  if p_line is not null and session_is_doubtful(p_line) then
    perform refresh_slot(p_line), reset_line_search(p_account);
  end if;
end $$;

-- A line was made because there was no time to look for all the ways in which it might be an older one. A person looks.
create or replace function block_unsearched_line(p_line uuid, p_at timestamptz) returns void language sql as $$
  update credit_fund f set blocked_by = open_case(afara_uuid(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'There are too many payments of this amount to tell whether this is one of those that another source told of.',
      '{}', jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where f.line_id = p_line and f.blocked_by is null
$$;

-- A feed says that of what was paid less has settled, and another source has a line of just what was paid. If that is this
-- payment, the feed's fee was never taken, and it is here twice. A person looks.
create or replace function block_possible_fee_duplicate(r bank_line_reading, p_line uuid) returns void language plpgsql as $$
declare
  v_other uuid;
begin
  select p.line_id into v_other from free_slots(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.gross_minor,
      lagos_day(r.booked_at), r.value_date, 1) p
    where r.gross_minor <> r.settled_minor and kinds_agree(p.kind, r.kind) and not exists (select from objections(r, p.line_id))
    order by p.line_id limit 1;
  update credit_fund f set blocked_by = open_case(afara_uuid(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'Another source has a line of what was paid and not of what settled: one payment may have been told in two ways.',
      jsonb_build_object('other_line_id', v_other), jsonb_build_object('action', 'keep'), r.seen_at, r.seen_at + interval '1 day')
    where v_other is not null and f.line_id = p_line and f.blocked_by is null;
end $$;

-- As before, but that what a buy has of such a credit is kept from moving as well: it may be our own money that came back.
create or replace function doubt_payment(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_whole numeric := l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0);
  v_left numeric;
  v_new uuid := afara_uuid();
  v_case uuid;
  v_summary text := format('%s does not call it a payment, as another source does: %s', r.source, r.kind);
  v_facts jsonb := jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', r.kind, 'narration', r.narration);
  v_version integer;
begin
  -- Nobody has it any more; or people were told, and have decided or will.
  if line_is_taken_back(l.id) or exists (
      select from case_file k join case_step s on s.case_id = k.id where k.line_id = l.id and starts_with(s.reason, v_summary)) then
    return;
  end if;
  select f.left_minor into v_left from credit_fund f where f.line_id = l.id;
  if v_left = v_whole then
    v_case := open_case(v_new, l.mode, 'unmatched', l.vendor_account_id, l.id, null, null, v_summary, v_facts,
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  else
    v_facts := v_facts || jsonb_build_object('given_minor', (v_whole - coalesce(v_left, 0))::text, 'left_minor', coalesce(v_left, 0)::text,
      'buys', (select coalesce(jsonb_agg(distinct 'txn_' || replace(a.transaction_id::text, '-', '')), '[]') from allocation a
        where a.line_id = l.id));
    v_case := open_case(v_new, l.mode, 'recall', l.vendor_account_id, l.id, null, null, v_summary || '; and it was given away before',
      v_facts,
      jsonb_build_object('action', 'lift_lien'), p_at, p_at + interval '4 hours');
  end if;
  -- A question was open already: whoever has it in hand learns of this.
  if v_case <> v_new then
    update case_file set version = version + 1 where id = v_case returning version into v_version;
    insert into case_step values (v_case, v_version, null, 'noted', null, v_summary, p_at);
  end if;
  update credit_fund f set blocked_by = v_case where f.line_id = l.id;
  -- The lien finds the question that is open, and asks no second one.
  if v_left is distinct from v_whole then
    perform place_lien(l.id, null, 'system:bank-lines', v_summary || '; and it was given away before', p_at);
  end if;
end $$;
