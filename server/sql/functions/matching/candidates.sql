-- Locks an account for this transaction against recorders, other matching and changes of its state. Returns its mode, the business to which
-- it is dedicated, its state, and when a payer of it was last claimed late.
create or replace function begin_matching(p_account uuid)
returns table (mode mode, dedicated_to uuid, state text, claimed_late_at timestamptz)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || p_account, 0));
  return query select v.mode, v.business_id, v.state, (
      select m.claimed_late_at from matching_cursor m where m.vendor_account_id = v.id)
    from vendor_account v where v.id = p_account for share;
end $$;

-- Reads up to p_most credits of an account that are due, the oldest first, and the claims to which each may belong. Both are returned as
-- JSON arrays of values, because there are thousands. For a credit, at most 21 claims with its amount and its account number are read; for
-- the credits in p_crowded, up to 20 claims of each business. Wakes the credits to which new claims may belong. The caller holds the lock
-- of begin_matching. The settings force index plans.
create or replace function match_candidates(p_account uuid, p_at timestamptz, p_most integer, p_crowded uuid[] default null)
returns table (credits text, claims text)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_horizon bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  v_seen bigint;
  v_has_expected boolean;
  v_is_pool boolean := exists (select from vendor_account a where a.id = p_account and a.is_pool);
