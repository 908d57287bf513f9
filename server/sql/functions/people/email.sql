-- Counts a request for mail in the last fifteen minutes. Returns `refused` if its source asked thirty times, and `too_often` if the address
-- was named three times. Nobody learns the latter: they would learn of others' requests. Deletes some old requests, so that the table stays
-- small without a job of its own.
create or replace function count_email_request(p_email_hash bytea, p_source cidr, p_at timestamptz) returns text
language plpgsql as $$
begin
  delete from email_request where id in (
    select id from email_request where created_at <= p_at - interval '30 minutes' order by created_at limit 100 for update skip locked);
  if (select count(*) from email_request where source = p_source and created_at > p_at - interval '15 minutes') >= 30 then
    return 'refused';
  end if;
  if (select count(*) from email_request where email_hash = p_email_hash and created_at > p_at - interval '15 minutes') >= 3 then
    return 'too_often';
  end if;
  return 'counted';
end $$;

-- Returns the network that counts as one source. One customer of an IPv6 network has a whole /64 of addresses.
create or replace function source_of(p_address inet) returns cidr language sql immutable
  return network(set_masklen(p_address, case when family(p_address) = 6 then 64 else 32 end));

-- Stores a link to sign in and mails it to the member with this address, if they
-- confirmed the address and codes. An operator never gets one, even if they
-- are a member too. Returns false if the source must wait. The caller cannot see whether there is such a member.
create or replace function request_email_sign_in(
  p_id uuid, p_email text, p_address inet, p_token_hash bytea, p_browser_hash bytea, p_mail uuid, p_sealed bytea, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_hash bytea := sha256(convert_to(p_email, 'UTF8'));
  v_counted text := count_email_request(v_hash, source_of(p_address), p_at);
  v_member uuid;
begin
  if v_counted <> 'counted' then
    return v_counted = 'too_often';
  end if;
  select m.id into v_member
  from member m join totp t on t.member_id = m.id and t.confirmed_at is not null and t.ended_at is null
  where m.email = p_email and m.email_confirmed_at is not null and m.status = 'active' and t.failures < 10
    and not exists (select from operator o where lower(o.email) = m.email);
  insert into email_request (id, purpose, email_hash, source, created_at, member_id, token_hash, browser_hash)
    values (p_id, 'sign_in', v_hash, source_of(p_address), p_at, v_member, p_token_hash, p_browser_hash);
  if v_member is not null then
    perform queue_mail(p_mail, null, v_member, 'sign_in', '{}', p_sealed, p_at + interval '10 minutes', p_at);
  end if;
  return true;
end $$;

-- Mails a link to enrol again to the member with this address, if they confirmed it
-- and enrolled before. An address that nobody confirmed may be somebody else's. The link is an invitation that lasts an hour.
-- Operators are invited again by other operators. Returns false if the source must wait.
create or replace function request_recovery(
  p_id uuid, p_email text, p_address inet, p_invitation uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_hash bytea := sha256(convert_to(p_email, 'UTF8'));
  v_counted text := count_email_request(v_hash, source_of(p_address), p_at);
  v_member uuid;
begin
  if v_counted <> 'counted' then
    return v_counted = 'too_often';
  end if;
  -- The lock lets two requests at once not open two invitations.
  select m.id into v_member from member m
  where m.email = p_email and m.email_confirmed_at is not null and m.status = 'active'
    and exists (select from passkey k where k.member_id = m.id)
  for update;
  insert into email_request (id, purpose, email_hash, source, created_at, member_id)
    values (p_id, 'recovery', v_hash, source_of(p_address), p_at, v_member);
  if v_member is not null then
    update invitation set revoked_at = p_at where member_id = v_member and num_nonnulls(accepted_at, revoked_at) = 0;
    insert into invitation (id, member_id, token_hash, invited_by, created_at, expires_at)
      values (p_invitation, v_member, p_token_hash, 'system:recovery', p_at, p_at + interval '1 hour');
    perform queue_mail(p_mail, null, v_member, 'recovery', '{}', p_sealed, p_at + interval '1 hour', p_at);
  end if;
  return true;
end $$;

-- Guards a request for mail: its link is opened once, wrong codes only add up, and it ends once.
create or replace function guard_email_request() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same email_request := new;
begin
  v_same.opened_at := old.opened_at;
  v_same.failures := old.failures;
  v_same.ended_at := old.ended_at;
  if v_same is distinct from old or old.ended_at is not null or new.failures < old.failures
      or (old.opened_at is not null and new.opened_at is distinct from old.opened_at) then
    raise exception 'email request % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Guards codes: they belong to one member, are confirmed once, no used code comes back, and what ended stays ended.
create or replace function guard_totp() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if (new.id, new.member_id, new.created_at) is distinct from (old.id, old.member_id, old.created_at)
      or old.ended_at is not null or (new.ended_at is null and new.secret is distinct from old.secret)
      or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) or new.last_step < old.last_step
      or (new.failures < old.failures and new.last_step is not distinct from old.last_step) then
    raise exception 'totp % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Ends the sessions that began with codes which do not count any more.
create or replace function sign_out_totp() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update person_session set revoked_at = greatest(new.ended_at, created_at)
    where member_id = new.member_id and method = 'email_totp' and revoked_at is null;
  return null;
end $$;
