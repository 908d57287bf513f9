-- Applies the verdict of matching, or of operators in a case, in one commit. p_verdict: decided_by (a case or null), aged_from, allocations
-- [{id, line_id, transaction_id, amount_minor, event, evidence, ground}], and cases, closes and looked as for apply_undecided. Returns the
-- number of allocations and of new cases. Raises AF040 as allocate_credits does.
create or replace function apply_matches(p_account uuid, p_verdict json, p_at timestamptz)
returns table (allocated integer, opened integer)
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v record;
begin
  select * into v from json_to_record(p_verdict) as v (
    decided_by uuid, aged_from timestamptz, allocations json, cases json, closes json, looked json);
  select case when count(*) = 0 then 0 else
      allocate_credits(p_account, v.decided_by, v.aged_from, p_at, array_agg(a.id), array_agg(a.line_id),
        array_agg(a.transaction_id), array_agg(a.amount_minor), array_agg(a.event), array_agg(a.evidence), array_agg(a.ground)) end
    into allocated
    from json_to_recordset(v.allocations) as a (
      id uuid, line_id uuid, transaction_id uuid, amount_minor numeric, event text, evidence allocation_evidence,
      ground allocation_ground);
  opened := apply_undecided(p_account, p_at, v.cases, v.closes, v.looked);
  return next;
end $$;

