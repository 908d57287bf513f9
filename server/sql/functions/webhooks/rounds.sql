-- Starts a round of each of these endpoints: creates deliveries for the new events of the feed, and returns the due deliveries with
-- everything that sending needs. An endpoint that does not exist any more is left out. Sending happens after this commit; a round that is
-- lost is repeated. One call serves all endpoints that become due together, because a call costs more than the rows of one endpoint.
create or replace function work_webhooks(p_endpoints uuid[], p_at timestamptz, p_most_events integer, p_most_deliveries integer)
returns table (endpoint_id uuid, round jsonb)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Every group locks in the order of the ids, so that no two groups wait for each other.
  perform from webhook_endpoint w where w.id = any (p_endpoints) and w.state <> 'removed' order by w.id for no key update;
  with news as materialized (
    select w.id as endpoint, w.business_id, w.mode, n.*
    from webhook_endpoint w cross join lateral (
      select p.number, p.event_id, p.transaction_id, wants_event(w, p) as is_wanted,
        coalesce('batch.' || p.batch_event, 'case.' || p.case_event, p.type || '.' || p.to_status) as event_type
      from told_event p
      where p.business_id = w.business_id and p.mode = w.mode and p.number > w.cursor_number
      order by p.number limit p_most_events) n
    where w.id = any (p_endpoints) and w.state = 'active'
  ), made as (
    insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, number, event_type, transaction_id, due_at,
      created_at)
      select afara_uuid(), n.endpoint, n.business_id, n.mode, 'event', n.event_id, n.number, n.event_type, n.transaction_id, p_at, p_at
      from news n where n.is_wanted order by n.endpoint, n.number
    on conflict on constraint webhook_delivery_endpoint_id_event_id_key do nothing
  )
  update webhook_endpoint w set cursor_number = n.upto
    from (select endpoint, max(number) as upto from news group by endpoint) n where w.id = n.endpoint;
  -- The wake-up and the head of the feed are read in one statement: a caller that sees a wake-up also sees that it brought events.
  return query
    select w.id, jsonb_build_object(
      'business_id', w.business_id, 'mode', w.mode, 'url', w.url, 'failures', w.failures,
      'wake', (
        select jsonb_build_object('due_at', k.due_at, 'failure_count', k.failure_count) from wake k where k.subject_id = w.id),
      'has_more_events', w.state = 'active' and exists (
        select from feed_head h where h.business_id = w.business_id and h.mode = w.mode and h.last_number > w.cursor_number),
      'due', coalesce(d.due, '[]'),
      'next_due_at', case when s.is_resting then greatest(l.due_at, w.rests_until) else l.due_at end,
      'secrets', (
        select jsonb_agg(jsonb_build_object('id', x.id, 'sealed', encode(x.sealed, 'base64')) order by x.created_at desc, x.id desc)
        from webhook_secret x where x.endpoint_id = w.id and (x.expires_at is null or x.expires_at > p_at)))
    from webhook_endpoint w
      cross join lateral (select w.rests_until is not null and w.rests_until > p_at as is_resting) s
      left join lateral (
        select jsonb_agg(to_jsonb(q) order by q.due_at, q.id) as due from (
          select v.id, v.kind, v.event_id, v.number, v.body, v.tries, v.due_at from webhook_delivery v
          where v.endpoint_id = w.id and v.state = 'pending' and v.due_at <= p_at and not s.is_resting
            and (w.state = 'active' or v.kind = 'ping')
          order by v.due_at, v.id limit p_most_deliveries) q) d on true
      left join lateral (
        select v.due_at from webhook_delivery v
        where v.endpoint_id = w.id and v.state = 'pending' and v.due_at > case when s.is_resting then '-infinity' else p_at end
          and (w.state = 'active' or v.kind = 'ping')
        order by v.due_at limit 1) l on true
    where w.id = any (p_endpoints) and w.state <> 'removed';
end $$;

