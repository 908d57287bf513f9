-- Checks that a posting has one debit, one credit, one asset and one positive amount, on accounts that can carry it.
create or replace function check_posting(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id || '/' || ordinal,
    format('debit %s:%s, credit %s:%s, %s %s is not a valid posting',
      debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor))::finding
  from posting
  where xid > since_xid and xid <= through_xid and not (amount_minor > 0
    and (debit_kind <> credit_kind or debit_owner <> credit_owner)
    and account_fits(debit_kind, debit_owner, asset) and account_fits(credit_kind, credit_owner, asset))
$$;

-- Checks that an entry has its postings, numbered from 1, written in the same commit and mode.
create or replace function check_entry(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(e.id, p.entry_id)::text,
    case when e.id is null then 'the postings have no entry' when p.entry_id is null then 'the entry has no postings'
      else 'the postings have a gap in their numbers, or another mode or commit than the entry' end)::finding
  from (select * from entry where xid > since_xid and xid <= through_xid) e
  full join (
    select entry_id, count(*) as lines, min(ordinal) as first, max(ordinal) as last, min(mode) as mode, max(mode) as other_mode,
      min(xid) as xid, max(xid) as other_xid
    from posting where xid > since_xid and xid <= through_xid group by entry_id
  ) p on p.entry_id = e.id
  where e.id is null or p.entry_id is null
    or p.first <> 1 or p.last <> p.lines or p.mode <> e.mode or p.other_mode <> e.mode or p.xid <> e.xid or p.other_xid <> e.xid
$$;

