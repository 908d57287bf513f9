-- Why: each invariant is held by a constraint, a type or the one function that may write. These checks prove, from
-- the rows alone, that it was: each returns the offending rows, and none means good. They are found by their name,
-- so a new one is run wherever the others are.
--
-- since_xid limits a check to what was written later than that; 0 reads everything.

set local role afara_owner;
set local search_path = afara;

create type finding as (subject text, problem text);

-- A posting is one debit, one credit, one asset, one positive amount, on accounts that can carry it.
create function check_posting(since_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id || '/' || ordinal,
    format('%s:%s / %s:%s %s %s is not a posting', debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor))::finding
  from posting
  where xid > since_xid and not (amount_minor > 0
    and (debit_kind <> credit_kind or debit_owner <> credit_owner)
    and account_fits(debit_kind, debit_owner, asset) and account_fits(credit_kind, credit_owner, asset))
$$;

-- An entry has its postings, numbered from 1, written with it, in its mode.
create function check_entry(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(e.id, p.entry_id)::text,
    case when e.id is null then 'postings without an entry' when p.entry_id is null then 'no postings' else 'postings disagree with their entry' end)::finding
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
create function check_reversal(since_xid bigint) returns setof finding language sql stable as $$
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
create function check_clearing(since_xid bigint) returns setof finding language sql stable as $$
  select row(entry_id::text, 'clearing is left with ' || sum(case when debit_kind = 'clearing' then amount_minor else -amount_minor end))::finding
  from posting where xid > since_xid and 'clearing' in (debit_kind, credit_kind)
  group by entry_id having sum(case when debit_kind = 'clearing' then amount_minor else -amount_minor end) <> 0
$$;

-- Every account with a floor holds what its postings say, and no less than nothing.
create function check_balance(since_xid bigint) returns setof finding language sql stable as $$
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
create function check_total(since_xid bigint) returns setof finding language sql stable as $$
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

-- What foreign keys from postings would say: each owner exists, in the posting's own mode.
create function check_account(since_xid bigint) returns setof finding language sql stable as $$
  with used as (
    select debit_kind as kind, debit_owner as owner, mode from posting where xid > since_xid
    union
    select credit_kind, credit_owner, mode from posting where xid > since_xid
  )
  select row(mode || ' ' || kind || ':' || owner, 'no such owner in this mode')::finding
  from used u
  where case
    when kind in ('held', 'committed') then not exists (select from transaction t where t.id::text = u.owner and t.mode = u.mode)
    when kind in ('business', 'receivable', 'reserve') then not exists (select from business_mode b where b.business_id::text = u.owner and b.mode = u.mode)
    when kind = 'bank' then not exists (select from vendor_account v where v.id::text = u.owner and v.mode = u.mode)
    else false
  end
$$;

-- Nothing joins test with live, and a request's key leads to its own business.
create function check_mode(since_xid bigint) returns setof finding language sql stable as $$
  select row(e.id::text, 'entry and transaction are not of one mode')::finding
  from entry e left join transaction t on t.id = e.transaction_id
  where e.xid > since_xid and e.transaction_id is not null and t.mode is distinct from e.mode
  union all
  select row(v.transaction_id || '/' || v.sequence, 'event and transaction are not of one business and mode')::finding
  from transaction_event v left join transaction t on t.id = v.transaction_id
  where v.xid > since_xid and (t.mode is distinct from v.mode or t.business_id is distinct from v.business_id or t.type is distinct from v.type)
  union all
  select row(k.key, 'request key and transaction are not of one business and mode')::finding
  from request_key k join transaction t on t.id = k.transaction_id
  where t.mode <> k.mode or t.business_id <> k.business_id
$$;

-- The history of a transaction is a walk along the machine's edges without a gap, and it ends at the row's status.
create function check_history(since_xid bigint) returns setof finding language sql stable as $$
  with walk as (
    select v.*, lag(v.to_status, 1, '') over w as came_from, lag(v.sequence, 1, 0) over w as came_after,
      lead(v.sequence) over w is null as is_last
    from transaction_event v window w as (partition by v.transaction_id order by v.sequence)
  )
  select row(w.transaction_id || '/' || w.sequence, 'is not the next step of its transaction')::finding
  from walk w
  where w.xid > since_xid and (w.sequence <> w.came_after + 1 or w.from_status <> w.came_from or not exists (
    select from transition t where t.type = w.type and t.from_status = w.from_status and t.event = w.event and t.to_status = w.to_status))
  union all
  select row(t.id::text, 'row and history disagree')::finding
  from transaction t left join walk w on w.transaction_id = t.id and w.is_last
  where w.to_status is distinct from t.status or w.sequence is distinct from t.version
$$;

-- Positions run from 1 without a gap, and every event before the sequencer's mark has one.
create function check_position(since_xid bigint) returns setof finding language sql stable as $$
  select row('sequencer', format('%s positions up to %s, last given %s', count(*), max(position), (select last_position from sequencer)))::finding
  from event_position
  having count(*) <> coalesce(max(position), 0) or coalesce(max(position), 0) <> (select last_position from sequencer)
  union all
  select row(v.transaction_id || '/' || v.sequence, 'committed but has no position')::finding
  from transaction_event v left join event_position p using (transaction_id, sequence)
  where v.xid > since_xid and v.xid <= (select last_xid from sequencer) and p.position is null
$$;

-- An unfinished transaction that nothing will ever look at again is stuck. Drills are the ones that must always end.
create function check_wake(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, and nothing wakes it')::finding
  from transaction t left join wake w on w.transaction_id = t.id
  where t.type = 'drill' and w.transaction_id is null
    and exists (select from transition e where e.type = t.type and e.from_status = t.status)
$$;

do $$
declare
  name text;
begin
  for name in select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'afara' and p.proname like 'check\_%' loop
    execute format('grant execute on function %I(bigint) to afara_worker', name);
  end loop;
end $$;
