-- Every line has readings, its entry in the ledger, and a fund that is no larger than the line. The slot of a line names its sources.
create or replace function check_bank_lines(since_xid bigint) returns setof finding language sql stable as $$
  -- Every line has readings of its own account and direction, and every reading a line.
  select row(l.id::text, case when s.line_id is null then 'nobody saw it' else 'a sighting is of another account or direction' end)::finding
  from bank_line l left join bank_line_sighting s on s.line_id = l.id
  where l.xid > since_xid
    and (s.line_id is null or s.vendor_account_id <> l.vendor_account_id or s.direction <> l.direction)
  union all
  select row(r.id::text, 'it is taken to speak of no line')::finding
  from bank_line_reading r where r.xid > since_xid and not exists (select from bank_line_assignment s where s.reading_id = r.id)
  union all
  select row(l.id::text, 'it is looked for under other sources than have named it')::finding
  from bank_line l left join bank_line_slot p on p.line_id = l.id
  where l.xid > since_xid and p.named_by is distinct from (
    select array_agg(s.source::text order by s.source::text collate "C") from bank_line_assignment s where s.line_id = l.id)
  union all
  -- The entry of a line has its amounts.
  select row(l.id::text, format('the ledger has %s at the bank and %s in suspense for it', coalesce(p.bank, 0),
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
  where l.xid > since_xid and (
    coalesce(p.bank, 0) <> case l.direction when 'credit' then l.settled_minor::numeric else -l.settled_minor::numeric end
    or coalesce(p.suspense, 0) <> case when l.kind = 'charge' then 0 when l.direction = 'credit' then l.gross_minor::numeric
      else -l.settled_minor::numeric end)
  union all
  -- The balance of an account is the sum of its lines.
  select row(l.vendor_account_id::text, format('its lines come to %s, the ledger has %s', l.settled, coalesce(p.booked, 0)))::finding
  from (
    select vendor_account_id, mode,
      sum(case direction when 'credit' then settled_minor::numeric else -settled_minor::numeric end) as settled
    from bank_line group by vendor_account_id, mode
  ) l
  left join (
    select owner, mode, sum(minor) as booked from (
      select debit_owner as owner, mode, amount_minor::numeric as minor from posting where debit_kind = 'bank'
      union all
      select credit_owner, mode, -amount_minor::numeric from posting where credit_kind = 'bank'
    ) side group by owner, mode
  ) p on p.owner = l.vendor_account_id::text and p.mode = l.mode
  where coalesce(p.booked, 0) <> l.settled
  union all
  -- A learned fee has its entry.
  select row(f.line_id::text, 'the ledger does not have the fee that was learned')::finding
  from bank_line_fee f join bank_line l on l.id = f.line_id
  where f.xid > since_xid and not exists (
    select from posting p where p.entry_id = f.entry_id and p.mode = l.mode and p.debit_kind = 'expense'
      and p.credit_kind = 'suspense' and p.asset = 'NGN' and p.amount_minor = f.fee_minor)
  union all
  -- A fund belongs to a payment and has at most its amount.
  select row(c.line_id::text, 'what is left of it is more than it was, or it is no payment')::finding
  from credit_fund c
  left join bank_line l on l.id = c.line_id and l.mode = c.mode and l.vendor_account_id = c.vendor_account_id
  left join bank_line_fee f on f.line_id = c.line_id
  where l.id is null or l.direction <> 'credit' or c.left_minor::numeric > l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0)
    or not exists (select from bank_line_sighting s where s.line_id = c.line_id and s.kind = 'payment')
  union all
  -- The payer of a fund is the known payer of its line.
  select row(c.line_id::text, 'its payer is not the one that was seen')::finding
  from credit_fund c left join bank_line_known_payer p on p.line_id = c.line_id
  where c.payer_account_number is distinct from p.payer_account_number
    or c.payer_account_mask is distinct from p.payer_account_mask
    or c.payer_bank_code is distinct from p.payer_bank_code
$$;

-- Every line has the keys of all that its readings report about the payer.
create or replace function check_line_keys(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('it is not found by %L, which %s said of its payer', m.key, said.source))::finding
  from (
    select r.id as reading_id, r.source, r.payer_words, r.payer_account_number, r.xid from bank_line_reading r
    union all
    select r.id, r.source, p.payer_words, p.payer_account_number, p.xid from bank_line_payer p
      join bank_line_reading r on r.id = p.reading_id
  ) said
  join bank_line_assignment s on s.reading_id = said.reading_id
  join bank_line l on l.id = s.line_id
  cross join lateral unnest(payer_keys(said.payer_words, said.payer_account_number)) as m (key)
  where (said.xid > since_xid or exists (select from bank_line_move v where v.reading_id = said.reading_id and v.xid > since_xid))
    and not exists (
      select from bank_line_key k
      where k.vendor_account_id = l.vendor_account_id and k.amount_minor = l.settled_minor and k.key = m.key
        and k.source = said.source and k.booked_day = lagos_day(l.booked_at) and k.line_id = l.id)
$$;

-- A buy that waits for naira has a claim, and the claim has the terms of the buy and the amount that it lacks.
create or replace function check_claims(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(t.id, c.transaction_id)::text, case
      when t.id is null then 'has a claim and is no buy'
      when c.transaction_id is null then 'it is ' || t.status || ' and looks for no naira'
      when t.status <> all (statuses_taking_credits()) then 'it is ' || t.status
        || ' and still looks for naira'
      when c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0) then 'what it lacks is not what was not given to it'
      else 'its claim is not what it says' end)::finding
  from (select t.*, b.vendor_account_id, b.payer_account_number, b.payer_bank_code
    from transaction t join buy b on b.transaction_id = t.id where t.type = 'buy') t
  full join claim c on c.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by s.transaction_id) a
    on a.transaction_id = c.transaction_id
  where case when c.transaction_id is null then t.status = any (statuses_awaiting_payment())
    else t.id is null or t.status <> all (statuses_taking_credits())
      or (c.business_id, c.mode, c.vendor_account_id, c.amount_minor, c.payer_account_number, c.payer_bank_code)
        is distinct from (t.business_id, t.mode, t.vendor_account_id, t.amount_minor, t.payer_account_number, t.payer_bank_code)
      or c.amount_minor::numeric - c.left_minor::numeric <> coalesce(a.amount, 0)
      or (t.status = 'part_paid') <> (c.left_minor <> c.amount_minor) end
