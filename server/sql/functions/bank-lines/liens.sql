-- Places a lien on a credit, opens a case of kind recall and writes the audit. If the credit already has a lien, returns that one and adds
-- the debit to it if it has none. Locks the account.
create or replace function place_lien(p_line uuid, p_debit uuid, p_by text, p_reason text, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l bank_line;
  v_lien credit_lien;
  v_facts jsonb := jsonb_strip_nulls(jsonb_build_object('debit', 'crd_' || replace(p_debit::text, '-', '')));
begin
  select * into strict l from bank_line where id = p_line and direction = 'credit';
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || l.vendor_account_id, 0));
  select * into v_lien from credit_lien where line_id = p_line and lifted_at is null;
  if found then
    update credit_lien set debit_line_id = p_debit where id = v_lien.id and debit_line_id is null;
    return v_lien.id;
  end if;
  v_lien.id := afara_uuid();
  insert into credit_lien (id, line_id, case_id, debit_line_id, placed_at, placed_by, reason) values (v_lien.id, p_line,
    open_case_as((select o.id from operator o where o.id::text = p_by), afara_uuid(), l.mode, 'recall', l.vendor_account_id, p_line, null,
      null, p_reason, v_facts, case when p_debit is not null then jsonb_build_object('action', 'took_back', 'line_id', p_debit) end,
      p_at, p_at + interval '4 hours'),
    p_debit, p_at, p_by, p_reason);
  perform apply_lien_to_fund(p_line);
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by, 'credit.lien_placed', 'crd_' || replace(p_line::text, '-', ''), p_reason, v_facts);
  return v_lien.id;
end $$;

-- Lifts the lien on a credit, closes its case and writes the audit. Returns false if there is no lien. Locks the account.
create or replace function lift_lien(p_line uuid, p_by text, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_case uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || l.vendor_account_id, 0)) from bank_line l where l.id = p_line;
  update credit_lien set lifted_at = p_at, lifted_by = p_by, lifted_because = p_reason
    where line_id = p_line and lifted_at is null returning case_id into v_case;
  if not found then
    return false;
  end if;
  update credit_fund set has_lien = false, blocked_by = nullif(blocked_by, v_case) where line_id = p_line;
  perform close_case(v_case, jsonb_build_object('action', 'lift_lien', 'reason', p_reason), p_at);
  insert into audit (id, at, actor, action, subject, reason)
    values (afara_uuid(), p_at, p_by, 'credit.lien_lifted', 'crd_' || replace(p_line::text, '-', ''), p_reason);
  return true;
end $$;

-- Marks the fund of a line as under the lien that is in force, if there is one.
create or replace function apply_lien_to_fund(p_line uuid) returns void language plpgsql as $$
begin
  update credit_fund f set has_lien = true, blocked_by = coalesce(f.blocked_by, l.case_id)
    from credit_lien l where l.line_id = p_line and l.lifted_at is null and f.line_id = p_line;
end $$;

-- Raises AF041 if a fund under a lien is deleted or reduced. If another case releases such a fund, blocks it again under the lien's case.
-- The trigger does not run for funds without a lien, of which matching changes thousands.
create or replace function guard_lien() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.left_minor < old.left_minor then
    raise exception 'credit % is under a lien', old.line_id using errcode = 'AF041';
  end if;
  if new.has_lien and new.blocked_by is null then
    new.blocked_by := (select l.case_id from credit_lien l where l.line_id = old.line_id and l.lifted_at is null);
  end if;
  return new;
end $$;

-- Returns whether a lien on a credit is in force. Callers check this before any part of the credit is delivered, refunded or allocated.
create or replace function line_has_lien(p_line uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from credit_lien where line_id = p_line and lifted_at is null)
$$;

-- Returns whether a lien is in force on a credit that a buy or a return holds.
create or replace function transaction_has_lien(p_transaction uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (
    select from standing_allocation a join credit_lien l on l.line_id = a.line_id
    where a.transaction_id = p_transaction and l.lifted_at is null)
    or exists (
      select from credit_return r join credit_lien l on l.line_id = r.line_id
      where r.id = p_transaction and r.transaction_id is null and l.lifted_at is null)
$$;
