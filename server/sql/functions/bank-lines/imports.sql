-- As before, and also what the import itself has kept: that is taken over.
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
      'The statement has it and lacks another line of the same amount: one payment may have been told in two ways.',
      jsonb_build_object('other_line_id', p_other), jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where line_id = p_line;
  return true;
end $$;

-- A file is only what one person says that a bank wrote. Whatever it makes of credits (new ones, or payers that no feed had
-- named) is kept from everybody until another has compared it with the bank. Returns how many credits there are.
create or replace function quarantine_import(p_case uuid, p_lines uuid[]) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  update credit_fund set blocked_by = p_case where line_id = any (p_lines) and blocked_by is null;
  get diagnostics v_held = row_count;
  return v_held;
end $$;

-- How many credits an import keeps from everybody. If none is left to ask about, nobody is asked.
create or replace function count_quarantined(p_case uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  select count(*) into v_held from credit_fund f where f.blocked_by = p_case;
  if v_held = 0 then
    perform close_case(p_case, jsonb_build_object('action', 'dismiss', 'reason', 'others ask about all that it brought'), p_at);
  end if;
  return v_held;
end $$;
