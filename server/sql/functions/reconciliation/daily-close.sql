-- Returns every account on a day: its opening balance, what came in, what went out, its closing balance, and the balance that the bank or
-- the chain shows.
create or replace function lines_of_day(p_mode mode, p_day date)
returns table (kind account_kind, owner text, asset asset, opening_minor numeric, in_minor numeric, out_minor numeric,
  closing_minor numeric,
  world_minor numeric, difference_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select b.kind, b.owner, b.asset, c.closing - c.ins + c.outs, c.ins, c.outs, c.closing, c.closing + w.difference, w.difference
  from account_book b
  cross join lateral (
    select b.in_minor - b.out_minor - coalesce(sum(d.in_minor - d.out_minor) filter (where d.day > p_day), 0) as closing,
      coalesce(sum(d.in_minor) filter (where d.day = p_day), 0) as ins, coalesce(sum(d.out_minor) filter (where d.day = p_day), 0) as outs
    from account_day d where d.mode = p_mode and d.day >= p_day and d.kind = b.kind and d.owner = b.owner and d.asset = b.asset) c
  left join lateral (
    select sum(s.difference_minor) as difference from reconciliation_scope s
    where s.mode = p_mode and (s.scope_kind::text, s.scope) in (
      (case b.kind when 'float' then 'lane' when 'deposit' then 'deposits' when 'gas' then 'gas' when 'payout_bank' then 'payout_lines'
        when 'bank' then 'collection' end, b.owner),
      (case b.kind when 'payout_bank' then 'payout_balance' end, b.owner))) w on true
  where b.mode = p_mode and (c.closing <> 0 or c.ins <> 0 or c.outs <> 0)
  order by b.kind, b.owner, b.asset
$$;

-- Returns the differences that prevent a daily close.
create or replace function differs_now(p_mode mode) returns table (scope_kind text, scope text, difference_minor numeric, since timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select s.scope_kind::text, s.scope, s.difference_minor, s.since from reconciliation_scope s
  -- A late settlement of a vendor does not stop the close of a day, because the debt is in the books.
  where s.mode = p_mode and s.state <> 'agrees' and s.scope_kind <> 'vendor_debt'
    and not (s.scope_kind = 'gas' and s.difference_minor > 0) order by s.scope_kind, s.scope
$$;

-- Closes the days of a mode that are over and not closed yet, up to 31 of them. Closes none while something differs. Returns how many were
-- closed.
create or replace function close_days(p_mode mode, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_day date;
  v_count integer := 0;
begin
  if exists (select from differs_now(p_mode)) then
    return 0;
  end if;
  for v_day in
    select d::date from generate_series(
      coalesce((select max(c.day) + 1 from daily_close c where c.mode = p_mode),
        (select min(a.day) from account_day a where a.mode = p_mode)),
      -- A day is closed five minutes after midnight at the earliest, when all of its entries are committed.
      lagos_day(p_at - interval '5 minutes') - 1, interval '1 day') as d limit 31
  loop
    insert into daily_close (mode, day, made_at) values (p_mode, v_day, p_at) on conflict do nothing;
    if found then
      insert into daily_close_line
        select p_mode, v_day, l.kind, l.owner, l.asset, l.opening_minor, l.in_minor, l.out_minor, l.closing_minor, l.world_minor,
          l.difference_minor
        from lines_of_day(p_mode, v_day) l;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;
