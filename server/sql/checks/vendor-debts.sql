-- Checks that the debt of each vendor is the sum of its moves and what the ledger has. A vendor has few rows of sums, and account_sum reads
-- running totals.
create or replace function check_vendor_debts(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.mode || ' ' || d.vendor, format('its debt is %s, but the ledger has %s',
    d.collected_minor::numeric - d.cleared_minor::numeric, s.minor))::finding
  from vendor_debt d
  cross join lateral (select account_sum(d.mode, 'receivable', 'collections:' || d.vendor, 'NGN') as minor) s
  where d.collected_minor::numeric - d.cleared_minor::numeric <> s.minor
  union all
  select row(d.mode || ' ' || d.vendor, 'its sums differ from its newest moves')::finding
  from vendor_debt d
  where d.collected_minor::numeric <> coalesce((select max(m.through_minor::numeric) from vendor_debt_move m
      where m.mode = d.mode and m.vendor = d.vendor and m.kind = 'collected'), 0)
    or d.cleared_minor::numeric <> coalesce((select max(m.through_minor::numeric) from vendor_debt_move m
      where m.mode = d.mode and m.vendor = d.vendor and m.kind <> 'collected'), 0)
$$;

-- Checks that each move of a debt has its entry, and that every line on the pool of a vendor that settles later raised or cleared its debt.
create or replace function check_vendor_debt_moves(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(m.id::text, 'the entry of this move of a debt is missing or differs')::finding
  from vendor_debt_move m
  left join bank_line l on l.id = m.id
  where m.xid > since_xid and m.xid <= through_xid and not exists (
    select from posting p where p.entry_id = m.entry_id and p.mode = m.mode and p.asset = 'NGN' and p.amount_minor = m.amount_minor
      and p.xid = m.xid and case m.kind
        when 'collected' then (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner)
          = ('receivable', 'collections:' || m.vendor, 'bank', l.vendor_account_id::text)
        when 'sent_back' then (p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner)
          = ('bank', l.vendor_account_id::text, 'receivable', 'collections:' || m.vendor)
        when 'settled' then (p.debit_kind, p.credit_kind, p.credit_owner) = ('suspense', 'receivable', 'collections:' || m.vendor)
        else (p.debit_kind, p.credit_kind, p.credit_owner) = ('expense', 'receivable', 'collections:' || m.vendor) end)
  union all
  select row(l.id::text, 'the vendor settles later, but this line of its pool is not in its debt')::finding
  from bank_line l
  where l.xid > since_xid and l.xid <= through_xid and l.settled_minor > 0 and debtor_of(l) is not null
    -- Before the vendor declared this, its lines were booked as money in our bank account.
    and l.seen_at > (select min(r.declared_at) from rail_terms r join vendor_account v on v.feed = r.vendor and v.mode = r.mode
      where v.id = l.vendor_account_id and r.settles = 'next_working_day')
    and not exists (select from vendor_debt_move m where m.id = l.id)
$$;
