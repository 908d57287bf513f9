-- Takes the amount from the day's limit, or nothing and false when it does not fit. No limit: true.
create or replace function take_daily_use(
  p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric, p_limit numeric
) returns boolean language plpgsql as $$
begin
  if p_limit is null then
    return true;
  end if;
  if p_amount > p_limit then
    return false;
  end if;
  insert into daily_use values (p_business, p_mode, (p_at at time zone 'Africa/Lagos')::date, p_amount)
    on conflict (business_id, mode, day) do update set used_minor = daily_use.used_minor + excluded.used_minor
    where daily_use.used_minor + excluded.used_minor <= p_limit;
  return found;
end $$;

-- As take_daily_use, and takes nothing.
create or replace function has_daily_room(p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric,
  p_limit numeric) returns boolean language sql stable as $$
  select p_limit is null or p_amount + coalesce((select u.used_minor::numeric from daily_use u
    where u.business_id = p_business and u.mode = p_mode and u.day = (p_at at time zone 'Africa/Lagos')::date), 0) <= p_limit
$$;

-- Takes the amount from what the business may have cleared in this time, and returns the limits that it would pass; none when it
-- fits. What people release is not counted: they have seen it.
create or replace function take_velocity(p_transaction uuid, p_amount numeric, p_at timestamptz) returns text[] language plpgsql as $$
declare
  m business_mode;
  b token_destination;
  v_hour numeric;
  v_wallet numeric;
  v_over text[];
begin
  select x.* into strict m from transaction t join business_mode x on x.business_id = t.business_id and x.mode = t.mode
    where t.id = p_transaction;
  select * into strict b from token_destination where transaction_id = p_transaction;
  perform pg_advisory_xact_lock(hashtextextended('velocity' || m.business_id || m.mode, 0));
  select sum(u.amount_minor::numeric) filter (where u.at > p_at - interval '1 hour'),
      sum(u.amount_minor::numeric) filter (where (u.network, u.wallet_address) is not distinct from (b.network, b.wallet_address))
    into v_hour, v_wallet
    from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at > p_at - interval '1 day';
  v_over := array_remove(array[
    case when coalesce(v_hour, 0) + p_amount > m.velocity_hour_minor then 'velocity_hour' end,
    case when b.wallet_address is not null and coalesce(v_wallet, 0) + p_amount > m.velocity_wallet_day_minor
      then 'velocity_wallet_day' end], null);
  if v_over = '{}' then
    delete from velocity_use u where u.business_id = m.business_id and u.mode = m.mode and u.at <= p_at - interval '1 day';
    insert into velocity_use values (m.business_id, m.mode, p_at, p_transaction, b.network, b.wallet_address, p_amount);
  end if;
  return v_over;
end $$;

-- As take_velocity, for what leaves in naira.
create or replace function take_sell_velocity(t transaction, p_amount numeric, p_at timestamptz) returns text[] language plpgsql as $$
declare
  v_limit numeric := (select m.velocity_hour_minor::numeric from business_mode m where m.business_id = t.business_id and m.mode = t.mode);
  v_hour numeric;
begin
  if v_limit is null then
    return '{}';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('velocity' || t.business_id || t.mode, 0));
  select sum(u.amount_minor::numeric) into v_hour from velocity_use u
    where u.business_id = t.business_id and u.mode = t.mode and u.at > p_at - interval '1 hour';
  if coalesce(v_hour, 0) + p_amount > v_limit then
    return '{velocity_hour}';
  end if;
  insert into velocity_use values (t.business_id, t.mode, p_at, t.id, null, null, p_amount);
  return '{}';
end $$;
