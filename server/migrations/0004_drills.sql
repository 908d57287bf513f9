-- Why: a drill goes the whole way of a transaction (request, row, engine, worker, row, reply) and moves nothing.
-- It lets an integrator, an operator and a proof see that every part is alive.

set local role afara_owner;
set local search_path = afara;

create function accept_drill(id uuid, business_id uuid, reference text, at timestamptz) returns text
language sql security definer set search_path = afara, pg_temp as $$
  select open_transaction(id, business_id, 'test', 'drill', 'accepted', 0, reference, at, at)
$$;

grant execute on function accept_drill to afara_api, afara_worker;
