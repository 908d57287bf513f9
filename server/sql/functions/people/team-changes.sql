-- Invites somebody to a business by mail. An open invitation of the same address is replaced. Returns `invited`, `is_member` if the person
-- belongs to the business, or `too_many` after 20 invitations in a day: nobody uses us to fill mailboxes.
create or replace function invite_colleague(
  p_change uuid, p_business uuid, p_by uuid, p_email text, p_role text,
  p_invitation uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_expires_at timestamptz, p_at timestamptz
) returns text language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_team_manager(p_change, p_business, p_by, array[p_role]);
  if exists (
      select from membership h join member m on m.id = h.member_id
      where h.business_id = p_business and h.ended_at is null and m.email = p_email) then
    return 'is_member';
  end if;
  if (select count(*) from team_invitation where business_id = p_business and created_at > p_at - interval '1 day') >= 20 then
    return 'too_many';
  end if;
  update team_invitation set cancelled_at = greatest(p_at, created_at)
    where business_id = p_business and email = p_email and num_nonnulls(accepted_at, cancelled_at) = 0;
  insert into team_invitation (id, business_id, email, role, token_hash, invited_by, created_at, expires_at)
    values (p_invitation, p_business, p_email, p_role, p_token_hash, p_by, p_at, p_expires_at);
  insert into mail (id, team_invitation_id, kind, details, sealed, created_at, expires_at)
    values (p_mail, p_invitation, 'team_invitation',
      jsonb_build_object('business', (select name from business where id = p_business),
        'by', (select name from member where id = p_by), 'role', p_role), p_sealed, p_at, p_expires_at);
  perform wake_now('mail', p_mail, p_at);
  perform note_team_change(p_change, p_business, p_by, 'invited', p_email, null, null, p_role, p_at);
  return 'invited';
end $$;

-- Cancels an open invitation. Returns false if the business has none with this id.
create or replace function cancel_team_invitation(p_change uuid, p_business uuid, p_by uuid, p_invitation uuid, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_open team_invitation;
begin
  select * into v_open from team_invitation where id = p_invitation and business_id = p_business;
  perform require_team_manager(p_change, p_business, p_by, array[v_open.role]);
  update team_invitation set cancelled_at = greatest(p_at, created_at)
    where id = v_open.id and num_nonnulls(accepted_at, cancelled_at) = 0;
  if not found then
    return false;
  end if;
  perform note_team_change(p_change, p_business, p_by, 'cancelled', v_open.email, null, v_open.role, null, p_at);
  return true;
end $$;

-- Gives a member of the team another role. Returns false if there is no such member. A person who cannot invite any more loses their open
-- invitations.
create or replace function change_member_role(p_change uuid, p_business uuid, p_by uuid, p_member uuid, p_role text, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before text;
begin
  perform lock_team(p_business);
  v_before := (select role from membership where member_id = p_member and business_id = p_business and ended_at is null);
  perform require_team_manager(p_change, p_business, p_by, array[v_before, p_role]);
  if v_before is null then
    return false;
  end if;
  update membership set role = p_role where member_id = p_member and business_id = p_business;
  if p_role not in ('owner', 'administrator') then
    perform cancel_invitations_of(p_member, p_business, p_at);
  end if;
  perform note_team_change(p_change, p_business, p_by, 'role_changed', (select email from member where id = p_member), p_member,
    v_before, p_role, p_at);
  return true;
end $$;

-- Ends the access of a member, or of the person who asks: everybody may leave. Returns false if there is no such member. Sessions and
-- tokens look at the membership every four seconds.
create or replace function end_membership(p_change uuid, p_business uuid, p_by uuid, p_member uuid, p_at timestamptz)
returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before text;
begin
  perform lock_team(p_business);
  v_before := (select role from membership where member_id = p_member and business_id = p_business and ended_at is null);
  if p_by = p_member then
    perform require_confirmed(p_change, p_business, p_by);
  else
    perform require_team_manager(p_change, p_business, p_by, array[v_before]);
  end if;
  if v_before is null then
    return false;
  end if;
  update membership set ended_at = greatest(p_at, created_at) where member_id = p_member and business_id = p_business;
  perform cancel_invitations_of(p_member, p_business, p_at);
  perform note_team_change(p_change, p_business, p_by, 'ended', (select email from member where id = p_member), p_member, v_before, null,
    p_at);
  return true;
end $$;

-- Cancels the open invitations that a person made: a person who was removed must not come back by one.
create or replace function cancel_invitations_of(p_member uuid, p_business uuid, p_at timestamptz) returns void
language sql set search_path = afara, pg_temp as $$
  update team_invitation set cancelled_at = greatest(p_at, created_at)
    where invited_by = p_member and business_id = p_business and num_nonnulls(accepted_at, cancelled_at) = 0
$$;

-- Lets an invited person join. The link came by mail, so it confirms the address. Somebody new becomes a member with p_member and p_name;
-- a member (p_name is null) must have the invited address. Returns false if the invitation has ended or is for another address, and if
-- another person has confirmed the address.
create or replace function join_team(p_token_hash bytea, p_member uuid, p_name text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_open team_invitation;
  v_role text;
begin
  perform lock_team(business_id) from team_invitation where token_hash = p_token_hash;
  select * into v_open from team_invitation
    where token_hash = p_token_hash and num_nonnulls(accepted_at, cancelled_at) = 0 and expires_at > p_at for update;
  if not found then
    return false;
  end if;
  begin
    if p_name is not null then
      insert into member (id, email, name, created_at, email_confirmed_at) values (p_member, v_open.email, p_name, p_at, p_at);
    else
      update member set email_confirmed_at = coalesce(email_confirmed_at, greatest(p_at, created_at))
        where id = p_member and email = v_open.email and status = 'active';
      if not found then
        return false;
      end if;
    end if;
  exception when unique_violation then
    return false;
  end;
  v_role := role_in_team(p_member, v_open.business_id);
  update team_invitation set accepted_at = p_at, member_id = p_member where id = v_open.id;
  -- A person who belongs to the business keeps their role.
  if v_role is null then
    insert into membership (member_id, business_id, role, created_at) values (p_member, v_open.business_id, v_open.role, p_at)
      on conflict (member_id, business_id) do update set role = excluded.role, ended_at = null;
    perform note_team_change(null, v_open.business_id, p_member, 'joined', v_open.email, p_member, null, v_open.role, p_at);
  end if;
  return true;
end $$;
