-- Returns when a transaction should have left its status; null means never. The business sees the same time. The owner of a wallet that
-- cannot receive has two days to repair it, and a buy waits five days for the settlement of a vendor. A buy or sell that waits for money
-- waits until it expires.
create or replace function expected_by(t transaction) returns timestamptz language sql stable as $$
  select greatest(status_since(t.id, t.version) + case
      when t.status = any (statuses_before_clearing()) and t.status <> 'action_required' and exists (
        select from wallet_block k where k.transaction_id = t.id and k.ended_at is null and k.code <> 'network_unavailable')
      then greatest(interval '2 days', s.expected_within)
      -- A vendor settles on the next working day: after a weekend and two holidays that is the fifth day.
      when t.type = 'buy' and t.status = 'payment_received' and exists (
        select from wake w where w.subject_id = t.id and w.last_error like 'waits: the settlement of %')
      then greatest(interval '5 days', s.expected_within) else s.expected_within end,
    case when s.expected_within is not null and t.status in ('pending_payment', 'pending_deposit') then (
      select w.due_at from wake w where w.subject_id = t.id and w.failure_count = 0) end)
  from status_time s where s.type = t.type and s.status = t.status
$$;

-- Returns whether a case about this transaction itself is open, or operators froze it after a sanctions match. A case about other money
-- that arrived for it does not count.
create or replace function is_asked_about(p_transaction uuid) returns boolean language sql stable as $$
  select is_frozen_by_sanctions(p_transaction) or exists (
    select from case_file c where c.transaction_id = p_transaction and c.state <> 'resolved' and c.kind not in (
      'overpaid', 'duplicate', 'wrong_chain', 'over_deposited', 'second_deposit', 'line_aside')
      and not (c.kind = 'recall' and c.line_id is not null))
$$;

-- Returns what delays a transaction, in words that are the same for every transaction with this cause: its lane or payout account, the
-- condition for which it waits, or the error of its step.
create or replace function overdue_cause(t transaction) returns text language sql stable as $$
  select coalesce(
    (select format('lane %s:%s:%s is %s', l.mode, l.network, l.number, l.state || coalesce(' and lacks ' || l.short_of, ''))
      from lane l where l.id = coalesce(
        (select d.lane_id from delivery d where d.transaction_id = t.id),
        (select f.lane_id from transfer_right r join transfer f on f.right_id = r.id
          where r.transaction_id = t.id and f.state in ('reserved', 'signed', 'conflict') limit 1))),
    (select format('payout account %s:%s:%s is %s', a.mode, a.vendor, a.name, a.state || coalesce(' and lacks ' || a.short_of, ''))
      from payout_account a where a.id = coalesce(
        (select o.account_id from payout_order o where o.transaction_id = t.id limit 1),
        (select x.account_id from payout_right r join payout x on x.right_id = r.id
          where r.transaction_id = t.id and x.money_back_at is null limit 1))),
    (select case when w.last_error like 'waits: %' then substr(w.last_error, 8)
        when w.last_error is not null then 'its step fails: ' || w.last_error end
      from wake w where w.subject_id = t.id),
    'the cause is unknown')
$$;

