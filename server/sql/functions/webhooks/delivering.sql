-- Claims nudges for webhooks that are due, right after new events were added to the feed. The periodic claim_nudges would do so up to a
-- second later.
create or replace function claim_webhook_nudges(p_at timestamptz, p_most integer, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
  where w.subject_id in (
    select d.subject_id from wake d
    where d.type = 'webhook' and d.due_at <= p_at and nudge_is_needed(d.nudge_due_at, d.due_at, p_at, p_lease_seconds)
    order by d.due_at limit p_most for update skip locked)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- Starts one round of an endpoint: creates deliveries for the new events of the feed, and returns the due deliveries with everything that
-- sending needs. Returns null if there is no such endpoint any more. Sending happens after this commit; a round that is lost is repeated.
create or replace function work_webhook(p_endpoint uuid, p_at timestamptz, p_most_events integer, p_most_deliveries integer) returns jsonb
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  w webhook_endpoint;
  upto bigint;
  seen integer := 0;
  is_resting boolean;
  due jsonb;
  next_due timestamptz;
begin
  select * into w from webhook_endpoint where id = p_endpoint and state <> 'removed' for no key update;
  if not found then
    return null;
  end if;
  if w.state = 'active' then
    with news as (
      select p.number, p.event_id, p.transaction_id, wants_event(w, p) as is_wanted,
        coalesce('batch.' || p.batch_event, 'case.' || p.case_event, p.type || '.' || p.to_status) as event_type
      from told_event p
      where p.business_id = w.business_id and p.mode = w.mode and p.number > w.cursor_number
      order by p.number limit p_most_events
    ), made as (
      insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, number, event_type, transaction_id, due_at,
        created_at)
        select afara_uuid(), w.id, w.business_id, w.mode, 'event', n.event_id, n.number, n.event_type, n.transaction_id,
          p_at, p_at
        from news n where n.is_wanted order by n.number
      on conflict (endpoint_id, event_id) do nothing
    )
    select max(number), count(*) into upto, seen from news;
    if upto is not null then
      update webhook_endpoint set cursor_number = upto where id = w.id;
    end if;
  end if;
  is_resting := w.rests_until is not null and w.rests_until > p_at;
  if not is_resting then
    select jsonb_agg(to_jsonb(d) order by d.due_at, d.id) into due from (
      select id, kind, event_id, number, body, tries, attempts, due_at from webhook_delivery
      where endpoint_id = w.id and state = 'pending' and due_at <= p_at and (w.state = 'active' or kind = 'ping')
      order by due_at, id limit p_most_deliveries) d;
  end if;
  select min(due_at) into next_due from webhook_delivery
    where endpoint_id = w.id and state = 'pending' and (w.state = 'active' or kind = 'ping') and (is_resting or due_at > p_at);
  return jsonb_build_object(
    'business_id', w.business_id, 'mode', w.mode, 'url', w.url, 'failures', w.failures,
    'wake', (select jsonb_build_object('due_at', k.due_at, 'failure_count', k.failure_count) from wake k where k.subject_id = w.id),
    'has_more_events', seen = p_most_events,
    'due', coalesce(due, '[]'),
    'next_due_at', case when is_resting and next_due is not null then greatest(next_due, w.rests_until) else next_due end,
    'secrets', (select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64')) order by s.created_at desc, s.id desc)
      from webhook_secret s where s.endpoint_id = w.id and (s.expires_at is null or s.expires_at > p_at)));
end $$;

