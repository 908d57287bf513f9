-- Creates a business with both modes. It can use test mode at once, and may hold a balance there. In live mode it is pending, with limits
-- of zero, until two operators decide that it goes live. Returns false if another business has the link tag.
create or replace function create_business(p_id uuid, p_name text, p_link_tag text) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into business (id, name, link_tag) values (p_id, p_name, p_link_tag) on conflict (link_tag) do nothing;
  if not found then
    return false;
  end if;
  insert into business_mode (business_id, mode, status, may_hold_balance, exposure_cap_minor, daily_limit_minor, velocity_hour_minor,
      velocity_wallet_day_minor)
    values (p_id, 'test', 'active', true, 100000000000, null, null, null), (p_id, 'live', 'pending', false, 0, 0, 0, 0);
  return true;
end $$;

-- Signs a person up with a business of their own and a first test key, in one commit. The address is not confirmed yet. Returns false if
-- another business has the link tag. It cannot make a live key, and gives nobody a role in a business that exists.
create or replace function sign_up(
  p_member uuid, p_email text, p_name text, p_business uuid, p_business_name text, p_link_tag text,
  p_key uuid, p_hmac bytea, p_pepper_version integer, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if not create_business(p_business, p_business_name, p_link_tag) then
    return false;
  end if;
  insert into member (id, email, name, created_at) values (p_member, p_email, p_name, p_at);
  insert into membership (member_id, business_id, role, created_at) values (p_member, p_business, 'owner', p_at);
  perform note_team_change(null, p_business, p_member, 'founded', p_email, p_member, null, 'owner', p_at);
  insert into audit (id, actor, action, subject, reason, details)
    values (afara_uuid(), p_member::text, 'business.created', 'biz_' || replace(p_business::text, '-', ''), 'signed up',
      jsonb_build_object('name', p_business_name, 'linkTag', p_link_tag, 'email', p_email));
  perform issue_test_key(p_member, p_business, p_key, p_hmac, p_pepper_version, array['read', 'buy', 'sell'], 'First key', null, p_at);
  return true;
end $$;

-- Returns whether no business has the link tag yet. The people process may ask this before anybody has signed in.
create or replace function link_tag_is_free(p_link_tag text) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select not exists (select from business where link_tag = p_link_tag)
$$;

-- Stores a link that confirms the address of a person. Raises AF489 after five links in a day, so that nobody uses us to fill a mailbox.
create or replace function add_email_confirmation(p_id uuid, p_member uuid, p_token_hash bytea, p_at timestamptz, p_expires_at timestamptz)
returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform from member where id = p_member for update;
  if (select count(*) from email_confirmation where member_id = p_member and created_at > p_at - interval '1 day') >= 5 then
    raise exception 'five links were sent in the last day' using errcode = 'AF489';
  end if;
  insert into email_confirmation (id, member_id, token_hash, created_at, expires_at)
    values (p_id, p_member, p_token_hash, p_at, p_expires_at);
end $$;

-- Confirms the address to which the link with this token was mailed. Safe to repeat. Raises AF491 if there is no such link or it has
-- expired, and AF490 if another person confirmed the address before. Returns the address.
create or replace function confirm_email(p_token_hash bytea, p_at timestamptz) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_link email_confirmation;
  v_member member;
begin
  select * into v_link from email_confirmation where token_hash = p_token_hash for update;
  if not found or (v_link.confirmed_at is null and p_at >= v_link.expires_at) then
    raise exception 'the link is unknown or has expired' using errcode = 'AF491';
  end if;
  select * into v_member from member where id = v_link.member_id for update;
  if v_member.email_confirmed_at is null then
    begin
      update member set email_confirmed_at = p_at where id = v_member.id;
    exception when unique_violation then
      raise exception 'another person confirmed this address' using errcode = 'AF490';
    end;
    update email_confirmation set confirmed_at = p_at where id = v_link.id;
    insert into audit (id, actor, action, subject, reason)
      values (afara_uuid(), v_member.id::text, 'member.email_confirmed', 'mbr_' || replace(v_member.id::text, '-', ''), 'opened the link');
  end if;
  return v_member.email;
end $$;

-- Guards the link of a confirmation: it confirms once, and nothing else about it changes.
create or replace function guard_email_confirmation() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same email_confirmation := new;
begin
  v_same.confirmed_at := old.confirmed_at;
  if v_same is distinct from old or old.confirmed_at is not null then
    raise exception 'confirmation % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;
