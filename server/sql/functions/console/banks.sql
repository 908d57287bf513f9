-- What the console shows of banks: the days before the last hour, which rails.sql has. Ids contain the time, so the last days of a table
-- are the end of its key.

-- Returns how our payouts through each vendor to each bank ended on each of the last p_days days (in Lagos), and of each of our accounts
-- what arrived. A day on which nothing ended is left out.
create or replace function console_bank_days(p_mode mode, p_days integer, p_at timestamptz)
returns table (kind text, subject text, bank_code text, day date, ended integer, succeeded integer, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with since as materialized (
    select (lagos_day(p_at) - p_days + 1)::timestamp at time zone 'Africa/Lagos' as at, uuidv7(make_interval(days => -p_days)) as id
  )
  select 'payout', a.vendor, r.bank_code, lagos_day(x.ended_at), count(*)::integer,
    count(*) filter (where x.final_entry_id is not null)::integer,
    coalesce(sum(r.amount_minor::numeric) filter (where x.final_entry_id is not null), 0)
  from since cross join payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
  where x.mode = p_mode and x.id > since.id and x.ended_at >= since.at group by 2, 3, 4
  union all
  select 'in', v.id::text, null, lagos_day(l.booked_at), count(*)::integer, count(*)::integer, sum(l.gross_minor::numeric)
  from since cross join bank_line l join vendor_account v on v.id = l.vendor_account_id
  where v.mode = p_mode and l.direction = 'credit' and l.id > since.id and l.booked_at >= since.at group by 2, 4
  order by 1, 2, 3, 4
$$;

-- Returns the newest payouts of the last p_days days that failed or came back, with what the vendor said last.
create or replace function console_failed_payouts(p_mode mode, p_days integer, p_most integer)
returns table (transaction_id uuid, vendor text, bank_code text, minor numeric, state text, said text, at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  with since as materialized (select uuidv7(make_interval(days => -p_days)) as id)
  select r.transaction_id, a.vendor, r.bank_code, r.amount_minor::numeric, x.state, x.last_said,
    coalesce(x.ended_at, x.answered_at, x.ordered_at)
  from since cross join payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
  where x.mode = p_mode and x.id > since.id and x.state in ('failed', 'reversed')
  order by x.id desc limit p_most
$$;
