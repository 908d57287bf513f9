-- Releases the rest of a credit for matching. If nothing is left, closes the other cases about the credit.
create or replace function free_fund(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  update credit_fund set blocked_by = null where line_id = p_file.line_id and blocked_by = p_file.id;
  if p_file.line_id is not null and not exists (select from credit_fund where line_id = p_file.line_id) then
    perform close_case(c.id, p_file.resolution || jsonb_build_object('reason',
        'the credit is used up: decided in cas_' || replace(p_file.id::text, '-', '')), p_at)
      from case_file c
      where c.line_id = p_file.line_id and c.id <> p_file.id and c.state <> 'resolved'
        and c.kind not in ('recall', 'unexplained_debit', 'line_aside', 'underpaid', 'late_credit');
  end if;
end $$;

-- Moves the block of an earlier, resolved case to this case. Raises AF041 if a lien blocks the credit, and AF062 if another open case does.
-- Both mean that the decision must wait, and not that its facts changed.
create or replace function take_over_fund(p_file case_file) returns void language plpgsql as $$
declare
  v_fund credit_fund;
begin
  update credit_fund f set blocked_by = p_file.id from case_file k
    where f.line_id = p_file.line_id and k.id = f.blocked_by and k.state = 'resolved' and k.id <> p_file.id;
  select * into v_fund from credit_fund where line_id = p_file.line_id and blocked_by <> p_file.id;
  case
    when not found then
      return;
    when v_fund.has_lien then
      raise exception 'credit crd_% is under a lien', replace(v_fund.line_id::text, '-', '') using errcode = 'AF041';
    else
      raise exception 'cas_% blocks the credit and must be decided first', replace(v_fund.blocked_by::text, '-', '')
        using errcode = 'AF062';
  end case;
end $$;

-- Takes an amount from the fund of the case's credit. The type of the column refuses more than is left.
create or replace function take_from_fund(p_file case_file, p_amount numeric) returns credit_fund language plpgsql as $$
declare
  v_fund credit_fund;
begin
  perform take_over_fund(p_file);
  update credit_fund set left_minor = left_minor - p_amount
    where line_id = p_file.line_id returning * into v_fund;
  if not found then
    raise exception 'the credit is used up' using errcode = 'AF040';
  end if;
  if v_fund.left_minor = 0 then
    delete from credit_fund where line_id = p_file.line_id;
  end if;
  return v_fund;
end $$;

-- Allocates a credit to a buy as operators decided, through the same function as matching. If the credit or the buy has changed since the
-- proposal, everything is rolled back. What is left of an overpayment goes back to its payer, as it does without a decision; if that needs
-- people, the credit stays open and becomes a case of its own.
create or replace function carry_out_allocate(p_case uuid, p_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'allocate');
  v_amount numeric := (v_file.resolution ->> 'amount_minor')::numeric;
  t transaction;
  v_lacks numeric;
  v_event text;
begin
  select * into strict t from transaction where id = (v_file.resolution ->> 'transaction_id')::uuid for update;
  select c.left_minor into v_lacks from claim c where c.transaction_id = t.id;
  v_event := case
    when t.status = any (statuses_lapsed()) then 'late_credit'
    when v_amount < v_lacks then 'paid_in_part'
    when t.status = 'part_paid' then 'topped_up'
    else 'paid_in_full' end;
  perform take_over_fund(v_file);
  perform apply_matches(v_file.vendor_account_id, json_build_object('decided_by', p_case, 'aged_from', p_at,
    'allocations', json_build_array(json_build_object('id', p_id, 'line_id', v_file.line_id, 'transaction_id', t.id,
      'business_id', t.business_id, 'amount_minor', v_amount::text, 'event', v_event, 'evidence', 'person', 'ground', 'person')),
    'closes', json_build_array(), 'cases', json_build_array(), 'looked', json_build_array()), p_at);
  -- The buy had ended. The new case asks whether it continues.
  if v_event = 'late_credit' then
    perform open_case(afara_uuid(), v_file.mode, 'late_credit', v_file.vendor_account_id, v_file.line_id, t.id, t.business_id,
      'Operators allocated this credit to a buy that had ended.', jsonb_build_object('amount_minor', v_amount::text),
      jsonb_build_object('action', 'accept_late'), p_at, p_at + interval '1 day');
  end if;
  perform free_fund(v_file, p_at);
  if v_file.kind = 'overpaid' and v_event in ('paid_in_full', 'topped_up') then
    perform return_by_record(f.line_id, f.left_minor::numeric, p_at) from credit_fund f where f.line_id = v_file.line_id;
  end if;
end $$;

-- Returns the account number to which a credit may be returned, or raises AF033. A claim alone never decides where money goes. The bank's
-- own record must show the number in full, or a mask that the claimed number at the same bank matches; or it hides the number, and the
-- payer named an account whose holder has the name in the record.
create or replace function came_from(p_line uuid, p_transaction uuid, p_destination jsonb) returns text language plpgsql stable as $$
declare
  p bank_line_known_payer;
  v_number text := p_destination ->> 'account_number';
begin
  select * into p from bank_line_known_payer k where k.line_id = p_line;
  if p.payer_account_number is null and exists (
      select from return_account n where n.line_id = p_line and n.account_number = v_number and n.bank_code = p_destination ->> 'bank_code'
    ) then
    return v_number;
  end if;
  if v_number is null or coalesce(p.payer_account_number, p.payer_account_mask) is null
      or account_digits_contradict(p.payer_account_number, null, v_number, null)
      or account_digits_contradict(null, p.payer_account_mask, v_number, null)
      or (p.payer_account_number is null and not exists (
        select from buy b where b.transaction_id = p_transaction and b.payer_account_number = v_number
          and b.payer_bank_code = p.payer_bank_code)) then
    raise exception 'credit % is not proved to come from %', p_line,
      coalesce('account ' || v_number, 'a known account') using errcode = 'AF033';
  end if;
  -- Two banks may use the same account number.
  if coalesce(p.payer_bank_code, p.payer_bank_name) is null
      or p_destination ->> 'bank_code' is distinct from p.payer_bank_code::text
      or (p.payer_bank_code is null and p_destination ->> 'bank_name' is distinct from p.payer_bank_name::text) then
    raise exception 'credit % is not proved to come from that bank', p_line using errcode = 'AF033';
  end if;
  return v_number;
end $$;

-- Pays a credit back to its payer. The amount leaves the fund at once, so that nothing else can use it, and is paid out like a refund.
create or replace function carry_out_return(p_case uuid, p_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'return');
  v_to jsonb := v_file.resolution -> 'destination';
  v_amount numeric := (v_file.resolution ->> 'amount_minor')::numeric;
  v_return credit_return;
begin
  perform take_from_fund(v_file, v_amount);
  insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name,
      account_name, decided_at)
    values (p_id, v_file.mode, v_file.line_id, null, p_case, v_amount, came_from(v_file.line_id, v_file.transaction_id, v_to),
      v_to ->> 'bank_code', v_to ->> 'bank_name', v_to ->> 'account_name', p_at)
    returning * into v_return;
  perform free_fund(v_file, p_at);
  perform open_return(v_return, p_at);
