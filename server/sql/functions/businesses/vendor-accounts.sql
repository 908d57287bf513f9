-- Guards a collection account. Only its state and its feed may change, and the state only along vendor_account_edge (AF001).
create or replace function guard_vendor_account() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'active' then
      raise exception 'a vendor account must open as active, not %', new.state using errcode = 'AF001';
    end if;
    return new;
  end if;
  -- Money may be on its way to this account, so its identity and its owner never change.
  if (new.id, new.mode, new.business_id, new.name, new.account_number, new.bank_code, new.bank_name, new.created_at)
    is distinct from
    (old.id, old.mode, old.business_id, old.name, old.account_number, old.bank_code, old.bank_name, old.created_at) then
    raise exception 'only the state and the feed of a vendor account can change. Close it and open another' using errcode = 'AF001';
  end if;
  if new.state <> old.state and not exists (
    select from vendor_account_edge where from_state = old.state and to_state = new.state) then
    raise exception 'a vendor account cannot change from % to %', old.state, new.state using errcode = 'AF001';
  end if;
  return new;
end $$;

-- Freezes a collection account at once and writes the audit in the same commit. One operator is enough, because nothing can be lost by
-- stopping. Returns false if the account was frozen already. Raises AF001 if it is closed.
create or replace function freeze_vendor_account(p_account uuid, p_by uuid, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a vendor_account;
begin
  perform require_active_operator(p_by);
  select * into strict a from vendor_account where id = p_account for no key update;
  if a.state = 'frozen' then
    return false;
  end if;
  update vendor_account set state = 'frozen' where id = a.id;
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by::text, 'vendor_account.moved',
    'vac_' || replace(a.id::text, '-', ''), p_reason, jsonb_build_object('from', a.state, 'to', 'frozen'));
  return true;
end $$;

-- Changes the state of a collection account as operators decided. Raises AF040 if the account has that state already, and AF001 if the
-- change is not possible.
create or replace function carry_out_move_account(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'move_account');
begin
  update vendor_account set state = v_file.resolution ->> 'to'
    where id = v_file.vendor_account_id and state <> v_file.resolution ->> 'to';
  if not found then
    raise exception 'the account is already %', v_file.resolution ->> 'to' using errcode = 'AF040';
  end if;
end $$;