$$;

-- No credit gives more than its amount. Every allocation has its entry and belongs to the business and account of its buy. A buy holds what
-- it was given.
create or replace function check_allocations(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, format('%s came, %s is left and %s was taken', l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0),
    coalesce(c.left_minor::numeric, 0), coalesce(u.amount, 0)))::finding
  from bank_line l
  left join bank_line_fee f on f.line_id = l.id
  left join credit_fund c on c.line_id = l.id
  left join (select u.line_id, sum(u.amount_minor) as amount from credit_use u group by u.line_id) u on u.line_id = l.id
  where l.direction = 'credit'
    and case when l.kind = 'payment' or c.line_id is not null or u.line_id is not null
      then l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0) <> coalesce(c.left_minor::numeric, 0) + coalesce(u.amount, 0)
      else false end
  union all
  select row(a.id::text, 'it is of another business, mode or account than its buy or its credit')::finding
  from allocation a
  left join transaction t on t.id = a.transaction_id and t.type = 'buy'
  left join buy b on b.transaction_id = a.transaction_id
  left join bank_line l on l.id = a.line_id
  where a.xid > since_xid and ((a.business_id, a.mode) is distinct from (t.business_id, t.mode)
    or a.mode is distinct from l.mode or b.vendor_account_id is distinct from l.vendor_account_id)
  union all
  select row(a.id::text, 'the ledger does not have it')::finding
  from allocation a
  left join entry e on e.id = a.id
  left join posting p on p.entry_id = a.id and p.ordinal = 1
  where a.xid > since_xid and ((e.transaction_id, e.mode, e.xid) is distinct from (a.transaction_id, a.mode, a.xid)
    or (p.debit_kind, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric)
      is distinct from ('suspense'::account_kind, 'held'::account_kind, a.transaction_id::text, 'NGN'::asset, a.amount_minor::numeric))
  union all
  select row(t.id::text, format('it is %s, was given %s of %s and holds %s', t.status, coalesce(a.amount, 0), t.amount_minor,
    coalesce(h.amount_minor::numeric, 0)))::finding
  from transaction t
  join buy b on b.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by s.transaction_id) a
    on a.transaction_id = t.id
  left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
  where case
    when t.status in ('pending_payment', 'expired', 'cancelled') then coalesce(a.amount, 0) <> 0 or h.owner is not null
    when t.status in ('part_paid', 'payment_received', 'on_hold', 'action_required') then
      coalesce(a.amount, 0) <> coalesce(h.amount_minor::numeric, 0) or coalesce(a.amount, 0) > t.amount_minor
      or (t.status = 'payment_received' and a.amount is distinct from t.amount_minor and not exists (
        select from transaction_event v where v.transaction_id = t.id and v.event in ('short_accepted', 'fixed')))
    else coalesce(a.amount, 0) > t.amount_minor end
