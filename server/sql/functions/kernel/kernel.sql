-- Returns the current time. Every function reads the time, makes ids and draws random numbers through afara_now, afara_uuid and
-- afara_random, so that a simulator can set them. PostgreSQL inlines them, so they cost no extra call.
create or replace function afara_now() returns timestamptz language sql volatile
  return clock_timestamp();

-- Returns a new id. Ids sort by the time at which they were made.
create or replace function afara_uuid() returns uuid language sql volatile
  return uuidv7();

-- Returns a random number between 0 and 1. Used to spread work among equals.
create or replace function afara_random() returns double precision language sql volatile
  return random();

-- Returns the business of the current request, which the API sets in its transaction. If it is not set, row level security hides every row.
create or replace function tenant_business() returns uuid language sql stable
  return nullif(current_setting('afara.business_id', true), '')::uuid;

-- Returns the mode of the request's API key.
create or replace function tenant_mode() returns mode language sql stable
  return nullif(current_setting('afara.mode', true), '')::afara.mode;

-- Refuses every change of an append-only table, even by the owner.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is not allowed', tg_table_name, tg_op using errcode = 'AF002';
end $$;
-- Returns when a lease that starts now expires. A holder renews its lease every few seconds; no lease is longer than two minutes.
create or replace function lease_until(p_lease_ms integer) returns timestamptz language sql volatile as $$
  select afara_now() + make_interval(secs => least(greatest(p_lease_ms, 0), 120000) / 1000.0)
$$;
