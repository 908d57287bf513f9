-- Counts the amount towards the day's limit. If the amount exceeds the limit, counts nothing and returns false. Amounts without a limit are
-- counted too, so that a limit that is set later covers the whole day. Each connection counts these in its own row, so that requests of one
-- business do not wait for each other. Amounts with a limit are counted in row 0, whose lock lets one request decide at a time.
create or replace function take_daily_use(
  p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric, p_limit numeric
) returns boolean language plpgsql as $$
declare
  v_day date := (p_at at time zone 'Africa/Lagos')::date;
begin
  if p_limit is null then
    insert into daily_use values (p_business, p_mode, v_day, p_amount, pg_backend_pid())
      on conflict (business_id, mode, day, counter) do update set used_minor = daily_use.used_minor + excluded.used_minor;
    return true;
  end if;
  insert into daily_use values (p_business, p_mode, v_day, 0, 0) on conflict do nothing;
  perform from daily_use u where u.business_id = p_business and u.mode = p_mode and u.day = v_day and u.counter = 0 for update;
  if not has_daily_room(p_business, p_mode, p_at, p_amount, p_limit) then
    return false;
  end if;
  update daily_use u set used_minor = u.used_minor + p_amount
    where u.business_id = p_business and u.mode = p_mode and u.day = v_day and u.counter = 0;
  return true;
end $$;

-- Returns whether the amount is within the day's limit. Counts nothing.
create or replace function has_daily_room(p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric,
  p_limit numeric) returns boolean language sql stable as $$
  select p_limit is null or p_amount + coalesce((select sum(u.used_minor::numeric) from daily_use u
    where u.business_id = p_business and u.mode = p_mode and u.day = (p_at at time zone 'Africa/Lagos')::date), 0) <= p_limit
$$;

-- Counts a buy that was accepted beyond the daily limit, if the limit as it is now has room on the day of acceptance. Returns whether the
-- buy was counted.
create or replace function take_daily_use_of_buy(p_transaction uuid) returns boolean language plpgsql as $$
begin
  if not (
    select take_daily_use(t.business_id, t.mode, t.created_at, t.amount_minor::numeric, m.daily_limit_minor) from transaction t
    join business_mode m on m.business_id = t.business_id and m.mode = t.mode where t.id = p_transaction) then
    return false;
  end if;
  update buy set needs = array_remove(needs, 'daily_limit') where transaction_id = p_transaction;
  return true;
end $$;

-- Returns what take_daily_use_of_buy would return, and counts nothing.
create or replace function buy_has_daily_room(p_transaction uuid) returns boolean language sql stable as $$
  select has_daily_room(t.business_id, t.mode, t.created_at, t.amount_minor::numeric, m.daily_limit_minor) from transaction t
  join business_mode m on m.business_id = t.business_id and m.mode = t.mode where t.id = p_transaction
$$;

-- Returns whether a buy was matched within the exposure limit and the business now exceeds that limit.
create or replace function is_over_exposure(p_transaction uuid, p_business uuid, p_mode mode, p_cap numeric, p_at timestamptz)
returns boolean language sql stable as $$
  select p_cap < (
      select sum(e.amount_minor::numeric) from exposure_day e
      where e.business_id = p_business and e.mode = p_mode and e.aged_from > p_at)
    and exists (select from allocation a where a.transaction_id = p_transaction and a.ground = 'within_cap')
$$;

-- Returns the velocity limits that the amount would exceed.
create or replace function velocity_over(p_transaction uuid, p_amount numeric, p_at timestamptz) returns text[] language sql stable as $$
  select array_remove(array[
    case when coalesce(s.hour, 0) + p_amount > m.velocity_hour_minor then 'velocity_hour' end,
    case when b.wallet_address is not null and coalesce(s.wallet, 0) + p_amount > m.velocity_wallet_day_minor
      then 'velocity_wallet_day' end], null)
  from transaction t join business_mode m on m.business_id = t.business_id and m.mode = t.mode
  -- A sell has no destination wallet.
  left join token_destination b on b.transaction_id = t.id
  cross join lateral (
    select sum(u.amount_minor::numeric) filter (where u.at > p_at - interval '1 hour') as hour,
      sum(u.amount_minor::numeric) filter (where (u.network, u.wallet_address) is not distinct from (b.network, b.wallet_address)) as wallet
    from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at > p_at - interval '1 day') s
  where t.id = p_transaction
