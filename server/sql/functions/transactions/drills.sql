-- Accepts a drill. All drills have the same content, so a key that names a drill always has the same meaning. Returns no row if the key
-- names another transaction.
create or replace function accept_drill(p_id uuid, p_business uuid, p_reference text, p_key text, p_at timestamptz)
returns table (id uuid, status text, is_replay boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_key is not null then
    insert into request_key (business_id, mode, key, transaction_id, meaning)
      values (p_business, 'test', 'k:' || p_key, p_id, sha256('drill')) on conflict do nothing;
    if not found then
      return query
        select t.id, t.status, true from request_key k join transaction t on t.id = k.transaction_id and t.type = 'drill'
        where k.business_id = p_business and k.mode = 'test' and k.key = 'k:' || p_key;
      return;
    end if;
  end if;
  return query
    select p_id, open_transaction(p_id, p_business, 'test', 'drill', 'accepted', 0, p_reference, p_at, p_at), false;
end $$;
