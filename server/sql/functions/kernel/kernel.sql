-- Every function reads the time, makes ids and draws lots through these three, so that a simulator can set them. PostgreSQL inlines them:
-- a call costs what the function behind it costs.
create or replace function afara_now() returns timestamptz language sql volatile
  return clock_timestamp();

-- Ids sort by the time at which they were made.
create or replace function afara_uuid() returns uuid language sql volatile
  return uuidv7();

-- Chance, to spread work among equals.
create or replace function afara_random() returns double precision language sql volatile
  return random();

-- The tenant of the request in hand, set by the api in its transaction. Without one, nothing is visible.
create or replace function tenant_business() returns uuid language sql stable
  return nullif(current_setting('afara.business_id', true), '')::uuid;

-- The mode of the key of the request.
create or replace function tenant_mode() returns mode language sql stable
  return nullif(current_setting('afara.mode', true), '')::afara.mode;

-- For tables that are history: refuses even the owner.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is not allowed', tg_table_name, tg_op using errcode = 'AF002';
end $$;
-- A holder renews its lease in seconds; no lease is longer than two minutes.
create or replace function lease_until(p_lease_ms integer) returns timestamptz language sql volatile as $$
  select afara_now() + make_interval(secs => least(greatest(p_lease_ms, 0), 120000) / 1000.0)
$$;
