-- Checks that every line has readings and its entry in the ledger, and that its row in bank_line_slot names the sources that reported it.
create or replace function check_bank_lines(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  -- Every line has readings of its own account and direction, and every reading has a line.
  select row(l.id::text, case when s.line_id is null then 'no source reported the line'
    else 'reported for another account or direction' end)::finding
  from bank_line l left join bank_line_sighting s on s.line_id = l.id
  where l.xid > since_xid and l.xid <= through_xid
    and (s.line_id is null or s.vendor_account_id <> l.vendor_account_id or s.direction <> l.direction)
  union all
  select row(r.id::text, 'the reading is assigned to no line')::finding
  from bank_line_reading r where r.xid > since_xid and r.xid <= through_xid
    and not exists (select from bank_line_assignment s where s.reading_id = r.id)
  union all
  select row(l.id::text, 'bank_line_slot names other sources than those that reported the line')::finding
  from bank_line l left join bank_line_slot p on p.line_id = l.id
  where l.xid > since_xid and l.xid <= through_xid and p.named_by is distinct from (
    select array_agg(s.source::text order by s.source::text collate "C") from bank_line_assignment s where s.line_id = l.id)
  union all
  -- The entry of a line has the same amounts as the line.
  select row(l.id::text, format('the ledger books %s at the bank and %s in suspense, but the line has another amount', coalesce(p.bank, 0),
    coalesce(p.suspense, 0)))::finding
  from bank_line l
  left join lateral (
    select sum(case when p.debit_kind = 'bank' and p.debit_owner = l.vendor_account_id::text then p.amount_minor::numeric else 0 end)
        - sum(case when p.credit_kind = 'bank' and p.credit_owner = l.vendor_account_id::text then p.amount_minor::numeric
          else 0 end) as bank,
      sum(case when p.credit_kind = 'suspense' then p.amount_minor::numeric else 0 end)
        - sum(case when p.debit_kind = 'suspense' then p.amount_minor::numeric else 0 end) as suspense
    from posting p where p.entry_id = l.id and p.mode = l.mode and p.asset = 'NGN'
  ) p on true
  where l.xid > since_xid and l.xid <= through_xid and (
    coalesce(p.bank, 0) <> case l.direction when 'credit' then l.settled_minor::numeric else -l.settled_minor::numeric end
    or coalesce(p.suspense, 0) <> case when l.kind = 'charge' then 0 when l.direction = 'credit' then l.gross_minor::numeric
      else -l.settled_minor::numeric end)
$$;

-- Checks the fund of each credit, which is the part that is not used yet: it is at most the amount of the credit, and its payer is the
-- known payer of the line. Only credits with such a part have a row in credit_fund.
create or replace function check_funds(since_xid bigint) returns setof finding language sql stable as $$
  -- A fund belongs to a payment and is at most the amount of that payment.
  select row(c.line_id::text, 'its unused part is larger than the credit, or the line is not a payment')::finding
  from credit_fund c
  left join bank_line l on l.id = c.line_id and l.mode = c.mode and l.vendor_account_id = c.vendor_account_id
  left join bank_line_fee f on f.line_id = c.line_id
  where l.id is null or l.direction <> 'credit' or c.left_minor::numeric > l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0)
    or not exists (select from bank_line_sighting s where s.line_id = c.line_id and s.kind = 'payment')
  union all
  -- The payer of a fund is the known payer of its line.
  select row(c.line_id::text, 'its payer differs from the payer that the sources report')::finding
  from credit_fund c left join lateral (select k.* from bank_line_known_payer k where k.line_id = c.line_id) p on true
  where c.payer_account_number is distinct from p.payer_account_number
    or c.payer_account_mask is distinct from p.payer_account_mask
    or c.payer_bank_code is distinct from p.payer_bank_code
$$;

-- Checks that a fee that was learned later has its entry.
create or replace function check_line_fees(pages int8range) returns setof finding language sql stable as $$
  select row(f.line_id::text, 'its fee is not in the ledger')::finding
  from bank_line_fee f join bank_line l on l.id = f.line_id
  where f.ctid >= first_of_pages(pages) and f.ctid < end_of_pages(pages) and not exists (
    select from posting p where p.entry_id = f.entry_id and p.mode = l.mode and p.debit_kind = 'expense'
      and p.credit_kind = 'suspense' and p.asset = 'NGN' and p.amount_minor = f.fee_minor)