end $$;

-- Keeps a credit in suspense. The decided case blocks it, so that nothing happens to it automatically.
create or replace function carry_out_keep(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'keep');
begin
  perform take_over_fund(v_file);
  update credit_fund set blocked_by = p_case
    where line_id = v_file.line_id;
  -- Nothing else remains to be decided about a credit that is kept.
  perform close_case(c.id, v_file.resolution || jsonb_build_object('reason',
      'the credit is kept: decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file c
    where c.line_id = v_file.line_id and c.id <> p_case and c.state <> 'resolved'
      and c.kind in ('third_party', 'weak_evidence', 'unmatched', 'duplicate');
end $$;

-- Books a debit as a bank charge: moves its amount from suspense to our expenses. The entry has the id of the case.
create or replace function carry_out_charge(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'charge');
  d bank_line;
begin
  select * into d from bank_line where id = v_file.line_id and direction = 'debit' and kind <> 'charge';
  if not found or exists (select from credit_take_back b where b.debit_line_id = v_file.line_id) then
    raise exception 'debit % is already explained', v_file.line_id using errcode = 'AF040';
  end if;
  perform post_entry(p_case, v_file.mode, null, 'debit_was_charge', p_at, array['expense']::account_kind[], array['bank'],
    array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[d.settled_minor]::positive_minor[]);
end $$;

-- Reverses the booking of a charge. Operators called a debit a charge, and the bank later reported that the debit took a credit back.
create or replace function undo_charge() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  perform reverse_entry(afara_uuid(), k.id, 'charge_undone', new.at)
    from case_file k join entry e on e.id = k.id
    where k.line_id = new.debit_line_id and k.kind = 'unexplained_debit' and k.resolution ->> 'action' = 'charge'
      and k.ended = 'approved';
  return null;
end $$;

-- Takes back a credit for a debit as operators decided. In a case about the debit, the resolution names the credit. In a case about the
-- credit, it names the debit.
create or replace function carry_out_took_back(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'took_back');
  v_other uuid := (v_file.resolution ->> 'line_id')::uuid;
  d bank_line;
  c bank_line;
  v_problem text;
begin
  select * into d from bank_line where id in (v_file.line_id, v_other) and direction = 'debit' and kind <> 'charge';
  select * into c from bank_line where id in (v_file.line_id, v_other) and direction = 'credit' and kind <> 'charge';
  if d.id is null or c.id is null or d.vendor_account_id <> c.vendor_account_id then
    raise exception 'the two lines are not a debit and a credit of the same account' using errcode = 'AF043';
  end if;
  v_problem := take_back_problem(d, c);
  if v_problem is not null then
    raise exception '%', v_problem using errcode = 'AF043';
  end if;
  perform take_back_credit(d.id, c.id, p_at);
end $$;

-- Releases the credits of a statement for matching, after two operators confirmed that the statement is the bank's.
create or replace function carry_out_confirm_import(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'confirm_import');
begin
  update credit_fund set blocked_by = null where blocked_by = p_case;
  perform wake_now('bank-account', v_file.vendor_account_id, p_at);
end $$;

-- Lifts the lien on a credit as two operators decided. Raises AF040 if there is none.
create or replace function carry_out_lift_lien(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'lift_lien');
begin
  if not lift_lien(v_file.line_id, v_file.proposed_by::text, 'decided in cas_' || replace(p_case::text, '-', ''), p_at) then
    raise exception 'there is no lien on credit %', v_file.line_id using errcode = 'AF040';
  end if;
end $$;

-- Sets the exposure limit of a business as two operators decided: how much it may receive while its credits can still be recalled.
create or replace function carry_out_cap(p_case uuid) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'set_cap');
begin
  update business_mode set exposure_cap_minor = (v_file.resolution ->> 'amount_minor')::numeric
    where business_id = v_file.business_id and mode = v_file.mode;
end $$;