-- Records the results of a round in one commit. A result says when the next try is due, or nothing if there is none. A success always ends
-- the delivery. After a failure, a delivery that changed in the meantime (resent on request, or by a second worker) keeps its state.
-- The attempt itself is always recorded. If p_due_at is given, the run ends as in settle_webhook.
create or replace function record_webhooks(
  p_endpoint uuid, p_results jsonb, p_failures integer, p_rests_until timestamptz, p_failing_before timestamptz, p_at timestamptz,
  p_seen timestamptz, p_due_at timestamptz
) returns timestamptz language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  w webhook_endpoint;
begin
  select * into w from webhook_endpoint where id = p_endpoint for no key update;
  if not found then
    return null;
  end if;
  with result as (
    select * from jsonb_to_recordset(p_results) as r (
      delivery_id uuid, tries integer, at timestamptz, outcome text, status integer, said text, duration_ms integer,
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
    from result r where d.id = r.delivery_id and d.endpoint_id = p_endpoint
    returning d.id, d.attempts
  )
  insert into webhook_attempt (id, delivery_id, endpoint_id, business_id, mode, attempt, at, outcome, status, said, duration_ms)
    select afara_uuid(), m.id, w.id, w.business_id, w.mode, m.attempts, r.at, r.outcome, r.status, left(r.said, 4096), r.duration_ms
    from moved m join result r on r.delivery_id = m.id;
  update webhook_endpoint set
      failures = p_failures,
      failing_since = case when p_failures > 0 then coalesce(failing_since, p_at) end,
      rests_until = p_rests_until,
      last_success_at = case when exists (select from jsonb_array_elements(p_results) r where (r ->> 'is_delivered')::boolean)
        then p_at else last_success_at end
    where id = w.id returning * into w;
  if w.state = 'active' and w.failing_since < p_failing_before then
    perform disable_webhook(w, p_at);
  end if;
  return case when p_due_at is not null then settle_webhook(p_endpoint, p_seen, p_due_at) end;
end $$;

-- Ends a run of an endpoint. Returns when the next is due, which is earlier than p_due_at if new events arrived in the meantime.
create or replace function settle_webhook(p_endpoint uuid, p_seen timestamptz, p_due_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform settle_wake(p_endpoint, p_seen, p_due_at);
  return (select due_at from wake where subject_id = p_endpoint);
end $$;

-- Disables an endpoint because no delivery succeeded for days. Waiting events are kept, and the other active endpoints of the business are
-- notified.
create or replace function disable_webhook(p_endpoint webhook_endpoint, p_at timestamptz) returns void language plpgsql as $$
declare
  v_event uuid := afara_uuid();
begin
  update webhook_endpoint set state = 'disabled' where id = p_endpoint.id;
  perform note_webhook(p_endpoint, 'disabled',
    format('Disabled: no delivery succeeded since %s UTC. Events are held. Resume the endpoint when it works again.',
      to_char(p_endpoint.failing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI')), null, p_at);
  insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, due_at, created_at)
      select afara_uuid(), o.id, o.business_id, o.mode, 'notice', v_event,
        json_build_object('id', 'evt_' || replace(v_event::text, '-', ''), 'type', 'webhook.endpoint_disabled', 'number', null, 'sequence',
          null,
          'mode', o.mode, 'created_at', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'data', json_build_object('endpoint_id', 'whe_' || replace(p_endpoint.id::text, '-', ''), 'url', p_endpoint.url,
            'failing_since', to_char(p_endpoint.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text,
        'webhook.endpoint_disabled', p_at, p_at
      from webhook_endpoint o
      where o.business_id = p_endpoint.business_id and o.mode = p_endpoint.mode and o.state = 'active' and o.id <> p_endpoint.id;
  perform wake_now('webhook', d.endpoint_id, p_at) from webhook_delivery d
    where d.event_id = v_event and d.endpoint_id in (
      select o.id from webhook_endpoint o where o.business_id = p_endpoint.business_id and o.mode = p_endpoint.mode);
end $$;

-- Deletes attempts and finished deliveries that are more than thirty days old. Waiting deliveries stay, however old.
create or replace function forget_webhooks(p_before timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before timestamptz := least(p_before, afara_now() - interval '30 days');
  gone integer;
  more integer;
begin
  delete from webhook_attempt where id in (select id from webhook_attempt where at < v_before limit p_most);
  get diagnostics gone = row_count;
  delete from webhook_delivery where id in (
    select d.id from webhook_delivery d where d.finished_at < v_before
      and not exists (select from webhook_attempt a where a.delivery_id = d.id) limit p_most);
  get diagnostics more = row_count;
  return gone + more;
end $$;