$$;

-- Checks that every line can be found (by bank_line_key) under everything that its readings report about the payer.
create or replace function check_line_keys(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('bank_line_key lacks %L, which %s reported as its payer', m.key, said.source))::finding
  from bank_line_reading said
  join bank_line_assignment s on s.reading_id = said.id
  join bank_line l on l.id = s.line_id
  cross join lateral unnest(payer_keys(said.payer_words, said.payer_account_number)) as m (key)
  where said.xid > since_xid and said.xid <= through_xid
    -- A count looks up the whole key. A join would read every line of the same amount.
    and (
      select count(*) from bank_line_key k
      where k.vendor_account_id = l.vendor_account_id and k.amount_minor = l.settled_minor and k.key = m.key
        and k.source = said.source and k.booked_day = lagos_day(l.booked_at) and k.line_id = l.id) = 0
$$;

-- Makes the check of check_line_keys for facts that a source added later, and for readings that moved to another line.
create or replace function check_line_payers(pages int8range) returns setof finding language sql stable as $$
  select row(l.id::text, format('bank_line_key lacks %L, which %s reported as its payer', m.key, said.source))::finding
  from (
    select r.id, r.source, p.payer_words, p.payer_account_number from bank_line_payer p join bank_line_reading r on r.id = p.reading_id
    where p.ctid >= first_of_pages(pages) and p.ctid < end_of_pages(pages)
    union all
    select r.id, r.source, r.payer_words, r.payer_account_number from bank_line_move v join bank_line_reading r on r.id = v.reading_id
    where v.ctid >= first_of_pages(pages) and v.ctid < end_of_pages(pages)
  ) said
  join bank_line_assignment s on s.reading_id = said.id
  join bank_line l on l.id = s.line_id
  cross join lateral unnest(payer_keys(said.payer_words, said.payer_account_number)) as m (key)
  where not exists (
      select from bank_line_key k
      where k.vendor_account_id = l.vendor_account_id and k.amount_minor = l.settled_minor and k.key = m.key
        and k.source = said.source and k.booked_day = lagos_day(l.booked_at) and k.line_id = l.id)
$$;

-- Checks that a buy that waits for naira has a claim, and that the claim has the terms of the buy and the missing amount.
create or replace function check_claims(transactions uuid[]) returns setof finding language sql stable as $$
  select row(x.id::text, case
      when b.transaction_id is null then 'it has a claim, but is not a buy'
      when c.transaction_id is null then 'it is ' || t.status || ', but has no claim'
      when t.status <> all (statuses_taking_credits()) then 'it is ' || t.status
        || ', but still has a claim'
      when c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0)
        then 'the paid amount in its claim differs from its allocations'
      else 'its claim differs from the buy' end)::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  left join buy b on b.transaction_id = t.id and t.type = 'buy'
  left join claim c on c.transaction_id = t.id
  left join lateral (
    select sum(s.amount_minor::numeric) as amount from standing_allocation s where s.transaction_id = c.transaction_id) a on true
  where case when c.transaction_id is null then b.transaction_id is not null and t.status = any (statuses_awaiting_payment())
    else b.transaction_id is null or t.status <> all (statuses_taking_credits())
      or (c.business_id, c.mode, c.vendor_account_id, c.amount_minor, c.payer_account_number, c.payer_bank_code)
        is distinct from (t.business_id, t.mode, b.vendor_account_id, t.amount_minor, b.payer_account_number, b.payer_bank_code)
      or c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0)
      or (t.status = 'part_paid') <> (c.left_minor <> c.amount_minor) end
$$;

