-- Returns whether an endpoint subscribed to this event: to all events, to all of the type, or to this one.
create or replace function webhook_wants(p_patterns text[], p_type transaction_type, p_status text) returns boolean language sql stable
  return '*' = any (p_patterns) or p_type || '.*' = any (p_patterns) or p_type || '.' || p_status = any (p_patterns);

-- Returns whether an endpoint receives the event of a case, opened or decided.
create or replace function webhook_wants_case(p_patterns text[], p_event text) returns boolean language sql immutable
  return p_patterns && array['*', 'case.*', 'case.' || p_event];

-- Returns whether an endpoint receives an event about a batch.
create or replace function webhook_wants_batch(p_patterns text[], p_event text) returns boolean language sql immutable
  return p_patterns && array['*', 'batch.*', 'batch.' || p_event];

-- Shows the type of each event of a feed, in two parts. An event about a case has no step of its transaction, and one about a batch has no
-- transaction.
create or replace view told_event as
  select p.business_id, p.mode, p.number, p.event_id, p.transaction_id, e.type, e.to_status,
    case when p.sequence is null and p.transaction_id is not null then
      case when exists (select from business_case c where c.event_id = p.event_id) then 'opened' else 'decided' end end as case_event,
    case when p.transaction_id is null then (select b.event from batch_event b where b.event_id = p.event_id) end as batch_event
  from event_position p left join transaction_event e on e.transaction_id = p.transaction_id and e.sequence = p.sequence;

-- Returns whether an endpoint receives an event of the feed.
create or replace function wants_event(w webhook_endpoint, p_event told_event) returns boolean language sql stable
  return case when p_event.batch_event is not null then webhook_wants_batch(w.event_types, p_event.batch_event)
    when p_event.case_event is null then webhook_wants(w.event_types, p_event.type, p_event.to_status)
    else webhook_wants_case(w.event_types, p_event.case_event) end;

-- Records a notice about an endpoint. The functions below act for the tenant of the request, and see nothing of another tenant.
create or replace function note_webhook(p_endpoint webhook_endpoint, p_kind text, p_message text, p_key uuid, p_at timestamptz) returns void
language sql as $$
  insert into webhook_notice values (afara_uuid(), p_endpoint.id, p_endpoint.business_id, p_endpoint.mode, p_kind, p_message, p_key, p_at)
$$;

-- Refuses a change by a revoked key, which an api process may still have in its cache. Waits for a revocation under way, and makes a later
-- one wait until the change is committed, so that the revocation sees every change by its key.
create or replace function require_unrevoked_key(p_key uuid) returns void language plpgsql as $$
declare
  v_revoked_at timestamptz;
begin
  select revoked_at into v_revoked_at from api_key where id = p_key for share;
  if v_revoked_at is not null then
    raise exception 'key % was revoked', p_key using errcode = 'AF446';
  end if;
end $$;

-- Opens an endpoint. Returns 'opened', 'too_many', or 'exists' with the endpoint that has this URL.
create or replace function open_webhook_endpoint(
  p_id uuid, p_url text, p_event_types text[], p_description text, p_secret uuid, p_sealed bytea, p_key uuid, p_at timestamptz,
  p_most integer
) returns table (outcome text, existing_id uuid) language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  opened webhook_endpoint;
begin
  perform require_unrevoked_key(p_key);
  perform from business_mode b where b.business_id = tenant_business() and b.mode = tenant_mode() for no key update;
  if not found then
    raise exception 'no tenant is set' using errcode = 'AF003';
  end if;
  select w.id into existing_id from webhook_endpoint w
    where w.business_id = tenant_business() and w.mode = tenant_mode() and w.url = p_url and w.state <> 'removed';
  if found then
    outcome := 'exists';
    return next;
    return;
  end if;
  if (select count(*) from webhook_endpoint w
      where w.business_id = tenant_business() and w.mode = tenant_mode() and w.state <> 'removed') >= p_most then
    outcome := 'too_many';
    return next;
    return;
  end if;
  insert into webhook_endpoint (id, business_id, mode, url, event_types, description, created_at, cursor_number)
    values (p_id, tenant_business(), tenant_mode(), p_url, p_event_types, p_description, p_at,
      coalesce((select h.last_number from feed_head h where h.business_id = tenant_business() and h.mode = tenant_mode()), 0))
    returning * into opened;
  insert into webhook_secret values (p_secret, p_id, p_sealed, p_at, null);
  perform note_webhook(opened, 'opened', 'Created. New events are sent to it.', p_key, p_at);
  outcome := 'opened';
  return next;
end $$;

-- Locks and returns an endpoint of the tenant; null if it belongs to another tenant or was removed.
create or replace function own_webhook_endpoint(p_id uuid) returns webhook_endpoint language sql as $$
  select * from webhook_endpoint
  where id = p_id and business_id = tenant_business() and mode = tenant_mode() and state <> 'removed' for update
$$;

-- The same for a change by a key. A revocation locks its key before the endpoints, and so does this.
create or replace function own_webhook_endpoint_for_key(p_id uuid, p_key uuid) returns webhook_endpoint language plpgsql as $$
begin
  perform require_unrevoked_key(p_key);
  return own_webhook_endpoint(p_id);