-- Gives amounts of an account's credits to buys, as matching decided or as operators decided in the case p_case, which may block the
-- credit. A buy is paid in full within the tolerance of its business. Locks the account.
-- Raises AF040 if a credit or a buy has changed since it was read, or if an exposure limit is exceeded; then
-- everything is rolled back and the caller reads again. The arrays run in parallel. An id may be null. A transaction may appear only once.
-- After p_aged_from no bank can recall a credit of today.
create or replace function allocate_credits(
  p_account uuid, p_case uuid, p_aged_from timestamptz, p_at timestamptz, p_ids uuid[], p_lines uuid[], p_transactions uuid[],
  p_amounts numeric[], p_events text[], p_evidences allocation_evidence[], p_grounds allocation_ground[]
) returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_mode mode;
  v_told integer := cardinality(p_lines);
  v_ids uuid[];
  v_transactions uuid[];
  v_amounts positive_minor[];
  v_events text[];
  v_data jsonb[];
  v_trusting uuid[];
  v_trusted numeric[];
  v_found integer;
  v_short integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select a.mode into strict v_mode from vendor_account a where a.id = p_account;
  -- No more is taken from a credit than its fund has, and no more is given to a buy than it lacks. All rows are read together by their
  -- keys. A later check ensures that they belong to the account.
  with taken as materialized (
    select u.line_id, sum(u.amount) as amount from unnest(p_lines, p_amounts) as u (line_id, amount) group by u.line_id
  ), fund as (
    merge into credit_fund f using taken t on f.line_id = t.line_id and f.line_id = any (p_lines)
    when matched and coalesce(f.blocked_by, p_case) is not distinct from p_case and f.left_minor - t.amount = 0 then
      delete
    when matched and coalesce(f.blocked_by, p_case) is not distinct from p_case and f.left_minor - t.amount > 0 then
      update set left_minor = f.left_minor - t.amount
    returning f.vendor_account_id
  ), claimed as (
    merge into claim c
    using unnest(p_ids, p_lines, p_transactions, p_amounts, p_events, p_evidences, p_grounds)
      as a (id, line_id, transaction_id, amount_minor, event, evidence, ground)
    on c.transaction_id = a.transaction_id and c.transaction_id = any (p_transactions)
    when matched and a.event = 'paid_in_part' and c.left_minor - a.amount_minor > 0 then
      update set left_minor = c.left_minor - a.amount_minor, first_part_from = coalesce(c.first_part_from, (
        select coalesce(f.payer_account_number::text, f.payer_account_mask) from credit_fund f where f.line_id = a.line_id))
    when matched and a.event in ('paid_in_full', 'topped_up') and (c.left_minor - a.amount_minor = 0
        or abs(c.left_minor - a.amount_minor) <= payment_tolerance(c.business_id, c.mode, c.amount_minor)) then
      delete
    -- An operator decides about a late credit, whatever part of the amount it is.
    when matched and a.event = 'late_credit' and (c.left_minor - a.amount_minor >= 0
        or a.amount_minor - c.left_minor <= payment_tolerance(c.business_id, c.mode, c.amount_minor)) then
      delete
    returning coalesce(a.id, afara_uuid()) as id, a.line_id, a.transaction_id, a.amount_minor, a.event, a.evidence, a.ground,
      c.vendor_account_id, c.business_id, c.payer_account_number, c.payer_bank_code,
      case when a.event in ('paid_in_full', 'topped_up') and a.amount_minor <> c.left_minor
        then c.amount_minor - c.left_minor + a.amount_minor end as paid_minor
  ), written as (
    insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
    select g.id, v_mode, g.line_id, g.transaction_id, g.business_id, g.amount_minor, g.evidence, g.ground,
      coalesce(p_case::text, 'matching'), p_at
    from claimed g
  ), known as (
    -- Records the account number of the claim: it is the number that the bank shows, or it matches the bank's mask.
    insert into known_payer (mode, account_number, bank_code, business_id, first_line_id, trusted_from)
    select v_mode, g.payer_account_number, g.payer_bank_code, g.business_id, g.line_id, p_aged_from
    from claimed g
    where g.evidence in ('number', 'mask') and g.payer_account_number is not null and g.payer_bank_code is not null
    order by g.payer_account_number collate "C", g.payer_bank_code collate "C", g.business_id
    on conflict do nothing
  )
  select array_agg(g.id), array_agg(g.transaction_id), array_agg(g.amount_minor), array_agg(g.event),
      array_agg(jsonb_build_object('line_id', g.line_id, 'amount_minor', g.amount_minor::text)
        || case when g.paid_minor is null then '{}' else paid_terms(g.transaction_id, g.paid_minor) end),
      array_agg(g.business_id) filter (where g.ground = 'within_cap'),
      array_agg(g.amount_minor) filter (where g.ground = 'within_cap'),
      count(*) filter (where case g.evidence when 'own_number' then buy_of_number(g.line_id) = g.transaction_id
        else g.vendor_account_id = p_account end),
      (select count(*) from taken) - (select count(*) filter (where f.vendor_account_id = p_account) from fund f)
    into v_ids, v_transactions, v_amounts, v_events, v_data, v_trusting, v_trusted, v_found, v_short
    from claimed g;
  if v_found <> v_told or v_short <> 0 then
    raise exception 'a credit or a buy changed while it was being allocated' using errcode = 'AF040';
  end if;
  if v_trusting is not null then
    perform add_exposure(v_mode, v_trusting, v_trusted, p_aged_from, p_at);
  end if;
  v_found := move_transactions(v_transactions, v_events, v_data,
    case when 'paid_in_part' = any (v_events) then
      array(select case e.event when 'paid_in_part' then p_at + short_payment_window() end
        from unnest(v_events) with ordinality as e (event, n) order by e.n) end,
    p_at);
  if v_found <> v_told then
    raise exception 'a buy changed while it was being allocated' using errcode = 'AF040';
  end if;
  perform post_entries(v_mode, v_ids, v_transactions, 'credit_matched', p_at, 'suspense', '', 'held', v_transactions::text[],
    'NGN', v_amounts);
  if 'own_number' = any (p_evidences)
    or exists (select from expected_payment e where e.vendor_account_id = p_account and e.released_at is null) then
    update expected_payment e set used_at = p_at where e.transaction_id = any (v_transactions) and e.used_at is null;
  end if;
  if 'topped_up' = any (v_events) then
    perform close_case(c.id, jsonb_build_object('action', 'dismiss', 'reason', 'the rest has arrived'), p_at)
      from case_file c
      where c.transaction_id = any (v_transactions) and c.kind = 'underpaid' and c.state <> 'resolved'
        and c.id is distinct from p_case;
  end if;
  return v_told;
end $$;

-- Returns by how much a payment may differ from an amount that a business asks for and still pay it in full. A business may tolerate much
-- more than its payers round by, so at most 0.5 ‰ counts, and the signer allows no more either.
create or replace function payment_tolerance(p_business uuid, p_mode mode, p_amount numeric) returns numeric language sql stable as $$
  select least(m.tolerance_minor::numeric, div(p_amount * 5, 10000)) from business_mode m
  where m.business_id = p_business and m.mode = p_mode
$$;

