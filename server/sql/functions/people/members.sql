-- Gives a person a role in a business, in place of the role that they had there. A person who is new to us becomes a member first, with
-- p_id. Their link goes to their address by mail, so the address counts as confirmed. Returns the member.
create or replace function add_member(p_id uuid, p_email text, p_name text, p_business uuid, p_role text, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_member uuid;
  v_before text;
begin
  perform lock_team(p_business);
  insert into member (id, email, name, created_at, email_confirmed_at) values (p_id, p_email, p_name, p_at, p_at)
    on conflict (email) where email_confirmed_at is not null do nothing;
  select id into strict v_member from member where email = p_email and email_confirmed_at is not null;
  v_before := role_in_team(v_member, p_business);
  insert into membership (member_id, business_id, role, created_at) values (v_member, p_business, p_role, p_at)
    on conflict (member_id, business_id) do update set role = excluded.role, ended_at = null;
  perform note_team_change(null, p_business, null, case when v_before is null then 'joined' else 'role_changed' end, p_email, v_member,
    v_before, p_role, p_at);
  return v_member;
end $$;

-- Disables a member at once, in all of their businesses, with all of their sessions.
create or replace function disable_member(p_member uuid) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update member set status = 'disabled' where id = p_member
$$;

-- Invites a member, and stores the mail. An earlier open invitation is revoked. Returns whether there was one.
create or replace function invite_member(
  p_member uuid, p_id uuid, p_token_hash bytea, p_by text, p_mail uuid, p_sealed bytea, p_expires_at timestamptz, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_repeated boolean;
begin
  update invitation set revoked_at = p_at where member_id = p_member and num_nonnulls(accepted_at, revoked_at) = 0;
  v_repeated := found;
  insert into invitation (id, member_id, token_hash, invited_by, created_at, expires_at)
    values (p_id, p_member, p_token_hash, p_by, p_at, p_expires_at);
  perform queue_mail(p_mail, null, p_member, 'invitation', '{}', p_sealed, p_expires_at, p_at);
  return v_repeated;
end $$;