-- Adds every overdue transaction that has no case of its own to the case of its cause. Removes transactions that have moved, and closes a
-- case that has none left. Adds up to p_most transactions per call and returns how many. Called repeatedly.
--
-- A transaction is added thirty seconds after its deadline, because a step that is due at the deadline needs time to run.
create or replace function keep_overdue_cases(p_at timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_given integer := 0;
  v_case uuid;
  k record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('overdue cases', 0)) then
    return 0;
  end if;
  delete from overdue_transaction o using transaction t, case_file c
    where t.id = o.transaction_id and c.id = o.case_id
      and (t.version <> o.version or c.state = 'resolved' or expected_by(t) > p_at or is_asked_about(t.id));
  for k in
    select q.mode, q.type, q.status, q.cause, min(q.expected_by) as since, array_agg(q.id) as ids, array_agg(q.version) as versions,
      array_agg(q.expected_by) as times
    from (
      -- PostgreSQL would otherwise compute the deadline of every transaction there is, before it asks which of them wait.
      with waiting as materialized (
        select t from wake w join transaction t on t.id = w.subject_id
        join status_time s on s.type = t.type and s.status = t.status
        where (t.created_at + s.expected_within <= p_at or exists (select from sandbox_age a where a.transaction_id = t.id))
          and not exists (select from overdue_transaction o where o.transaction_id = t.id)
      ), late as materialized (
        select l.t, e.at from waiting l cross join lateral (select expected_by(l.t) as at) e where e.at <= p_at - interval '30 seconds'
      )
      select (l.t).id, (l.t).mode, (l.t).type, (l.t).status, (l.t).version, l.at as expected_by,
        left(regexp_replace(overdue_cause(l.t), '[0-9a-f-]{8,}', '…', 'g'), 200) as cause
      from late l where not is_asked_about((l.t).id)
      limit p_most) q
    group by q.mode, q.type, q.status, q.cause order by 1, 2, 3, 4
  loop
    v_case := open_case(afara_uuid(), k.mode, 'overdue', null, null, null, null,
      format('Transactions of type %s have been %s for too long: %s.', k.type, k.status, k.cause),
      jsonb_build_object('subject', format('%s %s: %s', k.type, k.status, k.cause), 'type', k.type, 'status', k.status, 'cause', k.cause,
        'expected_by', k.since), null, p_at, p_at + interval '4 hours');
    insert into overdue_transaction (transaction_id, version, mode, case_id, expected_by)
      select u.id, u.version, k.mode, v_case, u.at from unnest(k.ids, k.versions, k.times) as u (id, version, at);
    v_given := v_given + cardinality(k.ids);
  end loop;
  perform close_case(c.id, '{"action": "dismiss", "reason": "none of its transactions is overdue any more"}', p_at)
    from case_file c
    where c.kind = 'overdue' and c.state <> 'resolved' and c.transaction_id is null
      and not exists (select from overdue_transaction o where o.case_id = c.id);
  return v_given;
end $$;

-- Returns the transactions that are overdue by two minutes and in no open case. keep_overdue_cases has these two minutes to add them. Of
-- old rows it reads only those that still have a wake-up, unless it reads everything (since_xid 0).
create or replace function stuck_transactions(since_xid bigint, p_at timestamptz)
returns table (id uuid, status text, expected_by timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  with waiting as materialized (
    select t from transaction t where since_xid = 0 and t.status <> all (statuses_ended())
    union all
    select t from wake w join transaction t on t.id = w.subject_id where since_xid > 0 and t.status <> all (statuses_ended())
  ), late as materialized (
    select w.t, e.at from waiting w cross join lateral (select expected_by(w.t) as at) e where e.at < p_at - interval '2 minutes'
  )
  select (l.t).id, (l.t).status, l.at from late l
  where not is_asked_about((l.t).id) and not exists (
    select from overdue_transaction o join case_file c on c.id = o.case_id and c.state <> 'resolved'
    where o.transaction_id = (l.t).id and o.version = (l.t).version)
$$;

-- Shows the business why its transaction waits, as a code; null if nothing delays it. Reasons that the business must not know share one
-- code.
create or replace view transaction_wait with (security_barrier) as
  select t.id as transaction_id, case
    when t.status = any (statuses_ended()) then null
    when w.last_error like 'waits: no lane of %' or exists (
      select from delivery d join lane l on l.id = d.lane_id and l.state <> 'active' where d.transaction_id = t.id) then 'network_paused'
    when exists (
      select from payout_order o join payout_account a on a.id = o.account_id and (a.state <> 'active' or a.short_of is not null)
      where o.transaction_id = t.id) then 'payouts_paused'
    when w.last_error like 'waits: the business is suspended%' then 'business_suspended'
    when w.last_error like 'waits: the settlement of %' then 'awaiting_settlement'
    when w.last_error like 'waits: %' then 'on_hold_by_us'
    when exists (select from overdue_transaction o where o.transaction_id = t.id and o.version = t.version) then 'late' end as code
  from transaction t left join wake w on w.subject_id = t.id;
