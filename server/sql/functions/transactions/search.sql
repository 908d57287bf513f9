-- Returns the ids of a list that belong to the tenant.
create or replace function own_among(p_ids uuid[]) returns setof uuid language sql stable as $$
  select t.id from transaction t
  where t.id = any (p_ids) and t.business_id = tenant_business() and t.mode = tenant_mode() and t.type <> 'drill'
$$;

-- Returns the transactions, of any business, that one of our ids leads to. Each table is read by its own key, one after the other, whatever
-- the planner assumes.
create or replace function ids_behind(p_kind text, p_id uuid) returns uuid[] language plpgsql stable as $$
begin
  return case p_kind
    when 'transaction' then array[p_id]
    when 'credit' then array(select a.transaction_id from allocation a where a.line_id = p_id)
    when 'transfer' then array(select r.transaction_id from transfer_right r
      where r.id = (select f.right_id from transfer f where f.id = p_id))
    when 'payout' then array(select r.transaction_id from payout_right r where r.id = (select o.right_id from payout o where o.id = p_id))
    when 'deposit' then array(select d.transaction_id from deposit d where d.id = p_id)
    when 'event' then array(select e.transaction_id from event_position e where e.event_id = p_id)
    when 'pay_link' then array(select l.transaction_id from pay_link l where l.id = p_id)
  end;
end $$;

-- Returns the transactions, of any business, that a bank knows by this session id, paid in or paid out.
create or replace function ids_of_session(p_session text) returns uuid[] language plpgsql stable as $$
declare
  v_keys uuid[];
  v_found uuid[];
begin
  v_keys := array(select g.id from bank_line_reading g where g.session_id = p_session limit 100);
  v_keys := array(select s.line_id from bank_line_assignment s where s.reading_id = any (v_keys));
  v_found := array(select a.transaction_id from allocation a where a.line_id = any (v_keys));
  v_keys := array(select distinct g.payout_id from payout_reading g where g.session_id = p_session limit 100);
  v_keys := array(select o.right_id from payout o where o.id = any (v_keys));
  return v_found || array(select r.transaction_id from payout_right r where r.id = any (v_keys));
end $$;

-- Returns the transactions, of any business, that a network knows by this hash, in any of its spellings.
create or replace function ids_of_hash(p_hashes text[]) returns uuid[] language plpgsql stable as $$
declare
  v_keys uuid[];
begin
  v_keys := array(select n.transfer_id from transfer_attempt n where n.hash = any (p_hashes));
  v_keys := array(select f.right_id from transfer f where f.id = any (v_keys));
  return array(select r.transaction_id from transfer_right r where r.id = any (v_keys))
    || array(select d.transaction_id from deposit d where d.mode = tenant_mode() and d.tx_hash = any (p_hashes) limit 100);
end $$;

-- Returns the tenant's transactions that match a search, with the kind of the match: one of our ids (its kind and uuid), or else a text as
-- given and in other spellings. A match of another business is not returned.
create or replace function find_own(p_kind text, p_id uuid, p_texts text[]) returns table (found_as text, transaction_id uuid)
language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  if p_id is not null then
    return query select p_kind, i from own_among(ids_behind(p_kind, p_id)) i;
    return;
  end if;
  return query
    select case when starts_with(k.key, 'r:') then 'reference' else 'idempotency_key' end, i
    from request_key k cross join lateral own_among(array[k.transaction_id]) i
    where k.business_id = tenant_business() and k.mode = tenant_mode() and k.key in ('r:' || p_texts[1], 'k:' || p_texts[1]);
  return query select 'session', i from own_among(ids_of_session(p_texts[1])) i;
  return query select 'hash', i from own_among(ids_of_hash(p_texts)) i;
  return query select 'deposit_address', i from own_among(
    array(select a.transaction_id from deposit_address a where a.address = any (p_texts) and a.mode = tenant_mode())) i;
end $$;
