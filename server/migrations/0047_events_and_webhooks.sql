-- Why: a business follows what becomes of its money by numbers. Each of its events gets the next number of its own feed (1, 2, 3 …
-- without a gap, in each mode), so that whoever reads the feed knows when something is missing. Webhooks are the same events carried to
-- the business: a row for each event and endpoint before anything is sent, and a line for each try.

set local role afara_owner;
set local search_path = afara;

-- ── the feed of a business ────────────────────────────────────────────────────────────────────────────────────

create table feed_head (
  business_id uuid not null,
  mode mode not null,
  last_number bigint not null check (last_number >= 1),
  primary key (business_id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode)
) with (fillfactor = 70);

-- A drill is nobody's business: it has a position and no number. What a wallet needed is kept as it was when the event was numbered,
-- because the block itself changes: the same event is told in the same words for ever.
alter table event_position
  add column number bigint check (number >= 1),
  add column event_id uuid,
  add column wallet_stop jsonb;

alter table event_position disable trigger event_position_is_history;
update event_position p set event_id = n.id, number = n.number
from (
  select e.transaction_id, e.sequence, e.id,
    case when e.type <> 'drill' then row_number() over (partition by o.business_id, o.mode, e.type = 'drill' order by o.position) end as number
  from event_position o join transaction_event e using (transaction_id, sequence)
) n
where n.transaction_id = p.transaction_id and n.sequence = p.sequence;
alter table event_position enable trigger event_position_is_history;
insert into feed_head
  select business_id, mode, max(number) from event_position where number is not null group by business_id, mode;

alter table event_position alter column event_id set not null;
drop index event_position_feed;
create unique index event_position_feed on event_position (business_id, mode, number) where number is not null;
create unique index event_position_event on event_position (event_id);

-- ── endpoints ─────────────────────────────────────────────────────────────────────────────────────────────────

create table webhook_endpoint (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  url text not null check (length(url) between 8 and 2048),
  -- What is sent there: our own events, or the names of the origin.
  style text not null default 'standard' check (style in ('standard', 'origin')),
  -- '*', 'buy.*' or 'buy.completed'.
  event_types text[] not null default '{*}' check (cardinality(event_types) between 1 and 50 and array_position(event_types, null) is null),
  description text not null default '' check (length(description) <= 200),
  state text not null default 'active' check (state in ('active', 'paused', 'disabled', 'removed')),
  created_at timestamptz not null,
  -- The last event of the feed that was looked at for this endpoint.
  cursor_number bigint not null check (cursor_number >= 0),
  -- Tries since the last success that failed, and since when.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  -- Whoever did not answer at all is not asked before this.
  rests_until timestamptz,
  last_success_at timestamptz,
  check ((failures = 0) = (failing_since is null)),
  foreign key (business_id, mode) references business_mode (business_id, mode)
) with (fillfactor = 70);
create index webhook_endpoint_of_business on webhook_endpoint (business_id, mode, id);
create unique index webhook_endpoint_url on webhook_endpoint (business_id, mode, url) where state <> 'removed';

-- Sealed under a key that the database does not hold.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  sealed bytea not null check (octet_length(sealed) between 45 and 200),
  created_at timestamptz not null,
  -- Set when another takes its place: until then both sign.
  expires_at timestamptz
);
create index webhook_secret_of_endpoint on webhook_secret (endpoint_id);

-- One row for each event and endpoint, however often it is sent.
create table webhook_delivery (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  business_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('event', 'ping', 'notice')),
  event_id uuid not null,
  -- What is not in the feed brings its own body.
  number bigint,
  body text,
  event_type text not null,
  transaction_id uuid,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given_up')),
  -- All tries, and those since it was last asked for: the plan of retries counts the latter.
  attempts integer not null default 0 check (attempts >= 0),
  tries integer not null default 0 check (tries >= 0 and tries <= attempts),
  due_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  unique (endpoint_id, event_id),
  check ((kind = 'event') = (number is not null)),
  check ((kind = 'event') = (body is null)),
  check ((state = 'pending') = (finished_at is null))
) with (fillfactor = 85);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, id) where state = 'pending';
create index webhook_delivery_log on webhook_delivery (endpoint_id, id);
create index webhook_delivery_finished on webhook_delivery using brin (finished_at);