end $$;

-- Changes an endpoint; a null argument leaves its field unchanged. Returns 'changed', 'unknown', or 'exists' if another endpoint has the
-- URL.
create or replace function change_webhook_endpoint(
  p_id uuid, p_url text, p_event_types text[], p_description text, p_key uuid, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint_for_key(p_id, p_key);
begin
  if w.id is null then
    return 'unknown';
  end if;
  if exists (select from webhook_endpoint o where o.business_id = w.business_id and o.mode = w.mode and o.url = p_url
      and o.id <> w.id and o.state <> 'removed') then
    return 'exists';
  end if;
  update webhook_endpoint set url = coalesce(p_url, url),
      event_types = coalesce(p_event_types, event_types), description = coalesce(p_description, description),
      -- A new URL has not failed yet.
      rests_until = case when p_url is null or p_url = url then rests_until end
    where id = p_id;
  perform note_webhook(w, 'changed', 'Changed.', p_key, p_at);
  return 'changed';
end $$;

-- Pauses, resumes or removes an endpoint. Pausing keeps the waiting events. Resuming sends them, also after we disabled the endpoint.
-- Removing drops them.
create or replace function move_webhook_endpoint(p_id uuid, p_state text, p_key uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint_for_key(p_id, p_key);
begin
  if w.id is null then
    return false;
  end if;
  if w.state = p_state then
    return true;
  end if;
  update webhook_endpoint set state = p_state, failures = 0, failing_since = null, rests_until = null where id = p_id;
  perform note_webhook(w,
    case p_state when 'active' then 'resumed' when 'paused' then 'paused' else 'removed' end,
    case p_state when 'active' then 'Resumed. Held events are being sent.' when 'paused'
      then 'Paused. Events are held until you resume the endpoint.'
      else 'Removed. No more events are sent to it.' end, p_key, p_at);
  if p_state = 'active' then
    perform wake_now('webhook', p_id, p_at);
  elsif p_state = 'removed' then
    update webhook_delivery set state = 'given_up', finished_at = p_at where endpoint_id = p_id and state = 'pending';
    update webhook_secret set expires_at = least(coalesce(expires_at, p_at), p_at) where endpoint_id = p_id;
    delete from wake where subject_id = p_id;
  end if;
  return true;
end $$;

-- Rotates the secret of an endpoint. The previous secret also signs until p_expires_at. Older secrets sign no more.
create or replace function rotate_webhook_secret(
  p_endpoint uuid, p_secret uuid, p_sealed bytea, p_expires_at timestamptz, p_key uuid, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint_for_key(p_endpoint, p_key);
begin
  if w.id is null then
    return false;
  end if;
  update webhook_secret set expires_at = case when expires_at is null then p_expires_at else least(expires_at, p_at) end
    where endpoint_id = p_endpoint and (expires_at is null or expires_at > p_at);
  insert into webhook_secret values (p_secret, p_endpoint, p_sealed, p_at, null);
  perform note_webhook(w, 'secret_rotated', format('Secret rotated. The previous secret also signs until %s UTC.',
    to_char(p_expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')), p_key, p_at);
  return true;
end $$;

-- Queues a ping that the business requested. It is sent once, even while the endpoint is paused.
create or replace function ping_webhook(p_endpoint uuid, p_delivery uuid, p_event uuid, p_body text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_endpoint);
begin
  if w.id is null then
    return false;
  end if;
  insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, due_at, created_at)
    values (p_delivery, w.id, w.business_id, w.mode, 'ping', p_event, p_body, 'webhook.ping', p_at, p_at);
  update webhook_endpoint set rests_until = null where id = w.id;
  perform wake_now('webhook', w.id, p_at);
  return true;
end $$;

-- Sends one event again, or the events of a range of the feed that an endpoint wants, under the same ids, whether they were delivered or
-- not. Returns how many, or null if there is no such endpoint.
create or replace function resend_webhooks(p_endpoint uuid, p_event uuid, p_from bigint, p_to bigint, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_endpoint);
  asked integer;
begin
  if w.id is null then
    return null;
  end if;
  insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, number, event_type, transaction_id, due_at, created_at)
    select afara_uuid(), w.id, w.business_id, w.mode, 'event', p.event_id, p.number,
      coalesce('batch.' || p.batch_event, 'case.' || p.case_event, p.type || '.' || p.to_status), p.transaction_id, p_at, p_at
    from told_event p
    where p.business_id = w.business_id and p.mode = w.mode and p.number is not null and case when p_event is null
      then p.number between p_from and p_to and wants_event(w, p) else p.event_id = p_event end
    order by p.number
  on conflict (endpoint_id, event_id) do update
    set state = 'pending', tries = 0, due_at = excluded.due_at, finished_at = null;
  get diagnostics asked = row_count;
  if asked > 0 then
    update webhook_endpoint set rests_until = null where id = w.id;
    perform wake_now('webhook', w.id, p_at);
  end if;
  return asked;
end $$;
