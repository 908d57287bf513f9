-- Lets the changes of one team happen one after the other, so that two owners cannot remove each other at the same time.
create or replace function lock_team(p_business uuid) returns void language sql set search_path = afara, pg_temp as $$
  select pg_advisory_xact_lock(hashtextextended('team ' || p_business, 0))
$$;

-- Returns the role of a person in a business now, or null.
create or replace function role_in_team(p_member uuid, p_business uuid) returns text
language sql stable set search_path = afara, pg_temp as $$
  select h.role from membership h join member m on m.id = h.member_id
  where h.member_id = p_member and h.business_id = p_business and h.ended_at is null and m.status = 'active'
$$;

-- Raises AF499 unless the person may change the team now, and confirmed this change. Only an owner gives or takes the role of an owner.
-- The people process asks first; this holds if it does not.
create or replace function require_team_manager(p_change uuid, p_business uuid, p_by uuid, p_roles text[]) returns void
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_role text;
begin
  perform lock_team(p_business);
  v_role := role_in_team(p_by, p_business);
  if v_role is distinct from 'owner' and (v_role is distinct from 'administrator' or 'owner' = any (p_roles)) then
    raise exception 'this person cannot change the team like this' using errcode = 'AF499';
  end if;
  perform require_confirmed(p_change, p_business, p_by);
end $$;

-- Raises AF499 unless the person confirmed this change of this business with a passkey.
create or replace function require_confirmed(p_change uuid, p_business uuid, p_by uuid) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from member_confirmation where id = p_change and business_id = p_business and member_id = p_by;
  if not found then
    raise exception 'the change was not confirmed with a passkey' using errcode = 'AF499';
  end if;
end $$;

-- Refuses a confirmation with a passkey that is not the person's, and of a person who enrolled again in the last 24 hours.
create or replace function guard_member_confirmation() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_may_sign(new.member_id);
  if not exists (
      select from passkey p where p.credential_id = new.credential_id and p.member_id = new.member_id and p.revoked_at is null) then
    raise exception 'the passkey is not one of the person''s, or was revoked' using errcode = 'AF442';
  end if;
  return new;
end $$;

-- Guards an invitation: it is accepted or cancelled, once.
create or replace function guard_team_invitation() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same team_invitation := new;
begin
  v_same.accepted_at := old.accepted_at;
  v_same.member_id := old.member_id;
  v_same.cancelled_at := old.cancelled_at;
  if v_same is distinct from old or num_nonnulls(old.accepted_at, old.cancelled_at) > 0 then
    raise exception 'team invitation % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Raises AF498 if a business would lose its last owner. Nobody could then change its team.
create or replace function keep_owner() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform lock_team(new.business_id);
  if not exists (
      select from membership h join member m on m.id = h.member_id
      where h.business_id = new.business_id and h.role = 'owner' and h.ended_at is null and m.status = 'active'
        and h.member_id <> new.member_id) then
    raise exception 'business % keeps one owner', new.business_id using errcode = 'AF498';
  end if;
  return null;
end $$;

-- Writes a change of a team into its history and the audit, and tells everybody else in the business, and whom it is about, by mail.
-- Addresses that nobody confirmed get no mail: they may be somebody else's.
create or replace function note_team_change(
  p_change uuid, p_business uuid, p_by uuid, p_action text, p_email text, p_member uuid, p_before text, p_after text, p_at timestamptz
) returns void language plpgsql set search_path = afara, pg_temp as $$
declare
  v_id uuid := coalesce(p_change, afara_uuid());
  v_details jsonb := jsonb_build_object('action', p_action, 'email', p_email,
    'business', (select name from business where id = p_business),
    'by', coalesce((select name from member where id = p_by), 'Afara'),
    'whom', coalesce((select name from member where id = p_member), p_email),
    'role_before', p_before, 'role_after', p_after);
begin
  insert into team_change (id, business_id, at, by_member, action, email, member_id, role_before, role_after, confirmation_id)
    values (v_id, p_business, p_at, p_by, p_action, p_email, p_member, p_before, p_after, p_change);
  if p_by is null then
    return;
  end if;
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'team.' || p_action, 'biz_' || replace(p_business::text, '-', ''), 'on the dashboard',
      v_details || jsonb_build_object('member', 'mbr_' || replace(p_member::text, '-', '')));
  perform queue_mail(afara_uuid(), null, m.id, 'team_changed', v_details || jsonb_build_object('is_you', m.id = p_member), null,
      p_at + interval '7 days', p_at)
    from member m
    where m.status = 'active' and m.email_confirmed_at is not null and m.id <> p_by
      and (m.id = p_member or exists (
        select from membership h where h.member_id = m.id and h.business_id = p_business and h.ended_at is null))
    order by m.id;
end $$;