create table webhook_attempt (
  id uuid primary key,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  business_id uuid not null,
  mode mode not null,
  attempt integer not null check (attempt >= 1),
  at timestamptz not null,
  outcome text not null check (outcome in ('answered', 'refused_address', 'no_answer', 'too_slow')),
  status integer check (status between 100 and 999),
  -- The beginning of what the receiver answered, or why there was no answer.
  said text not null check (length(said) <= 4096),
  duration_ms integer not null check (duration_ms >= 0),
  check ((outcome = 'answered') = (status is not null))
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, id);
create index webhook_attempt_at on webhook_attempt using brin (at);

-- What became of an endpoint, and by whose key: what the business reads when it wonders why nothing comes.
create table webhook_notice (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id),
  business_id uuid not null,
  mode mode not null,
  kind text not null check (kind in ('opened', 'changed', 'paused', 'resumed', 'disabled', 'secret_rotated', 'removed')),
  message text not null check (message <> '' and length(message) <= 500),
  key_id uuid,
  at timestamptz not null
);
create index webhook_notice_of_endpoint on webhook_notice (endpoint_id, id);

create trigger webhook_attempt_is_history before update or truncate on webhook_attempt
  for each statement execute function refuse_change();
-- Old lines may go, by forget_webhooks; young ones are history.
create trigger webhook_attempt_is_young before delete on webhook_attempt
  for each row when (old.at > now() - interval '30 days') execute function refuse_change();
create trigger webhook_notice_is_history before update or delete or truncate on webhook_notice
  for each statement execute function refuse_change();

-- The sequencer's loop looks for these alone, many times a second.
create index wake_due_webhook on wake (due_at) where type = 'webhook';

-- A key may be for webhooks alone: the program that receives them needs no right to money.
alter table api_key drop constraint api_key_scopes_check;
alter table api_key add constraint api_key_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'buy', 'sell', 'payouts', 'webhooks']);

create function webhook_wants(p_patterns text[], p_type transaction_type, p_status text) returns boolean language sql stable
  return '*' = any (p_patterns) or p_type || '.*' = any (p_patterns) or p_type || '.' || p_status = any (p_patterns);

-- ── the order of the feed ─────────────────────────────────────────────────────────────────────────────────────

