-- Returns the names of everybody whom a refund or a return would pay next, as every bank and every decision has them, that no screening of
-- the transaction contains. Null if all were screened. Nothing is queued before that, with a decision or without.
create or replace function names_to_screen(p_transaction uuid) returns text[]
language sql stable security definer set search_path = afara, pg_temp as $$
  with leg as materialized (
    select g.line_id, g.account_name from refund_legs(p_transaction) g where g.state in ('due', 'unknown', 'used_up'))
  select array_agg(distinct n.name) from (
    select x.name::text from leg join bank_line_assignment s on s.line_id = leg.line_id join bank_line_reading d on d.id = s.reading_id
      left join bank_line_payer y on y.reading_id = s.reading_id
      cross join lateral (values (d.payer_name), (y.payer_name)) as x (name)
    union select leg.account_name from leg) as n (name)
  where btrim(n.name) <> '' and not exists (
    select from screening_result s where s.transaction_id = p_transaction
      and s.subjects @> jsonb_build_array(jsonb_build_object('kind', 'name', 'text', n.name)))
$$;

-- Records the screening of the people to whom naira goes back, before anything is queued. Returns whether it may go back. If a name
-- resembles an entry of a list, opens a case, and everything stays until two operators have decided: a sanctioned person is not paid. A
-- release covers only the hits that the operators saw. Raises AF051 in live mode without a list. p_screening: {list_name, list_version,
-- list_loaded_at, subjects, hits}.
create or replace function clear_return(t transaction, p_screening jsonb, p_at timestamptz) returns boolean language plpgsql as $$
begin
  if t.mode = 'live' and p_screening ->> 'list_version' is null then
    raise exception 'the payer of transaction % was not screened against a sanctions list', t.id using errcode = 'AF051';
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (afara_uuid(), t.mode, t.id, p_screening ->> 'list_name', p_screening ->> 'list_version',
      (p_screening ->> 'list_loaded_at')::timestamptz, p_screening -> 'subjects', p_screening -> 'hits', p_at);
  if not exists (
      select from jsonb_array_elements(p_screening -> 'hits') as h (hit)
      where not exists (
        select from case_file k where k.transaction_id = t.id and k.kind = 'screening_hit' and k.ended = 'approved'
          and k.resolution ->> 'action' = 'release' and k.facts -> 'hits' @> jsonb_build_array(h.hit))) then
    return true;
  end if;
  perform open_case(afara_uuid(), t.mode, 'screening_hit', null, null, t.id, t.business_id,
    'Somebody to whom naira would go back may match a sanctions list.', jsonb_build_object('reasons', '["screening"]'::jsonb,
      'amount_minor', (select h.amount_minor::text from balance h where h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN'
        and h.mode = t.mode), 'hits', p_screening -> 'hits', 'list', p_screening ->> 'list_version'),
    null, p_at, p_at + interval '24 hours');
  return false;
end $$;

-- Screens a refund or a return that nobody screened yet, and then queues it. Returns when it is due next.
create or replace function look_at_return(p_transaction uuid, p_version integer, p_screening jsonb, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type in ('buy', 'return') for update;
  if found and t.status = 'refunding' and p_screening is not null and names_to_screen(t.id) is not null then
    perform clear_return(t, p_screening, p_at);
  end if;
  return look_at_buy(p_transaction, p_version, p_at);
end $$;