-- Adds amounts to the exposure of businesses on today's date in Lagos. Locks the exposure of each business. Raises AF040 if one exceeds its
-- limit.
create or replace function add_exposure(
  p_mode mode, p_businesses uuid[], p_amounts numeric[], p_aged_from timestamptz, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_over uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('exposure' || b.id || p_mode, 0))
    from (select distinct u.id from unnest(p_businesses) as u (id) order by u.id) b;
  insert into exposure_day
    select u.id, p_mode, (p_at at time zone 'Africa/Lagos')::date, sum(u.amount), p_aged_from
    from unnest(p_businesses, p_amounts) as u (id, amount) group by u.id
    on conflict (business_id, mode, day) do update set amount_minor = exposure_day.amount_minor + excluded.amount_minor,
      aged_from = greatest(exposure_day.aged_from, excluded.aged_from);
  select m.business_id into v_over
    from business_mode m
    join (
      select e.business_id, sum(e.amount_minor::numeric) as amount from exposure_day e
      where e.business_id = any (p_businesses) and e.mode = p_mode and e.aged_from > p_at group by e.business_id) e
      on e.business_id = m.business_id
    where m.business_id = any (p_businesses) and m.mode = p_mode and m.exposure_cap_minor::numeric < e.amount
    limit 1;
  if found then
    raise exception 'the exposure limit of business % would be exceeded', v_over using errcode = 'AF040';
  end if;
end $$;

-- Closes and opens cases of credits that matching could not decide, and schedules their next check. Returns the number of new cases.
-- p_cases: [{id, kind, line_id, transaction_id, business_id, is_blocking, summary, facts, proposal, due_at}]. p_closes: [{case_id,
-- reason}]. p_looked: [{line_id, look_at}], where look_at is set if time changes the verdict before the wait for a claim ends. A case with
-- return_minor is opened only if this amount cannot be returned to the account in the bank's own record; with read_past also if the
-- account was not read past that time.
create or replace function apply_undecided(p_account uuid, p_at timestamptz, p_cases json, p_closes json, p_looked json)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_mode mode;
  v_opened integer := 0;
  v_case uuid;
  v_lines uuid[];
  k record;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  select a.mode into strict v_mode from vendor_account a where a.id = p_account;
  -- Cases are closed first, so that a credit can open another of the same kind.
  perform close_case(c.case_id, jsonb_build_object('action', 'dismiss', 'reason', c.reason), p_at)
    from json_to_recordset(p_closes) as c (case_id uuid, reason text);
  for k in
    select * from json_to_recordset(p_cases) as k (
      id uuid, kind case_kind, line_id uuid, transaction_id uuid, business_id uuid, is_blocking boolean, summary text,
      facts jsonb, proposal jsonb, due_at timestamptz, return_minor numeric, read_past timestamptz)
  loop
    continue when k.return_minor is not null and (k.read_past is null or is_account_read_past(p_account, k.read_past))
      and return_by_record(k.line_id, k.return_minor, p_at);
    v_case := open_case(k.id, v_mode, k.kind, p_account, k.line_id, k.transaction_id, k.business_id, k.summary, k.facts,
      k.proposal, p_at, k.due_at);
    v_opened := v_opened + (v_case = k.id)::integer;
    if k.is_blocking then
      update credit_fund f set blocked_by = v_case where f.line_id = k.line_id and f.blocked_by is null;
    end if;
  end loop;
  -- Time alone changes the verdict only when the wait for a claim ends. A new claim or new facts about the payer make the credit due. After
  -- that, a check every two days is enough.
  v_lines := array(select u.line_id from json_to_recordset(p_looked) as u (line_id uuid));
  update credit_fund f set look_at = least(u.look_at, case
      when f.booked_at + interval '8 minutes' > p_at then f.booked_at + interval '8 minutes'
      when f.booked_at + interval '30 minutes' > p_at then f.booked_at + interval '30 minutes'
      when f.booked_at + interval '24 hours' > p_at then f.booked_at + interval '24 hours'
      else p_at + interval '2 days' end)
    from json_to_recordset(p_looked) as u (line_id uuid, look_at timestamptz)
    where f.line_id = u.line_id and f.blocked_by is null and f.line_id = any (v_lines);
  return v_opened;
end $$;

-- Lists everything that was taken from credits: allocations, returns to the payer without a buy, and amounts that a bank took back from a
-- fund.
create or replace view credit_use as
  select a.line_id, a.amount_minor::numeric as amount_minor from allocation a
  union all
  select r.line_id, r.amount_minor::numeric from credit_return r where r.transaction_id is null
  union all
  select b.credit_line_id, b.from_fund_minor::numeric from credit_take_back b where b.from_fund_minor > 0
  union all
  select m.id, m.amount_minor::numeric from vendor_debt_move m where m.kind = 'settled'
  union all
  -- A fee that was booked after the take-back was taken back with the credit.
  select b.credit_line_id, f.fee_minor::numeric from credit_take_back b join bank_line_fee f on f.line_id = b.credit_line_id
    where f.xid > b.xid;

-- Lists the allocations that no take-back has ended.
create or replace view standing_allocation as
  select a.* from allocation a where not exists (select from allocation_end e where e.allocation_id = a.id);
