-- Records a reading that contradicts the database or cannot be read, and opens a case of kind line_aside. If the same reading arrives again
-- for the same reason, it is only counted.
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
        format('A reading from %s was set aside: %s', p_source, p_reason),
        jsonb_build_object('subject', p_account || ' ' || p_source || ' ' || p_external || ' ' || p_reason,
          'source', p_source, 'external_id', p_external, 'reason', p_reason, 'reading', p_raw),
        jsonb_build_object('action', 'dismiss'), p_at, p_at + interval '1 day'),
      p_raw, p_at, p_at);
  -- The session id no longer distinguishes the line, so readings that were ruled out may match it.
  if p_line is not null and session_is_doubtful(p_line) then
    perform refresh_slot(p_line), reset_line_search(p_account);
  end if;
end $$;

-- Blocks the free funds of these lines under the case of an import. One operator uploaded the file, so a second operator must compare it
-- with the bank first. Returns the number of funds that were blocked.
create or replace function quarantine_import(p_case uuid, p_lines uuid[]) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  update credit_fund set blocked_by = p_case where line_id = any (p_lines) and blocked_by is null;
  get diagnostics v_held = row_count;
  return v_held;
end $$;

-- Records a page of a statement that an operator imports. In the same commit, blocks the credits that the page added or whose payer it
-- changed, under one case per file (p_facts.subject). One person could have forged the file, so another operator must confirm that the bank
-- issued it. If there is no case yet, it opens one with the id p_case.
create or replace function record_statement(
  p_operator uuid, p_case uuid, p_account uuid, p_lines json, p_facts jsonb, p_at timestamptz
) returns table (external_id text, outcome text, line_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_account vendor_account;
  v_free jsonb;
  v_changed uuid[];
begin
  perform require_active_operator(p_operator);
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select * into strict v_account from vendor_account v where v.id = p_account;
  v_free := free_funds(p_account);
  return query select r.external_id, r.outcome, r.line_id from record_lines(p_account, 'statement', p_lines, null, p_at) r;
  select array_agg(f.key::uuid) into v_changed
    from jsonb_each_text(free_funds(p_account)) f where v_free ->> f.key is distinct from f.value;
  if v_changed is not null then
    perform quarantine_import(open_request(p_operator, p_case, v_account.mode, 'unconfirmed_import', p_account, null, null,
      format('A statement of %s has credits that no feed reported. Did the bank issue it?', v_account.account_number),
      p_facts, '{"action": "confirm_import"}', p_at, p_at + interval '1 day'), v_changed);
  end if;
end $$;

-- Returns the available amount and the known payer of each credit of an account that nothing blocks, as one text by the id of the line.
create or replace function free_funds(p_account uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(f.line_id,
      row(f.left_minor, f.payer_account_number, f.payer_account_mask, f.payer_name, f.payer_bank_code)::text), '{}')
    from credit_fund f where f.vendor_account_id = p_account and f.blocked_by is null
$$;

-- Returns the number of funds that the case of an import blocks. Closes the case if it blocks none.
create or replace function count_quarantined(p_case uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  select count(*) into v_held from credit_fund f where f.blocked_by = p_case;
  if v_held = 0 then
    perform close_case(p_case, jsonb_build_object('action', 'dismiss', 'reason', 'other cases cover all credits of the import'), p_at);
  end if;
  return v_held;
end $$;

-- Blocks a credit of a statement if the statement lacks another recorded line of the same amount: both may be one payment. Replaces the
-- block of the import itself. Returns false if the credit has no fund or another case blocks it.
create or replace function block_possible_duplicate(p_line uuid, p_other uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  f credit_fund;
begin
  select * into f from credit_fund c where c.line_id = p_line and (c.blocked_by is null
    or exists (select from case_file k where k.id = c.blocked_by and k.kind = 'unconfirmed_import' and k.state = 'open')) for update;
  if not found then
    return false;
  end if;
  update credit_fund set blocked_by = open_case(afara_uuid(), f.mode, 'duplicate', f.vendor_account_id, p_line, null, null,
      'The statement has this credit, but not another credit of the same amount. One payment may have been recorded twice.',
      jsonb_build_object('other_line_id', p_other), jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where line_id = p_line;
  return true;
end $$;

-- Blocks a new credit with a fee if another source has a line whose settled amount is this credit's gross amount. If both are one payment,
-- no fee was charged and the payment is recorded twice.
create or replace function block_possible_fee_duplicate(r bank_line_reading, p_line uuid) returns void language plpgsql as $$
declare
  v_other uuid;
begin
  select p.line_id into v_other
    from free_slots(r.vendor_account_id, r.source, r.direction, r.gross_minor, r.gross_minor, lagos_day(r.booked_at), r.value_date, 1) p
    where r.gross_minor <> r.settled_minor and kinds_agree(p.kind, r.kind) and not exists (select from objections(r, p.line_id))
    order by p.line_id limit 1;
  update credit_fund f set blocked_by = open_case(afara_uuid(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'Another source recorded the gross amount, not the settled amount. One payment may have been recorded twice.',
      jsonb_build_object('other_line_id', v_other), jsonb_build_object('action', 'keep'), r.seen_at, r.seen_at + interval '1 day')
    where v_other is not null and f.line_id = p_line and f.blocked_by is null;
end $$;

-- Blocks a new credit if the search for an earlier line ran out of steps. An operator decides whether it is a duplicate.
create or replace function block_unsearched_line(p_line uuid, p_at timestamptz) returns void language sql as $$
  update credit_fund f set blocked_by = open_case(afara_uuid(), f.mode, 'duplicate', f.vendor_account_id, f.line_id, null, null,
      'There are too many payments of this amount to tell whether another source already recorded this one.',
      '{}', jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where f.line_id = p_line and f.blocked_by is null
$$;

-- Opens a case about a credit that one source calls a payment and another does not: it may be our own money that was returned. The case
-- blocks the fund. If part of the credit was already allocated or returned, a lien also blocks that part. Does nothing if a case with the
-- same summary was opened before.
create or replace function doubt_payment(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_whole numeric := l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0);
  v_left numeric;
  v_new uuid := afara_uuid();
  v_case uuid;
  v_summary text := format('%s reports this credit as %s, but another source reports a payment.', r.source, r.kind);
  v_facts jsonb := jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', r.kind, 'narration', r.narration);
  v_version integer;
begin
  -- Nothing to do: the bank has taken the credit back, or this case was opened before.
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
    v_case := open_case(v_new, l.mode, 'recall', l.vendor_account_id, l.id, null, null, v_summary || ' The credit was already allocated.',
      v_facts, jsonb_build_object('action', 'lift_lien'), p_at, p_at + interval '4 hours');
  end if;
  -- Another case is already open for the credit. A new step in that case informs the operator.
  if v_case <> v_new then
    update case_file set version = version + 1 where id = v_case returning version into v_version;
    insert into case_step values (v_case, v_version, null, 'noted', null, v_summary, p_at);
  end if;
  update credit_fund f set blocked_by = v_case where f.line_id = l.id;
  -- The lien uses the open case and opens no second one.
  if v_left is distinct from v_whole then
    perform place_lien(l.id, null, 'system:bank-lines', v_summary || ' The credit was already allocated.', p_at);
  end if;
end $$;