begin
  select m.seen_xid into v_seen from matching_cursor m where m.vendor_account_id = p_account;
  if v_seen is null then
    -- The first run reads every credit.
    insert into matching_cursor (vendor_account_id, seen_xid) values (p_account, v_horizon);
  else
    -- A long transaction delays the horizon. Then claims are seen more than once, which does no harm.
    perform wake_waiting_credits(p_account, v_seen, p_at);
    perform note_late_claim(p_account, v_seen, p_at);
    -- Without a new claim there is nothing to pass over, and a check that finds nothing writes nothing.
    update matching_cursor m set seen_xid = v_horizon where m.vendor_account_id = p_account and m.seen_xid < v_horizon
      and exists (select from claim c where c.vendor_account_id = p_account and c.xid >= v_seen);
  end if;
  v_has_expected := exists (
    select from expected_payment e where e.vendor_account_id = p_account and e.released_at is null);

  return query
  with due as materialized (
    select f.line_id, f.left_minor::numeric as left_minor, f.booked_at, f.payer_account_number, f.payer_account_mask, f.payer_name,
      f.payer_words, f.payer_bank_code, f.narration,
      reverse(f.payer_account_number) as reversed,
      -- The last digits of the number that the bank shows, in reverse order.
      case when f.payer_account_number is null then substring(reverse(f.payer_account_mask) from '^[0-9]+') end as tail,
      translate(f.payer_account_mask, '*', '_') as pattern,
      f.booked_at <= p_at - case when f.payer_account_number is null then interval '30 minutes' else interval '8 minutes' end as has_waited,
      f.look_at > '-infinity' as was_looked_at
    from credit_fund f
    where f.vendor_account_id = p_account and f.blocked_by is null and f.look_at <= p_at
      and (p_crowded is null or f.line_id = any (p_crowded))
    order by f.booked_at, f.line_id limit p_most
  ), part_paid as materialized (
    select c.* from claim c where c.left_minor <> c.amount_minor and c.vendor_account_id is not distinct from p_account
  ), found as (
    -- Claims with the same amount and the same number.
    select d.line_id, c.*, false as is_stranger, 1 as place from due d cross join lateral (
      select c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from
      from claim c
      where reverse(c.payer_account_number) collate "C" = d.reversed and c.amount_minor = d.left_minor
        and c.vendor_account_id is not distinct from p_account limit 21) c
    where p_crowded is null
    union all
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" = d.reversed and c.amount_minor = d.left_minor
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where p_crowded is not null) e
    where e.place <= 20
    union all
    -- Claims with the same amount and a number that matches the mask.
    select d.line_id, c.*, false, 1 from due d cross join lateral (
      select c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from
      from claim c
      where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
        and c.payer_account_number like d.pattern and c.amount_minor = d.left_minor
        and c.vendor_account_id is not distinct from p_account limit 21) c
    where p_crowded is null and length(d.tail) >= 2
    union all
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
          and c.payer_account_number like d.pattern and c.amount_minor = d.left_minor
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where p_crowded is not null and length(d.tail) >= 2) e
    where e.place <= 20
    union all
    -- Claims of buys that are paid in part.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
      c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d join part_paid c
      on c.payer_account_number = d.payer_account_number
        or d.payer_account_number is null and c.payer_account_number like d.pattern
          and (c.left_minor = d.left_minor or c.payer_words && d.payer_words)
    union all
    -- Claims with the same number and another amount: too little or too much was paid.
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" = d.reversed
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where d.has_waited) e
    where e.place <= 5
    union all
    -- Claims with another amount, a number that matches the mask, and a common word in the name.
    select e.* from (
      select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
        c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false,
        row_number() over (
          partition by d.line_id, c.business_id order by c.expires_at < d.booked_at, c.accepted_at, c.transaction_id) as place
      from due d cross join lateral (
        select c.* from claim c
        where reverse(c.payer_account_number) collate "C" >= d.tail and reverse(c.payer_account_number) collate "C" < d.tail || ':'
          and c.payer_account_number like d.pattern and c.payer_words && d.payer_words
          and c.vendor_account_id is not distinct from p_account offset 0) c
      where d.has_waited and length(d.tail) >= 2) e
    where e.place <= 5
    union all
    -- Claims with about the same amount only: the bank does not name the payer, or these claims help an operator to decide. They differ
    -- by the largest tolerance at most.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
      c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, d.has_payer, 1
    from (select d.*, num_nonnulls(d.payer_account_number, d.payer_account_mask) > 0 as has_payer from due d) d
    cross join lateral (
      select c.* from claim c
      where c.left_minor between d.left_minor - div(d.left_minor * 5, 10000) and d.left_minor + div(d.left_minor * 5, 10000)
        and c.vendor_account_id is not distinct from p_account
      order by c.left_minor <> d.left_minor, c.expires_at < d.booked_at, c.accepted_at, c.transaction_id
      limit case when d.has_payer then 5 else 20 end) c
    where d.has_waited or not d.has_payer
    union all
    -- Claims whose expected payment has this amount. An amount of whole naira identifies no payment.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
      c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d
    join expected_payment e on e.vendor_account_id = p_account and e.amount_minor = d.left_minor and e.amount_minor % 100 <> 0
      and e.released_at is null
    join claim c on c.transaction_id = e.transaction_id
    where v_has_expected and d.left_minor % 100 <> 0
    union all
    -- Claims whose expected payment has its code in the narration.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
      c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 1
    from due d
    cross join lateral regexp_split_to_table(upper(d.narration), '[^A-Z0-9]+') as word
    join expected_payment e on e.code = word and e.vendor_account_id = p_account and e.released_at is null
    join claim c on c.transaction_id = e.transaction_id
    where v_has_expected
    union all
    -- The claim whose own number was paid. Its buy names another account: place 0 marks it.
    select d.line_id, c.transaction_id, c.business_id, c.mode, c.amount_minor, c.left_minor, c.payer_account_number, c.payer_bank_code,
      c.payer_name, c.accepted_at, c.expires_at, c.first_part_from, false, 0
    from due d cross join lateral (select buy_of_number(d.line_id) as id) n join claim c on c.transaction_id = n.id
    where v_is_pool
  )
  select (
    select concat('[', string_agg(concat('["',
      concat_ws('","', d.line_id, d.left_minor, l.gross_minor::numeric
          + coalesce((select x.fee_minor::numeric from bank_line_fee x where x.line_id = d.line_id), 0),
        date_part('epoch', d.booked_at) * 1000, coalesce(d.payer_account_number, ''),
        d.has_waited and follows_equal_payment(l, d.payer_account_number, d.payer_account_mask, d.payer_name, d.payer_words),
        d.has_waited and exists (select from known_payer p where p.mode = l.mode and p.account_number = d.payer_account_number),
        case when v_has_expected and pays_again(p_account, d.left_minor, d.narration)
          then case when has_paid_code(p_account, d.narration) then 'told' else 'tail' end
          when v_is_pool and pays_number_again(d.line_id) then 'told' else '' end),
      '",', case when d.payer_account_number is null and d.payer_account_mask is not null then to_json(d.payer_account_mask) else '""' end,
      ',', to_json(coalesce(d.payer_bank_code, '')), ',', to_json(coalesce(d.payer_name, '')), ',', to_json(d.narration), ',',
      -- A credit that was never checked has no case.
      case when d.was_looked_at then (
        select coalesce(json_agg(json_build_object('id', k.id, 'kind', k.kind)), '[]') from case_file k
        where k.line_id = d.line_id and k.state <> 'resolved'
          and k.kind in ('unmatched', 'third_party', 'weak_evidence', 'duplicate')) else '[]' end, ']'), ','), ']')
    from due d join bank_line l on l.id = d.line_id), (
    select concat('[', string_agg(concat('["',
      concat_ws('","', f.line_id, f.transaction_id, f.business_id, t.status, f.amount_minor, f.left_minor,
        date_part('epoch', f.accepted_at) * 1000, date_part('epoch', f.expires_at) * 1000, coalesce(f.payer_account_number, ''),
        coalesce(e.code, ''), coalesce(date_part('epoch', e.expires_at) * 1000, 0), p.is_known, p.is_bound, p.is_known_elsewhere,
        f.is_stranger, f.place = 0),
      '",', case when f.first_part_from is null then '""' else to_json(f.first_part_from) end,
      ',', to_json(coalesce(f.payer_bank_code, '')), ',', to_json(coalesce(f.payer_name, '')), ']'), ','), ']')
    from found f
    join transaction t on t.id = f.transaction_id and t.status = any (statuses_taking_credits())
    left join lateral (
      select e.code, e.expires_at from expected_payment e
      where (v_has_expected or f.place = 0) and e.transaction_id = f.transaction_id and e.released_at is null limit 1) e on true
    cross join lateral (
      select
        coalesce(bool_or(p.refused_at is null and p.business_id = f.business_id and p.bank_code = f.payer_bank_code), false) as is_known,
        coalesce(bool_or(p.refused_at is null and p.business_id = f.business_id and p.bank_code = f.payer_bank_code
          and p.trusted_from <= p_at), false) as is_bound,
        -- Payers are compared by the number alone, because a thief would name another bank. A payer that was refused after a recall counts
        -- too.
        coalesce(bool_or(p.business_id <> f.business_id), false) as is_known_elsewhere
      from known_payer p
      where p.mode = f.mode and p.account_number = f.payer_account_number) p);
