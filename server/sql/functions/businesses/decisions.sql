-- Sets the terms of a business as two operators decided. The decision names every term, also those that stay the same. A new default wallet
-- must be enrolled in live mode.
create or replace function set_decided_terms(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  perform require_enrolled(m.business_id, m.mode, r ->> 'default_network', r ->> 'default_address') from business_mode m
    where m.business_id = p_file.business_id and m.mode = p_file.mode and r ->> 'default_address' is not null
      and (m.default_network, m.default_wallet_address) is distinct from (r ->> 'default_network', r ->> 'default_address');
  update business_mode set may_hold_balance = (r ->> 'may_hold_balance')::boolean, fee_flat_minor = (r ->> 'fee_flat_minor')::numeric,
      fee_bps = (r ->> 'fee_bps')::integer, fee_cap_minor = (r ->> 'fee_cap_minor')::numeric, default_network = r ->> 'default_network',
      default_wallet_address = r ->> 'default_address', daily_limit_minor = (r ->> 'daily_limit_minor')::numeric,
      velocity_hour_minor = (r ->> 'velocity_hour_minor')::numeric,
      velocity_wallet_day_minor = (r ->> 'velocity_wallet_day_minor')::numeric,
      tolerance_minor = coalesce((r ->> 'tolerance_minor')::numeric, tolerance_minor),
      may_number_customers = coalesce((r ->> 'may_number_customers')::boolean, may_number_customers),
      tier = case when r ? 'tier' then (r ->> 'tier')::smallint else tier end
    where business_id = p_file.business_id and mode = p_file.mode and (r ->> 'action' = 'go_live' or status <> 'pending');
  if not found then
    raise exception 'the business is not live yet: its terms are part of the decision to go live' using errcode = 'AF447';
  end if;
end $$;

-- Lets a business use live mode, with the tier and terms that two operators decided. The decision names the version of the file that both
-- read. Raises AF447 if the business is live already, AF493 if another version waits for a decision or none does, and AF488 while an owner
-- has not confirmed their address.
create or replace function go_live(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  perform from business_mode where business_id = p_file.business_id and mode = p_file.mode and status = 'pending' for update;
  if not found then
    raise exception 'the business is already live' using errcode = 'AF447';
  end if;
  perform require_confirmed_owners(p_file.business_id);
  if not exists (
    select from go_live_file_to_decide(p_file.business_id) f
    where f.version = (r ->> 'file_version')::integer and encode(f.digest, 'hex') = r ->> 'file_digest') or not r ? 'tier' then
    raise exception 'this version of the go-live file does not wait for a decision' using errcode = 'AF493';
  end if;
  perform set_decided_terms(p_file, p_at);
  update business_mode set status = 'active', exposure_cap_minor = (r ->> 'exposure_cap_minor')::numeric
    where business_id = p_file.business_id and mode = p_file.mode;
  perform mail_owners(p_file.business_id, 'went_live', '{}', p_at);
end $$;

-- Suspends a business in one mode at once. One operator is enough, because nothing can be lost by stopping. Returns false if the business
-- was not active.
create or replace function suspend_business(p_business uuid, p_mode mode, p_by uuid, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_active_operator(p_by);
  update business_mode set status = 'suspended' where business_id = p_business and mode = p_mode and status = 'active';
  if not found then
    return false;
  end if;
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by::text, 'business.suspended',
    'biz_' || replace(p_business::text, '-', ''), p_reason, jsonb_build_object('mode', p_mode));
  return true;
end $$;

-- Ends the suspension of a business as two operators decided. Raises AF447 if it is not suspended.
create or replace function resume_business(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  update business_mode set status = 'active' where business_id = p_file.business_id and mode = p_file.mode and status = 'suspended';
  if not found then
    raise exception 'the business is not suspended' using errcode = 'AF447';
  end if;
end $$;

-- Records nothing: the decided case itself allows its proposer to issue one key (issue_decided_key). Raises AF447 if the business is not
-- live, and AF448 if the key would have expired.
create or replace function approve_key(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  perform from business_mode where business_id = p_file.business_id and mode = p_file.mode and status <> 'pending';
  if not found then
    raise exception 'the business is not live yet' using errcode = 'AF447';
  end if;
  if (p_file.resolution ->> 'expires_at')::timestamptz <= p_at then
    raise exception 'the expiry of the key has passed' using errcode = 'AF448';
  end if;
end $$;

-- Issues the key that two operators approved in a case. Only the proposer issues it, once, within seven days, so that an old approval that
-- nobody used does not become a key later. The rights of the key come from the decision and not from the caller. Raises AF448 otherwise.
create or replace function issue_decided_key(
  p_case uuid, p_operator uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
begin
  perform require_active_operator(p_operator);
  select * into v_file from case_file where id = p_case for update;
  case
    when not found or (v_file.ended = 'approved' and v_file.resolution ->> 'action' = 'issue_key') is not true then
      raise exception 'two operators have not approved a key in this case' using errcode = 'AF448';
    when v_file.proposed_by <> p_operator then
      raise exception 'only the operator who proposed the key can issue it' using errcode = 'AF448';
    when exists (select from api_key k where k.decided_by = p_case) then
      raise exception 'the key of this case was already issued' using errcode = 'AF448';
    when p_at > v_file.resolved_at + interval '7 days' then
      raise exception 'the approval is older than seven days' using errcode = 'AF448';
    else
      perform approve_key(v_file, p_at);
  end case;
  insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, ip_list, label, requests_per_window, expires_at, issued_until,
      decided_by)
    select p_key, v_file.business_id, v_file.mode, p_hmac, p_pepper_version,
      array(select jsonb_array_elements_text(r.j -> 'scopes')),
      array(select network(listed::inet) from jsonb_array_elements_text(r.j -> 'networks') as listed), r.j ->> 'label',
      (r.j ->> 'requests_per_window')::integer, (r.j ->> 'expires_at')::timestamptz, (r.j ->> 'expires_at')::timestamptz, p_case
    from (select v_file.resolution as j) r;
  -- Operators signed the public key with the other rights, so the vault can verify whose it is.
  perform add_signing_key(p_key, decode(translate(v_file.resolution ->> 'public_key', '-_', '+/') || '=', 'base64'));
end $$;

-- Refuses a live key of a business that is not live yet (AF447), and a live key that two operators have not approved (AF448).
create or replace function guard_live_key() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if exists (select from business_mode m where m.business_id = new.business_id and m.mode = new.mode and m.status = 'pending') then
    raise exception 'the business is not live yet' using errcode = 'AF447';
  end if;
  if new.mode = 'live' and (new.predates_decisions or not exists (
    select from case_file c where c.id = new.decided_by and c.ended = 'approved' and c.resolution ->> 'action' = 'issue_key'
      and c.business_id = new.business_id and c.mode = new.mode)) then
    raise exception 'two operators have not approved this live key' using errcode = 'AF448';
  end if;
  return new;
end $$;
