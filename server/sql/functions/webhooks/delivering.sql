-- Claims nudges for webhooks that are due, right after new events were added to the feed. The periodic claim_nudges would do so up to a
-- second later. An endpoint is steady if its last attempt was answered, even with an error: it probably does not hang, so it may
-- share a call with others.
create or replace function claim_event_nudges(p_at timestamptz, p_most integer, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer, is_steady boolean)
language sql security definer set search_path = afara, pg_temp as $$
  with claimed as (
    update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
    where w.subject_id in (
      select d.subject_id from wake d
      where d.type = 'webhook' and d.due_at <= p_at and nudge_is_needed(d.nudge_due_at, d.due_at, p_at, p_lease_seconds)
      order by d.due_at limit p_most for update skip locked)
    returning w.subject_id, w.type, w.nudge_number
  )
  select c.subject_id, c.type, c.nudge_number, e.id is not null and e.rests_until is null
  from claimed c left join webhook_endpoint e on e.id = c.subject_id
$$;

-- Does the same for workers of the last release, which give each endpoint its own call.
create or replace function claim_webhook_nudges(p_at timestamptz, p_most integer, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  select subject_id, type, nudge_number from claim_event_nudges(p_at, p_most, p_lease_seconds)
$$;

-- Starts the round of one endpoint, for workers of the last release. Returns null if there is no such endpoint any more.
create or replace function work_webhook(p_endpoint uuid, p_at timestamptz, p_most_events integer, p_most_deliveries integer) returns jsonb
language sql security definer set search_path = afara, pg_temp as $$
  select round from work_webhooks(array[p_endpoint], p_at, p_most_events, p_most_deliveries)
$$;

-- Records the round of one endpoint, for workers of the last release. If p_due_at is given, the run ends as in settle_webhook.
create or replace function record_webhooks(
  p_endpoint uuid, p_results jsonb, p_failures integer, p_rests_until timestamptz, p_failing_before timestamptz, p_at timestamptz,
  p_seen timestamptz, p_due_at timestamptz
) returns timestamptz language sql security definer set search_path = afara, pg_temp as $$
  select due_at from record_webhook_rounds(
    jsonb_build_array(jsonb_build_object('endpoint_id', p_endpoint, 'failures', p_failures, 'rests_until', p_rests_until, 'seen', p_seen,
      'due_at', p_due_at,
      'has_success', exists (select from jsonb_array_elements(p_results) r where (r ->> 'is_delivered')::boolean))),
    (select coalesce(jsonb_agg(r || jsonb_build_object('endpoint_id', p_endpoint)), '[]') from jsonb_array_elements(p_results) r),
    p_failing_before, p_at)
$$;

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