end $$;

-- Returns whether an equal amount of the same payer was given to a buy in the last seven days. Earlier payments are found by the number, or
-- by the longest word of the name. A payer that is known by mask and name is the same only if both agree, because three digits alone would
-- match half of the payers of a busy account.
create or replace function follows_equal_payment(l bank_line, p_number text, p_mask text, p_name text, p_words text[]) returns boolean
language sql stable as $$
  select exists (
    select from bank_line_key m
    cross join lateral (select e.id from bank_line e
      where e.id = m.line_id and e.direction = 'credit' and e.value_date between l.value_date - 7 and l.value_date offset 0) earlier
    cross join lateral (select a.line_id from allocation a where a.line_id = earlier.id limit 1) given
    cross join lateral payer_of_line(earlier.id) p
    where m.vendor_account_id = l.vendor_account_id and m.amount_minor = l.settled_minor
      and m.key = coalesce(p_number, (select w from unnest(p_words) w order by length(w) desc, w limit 1), '')
      and m.booked_day between l.value_date - 28 and l.value_date + 21 and m.line_id <> l.id
      and coalesce(p.payer_account_number::text, p.payer_account_mask::text, p.payer_name::text) = coalesce(p_number, p_mask, p_name))
$$;

-- Returns whether each business is suspended, how much of its exposure limit is left, and by how much payments may differ, in minor units.
-- All days of exposure are read together.
create or replace function match_businesses(p_businesses uuid[], p_mode mode, p_at timestamptz)
returns table (business_id uuid, is_suspended boolean, cap_left_minor numeric, tolerance_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select m.business_id, m.status <> 'active', greatest(0, m.exposure_cap_minor::numeric - coalesce(e.amount, 0)),
    m.tolerance_minor::numeric
  from business_mode m
  left join (
    select e.business_id, sum(e.amount_minor::numeric) as amount from exposure_day e
    where e.business_id = any (p_businesses) and e.mode = p_mode and e.aged_from > p_at group by e.business_id) e
    on e.business_id = m.business_id
  where m.business_id = any (p_businesses) and m.mode = p_mode
$$;