-- As in 0003, and besides: each event that is not a drill's gets the next number of its business, the endpoints that want it are due, and
-- the steps of a transaction are placed in their order. The writer of a later step may have an older number (it waited for the lock of
-- the one before), so what is missing before a step is taken along with it, and left out when its own turn comes.
-- The planner cannot know how few rows come after a mark, and would read whole tables when they are long: it is left with the indexes.
create or replace function sequence_events(most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  horizon bigint;
  last record;
  upto bigint;
  placed integer;
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
  -- Cut between two writers, never inside one.
  select max(e.xid) into upto from (
    select xid from transaction_event where xid > last.last_xid and xid < horizon order by xid limit most) e;
  if upto is null then
    return 0;
  end if;
  with own as materialized (
    select e.transaction_id, e.sequence, e.xid from transaction_event e
    where e.xid > last.last_xid and e.xid <= upto
      and not exists (select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)
  ), first_step as (
    select transaction_id, min(sequence) as sequence from own group by transaction_id having min(sequence) > 1
  ), before as (
    select e.transaction_id, e.sequence, e.xid
    from first_step f join transaction_event e on e.transaction_id = f.transaction_id and e.sequence < f.sequence
    where not exists (select from event_position p where p.transaction_id = f.transaction_id and p.sequence = f.sequence - 1)
      and not exists (select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence)
  ), step as (
    select s.transaction_id, s.sequence, max(s.xid) over (partition by s.transaction_id order by s.sequence) as place
    from (select * from own union all select * from before) s
  ), news as materialized (
    select e.transaction_id, e.sequence, e.id, e.business_id, e.mode, e.type, e.to_status,
      row_number() over (order by s.place, s.transaction_id, s.sequence) as place,
      case when e.type <> 'drill' then coalesce(h.last_number, 0)
        + row_number() over (partition by e.business_id, e.mode, e.type = 'drill' order by s.place, s.transaction_id, s.sequence) end as number
    from step s
      join transaction_event e on e.transaction_id = s.transaction_id and e.sequence = s.sequence
      left join feed_head h on h.business_id = e.business_id and h.mode = e.mode
  ), heads as (
    insert into feed_head (business_id, mode, last_number)
      select n.business_id, n.mode, max(n.number) from news n where n.number is not null group by n.business_id, n.mode
    on conflict (business_id, mode) do update set last_number = excluded.last_number
  ), woken as (
    -- A second ago: whoever claims may have a slower clock than ours. Whoever looks just now sees by the other time that there is more.
    insert into wake (subject_id, type, due_at)
      select w.id, 'webhook', max(statement_timestamp()) - interval '1 second'
      from (select distinct n.business_id, n.mode, n.type, n.to_status from news n where n.number is not null) n
        join webhook_endpoint w on w.business_id = n.business_id and w.mode = n.mode
      where w.state = 'active' and webhook_wants(w.event_types, n.type, n.to_status)
      group by w.id order by w.id
    on conflict (subject_id) do update set due_at = excluded.due_at
  )
  insert into event_position (position, transaction_id, sequence, business_id, mode, number, event_id, wallet_stop)
    select last.last_position + n.place, n.transaction_id, n.sequence, n.business_id, n.mode, n.number, n.id,
      case when n.to_status in ('payment_received', 'action_required', 'requested') then (
        select jsonb_build_object('code', k.code, 'message', k.message) from wallet_block k
        where k.transaction_id = n.transaction_id and k.ended_at is null) end
    from news n;
  get diagnostics placed = row_count;
  update sequencer set last_position = last.last_position + placed, last_xid = upto;
  return placed;
end $$;

-- Nudges for webhooks that are due, right after events were placed: the sweeper would come within a second.
create function claim_webhook_nudges(p_at timestamptz, p_most integer, p_lease_seconds integer)
returns table (subject_id uuid, type text, nudge_number integer)
language sql security definer set search_path = afara, pg_temp as $$
  update wake w set nudge_number = w.nudge_number + 1, nudge_due_at = p_at
  where w.subject_id in (
    select d.subject_id from wake d
    where d.type = 'webhook' and d.due_at <= p_at and nudge_is_needed(d.nudge_due_at, d.due_at, p_at, p_lease_seconds)
    order by d.due_at limit p_most for update skip locked)
  returning w.subject_id, w.type, w.nudge_number
$$;

-- How far the feeds of these businesses have got: one question for all who wait.
create function read_feed_heads(p_businesses uuid[], p_modes text[])
returns table (business_id uuid, mode mode, last_number bigint)
language sql stable security definer set search_path = afara, pg_temp as $$
  select h.business_id, h.mode, h.last_number
  from unnest(p_businesses, p_modes) as asked (business_id, mode)
    join feed_head h on h.business_id = asked.business_id and h.mode = asked.mode::mode
$$;

-- ── what a business does with its endpoints ───────────────────────────────────────────────────────────────────

-- All of these act for the tenant of the request, and see nothing of another.

create function note_webhook(p_endpoint webhook_endpoint, p_kind text, p_message text, p_key uuid, p_at timestamptz) returns void
language sql as $$
  insert into webhook_notice values (uuidv7(), p_endpoint.id, p_endpoint.business_id, p_endpoint.mode, p_kind, p_message, p_key, p_at)
$$;

-- 'opened'; 'too_many'; or 'exists', with the endpoint that has this URL.
create function open_webhook_endpoint(
  p_id uuid, p_url text, p_style text, p_event_types text[], p_description text, p_secret uuid, p_sealed bytea, p_key uuid, p_at timestamptz,
  p_most integer
) returns table (outcome text, existing_id uuid) language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  opened webhook_endpoint;
begin
  perform from business_mode b where b.business_id = tenant_business() and b.mode = tenant_mode() for no key update;
  if not found then
    raise exception 'there is no tenant' using errcode = 'AF001';
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
  insert into webhook_endpoint (id, business_id, mode, url, style, event_types, description, created_at, cursor_number)
    values (p_id, tenant_business(), tenant_mode(), p_url, p_style, p_event_types, p_description, p_at,
      coalesce((select h.last_number from feed_head h where h.business_id = tenant_business() and h.mode = tenant_mode()), 0))
    returning * into opened;
  insert into webhook_secret values (p_secret, p_id, p_sealed, p_at, null);
  perform note_webhook(opened, 'opened', 'Opened. Events from now on are sent there.', p_key, p_at);
  outcome := 'opened';
  return next;
end $$;

create function own_webhook_endpoint(p_id uuid) returns webhook_endpoint language sql as $$
  select * from webhook_endpoint
  where id = p_id and business_id = tenant_business() and mode = tenant_mode() and state <> 'removed' for update
$$;

-- What is null stays as it is. 'changed', 'unknown', or 'exists' where another endpoint has the URL.
create function change_webhook_endpoint(
  p_id uuid, p_url text, p_style text, p_event_types text[], p_description text, p_key uuid, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_id);
begin
  if w.id is null then
    return 'unknown';
  end if;
  if exists (select from webhook_endpoint o where o.business_id = w.business_id and o.mode = w.mode and o.url = p_url
      and o.id <> w.id and o.state <> 'removed') then
    return 'exists';
  end if;
  update webhook_endpoint set url = coalesce(p_url, url), style = coalesce(p_style, style),
      event_types = coalesce(p_event_types, event_types), description = coalesce(p_description, description),
      -- Another address has failed nobody yet.
      rests_until = case when p_url is null or p_url = url then rests_until end
    where id = p_id;
  perform note_webhook(w, 'changed', 'Changed.', p_key, p_at);
  return 'changed';
end $$;

-- Pausing keeps what is waiting; resuming, also after we disabled it, sends it. A removed endpoint is gone with what waits for it.
create function move_webhook_endpoint(p_id uuid, p_state text, p_key uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_id);
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
    case p_state when 'active' then 'Resumed: what was kept is sent.' when 'paused' then 'Paused: events are kept, and sent when it is resumed.'
      else 'Removed: nothing is sent there any more.' end, p_key, p_at);
  if p_state = 'active' then
    perform wake_now('webhook', p_id, p_at);
  elsif p_state = 'removed' then
    update webhook_delivery set state = 'given_up', finished_at = p_at where endpoint_id = p_id and state = 'pending';
    update webhook_secret set expires_at = least(coalesce(expires_at, p_at), p_at) where endpoint_id = p_id;
    delete from wake where subject_id = p_id;
  end if;
  return true;
