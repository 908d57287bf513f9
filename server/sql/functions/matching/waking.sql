-- Makes credits due if claims that were written after the database transaction p_since may belong to them. A claim with only the same
-- amount makes a credit due in three cases: the payer of the claim is unknown, the bank shows too little of the payer to compare, or the
-- credit has no open case of kind third_party, weak_evidence or duplicate. Otherwise every claim of a common amount would cause all credits
-- that wait for operators to be read again. An expected payment is never a credit that was booked before it was asked for, except on an
-- account of one business: otherwise every new link of a shop with one price would do the same.
create or replace function wake_waiting_credits(p_account uuid, p_since bigint, p_at timestamptz) returns void
language plpgsql set enable_nestloop = off as $$
declare
  v_lines uuid[];
  v_alike uuid[];
  v_is_dedicated boolean := exists (select from vendor_account a where a.id = p_account and a.business_id is not null);
begin
  perform from claim c where c.vendor_account_id = p_account and c.xid >= p_since limit 1;
  if not found then
    return;
  end if;
  with fresh as materialized (
    select c.amount_minor::numeric as amount_minor, c.payer_account_number::text as number,
      right(c.payer_account_number, 3) as ending,
      not v_is_dedicated and c.payer_account_number is null and exists (
        select from expected_payment e where e.transaction_id = c.transaction_id) as is_expected,
      c.accepted_at - interval '10 minutes' as since
    from claim c where c.vendor_account_id = p_account and c.xid >= p_since
  ), asked as materialized (
    select c.amount_minor, min(c.since) as since from fresh c where c.is_expected group by c.amount_minor
  ), waiting as materialized (
    select f.line_id, f.left_minor::numeric as left_minor, f.payer_account_number::text as number,
      case when f.payer_account_number is null then right(f.payer_account_mask, 3) end as ending, a.amount_minor is not null as is_asked
    from credit_fund f
    left join asked a on a.amount_minor = f.left_minor::numeric and a.since <= f.booked_at
    where f.vendor_account_id = p_account and f.blocked_by is null and f.look_at > p_at
  ), met as (
    select w.line_id, w.number in (select c.number from fresh c) is true or w.ending in (select c.ending from fresh c) is true
        or w.is_asked or w.left_minor in (select c.amount_minor from fresh c where not c.is_expected)
          and (w.number is null and coalesce(w.ending like '%*%', v_is_dedicated)
            or w.left_minor in (select c.amount_minor from fresh c where c.number is null and not c.is_expected)) as may_be_its_own,
      w.left_minor in (select c.amount_minor from fresh c where not c.is_expected) as is_alike
    from waiting w
  )
  select array_agg(m.line_id) filter (where m.may_be_its_own), array_agg(m.line_id) filter (where not m.may_be_its_own and m.is_alike)
    into v_lines, v_alike from met m;
  -- The cases are counted per line, because a join would read all cases.
  v_lines := v_lines || array(select a.id from unnest(v_alike) as a (id) where 0 = (
    select count(*) from case_file k
    where k.line_id = a.id and k.state <> 'resolved' and k.kind in ('third_party', 'weak_evidence', 'duplicate')));
  update credit_fund f set look_at = 'epoch' where f.line_id = any (v_lines);
end $$;

-- Notes that a claim which was written after the database transaction p_since names the payer of a credit that was booked more than eight
-- minutes before it, and that no buy got: the payer paid first and claimed later. The credit may have gone back meanwhile. For the next 30
-- days payments for pay links wait longer on this account. Once a day is enough.
create or replace function note_late_claim(p_account uuid, p_since bigint, p_at timestamptz) returns void language plpgsql as $$
begin
  if exists (
      select from matching_cursor m where m.vendor_account_id = p_account and m.claimed_late_at > p_at - interval '1 day') then
    return;
  end if;
  if exists (
      select from claim c
      join bank_line_key k on k.vendor_account_id = p_account and k.amount_minor = c.amount_minor::numeric
        and k.key = c.payer_account_number::text and k.booked_day between lagos_day(c.accepted_at) - 3 and lagos_day(c.accepted_at)
      join bank_line l on l.id = k.line_id and l.direction = 'credit' and l.booked_at < c.accepted_at - interval '8 minutes'
      where c.vendor_account_id = p_account and c.xid >= p_since
        and not exists (select from allocation a where a.line_id = l.id)) then
    update matching_cursor m set claimed_late_at = p_at where m.vendor_account_id = p_account;
  end if;
end $$;

-- Makes a fund due for matching when a column that matching reads has changed.
create or replace function reset_fund_look() returns trigger language plpgsql as $$
begin
  new.look_at := 'epoch';
  return new;
end $$;

-- Returns when the next credit of an account is due for matching, at the earliest p_at. Null if none waits.
create or replace function next_look(p_account uuid, p_at timestamptz) returns timestamptz
language sql stable security definer set search_path = afara, pg_temp as $$
  select greatest(l.at, p_at) from (
    select min(f.look_at) as at from credit_fund f where f.vendor_account_id = p_account and f.blocked_by is null) l
  where l.at is not null
$$;
