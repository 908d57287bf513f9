-- How many deliveries, payouts and notifications were in time. Prometheus computes from these counters how fast an error budget is used up.
-- They are rows, because a counter in a process would begin at zero with each start, and several workers would count apart.

create table service_level (
  mode mode not null,
  service text not null check (service in ('delivery', 'payout', 'webhook')),
  ended bigint not null default 0 check (ended >= 0),
  in_time bigint not null default 0 check (in_time between 0 and ended),
  primary key (mode, service)
) with (fillfactor = 50);
insert into service_level (mode, service)
  select m.mode, s.service from unnest(enum_range(null::mode)) as m (mode)
  cross join unnest('{delivery,payout,webhook}'::text[]) as s (service);

-- Up to where events and deliveries of webhooks were counted. Its row is the lock, so one worker counts at a time.
create table service_level_cursor (
  one boolean primary key default true check (one),
  position bigint not null,
  -- Null before the first count.
  webhooks_at timestamptz
) with (fillfactor = 50);
insert into service_level_cursor (position) select coalesce(max(position), 0) from event_position;