-- Checks that a reversal exactly mirrors an entry that is not itself a reversal, and that no entry is reversed twice.
create or replace function check_reversal(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  with reversal as (select * from entry where reverses is not null and xid > since_xid and xid <= through_xid)
  select row(r.id::text, 'is not the exact reversal of entry ' || r.reverses)::finding
  from reversal r left join entry o on o.id = r.reverses
  where o.id is null or o.reverses is not null or o.mode <> r.mode or o.transaction_id is distinct from r.transaction_id
    or exists (
      (select debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor from posting where entry_id = r.id
       except all
       select credit_kind, credit_owner, debit_kind, debit_owner, asset, amount_minor from posting where entry_id = o.id)
      union all
      (select credit_kind, credit_owner, debit_kind, debit_owner, asset, amount_minor from posting where entry_id = o.id
       except all
       select debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor from posting where entry_id = r.id))
  union all
  select row(reverses::text, 'reversed ' || count(*) || ' times')::finding
  from entry where reverses in (select reverses from reversal) group by reverses having count(*) > 1
$$;

-- Checks that NGN and NGNC meet only in clearing, one for one, within one entry.
create or replace function check_clearing(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id::text, 'clearing has a remainder of ' || sum(case when debit_kind = 'clearing' then amount_minor
    else -amount_minor end))::finding
  from posting where xid > since_xid and xid <= through_xid and 'clearing' in (debit_kind, credit_kind)
  group by entry_id having sum(case when debit_kind = 'clearing' then amount_minor else -amount_minor end) <> 0
$$;

-- Checks that the balance of each business, float and payout account equals the sum of its postings. The sums come from account_book, which
-- check_books compares with the postings themselves.
create or replace function check_balance(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.mode || ' ' || w.kind || ':' || w.owner,
    format('the balance is %s, but the postings add up to %s', w.balance_minor, w.postings_minor))::finding
  from find_wrong_balances() w
$$;

-- Checks that what a transaction holds equals its postings.
create or replace function check_held(transactions uuid[]) returns setof finding language sql stable as $$
  select row(h.mode || ' held:' || x.id, format('the balance is %s, but the postings add up to %s', h.balance, h.postings))::finding
  from unnest(transactions) as x (id) cross join lateral held_by(x.id) h
  where h.balance <> h.postings
$$;

-- Checks that held money belongs to a transaction. check_held then checks the amount.
create or replace function check_held_rows(pages int8range) returns setof finding language sql stable as $$
  select row(b.mode || ' held:' || b.owner, 'the owner of this balance is not a transaction')::finding
  from balance b
  where b.ctid >= first_of_pages(pages) and b.ctid < end_of_pages(pages) and b.kind = 'held' and not exists (
    select from transaction t where t.id = case when pg_input_is_valid(b.owner, 'uuid') then b.owner::uuid end)
$$;

-- Checks that the running totals of the sealer equal the sums of reconciliation, after adding the postings that only one of the two has
-- counted.
create or replace function check_total(since_xid bigint) returns setof finding language sql stable as $$
  with mark as (
    select sealed_through() as sealed, r.through_xid as folded from reconciling r
  ), side as (
    select b.mode, b.kind, b.owner, b.asset, b.in_minor, b.out_minor from account_book b where account_is_totalled(b.kind)
    union all
    select p.mode, p.kind, p.owner, p.asset, p.in_minor, p.out_minor
    from mark m cross join lateral posting_sides(m.folded, m.sealed) p where account_is_totalled(p.kind)
    union all
    select p.mode, p.kind, p.owner, p.asset, -p.in_minor, -p.out_minor
    from mark m cross join lateral posting_sides(m.sealed, m.folded) p where account_is_totalled(p.kind)
  ), summed as (
    select s.mode, s.kind, s.owner, s.asset,
      sum(case when account_is_debit_normal(s.kind) then s.in_minor else s.out_minor end) as debit,
      sum(case when account_is_debit_normal(s.kind) then s.out_minor else s.in_minor end) as credit
    from side s group by s.mode, s.kind, s.owner, s.asset
  )
  select row(coalesce(t.mode, s.mode) || ' ' || coalesce(t.kind, s.kind) || ':' || coalesce(t.owner, s.owner),
    'the running total of the sealer differs from the postings')::finding
  from account_total t full join summed s using (owner, kind, asset, mode)
  where coalesce(t.debit_minor, 0) <> coalesce(s.debit, 0) or coalesce(t.credit_minor, 0) <> coalesce(s.credit, 0)
$$;

-- Checks that account_book contains the sums of all postings, and that the balance of a bank account in it equals the sum of the lines of
-- that bank account. The sums of one pass are carried from slice to slice in checked_sum, and compared when the pass has reached the
-- position of account_book.
create or replace function check_books(pass uuid, since_xid bigint, through_xid bigint) returns setof finding
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_folded bigint;
begin
  select r.through_xid into strict v_folded from reconciling r for share;
  insert into checked_sum as c
    select pass, s.what, s.mode, s.kind, s.owner, s.asset, sum(s.in_minor), sum(s.out_minor) from (
      select 'postings' as what, p.mode, p.kind, book_owner(p.kind, p.owner) as owner, p.asset, p.in_minor, p.out_minor
      from posting_sides(since_xid, least(through_xid, v_folded)) p
      union all
      select 'lines', l.mode, 'bank', l.vendor_account_id::text, 'NGN',
        case l.direction when 'credit' then l.settled_minor::numeric else 0 end,
        case l.direction when 'credit' then 0 else l.settled_minor::numeric end
      from bank_line l where l.xid > since_xid and l.xid <= least(through_xid, v_folded)
      union all
      -- A vendor that settles later owes us what its pool shows, so the bank account has nothing of it.
      select 'lines', m.mode, 'bank', l.vendor_account_id::text, 'NGN',
        case m.kind when 'sent_back' then m.amount_minor::numeric else 0 end,
        case m.kind when 'sent_back' then 0 else m.amount_minor::numeric end
      from vendor_debt_move m join bank_line l on l.id = m.id
      where m.kind in ('collected', 'sent_back') and m.xid > since_xid and m.xid <= least(through_xid, v_folded)
    ) s group by s.what, s.mode, s.kind, s.owner, s.asset
    on conflict on constraint checked_sum_pkey do update
      set in_minor = c.in_minor + excluded.in_minor, out_minor = c.out_minor + excluded.out_minor;
  if through_xid < v_folded then
    return;
  end if;
  return query
    select coalesce(b.mode, c.mode) || ' ' || coalesce(b.kind, c.kind) || ':' || coalesce(b.owner, c.owner),
      format('account_book has %s, but the postings add up to %s',
        coalesce(b.in_minor - b.out_minor, 0), coalesce(c.in_minor - c.out_minor, 0))
    from account_book b
    full join (select * from checked_sum s where s.pass = check_books.pass and s.what = 'postings') c using (mode, kind, owner, asset)
    where coalesce(b.in_minor, 0) <> coalesce(c.in_minor, 0) or coalesce(b.out_minor, 0) <> coalesce(c.out_minor, 0)
    union all
    select coalesce(b.owner, c.owner), format('the bank lines add up to %s, but the ledger has %s', coalesce(c.in_minor - c.out_minor, 0),
      coalesce(b.in_minor - b.out_minor, 0))
    from (select * from account_book a where a.kind = 'bank') b
    full join (select * from checked_sum s where s.pass = check_books.pass and s.what = 'lines') c using (mode, kind, owner, asset)
    where coalesce(b.in_minor - b.out_minor, 0) <> coalesce(c.in_minor - c.out_minor, 0);
  delete from checked_sum s where s.pass = check_books.pass;
end $$;

-- Checks that every owner of a posting exists, in the posting's own mode. Foreign keys cannot express this, because owners are in many
-- tables.
create or replace function check_account(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  with used as (
    select debit_kind as kind, debit_owner as owner, mode from posting where xid > since_xid and xid <= through_xid
    union
    select credit_kind, credit_owner, mode from posting where xid > since_xid and xid <= through_xid
  ), named as (
    -- An owner is looked up by the key of its table. Compared as text, each owner would need a scan of all rows.
    select u.*, case when pg_input_is_valid(u.owner, 'uuid') then u.owner::uuid end as id from used u
  )
  select row(u.mode || ' ' || u.kind || ':' || u.owner, 'no such owner in this mode')::finding
  from named u
  left join transaction t on t.id = u.id and t.mode = u.mode
  left join business_mode b on b.business_id = u.id and b.mode = u.mode
  left join vendor_account v on v.id = u.id and v.mode = u.mode
  where case
    when u.kind in ('held', 'committed') then t.id is null
    when u.kind = 'receivable' and starts_with(u.owner, 'vendor:') then not exists (
      select from payout_account a where 'vendor:' || a.vendor = u.owner and a.mode = u.mode)
    when u.kind = 'receivable' and starts_with(u.owner, 'collections:') then not exists (
      select from vendor_debt d where 'collections:' || d.vendor = u.owner and d.mode = u.mode)
    when u.kind in ('business', 'receivable', 'reserve') then b.business_id is null
    when u.kind = 'bank' then v.id is null
    else false
  end
$$;

-- Checks that nothing links test with live.
create or replace function check_mode(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, 'entry and transaction have different modes')::finding
  from entry e left join transaction t on t.id = e.transaction_id
  where e.xid > since_xid and e.xid <= through_xid and e.transaction_id is not null and t.mode is distinct from e.mode
  union all
  select row(v.transaction_id || '/' || v.sequence, 'event and transaction have different businesses, modes or types')::finding
  from transaction_event v left join transaction t on t.id = v.transaction_id
  where v.xid > since_xid and v.xid <= through_xid and (t.mode is distinct from v.mode or t.business_id is distinct from v.business_id
    or t.type is distinct from v.type)
$$;
