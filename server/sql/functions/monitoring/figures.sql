-- Metrics about work that waits. Each query reads only what is open, because Prometheus asks every few seconds.

-- Returns overdue steps, open transactions, and money that has left without a known end.
create or replace function work_figures(p_at timestamptz) returns table (name text, labels jsonb, value double precision)
language sql stable security definer set search_path = afara, pg_temp as $$
  with late as (
    -- A step is normally taken within a second after it is due.
    select type, count(*) as count, extract(epoch from p_at - min(due_at)) as age, max(failure_count) as failures
    from wake where due_at < p_at - interval '10 seconds' group by type
  ), waiting as (
    select m.mode, w.type, w.status, w.count, extract(epoch from p_at - w.oldest_at) as age
    from unnest(enum_range(null::mode)) as m (mode) cross join lateral console_waiting(m.mode) w
  ), payouts as (
    select mode, count(*) filter (where state = 'unknown') as unknown, extract(epoch from p_at - min(first_sent_at)) as age
    from payout where money_back_at is null and final_entry_id is null and first_sent_at is not null group by mode
  ), transfers as (
    select mode, network, count(*) as count, extract(epoch from p_at - min(coalesce(signed_at, opened_at))) as age
    from transfer where state in ('reserved', 'signed', 'conflict') group by mode, network
  ), deliveries as (
    select mode, network, extract(epoch from p_at - min(cleared_at)) as age from delivery group by mode, network
  ), orders as (
    select mode, extract(epoch from p_at - min(cleared_at)) as age from payout_order group by mode
  ), rates as (
    select distinct on (pair) pair, decided_at, expires_at from rate_decision where held_because is null order by pair, decided_at desc
  )
  select 'steps_late', jsonb_build_object('type', type), count::double precision from late
  union all
  select 'step_late_seconds', jsonb_build_object('type', type), age from late
  union all
  select 'step_failures', jsonb_build_object('type', type), failures from late
  union all
  select 'transactions_open', jsonb_build_object('mode', mode, 'type', type, 'status', status), count from waiting
  union all
  select 'transaction_age_seconds', jsonb_build_object('mode', mode, 'type', type, 'status', status), age from waiting
  union all
  select 'payouts_unknown', jsonb_build_object('mode', mode), unknown from payouts
  union all
  select 'payout_unconfirmed_seconds', jsonb_build_object('mode', mode), age from payouts
  union all
  select 'transfers_unconfirmed', jsonb_build_object('mode', mode, 'network', network), count from transfers
  union all
  select 'transfer_unconfirmed_seconds', jsonb_build_object('mode', mode, 'network', network), age from transfers
  union all
  select 'delivery_waiting_seconds', jsonb_build_object('mode', mode, 'network', network), age from deliveries
  union all
  select 'payout_waiting_seconds', jsonb_build_object('mode', mode), age from orders
  union all
  select 'rate_age_seconds', jsonb_build_object('pair', pair), greatest(0, extract(epoch from p_at - decided_at)) from rates
  union all
  select 'rate_expired_seconds', jsonb_build_object('pair', pair), greatest(0, extract(epoch from p_at - expires_at)) from rates
  union all
  select f.name, jsonb_build_object('mode', mode), f.value::double precision from (
    select mode, count(*) as count, extract(epoch from p_at - min(failing_since)) as age from webhook_endpoint
    where failing_since is not null and state = 'active' group by mode) e
  cross join lateral (values ('webhook_endpoints_failing', e.count), ('webhook_failing_seconds', e.age)) as f (name, value)
  union all
  -- 0 once the newest entry is sealed.
  select 'seal_lag_seconds', '{}', coalesce((
    select greatest(0, extract(epoch from e.posted_at - s.sealed_at)) from
      (select posted_at from entry order by id desc limit 1) e,
      (select sealed_at from seal order by number desc limit 1) s), 0)
  union all
  -- Without a standby that every commit waits for, the loss of the database's machine loses commits.
  select 'database_single_node', '{}', (current_setting('synchronous_standby_names') = '')::integer
  union all
  select 'database_standbys', '{}', (select count(*) from pg_stat_replication)
$$;
