-- A posting is one debit, one credit, one asset, one positive amount, on accounts that can carry it.
create or replace function check_posting(since_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id || '/' || ordinal,
    format('%s:%s / %s:%s %s %s is not a posting', debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor))::finding
  from posting
  where xid > since_xid and not (amount_minor > 0
    and (debit_kind <> credit_kind or debit_owner <> credit_owner)
    and account_fits(debit_kind, debit_owner, asset) and account_fits(credit_kind, credit_owner, asset))
$$;

-- An entry has its postings, numbered from 1, written with it, in its mode.
create or replace function check_entry(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(e.id, p.entry_id)::text,
    case when e.id is null then 'postings without an entry' when p.entry_id is null then 'no postings'
      else 'postings disagree with their entry' end)::finding
  from (select * from entry where xid > since_xid) e
  full join (
    select entry_id, count(*) as lines, min(ordinal) as first, max(ordinal) as last, min(mode) as mode, max(mode) as other_mode,
      min(xid) as xid, max(xid) as other_xid
    from posting where xid > since_xid group by entry_id
  ) p on p.entry_id = e.id
  where e.id is null or p.entry_id is null
    or p.first <> 1 or p.last <> p.lines or p.mode <> e.mode or p.other_mode <> e.mode or p.xid <> e.xid or p.other_xid <> e.xid
$$;

-- A reversal is the exact mirror of an entry that is not itself a reversal, and there is one at most.
create or replace function check_reversal(since_xid bigint) returns setof finding language sql stable as $$
  with reversal as (select * from entry where reverses is not null and xid > since_xid)
  select row(r.id::text, 'does not mirror ' || r.reverses)::finding
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

-- NGN and NGNC meet in clearing only, one for one, within one entry.
create or replace function check_clearing(since_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id::text, 'clearing is left with ' || sum(case when debit_kind = 'clearing' then amount_minor
    else -amount_minor end))::finding
  from posting where xid > since_xid and 'clearing' in (debit_kind, credit_kind)
  group by entry_id having sum(case when debit_kind = 'clearing' then amount_minor else -amount_minor end) <> 0
$$;

-- Every account with a floor holds what its postings say, and no less than nothing.
create or replace function check_balance(since_xid bigint) returns setof finding language sql stable as $$
  with summed as (
    select owner, kind, asset, mode, sum(minor) as minor from (
      select debit_owner as owner, debit_kind as kind, asset, mode,
        case when account_is_debit_normal(debit_kind) then amount_minor::numeric else -amount_minor::numeric end as minor
      from posting where account_has_floor(debit_kind)
      union all
      select credit_owner, credit_kind, asset, mode,
        case when account_is_debit_normal(credit_kind) then -amount_minor::numeric else amount_minor::numeric end
      from posting where account_has_floor(credit_kind)
    ) side group by owner, kind, asset, mode
  )
  select row(coalesce(b.mode, s.mode) || ' ' || coalesce(b.kind, s.kind) || ':' || coalesce(b.owner, s.owner),
    format('balance %s, postings %s', coalesce(b.amount_minor::numeric, 0), coalesce(s.minor, 0)))::finding
  from balance b full join summed s using (owner, kind, asset, mode)
  where coalesce(b.amount_minor::numeric, 0) <> coalesce(s.minor, 0) or coalesce(s.minor, 0) < 0
$$;

-- The sums brought forward are the sums of what is sealed.
create or replace function check_total(since_xid bigint) returns setof finding language sql stable as $$
  with summed as (
    select owner, kind, asset, mode, sum(debit) as debit, sum(credit) as credit from (
      select debit_owner as owner, debit_kind as kind, asset, mode, amount_minor::numeric as debit, 0::numeric as credit
        from posting where account_is_totalled(debit_kind) and xid <= (select coalesce(max(through_xid), 0) from seal)
      union all
      select credit_owner, credit_kind, asset, mode, 0, amount_minor::numeric
        from posting where account_is_totalled(credit_kind) and xid <= (select coalesce(max(through_xid), 0) from seal)
    ) side group by owner, kind, asset, mode
  )
  select row(coalesce(t.mode, s.mode) || ' ' || coalesce(t.kind, s.kind) || ':' || coalesce(t.owner, s.owner),
    'the sum brought forward is not the sum of its postings')::finding
  from account_total t full join summed s using (owner, kind, asset, mode)
  where t.debit_minor is distinct from s.debit or t.credit_minor is distinct from s.credit
$$;

-- Every owner of a posting exists, in the posting's own mode. Foreign keys cannot say this, because owners are of many tables.
create or replace function check_account(since_xid bigint) returns setof finding language sql stable as $$
  with used as (
    select debit_kind as kind, debit_owner as owner, mode from posting where xid > since_xid
    union
    select credit_kind, credit_owner, mode from posting where xid > since_xid
  ), named as (
    -- An owner is looked up by the key that its table has: compared as text, each would be looked for in all rows.
    select u.*, case when pg_input_is_valid(u.owner, 'uuid') then u.owner::uuid end as id from used u
  )
  select row(mode || ' ' || kind || ':' || owner, 'no such owner in this mode')::finding
  from named u
  where case
    when kind in ('held', 'committed') then not exists (select from transaction t where t.id = u.id and t.mode = u.mode)
    when kind = 'receivable' and starts_with(owner, 'vendor:') then not exists (
      select from payout_account a where 'vendor:' || a.vendor = u.owner and a.mode = u.mode)
    when kind in ('business', 'receivable', 'reserve') then not exists (select from business_mode b where b.business_id = u.id
      and b.mode = u.mode)
    when kind = 'bank' then not exists (select from vendor_account v where v.id = u.id and v.mode = u.mode)
    else false
  end
$$;

-- Nothing joins test with live, and a request's key leads to its own business.
create or replace function check_mode(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, 'entry and transaction are not of one mode')::finding
  from entry e left join transaction t on t.id = e.transaction_id
  where e.xid > since_xid and e.transaction_id is not null and t.mode is distinct from e.mode
  union all
  select row(v.transaction_id || '/' || v.sequence, 'event and transaction are not of one business and mode')::finding
  from transaction_event v left join transaction t on t.id = v.transaction_id
  where v.xid > since_xid and (t.mode is distinct from v.mode or t.business_id is distinct from v.business_id
    or t.type is distinct from v.type)
  union all
  select row(k.key, 'request key and transaction are not of one business and mode')::finding
  from request_key k join transaction t on t.id = k.transaction_id
  where t.mode <> k.mode or t.business_id <> k.business_id
$$;