end $$;

-- The one before signs until then beside the new one; those before that sign no more.
create function rotate_webhook_secret(
  p_endpoint uuid, p_secret uuid, p_sealed bytea, p_expires_at timestamptz, p_key uuid, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_endpoint);
begin
  if w.id is null then
    return false;
  end if;
  update webhook_secret set expires_at = case when expires_at is null then p_expires_at else least(expires_at, p_at) end
    where endpoint_id = p_endpoint and (expires_at is null or expires_at > p_at);
  insert into webhook_secret values (p_secret, p_endpoint, p_sealed, p_at, null);
  perform note_webhook(w, 'secret_rotated', format('A new secret signs; the one before signs beside it until %s UTC.',
    to_char(p_expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')), p_key, p_at);
  return true;
end $$;

-- Asked for by people: it is sent, once, even while the endpoint is paused.
create function ping_webhook(p_endpoint uuid, p_delivery uuid, p_event uuid, p_body text, p_at timestamptz) returns boolean
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

-- Sends one event again, or what an endpoint wants of a range of the feed: under the same ids, whether it was delivered or not. Returns how
-- many, or null when there is no such endpoint.
create function resend_webhooks(p_endpoint uuid, p_event uuid, p_from bigint, p_to bigint, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint := own_webhook_endpoint(p_endpoint);
  asked integer;
begin
  if w.id is null then
    return null;
  end if;
  insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, number, event_type, transaction_id, due_at, created_at)
    select uuidv7(), w.id, w.business_id, w.mode, 'event', p.event_id, p.number, e.type || '.' || e.to_status, e.transaction_id, p_at, p_at
    from event_position p join transaction_event e using (transaction_id, sequence)
    where p.business_id = w.business_id and p.mode = w.mode and p.number is not null and case when p_event is null
      then p.number between p_from and p_to and webhook_wants(w.event_types, e.type, e.to_status) else p.event_id = p_event end
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

-- ── carrying them ─────────────────────────────────────────────────────────────────────────────────────────────

-- One round of an endpoint: what the feed has for it becomes rows, and what is due of them is returned with all that sending takes.
-- Null when there is no such endpoint, or not any more. Sending happens after this commit; a round that is lost is simply made again.
create function work_webhook(p_endpoint uuid, p_at timestamptz, p_most_events integer, p_most_deliveries integer) returns jsonb
language plpgsql security definer set search_path = afara, pg_temp as $$
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
      select p.number, p.event_id, e.type, e.to_status, e.transaction_id
      from event_position p join transaction_event e using (transaction_id, sequence)
      where p.business_id = w.business_id and p.mode = w.mode and p.number > w.cursor_number
      order by p.number limit p_most_events
    ), made as (
      insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, number, event_type, transaction_id, due_at, created_at)
        select uuidv7(), w.id, w.business_id, w.mode, 'event', n.event_id, n.number, n.type || '.' || n.to_status, n.transaction_id, p_at, p_at
        from news n where webhook_wants(w.event_types, n.type, n.to_status) order by n.number
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
    'business_id', w.business_id, 'mode', w.mode, 'url', w.url, 'style', w.style, 'failures', w.failures,
    'wake', (select jsonb_build_object('due_at', k.due_at, 'failure_count', k.failure_count) from wake k where k.subject_id = w.id),
    'has_more_events', seen = p_most_events,
    'due', coalesce(due, '[]'),
    'next_due_at', case when is_resting and next_due is not null then greatest(next_due, w.rests_until) else next_due end,
    'secrets', (select jsonb_agg(jsonb_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64')) order by s.created_at desc, s.id desc)
      from webhook_secret s where s.endpoint_id = w.id and (s.expires_at is null or s.expires_at > p_at)));
end $$;

-- What became of a round's tries, in one commit. A result says when the next try is due, or nothing when there is none. A row that has
-- moved on meanwhile (sent again by people, or by a second worker) keeps its place; the try itself is always written down.
-- With a next look, the look is over: see settle_webhook.
create function record_webhooks(
  p_endpoint uuid, p_results jsonb, p_failures integer, p_rests_until timestamptz, p_failing_before timestamptz, p_at timestamptz,
  p_seen timestamptz, p_due_at timestamptz
) returns timestamptz language plpgsql security definer set search_path = afara, pg_temp as $$
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
    select uuidv7(), m.id, w.id, w.business_id, w.mode, m.attempts, r.at, r.outcome, r.status, left(r.said, 4096), r.duration_ms
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

-- A look is over. Returns when the next is due, which is sooner than asked for when there was news meanwhile.
create function settle_webhook(p_endpoint uuid, p_seen timestamptz, p_due_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform settle_wake(p_endpoint, p_seen, p_due_at);
  return (select due_at from wake where subject_id = p_endpoint);
end $$;

-- Nothing has got through for days: we stop, keep what waits, and say so to the endpoints that still answer.
create function disable_webhook(p_endpoint webhook_endpoint, p_at timestamptz) returns void language plpgsql as $$
declare
  v_event uuid := uuidv7();
begin
  update webhook_endpoint set state = 'disabled' where id = p_endpoint.id;
  perform note_webhook(p_endpoint, 'disabled',
    format('Disabled: nothing was delivered since %s UTC. What waits is kept; resume it when it answers again.',
      to_char(p_endpoint.failing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI')), null, p_at);
  insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, due_at, created_at)
      select uuidv7(), o.id, o.business_id, o.mode, 'notice', v_event,
        json_build_object('id', 'evt_' || replace(v_event::text, '-', ''), 'type', 'webhook.endpoint_disabled', 'number', null, 'sequence', null,
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

-- What is older than thirty days goes: the lines of tries, and the rows that are finished. What waits stays, however old.
create function forget_webhooks(p_before timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before timestamptz := least(p_before, now() - interval '30 days');
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

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- The numbers of a feed run from 1 without a gap, in the order of positions and of each transaction's steps, and a drill has none.
create function check_feed(since_xid bigint) returns setof finding language sql stable as $$
  select row(coalesce(p.mode, h.mode) || ' ' || coalesce(p.business_id, h.business_id),
    format('%s numbers up to %s, last given %s', coalesce(p.count, 0), coalesce(p.last, 0), coalesce(h.last_number, 0)))::finding
  from (
    select business_id, mode, count(*) as count, max(number) as last from event_position where number is not null group by business_id, mode
  ) p full join feed_head h using (business_id, mode)
  where p.count is distinct from p.last or p.last is distinct from h.last_number
  union all
  select row(e.transaction_id || '/' || e.sequence, case when e.type = 'drill' then 'a drill has a number' when p.number is null
    then 'has no number' else 'is not what its number says' end)::finding
  from event_position p join transaction_event e using (transaction_id, sequence)
  where e.xid > since_xid and ((e.type = 'drill') <> (p.number is null) or p.event_id <> e.id or p.business_id <> e.business_id or p.mode <> e.mode)
  union all
  select row(o.transaction_id || '/' || o.sequence, 'is numbered out of its order')::finding
  from (
    select p.transaction_id, p.sequence, p.number, e.xid, lag(p.number) over (partition by p.transaction_id order by p.sequence) as before
    from event_position p join transaction_event e using (transaction_id, sequence) where p.number is not null
  ) o
  where o.xid > since_xid and o.before > o.number
$$;

-- What an endpoint was to get up to its cursor has a row, which is delivered only by an answer of 2xx.
create function check_webhooks(since_xid bigint) returns setof finding language sql stable as $$
  select row(d.id::text, 'delivered, and no answer says so')::finding
  from webhook_delivery d
  where d.state = 'delivered' and d.finished_at > now() - interval '29 days' and not exists (
    select from webhook_attempt a where a.delivery_id = d.id and a.status between 200 and 299)
  union all
  select row(w.id::text, format('looked at event %s of a feed that ends at %s', w.cursor_number, coalesce(h.last_number, 0)))::finding
  from webhook_endpoint w left join feed_head h using (business_id, mode)
  where w.cursor_number > coalesce(h.last_number, 0)
  union all
  select row(w.id::text, 'has work and nothing wakes it')::finding
  from webhook_endpoint w
  where w.state = 'active' and exists (select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending')
    and not exists (select from wake k where k.subject_id = w.id)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['feed_head', 'webhook_endpoint', 'webhook_delivery', 'webhook_attempt', 'webhook_notice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker using (true) with check (true)', name);
    execute format('create policy own_rows on %I for select to afara_api using (business_id = tenant_business() and mode = tenant_mode())', name);
    execute format('grant select on %I to afara_api, afara_worker', name);
  end loop;
end $$;
-- Secrets leave only by work_webhook, sealed. The api learns how many there are, and until when.
alter table webhook_secret enable row level security;
alter table webhook_secret force row level security;
create policy house on webhook_secret to afara_owner using (true) with check (true);
create policy own_rows on webhook_secret for select to afara_api using (exists (select from webhook_endpoint w where w.id = endpoint_id));
grant select (id, endpoint_id, created_at, expires_at) on webhook_secret to afara_api;

grant execute on function
  read_feed_heads, open_webhook_endpoint, change_webhook_endpoint, move_webhook_endpoint, rotate_webhook_secret, ping_webhook, resend_webhooks
  to afara_api;
grant execute on function
  claim_webhook_nudges, work_webhook, record_webhooks, settle_webhook, forget_webhooks, check_feed, check_webhooks to afara_worker;