-- Checks that no credit gives more than its amount, and that every allocation has its entry and the business and account of its buy, or was
-- paid to its number.
create or replace function check_allocations(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s arrived, but %s is unused and %s was used, which does not add up',
    l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0),
    coalesce(c.left_minor::numeric, 0), coalesce(u.amount, 0)))::finding
  from (
    select b.id from bank_line b where b.xid > since_xid and b.xid <= through_xid
    union
    select a.line_id from allocation a where a.xid > since_xid and a.xid <= through_xid) i
  join bank_line l on l.id = i.id
  left join bank_line_fee f on f.line_id = l.id
  left join credit_fund c on c.line_id = l.id
  cross join lateral (select sum(u.amount_minor) as amount from credit_use u where u.line_id = l.id) u
  where l.direction = 'credit'
    and case when l.kind = 'payment' or c.line_id is not null or u.amount is not null
      then l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0) <> coalesce(c.left_minor::numeric, 0) + coalesce(u.amount, 0)
      else false end
  union all
  select row(a.id::text, 'its business, mode or account differs from its buy or its credit')::finding
  from allocation a
  left join transaction t on t.id = a.transaction_id and t.type = 'buy'
  left join buy b on b.transaction_id = a.transaction_id
  left join bank_line l on l.id = a.line_id
  where a.xid > since_xid and a.xid <= through_xid and ((a.business_id, a.mode) is distinct from (t.business_id, t.mode)
    or a.mode is distinct from l.mode or case a.evidence::text when 'own_number' then buy_of_number(l.id) is distinct from a.transaction_id
      else b.vendor_account_id is distinct from l.vendor_account_id end)
  union all
  select row(a.id::text, 'the entry of the allocation is missing or differs')::finding
  from allocation a
  left join entry e on e.id = a.id
  left join posting p on p.entry_id = a.id and p.ordinal = 1
  where a.xid > since_xid and a.xid <= through_xid and ((e.transaction_id, e.mode, e.xid) is distinct from (a.transaction_id, a.mode, a.xid)
    or (p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
      is distinct from ('suspense'::account_kind, 'held'::account_kind, a.transaction_id::text, 'NGN'::asset, a.amount_minor::numeric))
$$;

-- Checks that a buy holds what it was allocated, and that a bank took back a credit of every recalled buy.
create or replace function check_given(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, format('status %s does not match: %s of %s is allocated and %s is held', t.status,
    coalesce(a.amount, 0), t.amount_minor,
    coalesce(h.amount_minor::numeric, 0)))::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  join buy b on b.transaction_id = t.id
  cross join lateral (select sum(s.amount_minor::numeric) as amount from standing_allocation s where s.transaction_id = t.id) a
  -- The amount that paid the buy, if it is not the requested one. Without a decision it differs by 0.5 ‰ at most.
  left join lateral (
    select (e.data ->> 'paid_minor')::numeric as minor from transaction_event e
    where e.transaction_id = t.id and e.sequence > 1 and e.data ? 'paid_minor' order by e.sequence desc limit 1) p on true
  cross join lateral (select coalesce(p.minor, t.amount_minor::numeric) as minor) w
  left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
  where w.minor > t.amount_minor::numeric + div(t.amount_minor::numeric * 5, 10000) or case
    when t.status in ('pending_payment', 'expired', 'cancelled') then coalesce(a.amount, 0) <> 0 or h.owner is not null
    when t.status in ('part_paid', 'payment_received', 'on_hold', 'action_required') then
      coalesce(a.amount, 0) <> coalesce(h.amount_minor::numeric, 0) or coalesce(a.amount, 0) > greatest(t.amount_minor::numeric, w.minor)
      or (t.status = 'payment_received' and (a.amount is distinct from w.minor
          or w.minor < t.amount_minor::numeric - div(t.amount_minor::numeric * 5, 10000)) and not exists (
        select from transaction_event v where v.transaction_id = t.id and v.event in ('short_accepted', 'fixed')))
    else coalesce(a.amount, 0) > greatest(t.amount_minor::numeric, w.minor) end
  union all
  select row(t.id::text, 'recalled, but no bank recalled a credit of it')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id
  where t.type = 'buy' and t.status = 'recalled' and not exists (
    select from allocation a join allocation_end e on e.allocation_id = a.id where a.transaction_id = t.id)
$$;

-- Checks that the exposure of each business and day is the sum of what it received within its exposure limit. The sums of one pass are
-- carried from slice to slice. When the pass has reached the position of account_book, later allocations are added and the result is
-- compared with the exposure.
create or replace function check_exposure(pass uuid, since_xid bigint, through_xid bigint) returns setof finding
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_folded bigint;
begin
  select r.through_xid into strict v_folded from reconciling r for share;
  insert into checked_sum as c
    select pass, 'trust', a.mode, 'business', a.business_id || ' ' || lagos_day(a.at), 'NGN', sum(a.amount_minor::numeric), 0
    from allocation a where a.ground = 'within_cap' and a.xid > since_xid and a.xid <= least(through_xid, v_folded)
    group by a.mode, a.business_id, lagos_day(a.at)
    on conflict on constraint checked_sum_pkey do update set in_minor = c.in_minor + excluded.in_minor;
  if through_xid < v_folded then
    return;
  end if;
  return query
    select coalesce(e.owner, g.owner) || ' ' || coalesce(e.mode, g.mode),
      format('allocations within the exposure limit of %s, but exposure_day has %s', coalesce(g.amount, 0),
      coalesce(e.amount, 0))
    from (select d.business_id || ' ' || d.day as owner, d.mode, d.amount_minor::numeric as amount from exposure_day d) e
    full join (
      select s.owner, s.mode, sum(s.amount) as amount from (
        select c.owner, c.mode, c.in_minor as amount from checked_sum c where c.pass = check_exposure.pass and c.what = 'trust'
        union all
        select a.business_id || ' ' || lagos_day(a.at), a.mode, a.amount_minor::numeric
        from allocation a where a.ground = 'within_cap' and a.xid > v_folded
      ) s group by s.owner, s.mode) g on g.owner = e.owner and g.mode = e.mode
    where e.amount is distinct from g.amount;
  delete from checked_sum s where s.pass = check_exposure.pass;
end $$;

-- Checks that every debit is explained or has a case.
create or replace function check_taking_back(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, 'unexplained debit without a case')::finding
  from bank_line d
  where d.xid > since_xid and d.xid <= through_xid and d.direction = 'debit' and d.kind <> 'charge'
    and not exists (select from credit_take_back b where b.debit_line_id = d.id)
    and not exists (select from credit_lien l where l.debit_line_id = d.id)
    and not exists (select from case_file k where k.line_id = d.id and k.kind = 'unexplained_debit')
    and not exists (select from treasury_move m where m.debit_line_id = d.id)
    and not exists (select from hand_payment h where h.debit_line_id = d.id)
$$;

-- Checks that a credit that was taken back has no fund and no remaining allocation, that an ended allocation and a return of such a credit
-- have their entries, and that a lien blocks its fund. Banks take few credits back, so all rows are read.
create or replace function check_taken_back(since_xid bigint) returns setof finding language sql stable as $$
  select row(b.credit_line_id::text, 'the bank recalled the credit, but it is still usable or allocated')::finding
  from credit_take_back b
  where exists (select from credit_fund f where f.line_id = b.credit_line_id)
    or exists (select from standing_allocation a where a.line_id = b.credit_line_id)
  union all
  select row(e.allocation_id::text, 'the allocation ended without a recall, or its end is not in the ledger')::finding
  from allocation_end e
  join allocation a on a.id = e.allocation_id
  left join credit_take_back b on b.debit_line_id = e.line_id and b.credit_line_id = a.line_id
  left join posting p on p.entry_id = e.entry_id and p.mode = a.mode and p.credit_kind = 'suspense' and p.asset = 'NGN'
    and p.amount_minor = a.amount_minor and (p.debit_kind, p.debit_owner) in (
      ('held'::account_kind, a.transaction_id::text), ('receivable', a.business_id::text))
  where e.xid > since_xid and (b.debit_line_id is null or p.entry_id is null)
  union all
  select row(r.id::text, 'the bank recalled the credit of the return, but the ledger does not say whose loss it is')::finding
  from credit_take_back b join credit_return r on r.line_id = b.credit_line_id and r.transaction_id is null
  where not exists (
    select from entry e join posting p on p.entry_id = e.id and p.credit_kind = 'suspense' and p.amount_minor = r.amount_minor
    where e.transaction_id = r.id and e.step = 'credit_recalled')
  union all
  select row(l.line_id::text, 'the credit is under a lien, but is not blocked')::finding
  from credit_lien l join credit_fund f on f.line_id = l.line_id where l.lifted_at is null and (f.blocked_by is null or not f.has_lien)
$$;
