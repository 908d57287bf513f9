-- Checks that while two rate tables are valid at once, we never pay more for a currency than we ask for it.
create or replace function check_rate_tables(since_xid bigint, through_xid bigint) returns setof finding language sql stable as $$
  select row(newer.id::text, format('while table %s is also valid, we pay more for %s than we ask for it', older.id, mine.key))::finding
  from rate_table newer
  cross join lateral (
    select t.* from rate_table t
    where t.name = case newer.name when 'otc_buy' then 'usdc_ngnc' else 'otc_buy' end and t.published_at <= newer.published_at
    order by t.published_at desc limit 1) older
  cross join lateral jsonb_each(newer.body::jsonb) mine
  join lateral jsonb_each(older.body::jsonb) other on other.key = mine.key
  where newer.xid > since_xid and newer.xid <= through_xid and older.expires_at > newer.published_at
    and case newer.name when 'otc_buy' then other.value > mine.value else mine.value > other.value end
$$;

-- Checks that the same two operators decided a rate that was set manually. Before they signed decisions, they were in the audit only.
create or replace function check_operator_rates(since_xid bigint) returns setof finding language sql stable as $$
  select row(r.id::text, format('%s was set manually without a decision of two operators', r.pair))::finding
  from operator_rate r
  where r.xid > since_xid and not exists (
    select from audit a where a.xid = r.xid and a.action = 'rate.set' and a.subject = r.pair
      and a.actor = r.actor::text and a.approved_by = r.approved_by::text)
    and not exists (
      select from case_file c where c.id = r.id and c.ended = 'approved' and c.proposed_by = r.actor and c.approved_by = r.approved_by
        and c.resolution @> jsonb_build_object('action', 'set_rate', 'pair', r.pair))
$$;

-- Checks that a delivered webhook has an answer of 2xx.
create or replace function check_webhook_answers(pages int8range) returns setof finding language sql stable as $$
  select row(d.id::text, 'delivered, but no attempt succeeded')::finding
  from webhook_delivery d
  where d.ctid >= first_of_pages(pages) and d.ctid < end_of_pages(pages) and d.state = 'delivered'
    and d.finished_at > afara_now() - interval '29 days' and not exists (
      select from webhook_attempt a where a.delivery_id = d.id and a.status between 200 and 299)
$$;

-- Checks that no endpoint has read past the end of its feed, and that an endpoint with work has a wake-up.
create or replace function check_webhooks(since_xid bigint) returns setof finding language sql stable as $$
  select row(w.id::text, format('the endpoint has read up to event %s, but its feed ends at %s', w.cursor_number,
    coalesce(h.last_number, 0)))::finding
  from webhook_endpoint w left join feed_head h using (business_id, mode)
  where w.cursor_number > coalesce(h.last_number, 0)
  union all
  select row(w.id::text, 'the endpoint has pending deliveries, but no wake-up')::finding
  from webhook_endpoint w
  where w.state = 'active' and exists (select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending')
    and not exists (select from wake k where k.subject_id = w.id)
$$;

-- Checks that two operators decided every live key, and that the key has the rights that they decided.
create or replace function check_live_keys(since_xid bigint) returns setof finding language sql stable as $$
  select row(k.id::text, 'two operators did not decide this live key, or not with these rights')::finding
  from api_key k left join case_file c on c.id = k.decided_by
  where k.mode = 'live' and not k.predates_decisions and (
    c.ended = 'approved' and c.mode = k.mode and c.business_id = k.business_id and c.resolution @> jsonb_build_object('action', 'issue_key',
      'scopes', k.scopes, 'label', k.label, 'requests_per_window', k.requests_per_window)
    and cardinality(k.scopes) = jsonb_array_length(c.resolution -> 'scopes')
    and k.issued_until is not distinct from (c.resolution ->> 'expires_at')::timestamptz
    and k.ip_list = array(select network(listed::inet) from jsonb_array_elements_text(c.resolution -> 'networks') listed)
    and (select count(distinct s.operator_id) from decision_signature s where s.case_id = c.id) > 1) is not true
$$;
