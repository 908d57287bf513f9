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
