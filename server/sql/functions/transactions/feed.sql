-- Gives a position to each event whose database transaction has ended, if all earlier ones have ended too. Gives each event of a business
-- the next number of its feed. Endpoints that subscribed to such an event become due. The row of the sequencer is the lock, so one caller
-- runs at a time. Returns how many events it placed.
--
-- The writer of a later step may have an older xid, because it waited for the lock of the step before. A missing earlier step is therefore
-- placed together with the later one, and skipped when its own turn comes. The same holds for the step that a case belongs to. An event
-- about a batch is written after the last step of its sells was committed (settle_batch), so its place is its xid.
--
-- The planner cannot know how few rows are new and would read whole tables, so the settings leave it only the indexes.
create or replace function sequence_events(most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  horizon bigint;
  last record;
  upto bigint;
  placed integer;
  steps integer;
begin
  select * into last from sequencer for update skip locked;
  if not found then
    return 0;
  end if;
  horizon := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  if horizon <= last.last_xid then
    raise exception 'the transaction counter (%) is behind the last sequenced event (%)', horizon, last.last_xid
      using hint = 'the database was restored from a dump: advance the counter with pg_resetwal before starting';
  end if;
  -- The range never splits the events of one database transaction.
  select max(e.xid), count(*) into upto, steps from (
    select xid from transaction_event where xid > last.last_xid and xid < horizon order by xid limit most) e;
  if steps < most then
    select greatest(upto, max(k.xid)) into upto from (
      select xid from business_case where xid > last.last_xid and xid < horizon
      union all select xid from business_case_end where xid > last.last_xid and xid < horizon and outcome = 'decided'
      union all select xid from batch_event where xid > last.last_xid and xid < horizon) k;
  end if;
  if upto is null then
    return 0;
  end if;
  with own as materialized (
    select e.transaction_id, e.sequence, e.xid from transaction_event e
    where e.xid > last.last_xid and e.xid <= upto
      and not exists (select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)
  ), asked as materialized (
    select k.transaction_id, k.sequence, k.xid, k.event_id, 'opened' as event from business_case k
      where k.xid > last.last_xid and k.xid <= upto
    union all
    select k.transaction_id, k.sequence, k.xid, k.event_id, 'decided' from business_case_end k
      where k.xid > last.last_xid and k.xid <= upto and k.outcome = 'decided'
  ), first_step as (
    select transaction_id, min(sequence) as sequence from own group by transaction_id having min(sequence) > 1
  ), before as (
    select e.transaction_id, e.sequence, e.xid
    from first_step f join transaction_event e on e.transaction_id = f.transaction_id and e.sequence < f.sequence
    where not exists (select from event_position p where p.transaction_id = f.transaction_id and p.sequence = f.sequence - 1)
      and not exists (select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)
  ), asked_about as (
    select e.transaction_id, e.sequence, e.xid
    from asked k join transaction_event e on e.transaction_id = k.transaction_id and e.sequence <= k.sequence
    where not exists (select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)
  ), step as materialized (
    select s.transaction_id, s.sequence, max(s.xid) over (partition by s.transaction_id order by s.sequence) as place
    from (select * from own union select * from before union select * from asked_about) s
  ), line as (
    select s.transaction_id, s.sequence, s.place, null::uuid as case_event_id, '' as case_event from step s
    union all
    select k.transaction_id, k.sequence, greatest(k.xid, (
        select max(s.place) from step s where s.transaction_id = k.transaction_id and s.sequence <= k.sequence)), k.event_id, k.event
      from asked k
  ), told as (
    select e.transaction_id, e.sequence, coalesce(s.case_event_id, e.id) as id, e.business_id, e.mode, e.type, e.to_status, s.case_event,
      null as batch_event, s.place, e.type in ('drill', 'return') as is_untold
    from line s join transaction_event e on e.transaction_id = s.transaction_id and e.sequence = s.sequence
    union all
    select null, null, b.event_id, b.business_id, b.mode, null, null, '', b.event, b.xid, false
    from batch_event b where b.xid > last.last_xid and b.xid <= upto
  ), news as materialized (
    select t.transaction_id, t.sequence, t.id, t.business_id, t.mode, t.type, t.to_status, t.case_event, t.batch_event,
      row_number() over (order by t.place, t.transaction_id, t.sequence, t.case_event, t.id) as place,
      case when not t.is_untold then coalesce(h.last_number, 0)
        + row_number() over (partition by t.business_id, t.mode, t.is_untold
          order by t.place, t.transaction_id, t.sequence, t.case_event, t.id) end as number
    from told t left join feed_head h on h.business_id = t.business_id and h.mode = t.mode
  ), heads as (
    insert into feed_head (business_id, mode, last_number)
      select n.business_id, n.mode, max(n.number) from news n where n.number is not null group by n.business_id, n.mode
    on conflict (business_id, mode) do update set last_number = excluded.last_number
  ), woken as (
    -- The due time is one second ago, because the clock of the process that claims the wake-up may be behind. A run in progress sees by the
    -- changed due time that there are more events.
    insert into wake (subject_id, type, due_at)
      select w.id, 'webhook', max(afara_now()) - interval '1 second'
      from (
        select distinct n.business_id, n.mode, n.type, n.to_status, n.case_event, n.batch_event from news n
        where n.number is not null) n
        join webhook_endpoint w on w.business_id = n.business_id and w.mode = n.mode
      where w.state = 'active' and case when n.batch_event is not null then webhook_wants_batch(w.event_types, n.batch_event)
        when n.case_event = '' then webhook_wants(w.event_types, n.type, n.to_status)
        else webhook_wants_case(w.event_types, n.case_event) end
      group by w.id order by w.id
    on conflict (subject_id) do update set due_at = excluded.due_at
  )
  insert into event_position (position, transaction_id, sequence, business_id, mode, number, event_id, wallet_stop)
    select last.last_position + n.place, n.transaction_id, case n.case_event when '' then n.sequence end, n.business_id, n.mode, n.number,
      n.id,
      case when n.case_event = '' and n.to_status = any (statuses_before_clearing()) then (
        select jsonb_build_object('code', k.code, 'message', k.message) from wallet_block k
        where k.transaction_id = n.transaction_id and k.ended_at is null) end
    from news n;
  get diagnostics placed = row_count;
  update sequencer set last_position = last.last_position + placed, last_xid = upto;
  return placed;
end $$;

-- Returns the last number of the feeds of these businesses. One query serves all waiting readers.
create or replace function read_feed_heads(p_businesses uuid[], p_modes text[])
returns table (business_id uuid, mode mode, last_number bigint)
language sql stable security definer set search_path = afara, pg_temp as $$
  select h.business_id, h.mode, h.last_number
  from unnest(p_businesses, p_modes) as asked (business_id, mode)
    join feed_head h on h.business_id = asked.business_id and h.mode = asked.mode::mode
$$;
