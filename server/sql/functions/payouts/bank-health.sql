-- Returns whether a vendor does not reach a bank now, or whether operators took the bank out of service. A note counts for five minutes;
-- then the next payment tries again.
create or replace function bank_is_down(p_mode mode, p_vendor text, p_bank_code text) returns boolean language sql stable
security definer set search_path = afara, pg_temp as $$
  select exists (select from bank_trouble b where b.mode = p_mode and b.vendor = p_vendor and b.bank_code = p_bank_code
    and b.noted_at > afara_now() - interval '5 minutes') or bank_stopped_because(p_mode, p_bank_code) is not null
$$;

-- Returns statistics of our own attempts since a time, by bank and vendor: the number, the outcomes, and the seconds that the bank took.
create or replace function bank_health(p_mode mode, p_since timestamptz)
returns table (vendor text, bank_code text, attempts integer, succeeded integer, failed integer, open_unknown integer, p50_seconds numeric,
  p95_seconds numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.vendor, r.bank_code, count(*)::integer, count(*) filter (where x.final_entry_id is not null)::integer,
    count(*) filter (where x.state = 'failed')::integer, count(*) filter (where x.state in ('sending', 'unknown'))::integer,
    round((percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
      filter (where x.final_entry_id is not null))::numeric, 1),
    round((percentile_cont(0.95) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
      filter (where x.final_entry_id is not null))::numeric, 1)
  from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
  where x.mode = p_mode and x.ordered_at >= p_since and x.first_sent_at is not null
  group by a.vendor, r.bank_code order by a.vendor, r.bank_code
$$;

-- Records the banks that a vendor does not reach: of at least five attempts in the last 15 minutes that have ended or are a minute old, at
-- most one in five succeeded.
create or replace function note_bank_trouble(p_account uuid, p_fence bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  a payout_account := require_payouts(p_account, p_fence);
begin
  insert into bank_trouble as b
    select a.mode, a.vendor, s.bank_code, p_at, afara_now(), s.attempts, s.succeeded from (
      select r.bank_code, count(*)::integer as attempts, count(*) filter (where x.final_entry_id is not null)::integer as succeeded
      from payout x join payout_right r on r.id = x.right_id join payout_account o on o.id = x.account_id
      where x.ordered_at >= p_at - interval '15 minutes' and x.mode = a.mode and o.vendor = a.vendor
        and (x.final_entry_id is not null or x.state = 'failed' or x.first_sent_at <= p_at - interval '1 minute')
      group by r.bank_code) s
    where s.attempts >= 5 and s.succeeded * 5 <= s.attempts
    on conflict (mode, vendor, bank_code) do update
      set noted_at = excluded.noted_at, attempts = excluded.attempts, succeeded = excluded.succeeded,
        since = case when b.noted_at > afara_now() - interval '10 minutes' then b.since else excluded.since end;
end $$;

-- Returns statistics of our own attempts since a time, by bank over all vendors. Counts the attempts that have ended or should have ended
-- by now. is_unreached means that no active account's vendor reaches the bank; is_impaired means that at least one does not.
create or replace function bank_standings(p_mode mode, p_since timestamptz, p_at timestamptz)
returns table (bank_code text, succeeded integer, failed integer, overdue integer, median_seconds numeric, is_unreached boolean,
  is_impaired boolean)
language sql stable security definer set search_path = afara, pg_temp as $$
  with tried as (
    select r.bank_code, count(*) filter (where x.state = 'succeeded')::integer as succeeded,
      count(*) filter (where x.state in ('failed', 'reversed'))::integer as failed,
      count(*) filter (where x.state in ('sending', 'accepted', 'unknown')
        and x.first_sent_at <= p_at - interval '5 minutes')::integer as overdue,
      round((percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.first_sent_at))
        filter (where x.state = 'succeeded'))::numeric, 1) as median_seconds
    from payout x join payout_right r on r.id = x.right_id
    where x.mode = p_mode and x.ordered_at >= p_since and x.first_sent_at is not null
    group by r.bank_code
  ), troubled as (
    select b.bank_code, bool_and(bank_is_down(a.mode, a.vendor, b.bank_code)) as at_all,
      bool_or(bank_is_down(a.mode, a.vendor, b.bank_code)) as at_some
    from (
      select t.bank_code from bank_trouble t where t.mode = p_mode and t.noted_at > afara_now() - interval '5 minutes'
      union
      select split_part(f.subject, ':', 2) from freeze_order f
        where f.lifted_at is null and f.scope = 'bank' and f.subject like p_mode || ':%') b
    join payout_account a on a.mode = p_mode and a.state = 'active' group by b.bank_code
  )
  select coalesce(t.bank_code, d.bank_code), coalesce(t.succeeded, 0), coalesce(t.failed, 0), coalesce(t.overdue, 0), t.median_seconds,
    coalesce(d.at_all, false), coalesce(d.at_some, false)
  from tried t full join troubled d on d.bank_code = t.bank_code
$$;

-- Records a name enquiry. If the business has reached its limit of the last minute or the last day, records nothing and returns the seconds
-- to wait; null means that it may ask. A lock per business lets one call count at a time.
create or replace function take_name_enquiry(
  p_id uuid, p_business uuid, p_mode mode, p_key uuid, p_bank_code text, p_account_number text, p_has_name boolean,
  p_most_minute integer, p_most_day integer, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('name_enquiry' || p_business || p_mode, 0));
  -- The time at which the oldest counted enquiry leaves its window.
  select max(free_at) into v_free_at from (
    (select e.at + interval '1 minute' as free_at from name_enquiry e
      where e.business_id = p_business and e.mode = p_mode and e.at > p_at - interval '1 minute'
        order by e.at desc offset p_most_minute - 1 limit 1)
    union all
    (select e.at + interval '1 day' from name_enquiry e
      where e.business_id = p_business and e.mode = p_mode and e.at > p_at - interval '1 day'
        order by e.at desc offset p_most_day - 1 limit 1)) f;
  if v_free_at is not null then
    return greatest(1, ceil(extract(epoch from v_free_at - p_at)));
  end if;
  insert into name_enquiry values (p_id, p_business, p_mode, p_key, p_bank_code, p_account_number, p_has_name, p_at);
  return null;
end $$;