$$;

-- The exposure of each business and day is the sum of what it was given on trust.
create or replace function check_exposure(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(e.business_id, a.business_id) || ' ' || coalesce(e.mode, a.mode) || ' ' || coalesce(e.day, a.day),
    format('given on trust %s, counted %s', coalesce(a.amount, 0), coalesce(e.amount_minor::numeric, 0)))::finding
  from exposure_day e
  full join (
    select a.business_id, a.mode, (a.at at time zone 'Africa/Lagos')::date as day, sum(a.amount_minor::numeric) as amount
    from allocation a where a.ground = 'within_cap' group by 1, 2, 3) a
    on a.business_id = e.business_id and a.mode = e.mode and a.day = e.day
  where a.amount is distinct from e.amount_minor::numeric
$$;

-- Every debit is explained or has a case. A credit that was taken back has no fund and no standing allocation. An ended allocation has its
-- entry. A recalled buy has an ended allocation. A lien blocks its fund.
create or replace function check_taking_back(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, 'money left the account, and nobody is asked why')::finding
  from bank_line d
  where d.xid > since_xid and d.direction = 'debit' and d.kind <> 'charge'
    and not exists (select from credit_take_back b where b.debit_line_id = d.id)
    and not exists (select from credit_lien l where l.debit_line_id = d.id)
    and not exists (select from case_file k where k.line_id = d.id and k.kind = 'unexplained_debit')
    and not exists (select from treasury_move m where m.debit_line_id = d.id)
  union all
  select row(b.credit_line_id::text, 'it was taken back, and somebody still has of it')::finding
  from credit_take_back b
  where exists (select from credit_fund f where f.line_id = b.credit_line_id)
    or exists (select from standing_allocation a where a.line_id = b.credit_line_id)
  union all
  select row(e.allocation_id::text, 'it ended, and the ledger does not have that')::finding
  from allocation_end e
  join allocation a on a.id = e.allocation_id
  left join credit_take_back b on b.debit_line_id = e.line_id and b.credit_line_id = a.line_id
  left join posting p on p.entry_id = e.entry_id and p.mode = a.mode and p.credit_kind = 'suspense' and p.asset = 'NGN'
    and p.amount_minor = a.amount_minor and (p.debit_kind, p.debit_owner) in (
      ('held'::account_kind, a.transaction_id::text), ('receivable', a.business_id::text))
  where e.xid > since_xid and (b.debit_line_id is null or p.entry_id is null)
  union all
  select row(t.id::text, 'it was recalled, and no bank took anything back')::finding
  from transaction t
  where t.type = 'buy' and t.status = 'recalled' and not exists (
    select from allocation a join allocation_end e on e.allocation_id = a.id where a.transaction_id = t.id)
  union all
  select row(l.line_id::text, 'it is under a lien, and nothing keeps it from moving')::finding
  from credit_lien l join credit_fund f on f.line_id = l.line_id where l.lifted_at is null and (f.blocked_by is null or not f.has_lien)
$$;
