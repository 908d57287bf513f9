-- Checks that the history of a transaction follows the transitions without a gap.
create or replace function check_history(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(v.transaction_id || '/' || v.sequence, 'the event is not an allowed next step of its transaction')::finding
  from transaction_event v
  left join transaction_event b on b.transaction_id = v.transaction_id and b.sequence = v.sequence - 1
  where v.xid > since_xid and v.xid <= through_xid
    and (v.sequence < 1 or v.from_status <> case v.sequence when 1 then '' else coalesce(b.to_status, '') end
      or v.sequence > 1 and b.sequence is null
      or not exists (
        select from transition t where t.type = v.type and t.from_status = v.from_status and t.event = v.event
          and t.to_status = v.to_status))
$$;

-- Checks that a transaction has the status and the version of its last event.
create or replace function check_status(transactions uuid[]) returns setof finding language sql stable as $$
  select row(x.id::text, 'its status or version differs from its last event')::finding
  from unnest(transactions) as x (id) left join transaction t on t.id = x.id
  left join transaction_event v on v.transaction_id = x.id and v.sequence = t.version
  left join transaction_event n on n.transaction_id = x.id and n.sequence = t.version + 1
  where v.to_status is distinct from t.status or t.id is null or n.sequence is not null
$$;

-- Checks that positions run from 1 without a gap, and that every event up to the sequencer's position has one.
create or replace function check_position(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row('sequencer',
    format('the last position is %s, but the sequencer last gave %s', coalesce(max(p.position), 0), max(s.last_position)))::finding
  from sequencer s left join (select position from event_position order by position desc limit 1) p on true
  having coalesce(max(p.position), 0) <> max(s.last_position)
  union all
  select row(v.transaction_id || '/' || v.sequence, case when p.position is null then 'committed but has no position'
    else 'the position before its own is missing' end)::finding
  from transaction_event v
  left join event_position p on p.transaction_id = v.transaction_id and p.sequence = v.sequence
  left join event_position b on b.position = p.position - 1
  where v.xid > since_xid and v.xid <= through_xid
    and (p.position is null and v.xid <= (select last_xid from sequencer) or p.position > 1 and b.position is null)
$$;

-- Checks that an unfinished transaction has a wake-up; without one it is stuck. A drill must always end.
create or replace function check_wake(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, 'unfinished, but has no wake-up')::finding
  from unnest(transactions) as x (id) join transaction t on t.id = x.id left join wake w on w.subject_id = t.id
  where w.subject_id is null and case t.type
    when 'drill' then exists (select from transition e where e.type = t.type and e.from_status = t.status)
    else exists (select from status_time s where s.type = t.type and s.status = t.status and s.look_after is not null) end
$$;

-- Checks that each of our accounts and lanes has a wake-up, and that every wake-up for an account or a lane has a subject that exists.
create or replace function check_wake_ups(since_xid bigint) returns setof finding language sql stable as $$
  select row(a.id::text, 'vendor account without a wake-up or without a row in account_look')::finding
  from vendor_account a
  where not exists (select from wake w where w.subject_id = a.id and w.type = 'bank-account')
    or not exists (select from account_look l where l.vendor_account_id = a.id)
  union all
  select row(l.id::text, 'lane without a wake-up')::finding
  from lane l where not exists (select from wake w where w.subject_id = l.id and w.type = 'lane')
  union all
  select row(w.subject_id::text, 'wake-up for an account or a lane that is missing')::finding
  from wake w
  where w.type = 'bank-account' and not exists (select from vendor_account a where a.id = w.subject_id)
    or w.type = 'lane' and not exists (select from lane l where l.id = w.subject_id)
$$;

-- Checks that an accepted transaction is complete and matches its request: its details, and the key that leads to it. The request is in the
-- first event, which is sealed; the detail rows are not.
create or replace function check_acceptance(transactions uuid[]) returns setof finding language sql stable as $$
  select row(t.id::text, case
      when d.type is null then 'its row in buy, sell or withdrawal is missing'
      when e.transaction_id is null then 'it has details, but no event records the request'
      when k.key is null then 'the request key of its reference is missing or leads to another transaction'
      when not (d.fee_minor < t.amount_minor) then 'its fee is not below its amount'
      when t.type::text <> d.type or t.mode <> d.mode then 'details and transaction differ in type or mode'
      else 'its amount, fee or reference differs from the request in its first event' end)::finding
  from unnest(transactions) as x (id)
  join transaction t on t.id = x.id
  left join transaction_event e on e.transaction_id = x.id and e.sequence = 1 and e.data ? 'meaning'
  left join buy b on b.transaction_id = x.id
  left join sell s on s.transaction_id = x.id
  left join withdrawal w on w.transaction_id = x.id
  left join lateral (
    select b.mode, b.fee_minor::numeric as fee_minor, 'buy' as type where b.transaction_id is not null
    union all
    select s.mode, s.fee_minor::numeric, 'sell' where s.transaction_id is not null
    union all
    select w.mode, 0, 'withdrawal' where w.transaction_id is not null) d on true
  left join lateral (
    select k.key, k.meaning from request_key k where k.business_id = t.business_id and k.mode = t.mode and k.key = 'r:' || t.reference
      and k.transaction_id = t.id offset 0) k on true
  where (d.type is not null or e.transaction_id is not null)
    and (d.type is null or e.transaction_id is null or k.key is null or not (d.fee_minor < t.amount_minor)
      or t.type::text <> d.type or t.mode <> d.mode
      or not e.data @> terms_of(t.amount_minor, d.fee_minor, t.reference, k.meaning))
$$;

-- Checks what foreign keys would: every part of a transaction has its transaction, and a request key belongs to the business of its
-- transaction.
create or replace function check_parts(pages int8range) returns setof finding language sql stable as $$
  select row(p.transaction_id::text, p.part || ' without a transaction')::finding
  from (
    select transaction_id, 'buy' as part from buy where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'sell' from sell where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'withdrawal' from withdrawal where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select subject_id, 'wake-up' from wake where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
      and type = any (enum_range(null::transaction_type)::text[])
    union all
    select transaction_id, 'claim' from claim where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'allocation' from allocation where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'screening result' from screening_result
    where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'wallet block' from wallet_block where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
    union all
    select transaction_id, 'deposit address' from deposit_address where ctid >= first_of_pages(pages) and ctid < end_of_pages(pages)
  ) p
  where not exists (select from transaction t where t.id = p.transaction_id)
  union all
  select row(k.key, case when t.id is null then 'request key without a transaction'
    else 'request key and transaction have different businesses or modes' end)::finding
  from request_key k left join transaction t on t.id = k.transaction_id
  where k.ctid >= first_of_pages(pages) and k.ctid < end_of_pages(pages)
    and (t.mode is distinct from k.mode or t.business_id is distinct from k.business_id)
$$;

-- Checks that the numbers of a feed have no gap and follow the order of each transaction's steps. Drills and returns have no numbers.
create or replace function check_feed(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(e.transaction_id || '/' || e.sequence, case when e.type in ('drill', 'return')
    then 'the event of a drill or a return has a number in the feed'
    when p.number is null then 'the event has no number in the feed' when p.number > 1 and n.number is null
      then 'the number before its own is missing in the feed'
    when b.number > p.number then 'its number is below that of the previous event'
    else 'the event and its position have different ids, businesses or modes' end)::finding
  from transaction_event e join event_position p on p.transaction_id = e.transaction_id and p.sequence = e.sequence
  left join event_position b on b.transaction_id = e.transaction_id and b.sequence = e.sequence - 1
  left join lateral (
    select n.number from event_position n where n.business_id = p.business_id and n.mode = p.mode and n.number = p.number - 1 offset 0
  ) n on true
  where e.xid > since_xid and e.xid <= through_xid
    and ((e.type in ('drill', 'return')) <> (p.number is null) or p.event_id <> e.id
      or p.business_id is distinct from e.business_id or p.mode <> e.mode
      or b.number > p.number or p.number > 1 and n.number is null)
$$;

-- Checks that the head of each feed is its last number. Under row-level security, an index finds the last row directly only if "order by"
-- contains the whole key of the index.
create or replace function check_feed_heads(since_xid bigint) returns setof finding language sql stable as $$
  select row(b.mode || ' ' || b.business_id, format('the last number is %s, but feed_head has %s', coalesce(p.last, 0),
    coalesce(h.last_number, 0)))::finding
  from business_mode b left join feed_head h on h.business_id = b.business_id and h.mode = b.mode
  cross join lateral (
    select (select p.number from event_position p where p.business_id = b.business_id and p.mode = b.mode and p.number is not null
      order by p.business_id desc, p.mode desc, p.number desc limit 1) as last) p
  where p.last is distinct from h.last_number
$$;

-- Checks that nothing is stuck: an overdue transaction has a case, its own or a shared one, and every status that is not final has a
-- deadline.
create or replace function check_overdue(since_xid bigint) returns setof finding language sql stable as $$
  select row(s.id::text, format('status %s, overdue since %s, without an open case', s.status, s.expected_by))::finding
  from stuck_transactions(since_xid, afara_now()) s
  union all
  select row(s.type || ' ' || s.status, 'the status is not final, but has no deadline in status_time')::finding
  from status_time s where s.expected_within is null and s.status <> all (statuses_ended())
$$;