-- Records the results of the rounds of different endpoints in one commit. A result says when the next try is due, or nothing if there is
-- none. A success always ends the delivery. After a failure, a delivery that changed in the meantime (resent on request, or by a second
-- worker) keeps its state. The attempt itself is always recorded. A round with a due time ends its run as in settle_webhook; the function
-- returns when the next is due.
create or replace function record_webhook_rounds(p_rounds jsonb, p_results jsonb, p_failing_before timestamptz, p_at timestamptz)
returns table (endpoint_id uuid, due_at timestamptz)
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_endpoints uuid[] := array(select (r ->> 'endpoint_id')::uuid from jsonb_array_elements(p_rounds) r);
  v_ended uuid[] := array(
    select (r ->> 'endpoint_id')::uuid from jsonb_array_elements(p_rounds) r where r ->> 'due_at' is not null);
  w webhook_endpoint;
  locked integer;
begin
  perform from webhook_endpoint e where e.id = any (v_endpoints) order by e.id for no key update;
  get diagnostics locked = row_count;
  if locked <> cardinality(v_endpoints) then
    raise exception 'each round must name another endpoint that exists';
  end if;
  with result as materialized (
    select * from jsonb_to_recordset(p_results) as r (
      endpoint_id uuid, delivery_id uuid, tries integer, at timestamptz, outcome text, status integer, said text, duration_ms integer,
      is_delivered boolean, next_at timestamptz)
  ), moved as (
    update webhook_delivery d set
      attempts = d.attempts + 1,
      tries = case when d.state = 'pending' and d.tries = r.tries then d.tries + 1 else d.tries end,
      state = case when r.is_delivered then 'delivered' when d.state = 'pending' and d.tries = r.tries and r.next_at is null then 'given_up'
        else d.state end,
      due_at = case when d.state = 'pending' and d.tries = r.tries and r.next_at is not null then r.next_at else d.due_at end,
      finished_at = case when r.is_delivered then coalesce(d.finished_at, p_at)
        when d.state = 'pending' and d.tries = r.tries and r.next_at is null then p_at else d.finished_at end
    from result r where d.id = r.delivery_id and d.endpoint_id = r.endpoint_id
    returning d.id, d.endpoint_id, d.business_id, d.mode, d.attempts,
      r.at, r.outcome, r.status, left(r.said, 4096) as said, r.duration_ms
  )
  insert into webhook_attempt (id, delivery_id, endpoint_id, business_id, mode, attempt, at, outcome, status, said, duration_ms)
    select afara_uuid(), m.id, m.endpoint_id, m.business_id, m.mode, m.attempts, m.at, m.outcome, m.status, m.said, m.duration_ms
    from moved m;
  update webhook_endpoint e set
      failures = r.failures,
      failing_since = case when r.failures > 0 then coalesce(e.failing_since, p_at) end,
      rests_until = r.rests_until,
      last_success_at = case when r.has_success then p_at else e.last_success_at end
    from jsonb_to_recordset(p_rounds) as r (endpoint_id uuid, failures integer, rests_until timestamptz, has_success boolean)
    where e.id = r.endpoint_id;
  for w in
    select e.* from webhook_endpoint e
    where e.id = any (v_endpoints) and e.state = 'active' and e.failing_since < p_failing_before order by e.id
  loop
    perform disable_webhook(w, p_at);
  end loop;
  perform from wake k where k.subject_id = any (v_ended) order by k.subject_id for no key update;
  return query
    update wake k set nudge_due_at = null, failure_count = 0, last_error = null,
        due_at = case when date_trunc('milliseconds', k.due_at) = date_trunc('milliseconds', r.seen) then r.due_at
          else least(k.due_at, r.due_at) end
      from jsonb_to_recordset(p_rounds) as r (endpoint_id uuid, seen timestamptz, due_at timestamptz)
      where k.subject_id = r.endpoint_id and r.due_at is not null
      returning k.subject_id, k.due_at;
end $$;