$$;

-- Counts the amount towards the velocity limits of the business, and returns the limits that it would exceed. If there are any, nothing is
-- counted. Amounts that operators release are not counted, because operators have reviewed them.
create or replace function take_velocity(p_transaction uuid, p_amount numeric, p_at timestamptz) returns text[] language plpgsql as $$
declare
  m business_mode;
  b token_destination;
  v_over text[];
begin
  select x.* into strict m from transaction t join business_mode x on x.business_id = t.business_id and x.mode = t.mode
    where t.id = p_transaction;
  select * into b from token_destination where transaction_id = p_transaction;
  perform pg_advisory_xact_lock(hashtextextended('velocity' || m.business_id || m.mode, 0));
  v_over := velocity_over(p_transaction, p_amount, p_at);
  if v_over = '{}' then
    delete from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at <= p_at - interval '1 day';
    insert into velocity_use values (m.business_id, m.mode, p_at, p_transaction, b.network, b.wallet_address, p_amount);
  end if;
  return v_over;
end $$;

-- Does what take_velocity does, for a sell. Without an hourly limit it counts nothing and takes no lock.
create or replace function take_sell_velocity(t transaction, p_amount numeric, p_at timestamptz) returns text[] language sql as $$
  select case when m.velocity_hour_minor is null then '{}' else take_velocity(t.id, p_amount, p_at) end
  from business_mode m where m.business_id = t.business_id and m.mode = t.mode
$$;

-- Returns whether only limits hold a transaction, and the current limits have room for it.
create or replace function held_fits_limits(t transaction, p_at timestamptz) returns boolean language sql stable as $$
  select not is_held_by_sanctions(t.id)
    and not exists (
      select from case_file k where k.transaction_id = t.id and k.state <> 'resolved' and k.kind not in ('over_limit', 'overdue'))
    and coalesce(bool_and(
      (select array_agg(r.name) from jsonb_array_elements_text(c.facts -> 'reasons') as r (name))
        <@ '{daily_limit,exposure,velocity_hour,velocity_wallet_day}'
      and (b.needs @> '{daily_limit}' is not true or buy_has_daily_room(t.id))
      and is_over_exposure(t.id, t.business_id, t.mode, m.exposure_cap_minor::numeric, p_at) is not true
      and velocity_over(t.id, (c.facts ->> 'amount_minor')::numeric, p_at) = '{}'), false)
  from case_file c left join buy b on b.transaction_id = c.transaction_id
  join business_mode m on m.business_id = t.business_id and m.mode = t.mode
  where c.transaction_id = t.id and c.kind = 'over_limit' and c.state <> 'resolved'
$$;

-- Resumes a transaction on hold if only limits hold it and they have room now. The transaction is checked again from the start; those
-- checks count it towards the limits. Returns false if it stays on hold.
create or replace function resume_within_limits(t transaction, p_at timestamptz) returns boolean language plpgsql as $$
begin
  if t.status <> 'on_hold' or not held_fits_limits(t, p_at) then
    return false;
  end if;
  perform close_case(c.id, '{"action": "dismiss", "reason": "the limits allow it now"}', p_at) from case_file c
    where c.transaction_id = t.id and c.state <> 'resolved' and c.kind in ('over_limit', 'overdue');
  perform from move_transaction(t.id, t.version, 'limit_changed', '{}', p_at, null);
  return true;
end $$;

-- Runs when the terms of a business change: makes its transactions that are on hold because of limits due at once.
create or replace function wake_held_by_limits() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update wake w set due_at = least(w.due_at, afara_now()) from case_file c
    where c.business_id = new.business_id and c.mode = new.mode and c.kind = 'over_limit' and c.state <> 'resolved'
      and w.subject_id = c.transaction_id;
  return null;
end $$;
